//===- HandPlans.cpp - Plans written by hand ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandPlans.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace f2layout {

static uint64_t maskOfBit(unsigned LaneBits, unsigned Bit) {
  uint64_t Mask = 0;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    Mask |= uint64_t(L >> Bit & 1) << L;
  return Mask;
}

Plan emptyPlan(unsigned LaneBits, unsigned ElementBits, unsigned NumInputs) {
  Plan P;
  P.LaneBits = LaneBits;
  P.ElementBits = ElementBits;
  P.NumInputs = P.NumWords = NumInputs;
  return P;
}

static Step wordStep(Step::Kind K, Word A, Word B = 0) {
  Step S;
  S.K = K;
  S.A = A;
  S.B = B;
  return S;
}

Step selectStep(uint64_t Mask, Word A, Word B) {
  Step S = wordStep(Step::Select, A, B);
  S.Mask = Mask;
  return S;
}

Step laneSwapStep(Word A, Word B, unsigned LaneBit) {
  Step S = wordStep(Step::Swap, A, B);
  S.LaneBit = LaneBit;
  return S;
}

Step transposeStep(Word A) { return wordStep(Step::Transpose, A); }

static Step matrixStep(Step::Kind K, unsigned Words, const MatrixTile &Tile) {
  Step S;
  S.K = K;
  S.Tile = Tile;
  S.Bytes = Tile.rowBytes();
  for (unsigned Row = 1; Row < Words / Tile.words() * Tile.numRows(); Row *= 2)
    S.Address.Columns.push_back(S.Bytes * Row);
  return S;
}

Step storeMatrixStep(ArrayRef<Word> Words, const MatrixTile &Tile) {
  Step S = matrixStep(Step::StoreMatrix, Words.size(), Tile);
  S.Words.assign(Words.begin(), Words.end());
  return S;
}

Step loadMatrixStep(unsigned Count, const MatrixTile &Tile) {
  Step S = matrixStep(Step::LoadMatrix, Count, Tile);
  S.Count = Count;
  return S;
}

Step permuteStep(Word A, Word B, std::vector<uint16_t> Selector) {
  Step S = wordStep(Step::Permute, A, B);
  S.Selector = std::move(Selector);
  return S;
}

Step butterflyStep(unsigned LaneBits, Word A, unsigned Xor) {
  Step S = wordStep(Step::Shuffle, A);
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    S.FromLane.push_back(uint8_t(L ^ Xor));
  return S;
}

Step storeStep(ThreadAddress Address, unsigned Bytes, ArrayRef<Word> Words,
               unsigned FirstByte) {
  Step S;
  S.K = Step::Store;
  S.Address = std::move(Address);
  S.Bytes = Bytes;
  S.Words.assign(Words.begin(), Words.end());
  S.FirstByte = FirstByte;
  return S;
}

Step loadStep(ThreadAddress Address, unsigned Bytes) {
  Step S;
  S.K = Step::Load;
  S.Address = std::move(Address);
  S.Bytes = Bytes;
  S.Count = Bytes < 4 ? 1 : Bytes / 4;
  return S;
}

Step barrierStep(Scope Sync) {
  Step S;
  S.K = Step::Barrier;
  S.Sync = Sync;
  return S;
}

Plan swapPlan(unsigned LaneBits, unsigned Bit, unsigned ElementBits) {
  Plan P = emptyPlan(LaneBits, ElementBits, 2);
  uint64_t Odd = maskOfBit(LaneBits, Bit);
  P.Steps.push_back(selectStep(Odd, 0, 1));
  P.Steps.push_back(butterflyStep(LaneBits, 2, 1u << Bit));
  P.Steps.push_back(selectStep(Odd, 3, 0));
  P.Steps.push_back(selectStep(Odd, 1, 3));
  P.NumWords = 6;
  P.Outputs = {4, 5};
  return P;
}

Plan sharedPlan(unsigned LaneBits, unsigned Bytes, Scope Group,
                unsigned ThreadBits) {
  unsigned Count = Bytes < 4 ? 1 : Bytes / 4;
  Plan P = emptyPlan(LaneBits, 32, 2 * Count);
  P.Group = Group;
  ThreadAddress Row;
  for (unsigned J = 0; J < ThreadBits; ++J)
    Row.Columns.push_back(Bytes << J);
  uint32_t RowBytes = Bytes << ThreadBits;
  ThreadAddress Second = Row, Swapped = Row;
  Second.Constant = RowBytes;
  Swapped.Constant = RowBytes | Bytes; // The neighbour, in the second row.
  std::vector<Word> First, Other;
  for (unsigned I = 0; I < Count; ++I) {
    First.push_back(I);
    Other.push_back(Count + I);
  }
  P.Steps.push_back(storeStep(Row, Bytes, First, Bytes < 4 ? 4 - Bytes : 0));
  P.Steps.push_back(storeStep(Second, Bytes, Other));
  P.Steps.push_back(barrierStep(Group));
  P.Steps.push_back(loadStep(Swapped, Bytes));
  P.Steps.push_back(loadStep(Row, Bytes));
  P.NumWords = 4 * Count;
  for (unsigned I = 0; I < 2 * Count; ++I)
    P.Outputs.push_back(2 * Count + I);
  P.ScratchBytes = 2 * RowBytes;
  P.ScratchAlign = 16;
  return P;
}

SmallVector<Value *, 8> emitInto(TestKernel &K, const Plan &P,
                                 ArrayRef<Type *> SourceTypes,
                                 ArrayRef<Type *> ResultTypes,
                                 unsigned ScratchStride) {
  Instruction *LanePoint = &K.Entry->front();
  EmitContext C{K.T, K.B, LanePoint};
  if (P.ScratchBytes) {
    C.LinearThread = emitLinearThread(K.T, K.B, true);
    C.Scratch = K.shared(P.ScratchBytes + 3 * ScratchStride, 16);
    C.ScratchStride = ScratchStride;
  }
  SmallVector<Value *, 8> Sources;
  for (unsigned R = 0; R < SourceTypes.size(); ++R)
    Sources.push_back(K.source(SourceTypes[R], R));
  SmallVector<Value *, 8> Results = emitPlan(P, Sources, ResultTypes, C);
  EXPECT_EQ(Results.size(), ResultTypes.size());
  for (unsigned R = 0; R < Results.size(); ++R) {
    EXPECT_EQ(Results[R]->getType(), ResultTypes[R]);
    K.result(Results[R], R);
  }
  return Results;
}

SmallVector<Type *, 8> words(TestKernel &K, unsigned N) {
  return SmallVector<Type *, 8>(N, K.B.getInt32Ty());
}

} // namespace f2layout
