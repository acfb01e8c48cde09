//===- ScratchDoubleBuffering.h - Exchanges take turns in an array --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Exchanges that follow each other through one array wait twice each:
// until all is stored, and until all is read, before the next one may store.
// Where a barrier takes longer than the accesses, as with elements of a byte,
// that is half of the time.
//
// Example. A loop that converts there and back, array of 4096 bytes:
//
//   store A; barrier; load A; barrier     store A;      barrier; load A
//   store A; barrier; load A; barrier     store A+4096; barrier; load A+4096
//
// On the right it has 8192 bytes. Between a load of one part and the next store
// to it lies the other part's barrier.
//
// Rule. Exchanges across the block take turns, two parts; in an odd number of
// them the last has a third if there is room, since in a loop the first comes
// after it. The array grows only in a kernel that calls nobody and has no
// dynamic shared memory, for blocks of known size, and only as far as lets the
// processor run three quarters of the threads that it can hold. Nothing depends
// on the parts but speed: f2layout-relax proves which barriers they make
// superfluous.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H
#define F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// An array that is to be used in parts, whether it grows for them or not.
struct DoubleBufferedArray {
  unsigned Object = 0; ///< Index in Exchanges::objects().
  unsigned Exchanges = 0;
  uint64_t Bytes = 0;                      ///< Of all parts.
  const SyncPoint *FirstBarrier = nullptr; ///< Of the first exchange.
};

/// Sets ExchangePlan::FirstByte of exchanges that share an array. MayGrow: beyond
/// what the array has.
llvm::SmallVector<DoubleBufferedArray, 2>
doubleBufferScratch(llvm::MutableArrayRef<ExchangePlan> Plans,
                    const Exchanges &R, const FunctionAnalyses &C,
                    const Target &T, bool MayGrow);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H
