//===- Rows.cpp - Gathers and scans along rows --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// gather_rows(in, index, out)
void gatherRows(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy(), *Int = W.B.getInt32Ty();
  Function *F = W.begin("gather_rows", S.Threads, 3);
  KernelWriter::Values Strides = {W.number(S.Columns), W.number(1)};
  Value *Start = W.times(W.block(), S.TileRows * S.Columns);
  Value *X = T.load(W.at(F->getArg(0), Float, Start), Float,
                    {S.TileRows, S.Columns}, Strides);
  Value *Index = T.load(W.at(F->getArg(1), Int, Start), Int,
                        {S.TileRows, S.Columns}, Strides);
  T.store(W.at(F->getArg(2), Float, Start), T.gather(X, Index, 1), Strides);
  W.end();
}

/// cumulative_sum(in, out)
void cumulativeSum(KernelWriter &W, Sizes S) {
  TensorBuilder &T = W.T;
  Type *Float = W.B.getFloatTy();
  Function *F = W.begin("cumulative_sum", S.Threads, 2);
  KernelWriter::Values Strides = {W.number(S.Columns), W.number(1)};
  Value *Start = W.times(W.block(), S.TileRows * S.Columns);
  Value *X = T.load(W.at(F->getArg(0), Float, Start), Float,
                    {S.TileRows, S.Columns}, Strides);
  T.store(W.at(F->getArg(1), Float, Start), T.scan(LineOperation::FAdd, X, 1),
          Strides);
  W.end();
}
