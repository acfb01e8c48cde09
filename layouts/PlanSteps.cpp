//===- PlanSteps.cpp - What every reader of plans must know of steps ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/PlanSteps.h"
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

/// A thread has only so many bits; an emitter would take a column beyond them
/// for one of the thread's number in the block.
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
  const unsigned Matrices = numMatrices(S);
  if (Lanes != 32 || S.Bytes != 16)
    return "matrices of other than 32 lanes or rows of 16 bytes";
  if (Matrices != 1 && Matrices != 2 && Matrices != 4)
    return "access of other than 1, 2 or 4 matrices";
  if (any_of(S.Words, [&](Word W) { return W >= Next; }))
    return "store of an unknown word";
  uint32_t Bits = S.Address.Constant;
  for (auto [J, Column] : enumerate(S.Address.Columns)) {
    Bits |= Column;
    if (Column && J >= 3 + Log2_32(Matrices) && J < 5)
      return "address of lanes that have no row";
  }
  return Bits % 16 ? "misaligned access" : "";
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
    return S.LaneBit < Log2_32(Lanes) ? ""
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

SmallVector<Step, 8> f2layout::accessesOfLanes(const Step &S) {
  const auto &OfRow = S.Address.Columns;
  auto Column = [&](unsigned J) { return J < OfRow.size() ? OfRow[J] : 0; };
  Step One;
  One.K = isStore(S) ? Step::Store : Step::Load;
  One.Bytes = S.Turned ? 2 : 4;
  One.Count = isStore(S) ? 0 : 1;
  // Turned, a lane has halves of rows 2 c and 2 c + 1, in column r.
  if (S.Turned)
    One.Address.Columns = {Column(1), Column(2), 2, 4, 8};
  else
    One.Address.Columns = {4, 8, Column(0), Column(1), Column(2)};
  for (unsigned J = 5; J < OfRow.size(); ++J)
    One.Address.Columns.push_back(OfRow[J]);
  SmallVector<Step, 8> All;
  for (unsigned M = 0; M < numMatrices(S); ++M)
    for (unsigned Half = 0; Half < (S.Turned ? 2 : 1); ++Half) {
      Step &New = All.emplace_back(One);
      New.Address.Constant = S.Address.Constant ^ (M & 1 ? Column(3) : 0) ^
                             (M & 2 ? Column(4) : 0) ^ (Half ? Column(0) : 0);
      New.FirstByte = 2 * Half;
      if (isStore(S))
        New.Words = {S.Words[M]};
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
