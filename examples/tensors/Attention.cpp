//===- Attention.cpp - Attention, forward -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;
#include <cmath>

/// attention(q, k, v, out): blockIdx.x is the tile of queries, y the head. The
/// sums and the largest score of a query so far are scaled as they grow, as in
/// FlashAttention.
void attention(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Half = W.B.getHalfTy(), *Float = W.B.getFloatTy();
  Function *F = W.begin("attention", S.Threads, 4);
  W.flushDenormals();
  const uint64_t M = S.TileRows, N = S.TileColumns, D = S.Depth;
  Value *Head = W.times(W.block(1), S.Rows * D);
  Value *Tile = W.plus(Head, W.times(W.block(0), M * D));
  KernelWriter::Values Strides = {W.number(D), W.number(1)};
  auto Number = [&](double X) { return ConstantFP::get(Float, X); };
  // exp(x / sqrt(d)) = exp2(x * Scale)
  Value *Scale = Number(1.4426950408889634 / std::sqrt(double(D)));
  auto EachOf = [&](Value *OfRows, uint64_t Columns) {
    return T.broadcast(T.expandDims(OfRows, 1), {M, Columns});
  };
  auto Stage = [&](unsigned Argument, Value *Step) {
    Value *First = W.plus(Head, W.times(Step, N * D));
    return T.stage(W.at(F->getArg(Argument), Half, First), Half, {N, D},
                   Strides);
  };
  // Queries stay in shared memory: besides the sums and the scores, registers
  // have no room for them.
  Value *Queries =
      T.stage(W.at(F->getArg(0), Half, Tile), Half, {M, D}, Strides);
  const uint64_t Steps = S.Rows / N;
  auto Turn = [&](Value *I, KernelWriter::Values In) -> KernelWriter::Values {
    // The next keys and values are on their way during the products; behind the
    // last ones these are loaded again.
    Value *Next = W.B.CreateBinaryIntrinsic(
        Intrinsic::umin, W.plus(I, W.number(1)), W.number(Steps - 1));
    Value *Largest = In[2], *Sum = In[3], *Out = In[4];
    Value *K = T.wait(In[0]), *Q = T.wait(Queries), *NextK = Stage(1, Next);
    Value *Scores = T.dot(Q, T.trans(K, {1, 0}), T.splat(Number(0), {M, N}));
    Value *Now = T.map({Largest, T.reduce(LineOperation::FMax, Scores, 1)},
                       [&](IRBuilderBase &B, ArrayRef<Value *> V) {
                         return B.CreateMaxNum(V[0], B.CreateFMul(V[1], Scale));
                       });
    Value *P = T.map({Scores, EachOf(Now, N)},
                     [&](IRBuilderBase &B, ArrayRef<Value *> V) {
                       Value *X = B.CreateFSub(B.CreateFMul(V[0], Scale), V[1]);
                       return B.CreateUnaryIntrinsic(Intrinsic::exp2, X);
                     });
    Value *Shrink = T.map({Largest, Now}, [](IRBuilderBase &B,
                                             ArrayRef<Value *> V) {
      return B.CreateUnaryIntrinsic(Intrinsic::exp2, B.CreateFSub(V[0], V[1]));
    });
    Value *Grown =
        T.add(T.mul(Sum, Shrink), T.reduce(LineOperation::FAdd, P, 1));
    Value *V = T.wait(In[1]), *NextV = Stage(2, Next);
    return {NextK, NextV, Now, Grown,
            T.dot(T.cast(P, Half), V, T.mul(Out, EachOf(Shrink, D)))};
  };
  KernelWriter::Values End =
      W.loop(Steps,
             {Stage(1, W.number(0)), Stage(2, W.number(0)),
              T.splat(ConstantFP::getInfinity(Float, true), {M}),
              T.splat(Number(0), {M}), T.splat(Number(0), {M, D})},
             Turn);
  T.store(W.at(F->getArg(3), Half, Tile),
          T.cast(T.div(End[4], EachOf(End[3], D)), Half), Strides);
  W.end();
}
