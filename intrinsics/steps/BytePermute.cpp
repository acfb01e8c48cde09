//===- BytePermute.cpp - Bytes of two words -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/BytePermute.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static unsigned byteFor(uint16_t Selector, unsigned I) {
  assert((Selector >> (4 * I) & 8) == 0 && "nibbles name bytes 0 to 7");
  return Selector >> (4 * I) & 7;
}

/// v_perm's selector has a byte where ours has a nibble.
static uint32_t spread(uint16_t Selector) {
  uint32_t Wide = 0;
  for (unsigned I = 0; I < 4; ++I)
    Wide |= byteFor(Selector, I) << (8 * I);
  return Wide;
}

static Value *emitVPerm(IRBuilder<> &B, Value *A, Value *Other, Value *Wide) {
  return B.CreateIntrinsic(Intrinsic::amdgcn_perm, {}, {Other, A, Wide});
}

/// k if the bytes are k to k+3 of the eight.
static std::optional<unsigned> asByteShift(uint16_t Selector) {
  unsigned K = byteFor(Selector, 0);
  for (unsigned I = 1; I < 4; ++I)
    if (byteFor(Selector, I) != K + I)
      return std::nullopt;
  return K;
}

static Value *emitSameEverywhere(IRBuilder<> &B, const Target &T, Value *A,
                                 Value *Other, uint16_t Selector) {
  if (std::optional<unsigned> K = asByteShift(Selector)) {
    if (*K == 0)
      return A;
    if (*K == 4)
      return Other;
    return B.CreateIntrinsic(Intrinsic::fshr, {B.getInt32Ty()},
                             {Other, A, B.getInt32(8 * *K)});
  }
  if (T.Maker == Vendor::AMD)
    return emitVPerm(B, A, Other, B.getInt32(spread(Selector)));
  Type *Bytes = FixedVectorType::get(B.getInt8Ty(), 4);
  SmallVector<int, 4> Picked;
  for (unsigned I = 0; I < 4; ++I)
    Picked.push_back(int(byteFor(Selector, I)));
  Value *FirstBytes = B.CreateBitCast(A, Bytes);
  Value *OtherBytes = B.CreateBitCast(Other, Bytes);
  Value *Shuffled = B.CreateShuffleVector(FirstBytes, OtherBytes, Picked);
  return B.CreateBitCast(Shuffled, B.getInt32Ty());
}

uint32_t selectorOf(const Target &T, uint16_t Selector) {
  return T.Maker == Vendor::AMD ? spread(Selector) : Selector;
}

Value *emitBytePermuteBy(IRBuilder<> &B, const Target &T, Value *A,
                         Value *Other, Value *Selector) {
  if (T.Maker == Vendor::AMD)
    return emitVPerm(B, A, Other, Selector);
  return B.CreateIntrinsic(Intrinsic::nvvm_prmt, {}, {A, Other, Selector});
}

Value *emitBytePermute(IRBuilder<> &B, LaneValues &Lanes, Value *A,
                       Value *Other, ArrayRef<uint16_t> Selector) {
  const Target &T = Lanes.target();
  if (all_equal(Selector))
    return emitSameEverywhere(B, T, A, Other, Selector[0]);
  assert(Selector.size() == T.M.lanes() && "one entry per lane");
  SmallVector<uint32_t, 64> Table;
  for (uint16_t S : Selector)
    Table.push_back(selectorOf(T, S));
  return emitBytePermuteBy(B, T, A, Other, Lanes.table(Table));
}

} // namespace intrinsics
} // namespace f2layout
