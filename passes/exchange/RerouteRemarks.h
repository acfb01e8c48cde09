//===- RerouteRemarks.h - What f2layout-reroute tells the user ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:12:3: remark: shared exchange of 4 x i32 per thread within a warp
//   became 4 shuffles, 16 selects: 20 -> 8 clocks per warp, bound 4
//
// Every number is an argument of the remark, so that llvm-remarkutil can add
// them up.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_REROUTEREMARKS_H
#define F2LAYOUT_PASSES_EXCHANGE_REROUTEREMARKS_H

#include "passes/exchange/ExchangePlan.h"
#include "passes/exchange/ScratchDoubleBuffering.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"

namespace f2layout {
inline namespace passes {

/// Passed for each plan that was chosen, Missed for each that was not, Analysis
/// of what the original accesses cost.
void remarkPlans(llvm::OptimizationRemarkEmitter &ORE, const Exchanges &R,
                 llvm::ArrayRef<ExchangePlan> Plans, const Target &T);

/// Passed for each array that grows.
void remarkDoubleBuffering(llvm::OptimizationRemarkEmitter &ORE,
                           const Exchanges &R,
                           llvm::ArrayRef<DoubleBufferedArray> Parted);

/// Missed for each load or array that the search refused, of those that Which
/// picks.
void remarkMissed(llvm::OptimizationRemarkEmitter &ORE, llvm::Function &F,
                  const Exchanges &R,
                  llvm::function_ref<bool(const MissedExchange &)> Which);

/// Missed for a function whose search ended at the limit of search=.
void remarkSearchEnded(llvm::OptimizationRemarkEmitter &ORE, llvm::Function &F,
                       unsigned Millions);

/// Missed for a function as a whole.
void remarkFunction(llvm::OptimizationRemarkEmitter &ORE, llvm::Function &F,
                    llvm::StringRef Name, llvm::StringRef Why);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_REROUTEREMARKS_H
