//===- ContiguityThreads.cpp - How addresses depend on threads ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "passes/contiguity/ContiguityRuns.h"

using namespace llvm;
using namespace f2layout;

static uint64_t maskOf(unsigned Dim, unsigned Bits) {
  return lowOnes(Bits) << threadPlace(Dim, 0);
}
static const uint64_t LaneMask = maskOf(DimLane, ThreadDimBits[DimLane]);

namespace {

/// All bits that an address consists of.
class AddressOfThreads {
public:
  AddressOfThreads(BitForms &Forms, ArrayRef<BitForms::WordTerm> Words,
                   const BasicBlock *BB)
      : Table(Forms.table()), Bits(expandWords(Table, Words)) {
    for (const WeightedBit &W : Bits) {
      Needs.push_back(Table.support(W.Form));
      All |= Needs.back();
    }
    All = Forms.supportIn(All, BB);
  }

  const Support &support() const { return All; }
  unsigned consecutiveBits(ThreadDim Dim, uint64_t Bytes, bool &InOrder) const;
  int64_t stride(ThreadDim Dim, uint64_t Existing) const;

private:
  bool holdsConsecutive(ThreadDim Dim, unsigned Count, uint64_t Bytes,
                        bool &InOrder) const;
  std::optional<uint64_t> rowOf(Bit B, uint64_t Mask) const;

  BitTable &Table;
  std::vector<WeightedBit> Bits;
  std::vector<Support> Needs; ///< Of each of Bits.
  Support All;
};

} // namespace

/// The bits of the index in Mask whose xor is a part of the form B; no value if
/// B depends on them in another way.
std::optional<uint64_t> AddressOfThreads::rowOf(Bit B, uint64_t Mask) const {
  uint64_t Row = 0;
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

/// Those bits of the address that depend on the low bits of the index have the
/// weights Bytes, 2 * Bytes, ..., positive or negative, each once, and are an
/// invertible map of the index. So they take all values, and the rest of the
/// address is constant.
bool AddressOfThreads::holdsConsecutive(ThreadDim Dim, unsigned Count,
                                        uint64_t Bytes, bool &InOrder) const {
  uint64_t Mask = maskOf(Dim, Count);
  SmallVector<uint64_t, 10> Rows(Count, 0);
  InOrder = true;
  for (auto [W, Need] : zip_equal(Bits, Needs)) {
    if (!(Need.Threads & Mask))
      continue;
    std::optional<uint64_t> Row = rowOf(W.Form, Mask);
    // -w * f is w * ~f - w.
    uint64_t Weight = W.Weight < 0 ? 0 - uint64_t(W.Weight) : W.Weight;
    if (!Row || !isPowerOf2_64(Weight) || Weight < Bytes)
      return false;
    unsigned Place = Log2_64(Weight) - Log2_64(Bytes);
    if (Place >= Count || Rows[Place])
      return false;
    Rows[Place] = *Row;
    InOrder &= W.Weight > 0 && W.Form == Table.threadBit(Dim, Place);
  }
  return BitMatrix(Count, Rows).rank() == Count;
}

unsigned AddressOfThreads::consecutiveBits(ThreadDim Dim, uint64_t Bytes,
                                           bool &InOrder) const {
  if (!isPowerOf2_64(Bytes))
    return 0;
  unsigned Count = llvm::countr_one(All.Threads >> threadPlace(Dim, 0));
  for (Count = std::min(Count, ThreadDimBits[Dim]); Count > 0; --Count)
    if (holdsConsecutive(Dim, Count, Bytes, InOrder))
      return Count;
  return 0;
}

/// The amount by which the next index changes the address: the weight of its
/// lowest bit, if each bit has twice the weight of the one before and nothing
/// else depends on it; else 0.
int64_t AddressOfThreads::stride(ThreadDim Dim, uint64_t Existing) const {
  uint64_t Mask = maskOf(Dim, ThreadDimBits[Dim]) & Existing, Seen = 0;
  int64_t Stride = 0;
  for (auto [W, Need] : zip_equal(Bits, Needs)) {
    if (!(Need.Threads & Mask))
      continue;
    std::optional<uint64_t> Row = rowOf(W.Form, Mask);
    if (!Row || !isPowerOf2_64(*Row) || (Seen & *Row))
      return 0;
    unsigned N = Log2_64(*Row);
    int64_t Step = int64_t(1) << N, First = W.Weight / Step;
    if (W.Form != Table.threadBit(Dim, N) || First * Step != W.Weight)
      return 0;
    if (Stride && First != Stride)
      return 0;
    Stride = First;
    Seen |= *Row;
  }
  return Seen == Mask >> threadPlace(Dim, 0) ? Stride : 0;
}

ThreadFacts f2layout::threadFacts(BitForms &Forms,
                                  ArrayRef<BitForms::WordTerm> Words,
                                  uint64_t Bytes, unsigned Width,
                                  const BasicBlock *BB) {
  ThreadFacts Facts;
  AddressOfThreads Address(Forms, Words, BB);
  const Support &All = Address.support();
  if (All.Varies)
    return Facts;
  uint64_t Existing = Forms.threadBits();
  bool UsesLane = All.Threads & LaneMask, UsesIndex = All.Threads & ~LaneMask;
  // It is not known how the lane depends on the index if the lane has bits of
  // its own.
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
  Facts.Stride = SignExtend64(Address.stride(Facts.Dim, Existing), Width);
  return Facts;
}
