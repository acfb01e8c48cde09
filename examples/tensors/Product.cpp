//===- Product.cpp - Matrix products ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The first row and column of the block's tile. Eight rows of tiles are done
/// together, so that their operands stay in the cache.
static std::pair<Value *, Value *> tileOfBlock(KernelWriter &W, Sizes S) {
  IRBuilder<> &B = W.B;
  const uint64_t Down = S.Rows / S.TileRows, Across = S.Columns / S.TileColumns;
  const uint64_t Together = std::min<uint64_t>(8, Down & -Down);
  Value *Block = W.block();
  Value *Inside = B.CreateURem(Block, W.number(Together * Across));
  Value *First = B.CreateUDiv(Block, W.number(Together * Across));
  Value *Row = W.plus(W.times(First, Together),
                      B.CreateURem(Inside, W.number(Together)));
  return {W.times(Row, S.TileRows),
          W.times(B.CreateUDiv(Inside, W.number(Together)), S.TileColumns)};
}

/// The last tile is loaded again where there is no later one.
static Value *stepAfter(KernelWriter &W, Value *I, uint64_t Steps,
                        uint64_t Ahead = 1) {
  return W.B.CreateBinaryIntrinsic(Intrinsic::umin, W.plus(I, W.number(Ahead)),
                                   W.number(Steps - 1));
}

/// product(a, b, c): halves.
void product(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Half = W.B.getHalfTy(), *Float = W.B.getFloatTy();
  Function *F = W.begin("product", S.Threads, 3);
  Value *K = W.number(S.Depth), *N = W.number(S.Columns), *One = W.number(1);
  auto [Row, Column] = tileOfBlock(W, S);
  Value *FirstA = W.at(F->getArg(0), Half, W.times(Row, S.Depth));
  Value *FirstB = W.at(F->getArg(1), Half, Column);
  auto Stage = [&](Value *Step, KernelWriter::Values &To) {
    To.push_back(T.stage(W.at(FirstA, Half, W.times(Step, S.TileDepth)), Half,
                         {S.TileRows, S.TileDepth}, {K, One}));
    To.push_back(
        T.stage(W.at(FirstB, Half, W.times(Step, S.TileDepth * S.Columns)),
                Half, {S.TileDepth, S.TileColumns}, {N, One}));
  };
  const uint64_t Steps = S.Depth / S.TileDepth;
  // So many tiles are on their way while one is multiplied.
  constexpr uint64_t Ahead = 2;
  auto Turn = [&](Value *I, KernelWriter::Values V) {
    Value *A = T.wait(V[0]), *B = T.wait(V[1]);
    KernelWriter::Values Next(drop_begin(V, 2));
    Value *Sum = Next.pop_back_val();
    Stage(stepAfter(W, I, Steps, Ahead), Next);
    Next.push_back(T.dot(A, B, Sum));
    return Next;
  };
  KernelWriter::Values Start;
  for (uint64_t Step = 0; Step < Ahead; ++Step)
    Stage(W.number(std::min(Step, Steps - 1)), Start);
  Start.push_back(
      T.splat(ConstantFP::get(Float, 0.0), {S.TileRows, S.TileColumns}));
  Value *C = W.loop(Steps, Start, Turn).back();
  T.store(W.at(F->getArg(2), Half, W.plus(W.times(Row, S.Columns), Column)),
          T.cast(C, Half), {N, One});
  W.end();
}

/// mixed_product(a, b, scales, c): halves but for b, in bytes. Row g of the
/// scales belongs to the rows g * TileDepth ... of b. What is widened by the
/// threads is loaded to their registers.
void mixedProduct(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Half = W.B.getHalfTy(), *Byte = W.B.getInt8Ty();
  Function *F = W.begin("mixed_product", S.Threads, 4);
  Value *K = W.number(S.Depth), *N = W.number(S.Columns), *One = W.number(1);
  auto [Row, Column] = tileOfBlock(W, S);
  Value *FirstA = W.at(F->getArg(0), Half, W.times(Row, S.Depth));
  Value *FirstB = W.at(F->getArg(1), Byte, Column);
  Value *FirstScale = W.at(F->getArg(2), Half, Column);
  const uint64_t Steps = S.Depth / S.TileDepth;
  auto StageA = [&](Value *Step) {
    return T.stage(W.at(FirstA, Half, W.times(Step, S.TileDepth)), Half,
                   {S.TileRows, S.TileDepth}, {K, One});
  };
  auto LoadB = [&](Value *Step) {
    return T.load(W.at(FirstB, Byte, W.times(Step, S.TileDepth * S.Columns)),
                  Byte, {S.TileDepth, S.TileColumns}, {N, One});
  };
  auto LoadScale = [&](Value *Step) {
    return T.load(W.at(FirstScale, Half, W.times(Step, S.Columns)), Half,
                  {S.TileColumns}, {One});
  };
  auto Turn = [&](Value *I, KernelWriter::Values V) -> KernelWriter::Values {
    Value *Next = stepAfter(W, I, Steps);
    Value *A = T.wait(V[0]), *NextA = StageA(Next);
    Value *NextB = LoadB(Next), *NextScale = LoadScale(Next);
    Value *Scale = T.broadcastTo(V[2], {S.TileDepth, S.TileColumns});
    Value *B = T.mul(T.cast(V[1], Half), Scale);
    return {NextA, NextB, NextScale, T.dot(A, B, V[3])};
  };
  Value *Zero = T.splat(ConstantFP::get(W.B.getFloatTy(), 0.0),
                        {S.TileRows, S.TileColumns});
  Value *First = W.number(0);
  Value *C = W.loop(
      Steps, {StageA(First), LoadB(First), LoadScale(First), Zero}, Turn)[3];
  T.store(W.at(F->getArg(3), Half, W.plus(W.times(Row, S.Columns), Column)),
          T.cast(C, Half), {N, One});
  W.end();
}
