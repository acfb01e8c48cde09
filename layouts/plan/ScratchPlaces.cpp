//===- ScratchPlaces.cpp - A place in memory for every element ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ScratchPlaces.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/plan/Gather.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MostPlaceBits = 27;

uint64_t SidePlaces::at(unsigned Register, unsigned Thread) const {
  uint64_t Place = Offset;
  for (auto [J, Column] : enumerate(RegisterColumns))
    Place ^= Register >> J & 1 ? Column : 0;
  for (auto [J, Column] : enumerate(ThreadColumns))
    Place ^= Thread >> J & 1 ? Column : 0;
  return Place;
}

unsigned SidePlaces::neighbourBits(unsigned MostBits) const {
  unsigned Bits = 0;
  while (Bits < MostBits && Bits < RegisterColumns.size() &&
         RegisterColumns[Bits] == uint64_t(1) << Bits)
    ++Bits;
  uint64_t Others = Offset;
  for (unsigned J = Bits; J < RegisterColumns.size(); ++J)
    Others |= RegisterColumns[J];
  for (uint64_t Column : ThreadColumns)
    Others |= Column;
  return std::min<unsigned>(Bits, Others ? countr_zero(Others) : Bits);
}

std::optional<unsigned> ScratchPlaces::ownRegister(unsigned R) const {
  if (!IndexColumns.empty() || Source.ThreadColumns != Result.ThreadColumns)
    return std::nullopt;
  for (unsigned Own : Registers)
    if (Source.at(Own, 0) == Result.at(R, 0))
      return Own;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// The bits of one input, through a function of flat elements.
static void addColumns(SmallVectorImpl<uint64_t> &To, const LinearLayout &L,
                       StringRef In, function_ref<uint64_t(uint64_t)> PlaceOf) {
  const BitMatrix Columns = columnsOf(L, In);
  for (unsigned J = 0; J < Columns.cols(); ++J)
    To.push_back(PlaceOf(Columns.column(J)));
}

static SidePlaces placesOf(const LinearLayout &L,
                           function_ref<uint64_t(uint64_t)> PlaceOf) {
  SidePlaces P;
  P.Offset = PlaceOf(L.flatOffset());
  addColumns(P.RegisterColumns, L, "register", PlaceOf);
  addColumns(P.ThreadColumns, L, "lane", PlaceOf);
  addColumns(P.ThreadColumns, L, "warp", PlaceOf);
  return P;
}

/// Bits whose columns are sums of those before hold copies.
static void chooseStorers(ScratchPlaces &P) {
  Echelon<uint64_t> Seen;
  unsigned Copies = 0;
  for (auto [J, Column] : enumerate(P.Source.RegisterColumns))
    if (!Seen.insert(Column))
      Copies |= 1u << J;
  for (auto [J, Column] : enumerate(P.Source.ThreadColumns))
    if (!Seen.insert(Column))
      P.SpareThreads |= uint64_t(1) << J;
  for (unsigned R = 0; R < 1u << P.Source.RegisterColumns.size(); ++R)
    if (!(R & Copies))
      P.Registers.push_back(R);
}

Expected<ScratchPlaces> f2layout::placesOfGather(const LinearLayout &From,
                                                 const LinearLayout &To,
                                                 uint64_t Axis,
                                                 const BitMatrix *Layout) {
  if (Error E = checkGather(From, To, Axis))
    return E;
  auto PlaceOf = [&](uint64_t Element) {
    return Layout ? Layout->apply(Element) : Element;
  };
  ScratchPlaces P;
  P.PlaceBits = From.outputBits();
  const unsigned Shift = *From.outputShift(From.outputs()[Axis].Name);
  for (unsigned J = 0; J < From.outputs()[Axis].Bits; ++J)
    P.IndexColumns.push_back(PlaceOf(uint64_t(1) << (Shift + J)));
  P.Source = placesOf(From, PlaceOf);
  P.Result = placesOf(To, [&](uint64_t Element) {
    return PlaceOf(atIndexZero(From, To, Axis, Element));
  });
  chooseStorers(P);
  return P;
}

ScratchPlaces f2layout::placesOfElements(const LinearLayout &From,
                                         const LinearLayout &To) {
  auto Number = [](uint64_t Element) { return Element; };
  ScratchPlaces P;
  P.PlaceBits = From.outputBits();
  P.Source = placesOf(From, Number);
  P.Result = placesOf(To, Number);
  chooseStorers(P);
  return P;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

std::optional<ScratchPlaces> f2layout::placesOfConversion(const Conversion &C,
                                                          unsigned ThreadBits) {
  if (!C.Affine || C.hasTable() || C.Affine->ThreadBits > ThreadBits)
    return std::nullopt;
  const AffineMove &M = *C.Affine;
  const unsigned RegisterBits = M.SourceRegisterBits;
  auto PlaceOf = [&](uint64_t Image) {
    return Image >> RegisterBits |
           (Image & maskTrailingOnes<uint64_t>(RegisterBits)) << ThreadBits;
  };
  ScratchPlaces P;
  P.PlaceBits = RegisterBits + ThreadBits;
  if (P.PlaceBits > MostPlaceBits)
    return std::nullopt;
  for (unsigned J = 0; J < RegisterBits; ++J)
    P.Source.RegisterColumns.push_back(uint64_t(1) << (ThreadBits + J));
  for (unsigned J = 0; J < ThreadBits; ++J)
    P.Source.ThreadColumns.push_back(uint64_t(1) << J);
  P.Result.Offset = PlaceOf(M.Offset);
  for (uint64_t Column : M.RegisterColumns)
    P.Result.RegisterColumns.push_back(PlaceOf(Column));
  for (uint64_t Column : M.ThreadColumns)
    P.Result.ThreadColumns.push_back(PlaceOf(Column));
  // Every warp of a conversion within warps stays where it is.
  for (unsigned J = M.ThreadBits; J < ThreadBits; ++J)
    P.Result.ThreadColumns.push_back(uint64_t(1) << J);
  chooseStorers(P);
  return P;
}
