//===- ScratchSeparation.h - Plans at one barrier in the same bytes -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. One barrier may have several exchanges through one array, as where a
// tile of bytes and a tile of words are parts of it. Their plans stand one
// behind the other, in the order of the exchanges, and each begins at the first
// byte of the array:
//
//   store A; barrier; load A         of the first
//   store A; barrier; load A         of the second, too early for warps that
//                                    have not loaded yet
//
// Rule. The block barrier of a plan keeps what stands before it from what
// stands behind it. So a plan needs a barrier before its stores if an earlier
// one at the same barrier has loaded the same bytes, and no plan in between has
// a barrier of the block. Plans that take turns (ScratchDoubleBuffering.h) use
// other bytes, and another plan's barrier is between two of the same part.
//
// Exchanges at different barriers are kept apart by ExchangePlan::BarrierBefore
// already.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_SCRATCHSEPARATION_H
#define F2LAYOUT_PASSES_EXCHANGE_SCRATCHSEPARATION_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// Both keep to slices of their warps, and the slices are the same: a barrier
/// of the warp separates them.
bool haveSameSlices(const Plan &A, const Plan &B);

/// Sets ExchangePlan::BarrierBefore, once it is known which bytes plans use.
void separateAtBarriers(llvm::MutableArrayRef<ExchangePlan> Plans,
                        const Exchanges &R);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_SCRATCHSEPARATION_H
