//===- ContiguityThreads.cpp - What threads have to do with addresses -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/BitMatrix.h"
#include "passes/ContiguityRuns.h"

using namespace llvm;
using namespace f2layout;

static uint64_t maskOf(unsigned Dim, unsigned Bits) {
  return lowOnes(Bits) << threadPlace(Dim, 0);
}
static const uint64_t LaneMask = maskOf(DimLane, ThreadDimBits[DimLane]);

namespace {

/// All that an address is made of, as words of bits with coefficients.
class AddressOfThreads {
public:
  AddressOfThreads(BitForms &Forms, ArrayRef<BitForms::WordTerm> Words,
                   const BasicBlock *BB)
      : Table(Forms.table()) {
    for (const BitForms::WordTerm &S : Words)
      Parts.push_back({Table.bits(S.Word), S.Coefficient});
    for (const BitSummand &P : Parts)
      All |= Table.support(P.Word);
    All = Forms.supportIn(All, BB);
  }

  const Support &support() const { return All; }
  unsigned consecutiveBits(ThreadDim Dim, uint64_t Bytes, bool &InOrder) const;
  int64_t stride(ThreadDim Dim, uint64_t Existing) const;

private:
  bool holdsConsecutive(ThreadDim Dim, unsigned Bits, unsigned Place,
                        bool &InOrder) const;
  std::optional<uint64_t> rowOf(Bit B, ThreadDim Dim, unsigned Bits) const;

  BitTable &Table;
  SmallVector<BitSummand, 4> Parts;
  Support All;
};

} // namespace

/// Which of the low Bits of the index form B is the xor of; nothing if it
/// depends on them in another way.
std::optional<uint64_t> AddressOfThreads::rowOf(Bit B, ThreadDim Dim,
                                                unsigned Bits) const {
  uint64_t Row = 0, Mask = maskOf(Dim, Bits);
  for (SymbolId Id : Table.symbolsOf(B)) {
    const BitSymbol &S = Table.symbol(Id);
    if (!(S.Needs.Threads & Mask))
      continue;
    if (S.K != BitSymbol::Thread)
      return std::nullopt;
    Row |= 1ull << S.Number;
  }
  return Row;
}

/// The bits of the address from Place on are an invertible map of the low bits
/// of the index, and nothing else depends on those.
bool AddressOfThreads::holdsConsecutive(ThreadDim Dim, unsigned Bits,
                                        unsigned Place, bool &InOrder) const {
  uint64_t Mask = maskOf(Dim, Bits);
  const BitSummand *Holder = nullptr;
  for (const BitSummand &P : Parts) {
    if (!(Table.support(P.Word).Threads & Mask))
      continue;
    if (Holder || !isPowerOf2_64(P.Coefficient))
      return false;
    Holder = &P;
  }
  if (!Holder)
    return false;
  SmallVector<uint64_t, 10> Rows(Bits, 0);
  InOrder = true;
  for (auto [N, B] : enumerate(Holder->Word)) {
    unsigned At = N + Log2_64(Holder->Coefficient);
    std::optional<uint64_t> Row = rowOf(B, Dim, Bits);
    bool Inside = At >= Place && At < Place + Bits;
    if (!Row || (*Row && !Inside))
      return false;
    if (!Inside)
      continue;
    Rows[At - Place] = *Row;
    InOrder &= *Row == 1ull << (At - Place) && !B.offset() &&
               Table.symbolsOf(B).size() == 1;
  }
  return BitMatrix(Bits, Rows).rank() == Bits;
}

unsigned AddressOfThreads::consecutiveBits(ThreadDim Dim, uint64_t Bytes,
                                           bool &InOrder) const {
  if (!isPowerOf2_64(Bytes))
    return 0;
  for (unsigned Bits = ThreadDimBits[Dim]; Bits > 0; --Bits)
    if ((All.Threads & maskOf(Dim, Bits)) == maskOf(Dim, Bits) &&
        holdsConsecutive(Dim, Bits, Log2_64(Bytes), InOrder))
      return Bits;
  return 0;
}

/// The coefficient of the whole index, where that is one of the words and
/// nothing else depends on it; else 0.
int64_t AddressOfThreads::stride(ThreadDim Dim, uint64_t Existing) const {
  uint64_t Mask = maskOf(Dim, ThreadDimBits[Dim]) & Existing;
  const BitSummand *Holder = nullptr;
  for (const BitSummand &P : Parts) {
    if (!(Table.support(P.Word).Threads & Mask))
      continue;
    if (Holder)
      return 0;
    Holder = &P;
  }
  if (!Holder)
    return 0;
  unsigned Zeros = 0, Bits = popcount(Mask);
  ArrayRef<Bit> Word = Holder->Word;
  while (!Word.empty() && Word.front().isZero()) {
    Word = Word.drop_front();
    ++Zeros;
  }
  if (Word.size() < Bits)
    return 0;
  for (auto [N, B] : enumerate(Word))
    if (N < Bits ? B != Table.threadBit(Dim, N)
                 : Table.support(B).Threads & Mask)
      return 0;
  // A bit above the index is added to it and not part of it.
  return int64_t(Holder->Coefficient << Zeros);
}

ThreadFacts f2layout::threadFacts(BitForms &Forms,
                                  ArrayRef<BitForms::WordTerm> Words,
                                  uint64_t Bytes, const BasicBlock *BB) {
  ThreadFacts Facts;
  AddressOfThreads Address(Forms, Words, BB);
  const Support &All = Address.support();
  if (All.Varies)
    return Facts;
  uint64_t Existing = Forms.threadBits();
  bool UsesLane = All.Threads & LaneMask, UsesIndex = All.Threads & ~LaneMask;
  // How the lane depends on the index is not known where it has bits of its
  // own.
  if (UsesLane && UsesIndex)
    return Facts;
  Facts.Constant = Existing & ~All.Threads;
  if (UsesLane)
    Facts.Constant &= LaneMask;
  if (UsesIndex)
    Facts.Constant &= ~LaneMask;
  Facts.Dim = UsesLane ? DimLane : DimX;
  Facts.ConsecutiveBits =
      Address.consecutiveBits(Facts.Dim, Bytes, Facts.InOrder);
  Facts.Stride = Address.stride(Facts.Dim, Existing);
  return Facts;
}
