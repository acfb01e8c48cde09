//===- LayerNorm.cpp - Layer norm and its gradients ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {
/// What the kernels share: rows of halves, filled up with zeros to a power of
/// two.
struct Rows {
  Rows(KernelWriter &W, Sizes S)
      : W(W), Columns(S.Columns), Tile(PowerOf2Ceil(S.Columns)) {
    if (Tile != Columns)
      Bounds = {W.number(Columns)};
  }
  Value *load(Value *From, Type *Ty, Value *Row) {
    Value *X = W.T.load(W.at(From, Ty, W.times(Row, Columns)), Ty, {Tile},
                        {W.number(1)}, Bounds);
    return W.T.cast(X, W.B.getFloatTy());
  }
  void store(Value *X, Value *To, Type *Ty, Value *Row) {
    W.T.store(W.at(To, Ty, W.times(Row, Columns)), W.T.cast(X, Ty),
              {W.number(1)}, Bounds);
  }
  Value *each(Value *Scalar) { return W.T.broadcastTo(Scalar, {Tile}); }
  /// The mean of what is zero outside of the row.
  Value *mean(Value *X) {
    Value *Share = ConstantFP::get(W.B.getFloatTy(), 1.0 / double(Columns));
    return W.T.mul(W.T.reduce(LineOperation::FAdd, X, 0), W.T.splat(Share, {}));
  }
  /// X, and zero outside of the row.
  Value *inside(Value *X) {
    if (Tile == Columns)
      return X;
    Value *Column = W.T.iota(W.B.getInt32Ty(), {Tile}, 0);
    return W.T.map({Column, X}, [&](IRBuilderBase &B, ArrayRef<Value *> V) {
      return B.CreateSelect(B.CreateICmpULT(V[0], B.getInt32(Columns)), V[1],
                            ConstantFP::get(V[1]->getType(), 0.0));
    });
  }

  KernelWriter &W;
  const uint64_t Columns, Tile;
  KernelWriter::Values Bounds;
};
} // namespace

/// layer_norm(in, weight, bias, out, mean, deviation): mean and 1 / deviation
/// of each row are kept for the gradients.
void layerNorm(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Half = W.B.getHalfTy(), *Float = W.B.getFloatTy();
  Function *F = W.begin("layer_norm", S.Threads, 6);
  Rows R(W, S);
  Value *Row = W.block(), *Zero = W.number(0);
  Value *X = R.load(F->getArg(0), Half, Row);
  Value *Weight = R.load(F->getArg(1), Half, Zero);
  Value *Bias = R.load(F->getArg(2), Half, Zero);
  Value *Mean = R.mean(X);
  Value *D = R.inside(T.sub(X, R.each(Mean)));
  Value *Scale =
      T.map({R.mean(T.mul(D, D))}, [](IRBuilderBase &B, ArrayRef<Value *> V) {
        Type *Ty = V[0]->getType();
        Value *Sum = B.CreateFAdd(V[0], ConstantFP::get(Ty, 1e-5));
        return B.CreateFDiv(ConstantFP::get(Ty, 1.0),
                            B.CreateUnaryIntrinsic(Intrinsic::sqrt, Sum));
      });
  R.store(T.add(T.mul(T.mul(D, R.each(Scale)), Weight), Bias), F->getArg(3),
          Half, Row);
  T.store(W.at(F->getArg(4), Float, Row), Mean, {});
  T.store(W.at(F->getArg(5), Float, Row), Scale, {});
  W.end();
}

/// layer_norm_backward(in, weight, dout, mean, deviation, din, dweight, dbias):
/// the last two in a part for each block, floats.
void layerNormBackward(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Half = W.B.getHalfTy(), *Float = W.B.getFloatTy();
  Function *F = W.begin("layer_norm_backward", S.Threads, 8);
  Rows R(W, S);
  Value *Weight = R.load(F->getArg(1), Half, W.number(0));
  Value *Zero = T.splat(ConstantFP::get(Float, 0.0), {R.Tile});
  auto Scalar = [&](unsigned Argument, Value *Row) {
    return R.each(T.load(W.at(F->getArg(Argument), Float, Row), Float, {}, {}));
  };
  auto Turn = [&](Value *I, KernelWriter::Values Sums) -> KernelWriter::Values {
    Value *Row = W.plus(W.times(I, S.TileRows), W.block());
    Value *X = R.load(F->getArg(0), Half, Row);
    Value *DOut = R.load(F->getArg(2), Half, Row);
    Value *Scale = Scalar(4, Row);
    Value *Normal = R.inside(T.mul(T.sub(X, Scalar(3, Row)), Scale));
    Value *Weighted = T.mul(Weight, DOut);
    Value *C1 = R.mean(T.mul(Normal, Weighted)), *C2 = R.mean(Weighted);
    Value *Along = T.add(T.mul(Normal, R.each(C1)), R.each(C2));
    R.store(T.mul(T.sub(Weighted, Along), Scale), F->getArg(5), Half, Row);
    return {T.add(Sums[0], T.mul(DOut, Normal)), T.add(Sums[1], DOut)};
  };
  KernelWriter::Values Sums = W.loop(S.Rows / S.TileRows, {Zero, Zero}, Turn);
  R.store(Sums[0], F->getArg(6), Float, W.block());
  R.store(Sums[1], F->getArg(7), Float, W.block());
  W.end();
}

/// layer_norm_sum(dweights, dbiases, dweight, dbias)
void layerNormSum(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("layer_norm_sum", S.Threads, 4);
  Value *First = W.times(W.block(), S.TileColumns), *One = W.number(1);
  KernelWriter::Values Bounds;
  if (S.Columns % S.TileColumns)
    Bounds = {W.B.CreateNSWSub(W.number(S.Columns), First)};
  for (unsigned I : {0, 1}) {
    KernelWriter::Values OfParts = Bounds;
    if (!OfParts.empty())
      OfParts.insert(OfParts.begin(), W.number(S.TileRows));
    Value *Parts = T.load(W.at(F->getArg(I), Float, First), Float,
                          {S.TileRows, S.TileColumns},
                          {W.number(S.Columns), One}, OfParts);
    Value *Sum = T.reduce(LineOperation::FAdd, Parts, 0);
    T.store(W.at(F->getArg(2 + I), W.B.getHalfTy(), First),
            T.cast(Sum, W.B.getHalfTy()), {One}, Bounds);
  }
  W.end();
}
