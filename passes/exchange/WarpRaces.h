//===- WarpRaces.h - Lanes that rely on running together --------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The end of a reduction is often written for GPUs on which the lanes
// of a warp always ran together:
//
//   if (t < 32) {
//     s[t] += s[t + 16];   // lane 0 reads s[16], which lane 16 writes
//     s[t] += s[t + 8];
//     ...
//   }
//
// Without volatile, LLVM keeps the last store alone; with or without, the lanes
// may run at different times. It is a race, so the accesses stay as they are,
// and its author should hear of it.
//
// Algorithm. Of each load and store of an array between which no barrier lies,
// the bytes of the threads of a block are compared. A pair of threads of one
// warp is reported if the one reads what the other writes.
//
// Rule. Only what is certain is said:
//   * both accesses are outside of loops, and both threads run them, or both
//     under one condition that is the same for the two;
//   * from the last block that dominates both, no way leads through a point at
//     which threads may wait before it comes to either;
//   * nothing else orders them: barriers that all threads of the block, or all
//     lanes of a warp, come to, are the same in number and order for the two
//     threads. If one is not proved to be like that, it must not be both before
//     and behind them;
//   * no two threads of different warps have such a pair: then a barrier of the
//     warp would not be enough;
//   * one thread alone writes the byte. Where several do, as in "all threads
//     store the size, and read it back", they may mean to write the same.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_WARPRACES_H
#define F2LAYOUT_PASSES_EXCHANGE_WARPRACES_H

#include "passes/exchange/WriterTable.h"
#include "passes/support/SearchBudget.h"

namespace f2layout {
inline namespace passes {

/// A load and a store that nothing orders, with an example.
struct WarpRace {
  const SharedObject *Object = nullptr;
  llvm::Instruction *Load = nullptr, *Store = nullptr;
  unsigned Reader = 0, Writer = 0; ///< Threads of one warp.
  int64_t Byte = 0;                ///< In the array.
  /// The store writes what is computed from the load.
  bool IsStep = false;
  /// In every such pair of threads, the reader has the lower number.
  bool ReadsHigher = false;
};

/// The first of each array, in blocks of the shape that the launch states, or
/// of one row.
llvm::SmallVector<WarpRace, 2> findWarpRaces(const FunctionAnalyses &C,
                                             SearchBudget &Budget);

/// What would order the accesses, as the advice of a remark.
std::string adviceFor(const WarpRace &R);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_WARPRACES_H
