//===- Softmax.cpp - Softmax of rows ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// softmax(in, out)
void softmax(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("softmax", S.Threads, 2);
  W.flushDenormals();
  const uint64_t Tile = PowerOf2Ceil(S.Columns);
  // Rows that are no power of two are filled up.
  KernelWriter::Values Bounds;
  if (Tile != S.Columns)
    Bounds = {W.number(S.Columns)};
  Value *One = W.number(1), *Row = W.times(W.block(), S.Columns);
  Value *X = T.load(W.at(F->getArg(0), Float, Row), Float, {Tile}, {One},
                    Bounds, ConstantFP::getInfinity(Float, true));
  Value *Largest = T.reduce(LineOperation::FMax, X, 0);
  Value *E = T.exp(T.sub(X, T.broadcastTo(Largest, {Tile})));
  Value *Sum = T.reduce(LineOperation::FAdd, E, 0);
  T.store(W.at(F->getArg(1), Float, Row), T.div(E, T.broadcastTo(Sum, {Tile})),
          {One}, Bounds);
  W.end();
}
