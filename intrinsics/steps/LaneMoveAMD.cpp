//===- LaneMoveAMD.cpp - A word from another lane, on AMD -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DPP is an operand modifier of vector instructions: lane l reads another lane
// of its row of 16. It costs no LDS access and no wait, so it comes first, then
// the permlanes, then what goes through the LDS pipe:
//
//   each lane l reads                            instruction
//   within its quad, the same in each            DPP quad_perm
//   l ^ 7, l ^ 15                                DPP row_half_mirror,
//                                                row_mirror
//   l - n in its row, cyclically                 DPP row_ror:n
//   lane n of its row                            DPP row_newbcast:n (row_share)
//   l ^ c, c < 16                    gfx10 on    DPP row_xmask:c
//                                    before      two row_ror by banks for 4 and
//                                                12, else four of the above
//   within 8 lanes, the same in each gfx10 on    DPP8
//   within its row, or within the other
//   row of its pair, the same in each
//                                    gfx10 on    permlane16, permlanex16
//   l ^ 32 of a wave64               gfx11 on    permlane64
//   any one lane                                 readlane
//   bit by bit within 32 lanes                   ds_swizzle
//   anything                                     ds_bpermute
//
// From gfx10 on, a wave64 is two passes of 32 lanes for ds_bpermute: it reads
// only lanes of the same half. A move across halves swaps them first with
// permlane64.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "intrinsics/steps/LaneMove.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

/// DPP_CTRL values of the ISA guides, "DPP".
enum DppControl : unsigned {
  QuadPerm = 0x000,
  RowRor = 0x120,
  RowMirror = 0x140,
  RowHalfMirror = 0x141,
  RowNewBcast = 0x150, // row_share from gfx10 on.
  RowXmask = 0x160
};

} // namespace

/// The offset in the group of Size lanes that each lane of a group reads, if
/// all groups do the same; the group read is the own one, xor GroupXor.
static std::optional<SmallVector<unsigned, 32>>
patternInGroups(ArrayRef<uint8_t> FromLane, unsigned Size,
                unsigned GroupXor = 0) {
  SmallVector<unsigned, 32> Pattern;
  for (unsigned L = 0; L < FromLane.size(); ++L) {
    if ((FromLane[L] ^ L ^ GroupXor) & ~(Size - 1))
      return std::nullopt;
    unsigned Offset = FromLane[L] & (Size - 1);
    if (L < Size)
      Pattern.push_back(Offset);
    else if (Pattern[L % Size] != Offset)
      return std::nullopt;
  }
  return Pattern;
}

/// n if lane l of a row reads lane l - n of it.
static std::optional<unsigned> asRotation(ArrayRef<unsigned> Row) {
  unsigned N = (16 - Row[0]) % 16;
  for (unsigned L = 0; L < 16; ++L)
    if (Row[L] != ((L + 16 - N) & 15))
      return std::nullopt;
  return N;
}

/// c if lane l of the pattern reads lane l ^ c.
static std::optional<unsigned> asXor(ArrayRef<unsigned> Pattern) {
  for (unsigned L = 0; L < Pattern.size(); ++L)
    if (Pattern[L] != (L ^ Pattern[0]))
      return std::nullopt;
  return Pattern[0];
}

static unsigned quadPerm(ArrayRef<unsigned> Quad) {
  return QuadPerm | Quad[0] | Quad[1] << 2 | Quad[2] << 4 | Quad[3] << 6;
}

static unsigned quadXor(unsigned C) {
  return quadPerm({0 ^ C, 1 ^ C, 2 ^ C, 3 ^ C});
}

/// The DPP control for a move within rows, if one does it everywhere.
static std::optional<unsigned> asDpp(ArrayRef<uint8_t> FromLane) {
  if (auto Quad = patternInGroups(FromLane, 4))
    return quadPerm(*Quad);
  auto Row = patternInGroups(FromLane, 16);
  if (!Row)
    return std::nullopt;
  if (std::optional<unsigned> C = asXor(*Row)) {
    if (*C == 7)
      return RowHalfMirror;
    if (*C == 15)
      return RowMirror;
  }
  if (std::optional<unsigned> N = asRotation(*Row))
    return RowRor + *N;
  if (all_equal(*Row))
    return RowNewBcast + (*Row)[0];
  return std::nullopt;
}

/// ds_swizzle in bit mode: each lane bit is kept, cleared, set or flipped:
/// from = ((lane & And) | Or) ^ Xor.
static std::optional<unsigned> asSwizzle(ArrayRef<uint8_t> FromLane) {
  auto Half = patternInGroups(FromLane, 32);
  if (!Half)
    return std::nullopt;
  unsigned Xor = (*Half)[0];
  unsigned And = 0;
  for (unsigned J = 0; J < 5; ++J)
    And |= ((*Half)[1u << J] ^ Xor) & (1u << J);
  for (unsigned L = 0; L < 32; ++L)
    if ((*Half)[L] != ((L & And) ^ Xor))
      return std::nullopt;
  return And | Xor << 10;
}

