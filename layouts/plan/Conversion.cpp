//===- Conversion.cpp - Fitting an affine map to a table ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An affine map x -> Mx ^ o is a linear map of (x, 1). Points (x, 1) and their
// images are put into an echelon basis until it is full; normally the zero
// vector and the unit vectors do that. Where those are not wanted (DontCare),
// other points replace them. A part that no point determines is set to the
// identity: elements that may stay in their register and thread stay.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/Conversion.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The known part of a linear map: vectors, with their images as labels.
using KnownImages = Echelon<uint64_t>;

/// Adds X, which has the image Y. Returns false on a contradiction.
static bool add(KnownImages &Map, uint64_t X, uint64_t Y) {
  KnownImages::Entry E{X, Y};
  return Map.insert(E) || E.Label == 0;
}

/// The image of a vector in the span of what was added.
static uint64_t imageOf(const KnownImages &Map, uint64_t X) {
  return Map.reduce({X, 0}).Label;
}

static bool determines(const KnownImages &Map, uint64_t X) {
  return Map.reduce(X) == 0;
}

namespace {

/// The table as a function on words: bits of (result register, thread) to bits
/// of (source register, thread).
class TableBits {
public:
  explicit TableBits(const Conversion &C)
      : C(C), ResultBits(Log2_32(C.NumResults)),
        SourceBits(Log2_32(C.NumSources)), ThreadBits(Log2_32(C.NumThreads)) {}

  std::optional<uint64_t> at(uint64_t X) const {
    Holder H = C.holder(X & (C.NumResults - 1),
                        (X >> ResultBits) & (C.NumThreads - 1));
    if (H == DontCare)
      return std::nullopt;
    return H.Register | uint64_t(H.Thread) << SourceBits;
  }

  const Conversion &C;
  unsigned ResultBits, SourceBits, ThreadBits;
};

} // namespace

static bool hasPowersOfTwo(const Conversion &C) {
  return isPowerOf2_32(C.NumThreads) && isPowerOf2_32(C.NumSources) &&
         isPowerOf2_32(C.NumResults) &&
         C.Table.size() == size_t(C.NumResults) * C.NumThreads;
}

/// The map on the points that determine it; nothing on a contradiction.
static std::optional<KnownImages> gather(const TableBits &T) {
  KnownImages Map;
  unsigned Dim = T.ResultBits + T.ThreadBits;
  uint64_t One = uint64_t(1) << Dim;
  auto AddPoint = [&](uint64_t X) {
    std::optional<uint64_t> Y = T.at(X);
    return !Y || add(Map, X | One, *Y);
  };
  if (!AddPoint(0))
    return std::nullopt;
  for (unsigned I = 0; I < Dim; ++I)
    if (!AddPoint(uint64_t(1) << I))
      return std::nullopt;
  for (uint64_t X = 0; X < One && Map.size() <= Dim; ++X)
    if (!AddPoint(X))
      return std::nullopt;

  // What is still free: no offset, registers and threads as they are.
  if (!determines(Map, One))
    add(Map, One, 0);
  for (unsigned I = 0; I < Dim; ++I) {
    uint64_t X = uint64_t(1) << I;
    if (determines(Map, X))
      continue;
    if (I >= T.ResultBits)
      add(Map, X, uint64_t(1) << (I - T.ResultBits + T.SourceBits));
    else
      add(Map, X, I < T.SourceBits ? X : 0);
  }
  return Map;
}

/// Returns true if the map agrees with all wanted entries of the table.
static bool agrees(const AffineMove &A, const TableBits &T) {
  std::vector<uint64_t> OfRegister(T.C.NumResults, 0);
  for (unsigned R = 1; R < T.C.NumResults; ++R)
    OfRegister[R] = OfRegister[R & (R - 1)] ^ A.RegisterColumns[countr_zero(R)];
  std::vector<uint64_t> OfThread(T.C.NumThreads, A.Offset);
  for (unsigned H = 1; H < T.C.NumThreads; ++H)
    OfThread[H] = OfThread[H & (H - 1)] ^ A.ThreadColumns[countr_zero(H)];
  for (unsigned H = 0; H < T.C.NumThreads; ++H)
    for (unsigned R = 0; R < T.C.NumResults; ++R) {
      std::optional<uint64_t> Y = T.at(R | uint64_t(H) << T.ResultBits);
      if (Y && *Y != (OfRegister[R] ^ OfThread[H]))
        return false;
    }
  return true;
}

