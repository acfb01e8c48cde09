//===- Traffic.cpp - Costs of shared accesses by phase --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/memory/Traffic.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/Plan.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/memory/Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace f2layout::calc {

/// Byte addresses of accesses of 2^VectorBits elements in padded memory.
struct Addressing {
  ArrayRef<Padding> Paddings;
  unsigned VectorBits, ElementBits;

  uint64_t operator()(uint64_t Offset) const {
    uint64_t Address = Offset >> VectorBits << VectorBits;
    for (const Padding &P : Paddings)
      Address += Offset / P.Interval * P.Amount;
    return Address * ElementBits / 8;
  }
};

/// The columns of the inputs that are lanes, or of all others.
static SmallVector<uint64_t> columnsOf(const LinearLayout &L, bool OfLanes) {
  SmallVector<uint64_t> Columns;
  unsigned J = 0;
  for (const LayoutDim &D : L.inputs())
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit, ++J)
      if ((D.Name == "lane") == OfLanes)
        Columns.push_back(L.matrix().column(J));
  return Columns;
}

/// The first offsets of accesses that may differ in cost (see the header).
static SmallVector<uint64_t> basesOf(const LinearLayout &Offsets,
                                     const Addressing &At, const Machine &M) {
  if (At.Paddings.empty())
    return {0};
  uint64_t Relevant = Offsets.flatOffset();
  for (uint64_t Column : columnsOf(Offsets, /*OfLanes=*/true))
    Relevant |= Column;
  for (unsigned Bit = 0; Bit < Offsets.outputBits(); ++Bit)
    if (At(uint64_t(1) << Bit) % M.BankBytes)
      Relevant |= uint64_t(1) << Bit;
  Relevant &= ~maskTrailingOnes<uint64_t>(At.VectorBits);
  SmallVector<uint64_t> Span;
  for (uint64_t Column : columnsOf(Offsets, /*OfLanes=*/false))
    Span.push_back(Column & Relevant);
  SmallVector<uint64_t> Bases = {0};
  for (uint64_t Column : reduceBasis(Span))
    for (size_t I = 0, E = Bases.size(); I < E; ++I)
      Bases.push_back(Bases[I] ^ Column);
  return Bases;
}

/// The first byte that each lane of warp 0 accesses.
static std::vector<uint32_t> addressesOf(const LinearLayout &Offsets,
                                         uint64_t Base, const Addressing &At) {
  std::vector<uint32_t> Addresses;
  BitMatrix Lanes = f2layout::columnsOf(Offsets, "lane");
  for (uint64_t Lane = 0; Lane < uint64_t(1) << Lanes.cols(); ++Lane)
    Addresses.push_back(At(Lanes.apply(Lane) ^ Offsets.flatOffset() ^ Base));
  return Addresses;
}

/// Lanes that are served together are those with the same remainder.
static std::vector<Phase> phasesOf(unsigned Lanes, const AccessShape &S,
                                   bool IsStore) {
  SmallVector<uint64_t> Span;
  for (unsigned Lane : IsStore ? S.StorePhase : S.LoadPhase)
    Span.push_back(Lane);
  SmallVector<uint64_t> Basis = reduceBasis(Span);
  std::map<uint64_t, Phase> ByRemainder;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    ByRemainder[remainder(Basis, Lane)].Lanes.push_back(Lane);
  std::vector<Phase> Phases;
  for (auto &[Key, P] : ByRemainder)
    Phases.push_back(std::move(P));
  return Phases;
}

static std::vector<Clash> clashesOf(const Phase &P,
                                    ArrayRef<uint32_t> Addresses,
                                    unsigned Bytes, const Machine &M) {
  std::map<unsigned, std::set<uint32_t>> Words;
  std::map<unsigned, SmallVector<unsigned>> Lanes;
  for (unsigned Lane : P.Lanes) {
    if (Addresses[Lane] == ~0u)
      continue;
    uint32_t First = Addresses[Lane] / M.BankBytes;
    uint32_t Last = (Addresses[Lane] + Bytes - 1) / M.BankBytes;
    for (uint32_t W = First; W <= Last; ++W) {
      Words[W % M.Banks].insert(W);
      SmallVector<unsigned> &Who = Lanes[W % M.Banks];
      if (Who.empty() || Who.back() != Lane)
        Who.push_back(Lane);
    }
  }
  std::vector<Clash> Clashes;
  for (auto &[Bank, Set] : Words)
    if (Set.size() > 1)
      Clashes.push_back({Bank, unsigned(Set.size()), Lanes[Bank]});
  return Clashes;
}