namespace {

/// Emits moves of one word.
class Mover {
public:
  Mover(IRBuilder<> &B, LaneValues &Lanes) : B(B), Lanes(Lanes) {}

  Value *move(Value *Word, ArrayRef<uint8_t> FromLane);

private:
  Value *moveInRows(Value *Word, ArrayRef<uint8_t> FromLane);
  Value *xorInRows(Value *Word, unsigned C);
  Value *permlane(Value *Word, ArrayRef<unsigned> Row, bool OtherRow);
  Value *bpermute(Value *Word, ArrayRef<uint8_t> FromLane);
  Value *bpermuteHalves(Value *Word, ArrayRef<uint8_t> FromLane);

  Value *dpp(Value *Word, unsigned Control) {
    // Every source lane is active, so nothing reads the old value.
    return B.CreateIntrinsic(Intrinsic::amdgcn_update_dpp, {Word->getType()},
                             {PoisonValue::get(Word->getType()), Word,
                              B.getInt32(Control), B.getInt32(0xf),
                              B.getInt32(0xf), B.getTrue()});
  }

  /// The move in the lanes of some banks; the others keep Old.
  Value *dppInBanks(Value *Old, Value *Word, unsigned Control, unsigned Banks) {
    return B.CreateIntrinsic(Intrinsic::amdgcn_update_dpp, {Word->getType()},
                             {Old, Word, B.getInt32(Control), B.getInt32(0xf),
                              B.getInt32(Banks), B.getFalse()});
  }

  IRBuilder<> &B;
  LaneValues &Lanes;
};

} // namespace

/// lane ^ C, C < 16, in rows, for C that no single control does.
///
/// Before gfx10 such a C is X ^ Q, where one move does X (7, 8 or 15) and
/// another Q, within the quad. A value pauses in between, and if the wave is
/// incomplete, that lane must exist. It does if it is in the lower one of the
/// two quads:
///
///   up    l in the lower quad   X: tmp[l ^ Q] = w[s]   then Q in those banks
///   down  l in the upper quad   Q: tmp[s ^ Q] = w[s]   then X in those banks
Value *Mover::xorInRows(Value *Word, unsigned C) {
  if (Lanes.target().Moves.RowXmask)
    return dpp(Word, RowXmask + C);
  constexpr unsigned EvenBanks = 0x5, LowBanks = 0x3, AllBanks = 0xf;
  if (C == 4 || C == 12) {
    // Alternate banks of four lanes read 4 lanes above or below.
    unsigned Even = C == 4 ? RowRor + 12 : RowRor + 4;
    unsigned Odd = C == 4 ? RowRor + 4 : RowRor + 12;
    return dppInBanks(dpp(Word, Even), Word, Odd, AllBanks ^ EvenBanks);
  }
  unsigned X = C & 4 ? (C & 8 ? 15 : 7) : 8;
  unsigned ByX = X == 7 ? RowHalfMirror : X == 15 ? RowMirror : RowRor + 8;
  unsigned ByQ = quadXor(C ^ X);
  unsigned Up = X == 7 ? EvenBanks : LowBanks;
  Value *ByBoth = dpp(dpp(Word, ByX), ByQ);
  return dppInBanks(ByBoth, dpp(Word, ByQ), ByX, AllBanks ^ Up);
}

/// Lane i of a row reads lane Row[i] of its row, or of the other one of a pair.
Value *Mover::permlane(Value *Word, ArrayRef<unsigned> Row, bool OtherRow) {
  unsigned Low = 0, High = 0;
  for (unsigned L = 0; L < 8; ++L) {
    Low |= Row[L] << (4 * L);
    High |= Row[L + 8] << (4 * L);
  }
  Value *Moved = B.CreateIntrinsic(
      OtherRow ? Intrinsic::amdgcn_permlanex16 : Intrinsic::amdgcn_permlane16,
      {Word->getType()},
      {PoisonValue::get(Word->getType()), Word, B.getInt32(Low),
       B.getInt32(High), B.getFalse(), B.getFalse()});
  // A missing source lane yields the old value. Poison there would spread to
  // the other elements of the word.
  return B.CreateFreeze(Moved);
}

/// Moves that stay in rows of 16, or go to the other row of a pair. Null if
/// there is no instruction outside the LDS pipe.
Value *Mover::moveInRows(Value *Word, ArrayRef<uint8_t> FromLane) {
  if (std::optional<unsigned> Control = asDpp(FromLane))
    return dpp(Word, *Control);
  auto Row = patternInGroups(FromLane, 16);
  if (Row)
    if (std::optional<unsigned> C = asXor(*Row))
      return xorInRows(Word, *C);
  if (!Lanes.target().Moves.RowXmask)
    return nullptr;
  if (auto Eight = patternInGroups(FromLane, 8)) {
    unsigned Select = 0;
    for (unsigned L = 0; L < 8; ++L)
      Select |= (*Eight)[L] << (3 * L);
    return B.CreateIntrinsic(Intrinsic::amdgcn_mov_dpp8, {Word->getType()},
                             {Word, B.getInt32(Select)});
  }
  if (Row)
    return permlane(Word, *Row, false);
  if (auto OtherRow = patternInGroups(FromLane, 16, 16))
    return permlane(Word, *OtherRow, true);
  return nullptr;
}