std::optional<AffineMove> f2layout::fitAffine(const Conversion &C) {
  if (!C.hasTable())
    return C.Affine;
  if (!hasPowersOfTwo(C))
    return std::nullopt;
  TableBits T(C);
  std::optional<KnownImages> Map = gather(T);
  if (!Map)
    return std::nullopt;

  AffineMove A;
  A.SourceRegisterBits = T.SourceBits;
  A.ThreadBits = T.ThreadBits;
  uint64_t One = uint64_t(1) << (T.ResultBits + T.ThreadBits);
  A.Offset = imageOf(*Map, One);
  for (unsigned I = 0; I < T.ResultBits; ++I)
    A.RegisterColumns.push_back(imageOf(*Map, uint64_t(1) << I));
  for (unsigned I = 0; I < T.ThreadBits; ++I)
    A.ThreadColumns.push_back(imageOf(*Map, uint64_t(1) << (T.ResultBits + I)));
  if (!agrees(A, T))
    return std::nullopt;
  return A;
}

//===----------------------------------------------------------------------===//
// Maps without a table
//===----------------------------------------------------------------------===//

std::string f2layout::findMapFault(const AffineMove &Map, unsigned LaneBits,
                                   Scope Group) {
  auto Bits = [](size_t N) { return std::to_string(N) + " bits"; };
  size_t ResultBits = Map.RegisterColumns.size();
  if (LaneBits > MaxLaneBits)
    return "lanes of " + Bits(LaneBits) + ", expected at most " +
           std::to_string(MaxLaneBits);
  if (Map.ThreadBits < LaneBits || Map.ThreadBits > MaxBlockThreadBits ||
      (Group == Scope::Warp && Map.ThreadBits != LaneBits))
    return "threads of " + Bits(Map.ThreadBits) + " in a " +
           (Group == Scope::Warp ? "warp" : "block") + ", with lanes of " +
           Bits(LaneBits);
  if (ResultBits > MaxMapRegisterBits ||
      Map.SourceRegisterBits > MaxMapRegisterBits)
    return "source registers of " + Bits(Map.SourceRegisterBits) +
           " and result registers of " + Bits(ResultBits) +
           ", expected at most " + std::to_string(MaxMapRegisterBits);
  if (Map.ThreadColumns.size() != Map.ThreadBits)
    return std::to_string(Map.ThreadColumns.size()) +
           " columns for threads of " + Bits(Map.ThreadBits);
  uint64_t All = Map.Offset;
  for (uint64_t Column :
       concat<const uint64_t>(Map.RegisterColumns, Map.ThreadColumns))
    All |= Column;
  if (All >> (Map.SourceRegisterBits + Map.ThreadBits))
    return "an image beyond source registers of " +
           Bits(Map.SourceRegisterBits) + " and threads of " +
           Bits(Map.ThreadBits);
  return "";
}

Expected<Conversion> Conversion::affine(AffineMove Map, unsigned ElementBits,
                                        unsigned LaneBits, Scope Group) {
  std::string Fault = findMapFault(Map, LaneBits, Group);
  if (!is_contained({8u, 16u, 32u, 64u}, ElementBits))
    Fault = "elements of " + std::to_string(ElementBits) +
            " bits, expected 8, 16, 32 or 64";
  if (!Fault.empty())
    return createStringError("not a conversion: " + Fault);
  Conversion C;
  C.ElementBits = ElementBits;
  C.LaneBits = LaneBits;
  C.Group = Group;
  C.NumThreads = 1u << Map.ThreadBits;
  C.NumSources = 1u << Map.SourceRegisterBits;
  C.NumResults = 1u << Map.RegisterColumns.size();
  C.Affine = std::move(Map);
  return C;
}

Conversion f2layout::withTable(Conversion C) {
  if (C.hasTable())
    return C;
  std::vector<Holder> Table;
  Table.reserve(size_t(C.NumResults) * C.NumThreads);
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T)
      Table.push_back(C.holder(R, T));
  C.Table = std::move(Table);
  return C;
}

std::optional<std::vector<Holder>> f2layout::tableOfWarp(const Conversion &C) {
  const unsigned Lanes = 1u << C.LaneBits;
  std::vector<Holder> Table(size_t(C.NumResults) * Lanes, DontCare);
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      Holder H = C.holder(R, T);
      if (H == DontCare)
        continue;
      if (H.Thread / Lanes != T / Lanes)
        return std::nullopt;
      H.Thread %= Lanes;
      Holder &Known = Table[size_t(R) * Lanes + T % Lanes];
      if (Known != DontCare && Known != H)
        return std::nullopt;
      Known = H;
    }
  return Table;
}
