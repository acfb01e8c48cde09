//===- PlanSteps.cpp - What every reader of plans must know of steps ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static const char *findStoreFault(const Step &S, Word Next) {
  if (any_of(S.Words, [&](Word W) { return W >= Next; }))
    return "store of an unknown word";
  if (S.Bytes < 4 ? S.Words.size() != 1 || uint64_t(S.FirstByte) + S.Bytes > 4
                  : S.Words.size() * 4 != S.Bytes)
    return "store of the wrong number of words";
  return "";
}

static const char *findPermuteFault(const Step &S, Word Next, unsigned Lanes) {
  if (std::max(S.A, S.B) >= Next)
    return "permute of an unknown word";
  if (S.Selector.size() != 1 && S.Selector.size() != Lanes)
    return "permute without a selector for each lane";
  // The highest bit of a nibble means different things on different machines.
  return any_of(S.Selector, [](uint16_t Sel) { return Sel & 0x8888; })
             ? "permute of a byte above 7"
             : "";
}

/// A column beyond the bits of a thread would be taken for one of the thread's
/// number in the block by an emitter.
static const char *findAccessFault(const Step &S, unsigned ThreadBits) {
  if (!isPowerOf2_32(S.Bytes) || S.Bytes > 16)
    return "access of other than 1, 2, 4, 8 or 16 bytes";
  for (size_t J = ThreadBits; J < S.Address.Columns.size(); ++J)
    if (S.Address.Columns[J])
      return "address of thread bits that the group does not have";
  return "";
}

/// Rows that lie across others' are found where bytes are looked at.
static const char *findMatrixFault(const Step &S, Word Next, unsigned Lanes) {
  const MatrixTile &Tile = S.Tile;
  if (!Tile.isPermutation() || Lanes != 1u << Tile.laneBits() ||
      S.Bytes != Tile.rowBytes())
    return "matrices of other lanes or rows than the tile's";
  const unsigned Matrices = numMatrices(S);
  const size_t Words = S.K == Step::StoreMatrix ? S.Words.size() : S.Count;
  if (!isPowerOf2_32(Matrices) || Matrices > Tile.MostMatrices ||
      Words != Matrices * Tile.words())
    return "access of other than 1, 2 or 4 matrices";
  if (any_of(S.Words, [&](Word W) { return W >= Next; }))
    return "store of an unknown word";
  uint32_t Bits = S.Address.Constant;
  for (auto [J, Column] : enumerate(S.Address.Columns)) {
    Bits |= Column;
    if (Column && J >= rowBits(S) && J < Tile.laneBits())
      return "address of lanes that have no row";
  }
  return Bits % S.Bytes ? "misaligned access" : "";
}

/// By the lane and by bits of the thread that are the same in all of a warp.
static const char *findSelectFault(const Step &S, Word Next, unsigned Lanes,
                                   unsigned ThreadBits) {
  if (std::max(S.A, S.B) >= Next)
    return "select of an unknown word";
  if (S.WarpBits & (Lanes - 1))
    return "select by lane bits as if they were the warp's";
  return uint64_t(S.WarpBits) >> ThreadBits
             ? "select by thread bits that the group does not have"
             : "";
}

static const char *findFormFault(const Step &S, Word Next, unsigned Lanes,
                                 unsigned ThreadBits) {
  switch (S.K) {
  case Step::Select:
    return findSelectFault(S, Next, Lanes, ThreadBits);
  case Step::Permute:
    return findPermuteFault(S, Next, Lanes);
  case Step::Shuffle:
    if (S.A >= Next || S.FromLane.size() != Lanes)
      return "malformed shuffle";
    return all_of(S.FromLane, [&](uint8_t L) { return L < Lanes; })
               ? ""
               : "shuffle from a lane that does not exist";
  case Step::Transpose:
    if (S.A >= Next)
      return "transpose of an unknown word";
    return Lanes == 32 ? "" : "transpose of other than 32 lanes";
  case Step::Swap:
    if (std::max(S.A, S.B) >= Next)
      return "swap of an unknown word";
    return S.LaneBit < Log2_32(Lanes)
               ? ""
               : "swap of a lane bit that does not exist";
  case Step::Store:
    return findStoreFault(S, Next);
  case Step::Load:
    return S.Count == std::max(1u, S.Bytes / 4)
               ? ""
               : "load of the wrong number of words";
  case Step::StoreMatrix:
  case Step::LoadMatrix:
    return findMatrixFault(S, Next, Lanes);
  case Step::Barrier:
    return "";
  }
  return "unknown step";
}

