//===- ScratchDoubleBuffering.h - Exchanges alternate between buffers -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Exchanges that follow each other through one array wait twice each:
// until all threads have stored, and until all have loaded before the next
// exchange may store. Where a barrier takes longer than the accesses, as with
// elements of one byte, this is half of the time.
//
// Example. A loop that converts to another layout and back, array of 4096
// bytes:
//
//   store A; barrier; load A; barrier     store A;      barrier; load A
//   store A; barrier; load A; barrier     store A+4096; barrier; load A+4096
//
// On the right the array has 8192 bytes. Between a load of one part and the
// next store to it there is the other part's barrier.
//
// Rule. Exchanges across the block alternate between two parts. If their number
// is odd, the last one uses a third part if there is room, since in a loop the
// first one follows it. The array grows only in a kernel that calls no other
// function and has no dynamic shared memory, for blocks of known size, and only
// so far that the processor can still run three quarters of the threads that it
// can hold. Only speed depends on the parts: f2layout-relax proves which
// barriers they make unnecessary.
//
// Price. An array that stays where it is, with a swizzle, keeps both barriers.
// So a plan that may take turns in a loop is compared with it after the clocks
// of one barrier are taken off.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H
#define F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// An array that is used in parts, whether or not it grows for them.
struct DoubleBufferedArray {
  unsigned Object = 0; ///< Index in Exchanges::objects().
  unsigned Exchanges = 0;
  uint64_t Bytes = 0;                      ///< Of all parts.
  const SyncPoint *FirstBarrier = nullptr; ///< Of the first exchange.
};

/// Sets ExchangePlan::FirstByte of exchanges that share an array. If MayGrow is
/// set, parts may lie beyond the array's present end.
llvm::SmallVector<DoubleBufferedArray, 2>
doubleBufferScratch(llvm::MutableArrayRef<ExchangePlan> Plans,
                    const Exchanges &R, const FunctionAnalyses &C,
                    const Target &T, bool MayGrow);

/// Whether exchanges through the array could take turns if all of them used it,
/// each with as many bytes as it has.
bool mayTakeTurns(unsigned Object, const Exchanges &R,
                  const FunctionAnalyses &C, const Target &T, bool MayGrow);

/// Whether the loop around the exchange has two block barriers for each of its
/// exchanges through the array, an even number, so that turns would save one.
bool wouldSaveBarriers(const Exchange &X, const Exchanges &R,
                       const FunctionAnalyses &C);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_SCRATCHDOUBLEBUFFERING_H