/// Byte addresses of a ds_bpermute are four times the lane.
Value *Mover::bpermute(Value *Word, ArrayRef<uint8_t> FromLane) {
  SmallVector<uint32_t, 64> Address;
  for (uint8_t From : FromLane)
    Address.push_back(4u * From);
  return B.CreateIntrinsic(Intrinsic::amdgcn_ds_bpermute, {},
                           {Lanes.table(Address), Word});
}

/// For a wave64 of which ds_bpermute reaches the own half. A value that crosses
/// halves is between the two moves in some lane of the low half, on its way up
/// as on its way down: if the wave is incomplete, the high lanes are the ones
/// that do not exist.
///
///   down   lane 3 <- 40     permlane64   8 <- 40    bpermute     3 <- 8
///   up     lane 40 <- 3     bpermute     8 <- 3     permlane64  40 <- 8
Value *Mover::bpermuteHalves(Value *Word, ArrayRef<uint8_t> FromLane) {
  SmallVector<uint8_t, 64> InHalf, ForOther;
  uint64_t Crossing = 0;
  for (unsigned L = 0; L < FromLane.size(); ++L) {
    InHalf.push_back(FromLane[L] & 31);
    ForOther.push_back(FromLane[L ^ 32] & 31);
    Crossing |= uint64_t((FromLane[L] ^ L) >> 5 & 1) << L;
  }
  auto SwapHalves = [&](Value *V) {
    return B.CreateIntrinsic(Intrinsic::amdgcn_permlane64, {V->getType()}, {V});
  };
  const uint64_t High = ~uint64_t(0) << 32;
  Value *Result = nullptr;
  auto Use = [&](uint64_t Mask, Value *V) {
    Result = Result ? B.CreateSelect(Lanes.predicate(Mask), V, Result) : V;
  };
  if (Crossing != Lanes.allLanes())
    Use(~Crossing, bpermute(Word, InHalf));
  if (Crossing & ~High)
    Use(Crossing & ~High, bpermute(SwapHalves(Word), InHalf));
  if (Crossing & High)
    Use(Crossing & High, SwapHalves(bpermute(Word, ForOther)));
  return Result;
}

Value *Mover::move(Value *Word, ArrayRef<uint8_t> FromLane) {
  if (all_equal(FromLane))
    return B.CreateIntrinsic(Intrinsic::amdgcn_readlane, {Word->getType()},
                             {Word, B.getInt32(FromLane[0])});
  if (Value *V = moveInRows(Word, FromLane))
    return V;
  const LaneMoves &Has = Lanes.target().Moves;
  if (Has.Permlane64 && asButterfly(FromLane) == 32u)
    return B.CreateIntrinsic(Intrinsic::amdgcn_permlane64, {Word->getType()},
                             {Word});
  if (std::optional<unsigned> Swizzle = asSwizzle(FromLane))
    return B.CreateIntrinsic(Intrinsic::amdgcn_ds_swizzle, {},
                             {Word, B.getInt32(*Swizzle)});
  if (FromLane.size() > Has.BpermuteReach)
    return bpermuteHalves(Word, FromLane);
  return bpermute(Word, FromLane);
}

Value *emitLaneMoveAMD(IRBuilder<> &B, LaneValues &Lanes, Value *Word,
                       ArrayRef<uint8_t> FromLane) {
  return Mover(B, Lanes).move(Word, FromLane);
}

/// Where a wave64 has ds_bpermute for each half, a value comes from the own
/// half or, after permlane64, from the other one.
Value *emitLaneReadAMD(IRBuilder<> &B, LaneValues &Lanes, Value *Word,
                       Value *From) {
  const Target &T = Lanes.target();
  Value *Address = B.CreateShl(From, 2);
  auto Read = [&](Value *V) {
    return B.CreateIntrinsic(Intrinsic::amdgcn_ds_bpermute, {}, {Address, V});
  };
  Value *Near = Read(Word);
  if (T.M.lanes() <= T.Moves.BpermuteReach)
    return Near;
  Value *Far = Read(B.CreateIntrinsic(Intrinsic::amdgcn_permlane64,
                                      {Word->getType()}, {Word}));
  Value *Crosses =
      B.CreateAnd(B.CreateXor(From, Lanes.lane()), T.Moves.BpermuteReach);
  return B.CreateSelect(B.CreateIsNull(Crosses), Near, Far);
}

} // namespace intrinsics
} // namespace f2layout
