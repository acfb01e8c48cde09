//===- ExchangeCost.h - The cost of an exchange as it is written ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of an exchange's accesses and its barrier, as they run
// (price/AccessCost.h).
//
// Example. In a round of a tree, 32 warps come to the barrier, and two add:
//
//   if (t < 64) s[t] += s[t + 64];
//
// The other warps branch around the accesses, but would run those of a plan,
// which compete for the memory pipe before its barrier. So the accesses as they
// are written count for two warps of 32, and a plan's for each. An exchange
// within the warps needs no barrier once it is replaced: the block then does
// not wait for the warp that adds, and that warp's time counts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGECOST_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGECOST_H

#include "layouts/plan/Plan.h"
#include "passes/exchange/Exchanges.h"
#include "passes/price/AccessCost.h"
#include "passes/price/Placement.h"

namespace f2layout {
inline namespace passes {

/// The cost of an exchange with its barrier. Stores and Loads are counted as
/// written; Wavefronts and Clocks as they run.
PlanCost costAsWritten(const Exchange &X, const SharedObject &Object,
                       const Machine &M);

/// The clocks of the stores alone, as they run.
double clocksOfStores(const Exchange &X, const SharedObject &Object,
                      const Machine &M);

/// The cost of the exchange if the array's elements are at other places.
PlanCost costInPlace(const Exchange &X, const SharedObject &Object,
                     const Placement &Other, const Machine &M);

/// The clocks that no placement goes below.
double leastClocksInPlace(const Exchange &X, const SharedObject &Object,
                          const Machine &M);

/// Some thread stores elements that follow each other.
bool hasContiguousStores(const Exchange &X, const SharedObject &Object,
                         const Machine &M);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGECOST_H
