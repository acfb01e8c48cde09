//===- LaneMove.cpp - A word from another lane ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/LaneMove.h"
#include "compat/LLVMCompat.h"
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

namespace {

/// A move whose lanes follow from constants: the mode of shfl.sync, and its
/// operands b and c.
struct ConstantShuffle {
  Intrinsic::ID Mode;
  uint32_t Lane, Clamp;
};

} // namespace

/// Lane l reads (l & Kept) | Lane: bits of Kept are those of the segment.
static std::optional<ConstantShuffle> asSegments(ArrayRef<uint8_t> FromLane) {
  unsigned Kept = 0;
  for (unsigned Bit = 1; Bit < FromLane.size(); Bit *= 2)
    Kept |= FromLane[Bit] != FromLane[0] ? Bit : 0;
  for (unsigned L = 0; L < FromLane.size(); ++L)
    if (FromLane[L] != ((L & Kept) | FromLane[0]))
      return std::nullopt;
  return ConstantShuffle{Intrinsic::nvvm_shfl_sync_idx_i32, FromLane[0],
                         Kept << 8 | 31};
}

/// Lanes read the one so many before or behind them in segments of the same
/// size; those that have none keep their own word.
static std::optional<ConstantShuffle> asShift(ArrayRef<uint8_t> FromLane) {
  const unsigned Lanes = FromLane.size();
  for (unsigned Size = Lanes; Size > 1; Size /= 2) {
    const unsigned Segments = (Lanes - 1) & ~(Size - 1);
    // The last lane of a segment has a lane before it, the first one behind it.
    const unsigned Up = Size - 1 - FromLane[Size - 1], Down = FromLane[0];
    auto Is = [&](unsigned By, bool IsUp) {
      if (!By || By >= Size)
        return false;
      for (unsigned L = 0; L < Lanes; ++L) {
        const unsigned In = L % Size;
        const bool Moves = IsUp ? In >= By : In + By < Size;
        if (FromLane[L] != (!Moves ? L : IsUp ? L - By : L + By))
          return false;
      }
      return true;
    };
    if (Is(Up, true))
      return ConstantShuffle{Intrinsic::nvvm_shfl_sync_up_i32, Up,
                             Segments << 8};
    if (Is(Down, false))
      return ConstantShuffle{Intrinsic::nvvm_shfl_sync_down_i32, Down,
                             Segments << 8 | 31};
  }
  return std::nullopt;
}

static Value *emitShfl(IRBuilder<> &B, LaneValues &Lanes, Value *Word,
                       ArrayRef<uint8_t> FromLane, Value *Mask) {
  if (!Mask)
    Mask = B.getInt32(~0u);
  Value *WholeWarp = B.getInt32(31);
  if (std::optional<unsigned> Xor = asButterfly(FromLane))
    return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                             {Mask, Word, B.getInt32(*Xor), WholeWarp});
  std::optional<ConstantShuffle> Known = asSegments(FromLane);
  if (!Known)
    Known = asShift(FromLane);
  if (Known)
    return B.CreateIntrinsic(
        Known->Mode, {},
        {Mask, Word, B.getInt32(Known->Lane), B.getInt32(Known->Clamp)});
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