void f2layout::renameWords(Step &S, function_ref<Word(Word)> NewName) {
  switch (S.K) {
  case Step::Select:
  case Step::Permute:
  case Step::Swap:
    S.B = NewName(S.B);
    [[fallthrough]];
  case Step::Shuffle:
  case Step::Transpose:
    S.A = NewName(S.A);
    return;
  case Step::Store:
  case Step::StoreMatrix:
    for (Word &W : S.Words)
      W = NewName(W);
    return;
  case Step::Load:
  case Step::LoadMatrix:
  case Step::Barrier:
    return;
  }
}

unsigned f2layout::rowBits(const Step &S) {
  return S.Tile.rows().size() + Log2_32(numMatrices(S));
}

static uint32_t columnAt(const ThreadAddress &A, unsigned J) {
  return J < A.Columns.size() ? A.Columns[J] : 0;
}

/// What the bit adds to the address of a byte.
static uint32_t columnOf(const Step &S, PlaceBit Bit) {
  for (auto [C, At] : enumerate(S.Tile.columns()))
    if (At == Bit)
      return 1u << C;
  for (auto [R, At] : enumerate(S.Tile.rows()))
    if (At == Bit)
      return columnAt(S.Address, R);
  return 0;
}

/// The address in lane 0 of byte Byte of matrix Matrix.
static uint32_t constantFor(const Step &S, unsigned Matrix, unsigned Byte) {
  uint32_t Address = S.Address.Constant;
  for (unsigned I = 0; Matrix >> I; ++I)
    if (Matrix >> I & 1)
      Address ^= columnAt(S.Address, S.Tile.rows().size() + I);
  for (unsigned I = 0; Byte >> I; ++I)
    if (Byte >> I & 1)
      Address ^= columnOf(S, PlaceBit(Byte0 + I));
  return Address;
}

SmallVector<Step, 8> f2layout::accessesOfLanes(const Step &S) {
  Step One;
  One.K = isStore(S) ? Step::Store : Step::Load;
  One.Bytes = 1u << S.Tile.unitBits();
  One.Count = isStore(S) ? 0 : 1;
  const unsigned LaneBits = S.Tile.laneBits();
  for (unsigned J = 0; J < LaneBits; ++J)
    One.Address.Columns.push_back(columnOf(S, PlaceBit(Lane0 + J)));
  for (unsigned J = LaneBits; J < S.Address.Columns.size(); ++J)
    One.Address.Columns.push_back(S.Address.Columns[J]);
  SmallVector<Step, 8> All;
  for (unsigned W = 0; W < numMatrices(S) * S.Tile.words(); ++W)
    for (unsigned First = 0; First < 4; First += One.Bytes) {
      Step &New = All.emplace_back(One);
      New.Address.Constant =
          constantFor(S, W / S.Tile.words(), W % S.Tile.words() * 4 + First);
      New.FirstByte = First;
      if (isStore(S))
        New.Words = {S.Words[W]};
    }
  return All;
}

std::string f2layout::findPlanFault(const Plan &P, const Conversion &C) {
  if (P.LaneBits != C.LaneBits)
    return "a plan for warps of other sizes";
  const uint64_t Bytes = uint64_t(C.NumSources) * (C.ElementBits / 8);
  if (P.NumInputs != divideCeil(Bytes, 4))
    return "a plan of " + std::to_string(P.NumInputs) + " input words, not " +
           std::to_string(divideCeil(Bytes, 4));
  if (P.NumWords < P.NumInputs)
    return "fewer words than input words";
  if (P.Group != C.Group && any_of(P.Steps, isAccess))
    return "memory of another group than the conversion's";
  return "";
}

std::string f2layout::findStepFault(const Step &S, Word Next, const Plan &P,
                                    unsigned ThreadBits) {
  if (P.Group == Scope::Warp)
    ThreadBits = P.LaneBits;
  const char *Fault = findFormFault(S, Next, 1u << P.LaneBits, ThreadBits);
  if (!*Fault && isAccess(S))
    Fault = findAccessFault(S, ThreadBits);
  if (!*Fault && Next + wordsMade(S) > P.NumWords)
    Fault = "more words than announced";
  return Fault;
}
