//===- Wavefronts.cpp - Wavefronts of shared-memory accesses --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/machine/Wavefronts.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

/// Distinct words that one phase accesses, in order. The upper half of each
/// number is the number of the phase, the lower half the word.
using PhaseWords = ArrayRef<uint64_t>;

/// The wavefronts of the lanes of one phase: the most words of one bank.
static unsigned countTurns(PhaseWords Words, unsigned Banks) {
  SmallVector<unsigned, 64> OfBank(Banks, 0);
  unsigned Most = 0;
  for (uint64_t W : Words)
    Most = std::max(Most, ++OfBank[uint32_t(W) % Banks]);
  return Most;
}

/// The wavefronts of one phase: its words divided by the banks they are in.
static unsigned countTurns(const ThreadAddress &Address,
                           ArrayRef<unsigned> Phase, unsigned Bytes,
                           const Machine &M) {
  const unsigned Shift = Log2_32(M.BankBytes);
  Echelon<uint64_t> Words, Banks;
  auto Add = [&](uint64_t Difference) {
    Words.insert(Difference >> Shift);
    Banks.insert((Difference >> Shift) & (M.Banks - 1));
  };
  for (unsigned B = M.BankBytes; B < Bytes; B *= 2)
    Add(B);
  for (unsigned Lane : Phase)
    Add(Address.at(Lane) ^ Address.Constant);
  return 1u << (Words.size() - Banks.size());
}

/// The lanes of one phase, as a basis; all lanes if the machine does not know
/// the width. Pairs: lanes read the same in pairs (Machine::JoinsPairs).
static SmallVector<unsigned, 6> phaseOf(unsigned LaneBits, unsigned Bytes,
                                        bool IsStore, bool Pairs,
                                        const Machine &M) {
  SmallVector<unsigned, 6> Phase;
  const AccessShape *S = M.shape(Bytes);
  Echelon<uint64_t> Lanes;
  if (S)
    for (unsigned V : IsStore ? S->StorePhase : S->LoadPhase)
      if (Lanes.insert(uint64_t(V)))
        Phase.push_back(V);
  const bool Joins = Pairs && M.JoinsPairs && !IsStore && Bytes > M.BankBytes;
  const size_t Most = S ? Phase.size() + Joins : LaneBits;
  for (unsigned J = 0; J < LaneBits && Phase.size() < Most; ++J)
    if (Lanes.insert(uint64_t(1) << J))
      Phase.push_back(1u << J);
  return Phase;
}

/// Whether every active lane reads the same as lane ^ Other, if that is active.
static bool agreesWith(unsigned Other, ArrayRef<uint32_t> Addresses) {
  for (unsigned Lane = 0; Lane < Addresses.size(); ++Lane) {
    if ((Lane ^ Other) >= Addresses.size())
      continue;
    uint32_t Here = Addresses[Lane], There = Addresses[Lane ^ Other];
    if (Here != ~0u && There != ~0u && Here != There)
      return false;
  }
  return true;
}

/// Whether all accesses consist of whole words, or lie within one.
static bool isAligned(const ThreadAddress &Address, unsigned LaneBits,
                      unsigned Bytes) {
  uint32_t Any = Address.Constant;
  for (uint32_t Column :
       ArrayRef(Address.Columns)
           .take_front(std::min<size_t>(LaneBits, Address.Columns.size())))
    Any |= Column;
  return isPowerOf2_32(Bytes) && (Any & (Bytes - 1)) == 0;
}

unsigned f2layout::countWavefronts(const ThreadAddress &Address,
                                   unsigned LaneBits, unsigned Bytes,
                                   bool IsStore, const Machine &M) {
  const bool Pairs =
      LaneBits && (Address.at(0) == Address.at(1) ||
                   (LaneBits > 1 && Address.at(0) == Address.at(2)));
  SmallVector<unsigned, 6> Phase = phaseOf(LaneBits, Bytes, IsStore, Pairs, M);
  bool IsInWarp = all_of(Phase, [&](unsigned V) { return !(V >> LaneBits); });
  if (isPowerOf2_32(M.Banks) && isPowerOf2_32(M.BankBytes) && IsInWarp &&
      isAligned(Address, LaneBits, Bytes))
    return countTurns(Address, Phase, Bytes, M) << (LaneBits - Phase.size());
  SmallVector<uint32_t, 64> Addresses;
  for (unsigned L = 0; L < 1u << LaneBits; ++L)
    Addresses.push_back(Address.at(L));
  return countWavefronts(Addresses, Bytes, IsStore, M);
}

/// Calls Each with the words of each phase.
static void forEachPhase(ArrayRef<uint32_t> Addresses, unsigned Bytes,
                         bool IsStore, const Machine &M,
                         function_ref<void(PhaseWords)> Each) {
  const unsigned BankBytes = std::max(M.BankBytes, 1u);
  // Lanes of one phase differ by an element of the phase subspace, so all have
  // the same remainder.
  const bool Pairs = agreesWith(1, Addresses) || agreesWith(2, Addresses);
  SmallVector<uint64_t, 6> Phase;
  for (unsigned V : phaseOf(M.LaneBits, Bytes, IsStore, Pairs, M))
    Phase.push_back(V);
  // The remainder is linear in the lane.
  SmallVector<uint64_t, 6> KeyOfBit;
  for (unsigned Bit = 0; Addresses.size() > size_t(1) << Bit; ++Bit)
    KeyOfBit.push_back(remainder(Phase, uint64_t(1) << Bit));

  SmallVector<uint64_t, 64> KeyOf(Addresses.size());
  SmallVector<uint64_t, 64> Keys;
  SmallVector<uint64_t, 128> All;
  for (unsigned Lane = 0; Lane < Addresses.size(); ++Lane) {
    if (Lane)
      KeyOf[Lane] = KeyOf[Lane & (Lane - 1)] ^ KeyOfBit[countr_zero(Lane)];
    uint32_t First = Addresses[Lane];
    if (First == ~0u || Bytes == 0)
      continue;
    const uint64_t P = find(Keys, KeyOf[Lane]) - Keys.begin();
    if (P == Keys.size())
      Keys.push_back(KeyOf[Lane]);
    for (uint32_t W = First / BankBytes; W <= (First + Bytes - 1) / BankBytes;
         ++W)
      All.push_back(P << 32 | W);
  }
  if (!is_sorted(All))
    sort(All);
  All.erase(unique(All), All.end());
  for (PhaseWords Left(All); !Left.empty();) {
    const uint64_t P = Left.front() >> 32;
    const PhaseWords Here =
        Left.take_while([=](uint64_t W) { return W >> 32 == P; });
    Each(Here);
    Left = Left.drop_front(Here.size());
  }
}

unsigned f2layout::countWavefronts(ArrayRef<uint32_t> Addresses, unsigned Bytes,
                                   bool IsStore, const Machine &M) {
  unsigned Sum = 0;
  forEachPhase(Addresses, Bytes, IsStore, M, [&](PhaseWords Words) {
    Sum += countTurns(Words, std::max(M.Banks, 1u));
  });
  return Sum;
}

unsigned f2layout::countLeastWavefronts(ArrayRef<uint32_t> Addresses,
                                        unsigned Bytes, bool IsStore,
                                        const Machine &M) {
  unsigned Sum = 0;
  forEachPhase(Addresses, Bytes, IsStore, M, [&](PhaseWords Words) {
    Sum += divideCeil(Words.size(), std::max(M.Banks, 1u));
  });
  return Sum;
}
