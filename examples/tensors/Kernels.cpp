//===- Kernels.cpp - Kernels on tensors -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace llvm;
using namespace f2layout;

/// softmax(in, out, columns): a row of at most S.Columns elements for a block.
void softmax(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("softmax", 256, 2, 1);
  Value *Columns = F->getArg(2), *One = W.number(1);
  Value *Row = W.B.CreateMul(W.block(), Columns);
  Value *X = T.load(W.at(F->getArg(0), Float, Row), Float, {S.Columns}, {One},
                    {Columns}, ConstantFP::getInfinity(Float, true));
  Value *Largest = T.reduce(LineOperation::FMax, X, 0);
  Value *E = T.exp(T.sub(X, T.broadcastTo(Largest, {S.Columns})));
  Value *Sum = T.reduce(LineOperation::FAdd, E, 0);
  T.store(W.at(F->getArg(1), Float, Row),
          T.div(E, T.broadcastTo(Sum, {S.Columns})), {One}, {Columns});
  W.end();
}

/// layer_norm(in, weight, bias, out, columns): y = (x - mean) / sqrt(variance +
/// 1e-5) * weight + bias, one row for a block.
void layerNorm(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("layer_norm", 256, 4, 1);
  Value *Columns = F->getArg(4), *One = W.number(1);
  Value *Row = W.B.CreateMul(W.block(), Columns);
  auto Load = [&](Value *From) {
    return T.load(From, Float, {S.Columns}, {One}, {Columns});
  };
  auto Each = [&](Value *Scalar) { return T.broadcastTo(Scalar, {S.Columns}); };
  Value *Share = T.splat(W.B.CreateFDiv(ConstantFP::get(Float, 1.0),
                                        W.B.CreateUIToFP(Columns, Float)),
                         {});
  Value *X = Load(W.at(F->getArg(0), Float, Row));
  Value *Mean = T.mul(T.reduce(LineOperation::FAdd, X, 0), Share);
  // Elements outside of the row count as the mean.
  Value *Inside = T.map(
      {T.iota(W.B.getInt64Ty(), {S.Columns}, 0), T.splat(Columns, {S.Columns})},
      [](IRBuilderBase &B, ArrayRef<Value *> V) {
        return B.CreateICmpSLT(V[0], V[1]);
      });
  Value *D = T.map({Inside, T.sub(X, Each(Mean))}, [](IRBuilderBase &B,
                                                      ArrayRef<Value *> V) {
    return B.CreateSelect(V[0], V[1], ConstantFP::get(V[1]->getType(), 0.0));
  });
  Value *Variance = T.mul(T.reduce(LineOperation::FAdd, T.mul(D, D), 0), Share);
  Value *Scale = T.map({Variance}, [](IRBuilderBase &B, ArrayRef<Value *> V) {
    Type *Ty = V[0]->getType();
    Value *Sum = B.CreateFAdd(V[0], ConstantFP::get(Ty, 1e-5));
    return B.CreateFDiv(ConstantFP::get(Ty, 1.0),
                        B.CreateUnaryIntrinsic(Intrinsic::sqrt, Sum));
  });
  Value *Y = T.add(T.mul(T.mul(D, Each(Scale)), Load(F->getArg(1))),
                   Load(F->getArg(2)));
  T.store(W.at(F->getArg(3), Float, Row), Y, {One}, {Columns});
  W.end();
}

/// product(a, b, c, k): c = a b for halves a [m, k], b [k, n] and floats c
/// [m, n], n = S.Columns, a tile of 128 x 128 for a block.
void product(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  constexpr uint64_t Tile = 128, Step = 32;
  Type *Half = W.B.getHalfTy(), *Float = W.B.getFloatTy();
  Function *F = W.begin("product", 256, 3);
  Value *K = W.number(S.Depth), *N = W.number(S.Columns), *One = W.number(1);
  Value *Row = W.B.CreateMul(W.block(1), W.number(Tile)),
        *Column = W.B.CreateMul(W.block(0), W.number(Tile));
  Value *Zero = T.splat(ConstantFP::get(Float, 0.0), {Tile, Tile});
  auto Turn = [&](Value *I, KernelWriter::Values Sum) -> KernelWriter::Values {
    Value *At = W.B.CreateMul(I, W.number(Step));
    Value *A = T.load(
        W.at(F->getArg(0), Half, W.B.CreateAdd(W.B.CreateMul(Row, K), At)),
        Half, {Tile, Step}, {K, One});
    Value *B = T.load(
        W.at(F->getArg(1), Half, W.B.CreateAdd(W.B.CreateMul(At, N), Column)),
        Half, {Step, Tile}, {N, One});
    return {T.dot(A, B, Sum[0])};
  };
  Value *C = W.loop(W.number(S.Depth / Step), {Zero}, Turn)[0];
  T.store(
      W.at(F->getArg(2), Float, W.B.CreateAdd(W.B.CreateMul(Row, N), Column)),
      C, {N, One});
  W.end();
}

/// gather_rows(in, index, out): out[r][c] = in[r][index[r][c]], 16 rows of
/// S.Columns elements for a block.
void gatherRows(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  constexpr uint64_t Rows = 16;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("gather_rows", 256, 3);
  Value *N = W.number(S.Columns), *One = W.number(1);
  Value *Start = W.B.CreateMul(W.block(), W.number(Rows * S.Columns));
  Value *X = T.load(W.at(F->getArg(0), Float, Start), Float, {Rows, S.Columns},
                    {N, One});
  Value *Index = T.load(W.at(F->getArg(1), W.B.getInt32Ty(), Start),
                        W.B.getInt32Ty(), {Rows, S.Columns}, {N, One});
  T.store(W.at(F->getArg(2), Float, Start), T.gather(X, Index, 1), {N, One});
  W.end();
}

/// cumulative_sum(in, out): of each row, S.Rows rows for a block.
void cumulativeSum(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("cumulative_sum", 256, 2);
  Value *N = W.number(S.Columns), *One = W.number(1);
  Value *Start = W.B.CreateMul(W.block(), W.number(S.Rows * S.Columns));
  Value *X = T.load(W.at(F->getArg(0), Float, Start), Float,
                    {S.Rows, S.Columns}, {N, One});
  T.store(W.at(F->getArg(1), Float, Start), T.scan(LineOperation::FAdd, X, 1),
          {N, One});
  W.end();
}