/// The wavefronts of this phase alone; all other lanes are inactive.
static unsigned wavefrontsOf(const Phase &P, ArrayRef<uint32_t> Addresses,
                             unsigned Bytes, bool IsStore, const Machine &M) {
  std::vector<uint32_t> Alone(Addresses.size(), ~0u);
  for (unsigned Lane : P.Lanes)
    Alone[Lane] = Addresses[Lane];
  return countWavefronts(Alone, Bytes, IsStore, M);
}

unsigned maxVectorBits(ArrayRef<Padding> Paddings, unsigned Most) {
  for (const Padding &P : Paddings)
    Most = std::min({Most, Log2_64(P.Interval), Log2_64(P.Amount)});
  return Most;
}

static Error tooLarge(const Twine &What) {
  return createStringError(inconvertibleErrorCode(),
                           What + ", expected less than 2^31 bytes");
}

Error checkSharedSize(unsigned TensorBits, unsigned ElementBits) {
  if (TensorBits + Log2_32(ElementBits) > 31 + 3)
    return tooLarge("the tensor has 2^" + Twine(TensorBits) + " elements");
  return Error::success();
}

static Error checkFits(const LinearLayout &Offsets, const Addressing &At,
                       const Machine &M) {
  unsigned LaneBits = Offsets.inputBits("lane");
  if (LaneBits > M.LaneBits)
    return createStringError(inconvertibleErrorCode(),
                             "the layout has 2^" + Twine(LaneBits) +
                                 " lanes, expected at most " +
                                 Twine(M.lanes()) + " as on the target");
  if (maxVectorBits(At.Paddings, At.VectorBits) < At.VectorBits)
    return createStringError(
        inconvertibleErrorCode(),
        "padding cuts accesses of " + Twine(uint64_t(1) << At.VectorBits) +
            " elements, expected at most " +
            Twine(uint64_t(1) << maxVectorBits(At.Paddings, At.VectorBits)));
  unsigned Bits = Offsets.outputBits();
  if (Error E = checkSharedSize(Bits, At.ElementBits))
    return E;
  for (const Padding &P : At.Paddings)
    if (P.Amount >> 31 ||
        (maskTrailingOnes<uint64_t>(Bits) / P.Interval) * P.Amount >> 31)
      return tooLarge("padding adds " + Twine(P.Amount) +
                      " elements to every " + Twine(P.Interval) + " of 2^" +
                      Twine(Bits));
  if (At(maskTrailingOnes<uint64_t>(Bits)) >> 31)
    return tooLarge("the tensor with its padding ends after byte 2^31");
  return Error::success();
}

std::vector<Phase> servedPhases(ArrayRef<uint32_t> Addresses, unsigned Bytes,
                                bool IsStore, const Machine &M) {
  std::vector<Phase> Phases =
      phasesOf(Addresses.size(), *M.shape(Bytes), IsStore);
  for (Phase &P : Phases) {
    P.Clashes = clashesOf(P, Addresses, Bytes, M);
    P.Wavefronts = wavefrontsOf(P, Addresses, Bytes, IsStore, M);
  }
  return Phases;
}

Expected<Traffic> trafficOf(const LinearLayout &Offsets,
                            ArrayRef<Padding> Paddings, unsigned VectorBits,
                            unsigned ElementBits, bool IsStore,
                            const Machine &M) {
  unsigned AccessBits = ElementBits << VectorBits;
  if (AccessBits % 8 || !M.shape(AccessBits / 8))
    return createStringError(
        inconvertibleErrorCode(),
        "there is no access of " + counted(AccessBits, "bit") +
            " to shared memory, expected 8, 16, 32, 64 or 128");
  Addressing At{Paddings, VectorBits, ElementBits};
  if (Error E = checkFits(Offsets, At, M))
    return E;
  Traffic Worst;
  Worst.Bytes = AccessBits / 8;
  Worst.Accesses = accessCount(Offsets, VectorBits);
  for (uint64_t Base : basesOf(Offsets, At, M)) {
    Traffic T = Worst;
    T.Phases =
        servedPhases(addressesOf(Offsets, Base, At), T.Bytes, IsStore, M);
    bool Duplicates =
        Worst.Phases.empty() || T.wavefronts() == Worst.wavefronts();
    bool AllSame = Worst.AllSame && Duplicates;
    if (Worst.Phases.empty() || T.wavefronts() > Worst.wavefronts())
      Worst = std::move(T);
    Worst.AllSame = AllSame;
  }
  return Worst;
}

} // namespace f2layout::calc
