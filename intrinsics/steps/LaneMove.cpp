//===- LaneMove.cpp - A word from another lane ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/LaneMove.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

std::optional<unsigned> asButterfly(ArrayRef<uint8_t> FromLane) {
  for (unsigned L = 0; L < FromLane.size(); ++L)
    if (FromLane[L] != (L ^ FromLane[0]))
      return std::nullopt;
  return FromLane[0];
}

static Value *emitShfl(IRBuilder<> &B, LaneValues &Lanes, Value *Word,
                       ArrayRef<uint8_t> FromLane, Value *Mask) {
  if (!Mask)
    Mask = B.getInt32(~0u);
  Value *WholeWarp = B.getInt32(31);
  if (std::optional<unsigned> Xor = asButterfly(FromLane))
    return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                             {Mask, Word, B.getInt32(*Xor), WholeWarp});
  Value *From =
      Lanes.table(SmallVector<uint32_t, 32>(FromLane.begin(), FromLane.end()));
  return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_idx_i32, {},
                           {Mask, Word, From, WholeWarp});
}

Value *emitLaneMove(IRBuilder<> &B, LaneValues &Lanes, Value *Word,
                    ArrayRef<uint8_t> FromLane, Value *Mask) {
  assert(FromLane.size() == Lanes.target().M.lanes() && "one entry per lane");
  if (asButterfly(FromLane) == 0u)
    return Word;
  if (Lanes.target().Maker == Vendor::NVIDIA)
    return emitShfl(B, Lanes, Word, FromLane, Mask);
  return emitLaneMoveAMD(B, Lanes, Word, FromLane);
}

Value *emitLaneRead(IRBuilder<> &B, LaneValues &Lanes, Value *Word, Value *From,
                    Value *Mask) {
  if (Lanes.target().Maker == Vendor::AMD)
    return emitLaneReadAMD(B, Lanes, Word, From);
  return B.CreateIntrinsic(
      Intrinsic::nvvm_shfl_sync_idx_i32, {},
      {Mask ? Mask : B.getInt32(~0u), Word, From, B.getInt32(31)});
}

} // namespace intrinsics
} // namespace f2layout
