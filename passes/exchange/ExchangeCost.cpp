//===- ExchangeCost.cpp - The cost of an exchange as it is written --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeCost.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static SmallVector<AccessRow, 16> rowsOf(const Exchange &X) {
  SmallVector<AccessRow, 16> Rows;
  for (unsigned A : X.Stores)
    Rows.push_back({A, X.WarpAddresses[Rows.size()]});
  for (unsigned A : X.Loads)
    Rows.push_back({A, X.WarpAddresses[Rows.size()]});
  return Rows;
}

PlanCost f2layout::costAsWritten(const Exchange &X, const SharedObject &Object,
                                 const Machine &M) {
  const SmallVector<AccessRow, 16> Rows = rowsOf(X);
  WrittenAccesses Written = countWritten(Rows, Object, M);
  PlanCost Cost;
  Cost.Stores = Written.Stores;
  Cost.Loads = Written.Loads;
  RowCost Run = costOfRows(Rows, Object, M);
  Cost.Wavefronts = Run.Wavefronts;
  bool Block = X.At->K == SyncPoint::Block;
  ++(Block ? Cost.BlockBarriers : Cost.WarpBarriers);
  Cost.Clocks = std::max(Run.Wavefronts * M.Costs.Wavefront,
                         X.Move.NumResults * M.Costs.Element + Run.Packing) +
                (Block ? M.Costs.BlockBarrier : M.Costs.WarpBarrier);
  return Cost;
}

bool f2layout::hasContiguousStores(const Exchange &X,
                                   const SharedObject &Object,
                                   const Machine &M) {
  return countWritten(rowsOf(X), Object, M).ContiguousStores;
}
