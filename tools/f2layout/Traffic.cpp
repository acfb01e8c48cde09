//===- Traffic.cpp - What a shared access costs, by phase -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/Traffic.h"
#include "layouts/Plan.h"
#include "tools/f2layout/Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace f2layout::calc {

/// The first byte that each lane of warp 0 accesses.
static std::vector<uint32_t> addressesOf(const LinearLayout &Offsets,
                                         unsigned VectorBits,
                                         unsigned ElementBits) {
  std::vector<uint32_t> Addresses;
  uint64_t Begin = ~maskTrailingOnes<uint64_t>(VectorBits);
  unsigned Shift = Offsets.inputShift("lane").value_or(0);
  for (uint64_t Lane = 0; Lane < uint64_t(1) << Offsets.inputBits("lane");
       ++Lane)
    Addresses.push_back((Offsets.applyFlat(Lane << Shift) & Begin) *
                        ElementBits / 8);
  return Addresses;
}

/// Lanes that are served together: those with the same remainder.
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

/// The phase alone; all other lanes are inactive.
static unsigned wavefrontsOf(const Phase &P, ArrayRef<uint32_t> Addresses,
                             unsigned Bytes, bool IsStore, const Machine &M) {
  std::vector<uint32_t> Alone(Addresses.size(), ~0u);
  for (unsigned Lane : P.Lanes)
    Alone[Lane] = Addresses[Lane];
  return countWavefronts(Alone, Bytes, IsStore, M);
}

Expected<Traffic> trafficOf(const LinearLayout &Offsets, unsigned VectorBits,
                            unsigned ElementBits, bool IsStore,
                            const Machine &M) {
  unsigned AccessBits = ElementBits << VectorBits;
  const AccessShape *S = AccessBits % 8 ? nullptr : M.shape(AccessBits / 8);
  if (!S)
    return createStringError(
        inconvertibleErrorCode(),
        "there is no access of " + Twine(AccessBits) +
            " bits to shared memory, expected 8, 16, 32, 64 or 128");
  unsigned LaneBits = Offsets.inputBits("lane");
  if (LaneBits > M.LaneBits)
    return createStringError(inconvertibleErrorCode(),
                             "the layout has 2^" + Twine(LaneBits) +
                                 " lanes, expected at most " +
                                 Twine(M.lanes()) + " as on the target");
  if (Offsets.outputBits() + Log2_32(ElementBits) > 31 + 3)
    return createStringError(inconvertibleErrorCode(),
                             "the tensor has 2^" + Twine(Offsets.outputBits()) +
                                 " elements, expected less than 2^31 bytes");
  Traffic T;
  T.Bytes = AccessBits / 8;
  T.Accesses = accessCount(Offsets, VectorBits);
  std::vector<uint32_t> Addresses =
      addressesOf(Offsets, VectorBits, ElementBits);
  T.Phases = phasesOf(Addresses.size(), *S, IsStore);
  for (Phase &P : T.Phases) {
    P.Clashes = clashesOf(P, Addresses, T.Bytes, M);
    P.Wavefronts = wavefrontsOf(P, Addresses, T.Bytes, IsStore, M);
  }
  return T;
}

} // namespace f2layout::calc
