//===- RerouteRemarks.h - What f2layout-reroute tells the user ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:12:3: remark: shared exchange through tile of 4 x i32 per thread
//   within each warp became 4 shuffles, 16 selects: 20 -> 8 clocks per warp,
//   bound 4; the next best, shared memory, takes 14
//
// If a kernel has many, the exchanges through one array that became something
// else are one remark, with the sums. Those that stay for one reason always
// are, and loads. Every number is an argument of the remark, so that
// llvm-remarkutil can add them up.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_REROUTE_REROUTEREMARKS_H
#define F2LAYOUT_PASSES_REROUTE_REROUTEREMARKS_H

#include "passes/exchange/ExchangePlan.h"
#include "passes/exchange/ScratchDoubleBuffering.h"
#include "passes/exchange/WarpRaces.h"
#include "passes/support/RemarkBook.h"

namespace f2layout {
inline namespace passes {

/// Passed for the plans that were chosen, Missed for those that were not,
/// Analysis of what the original accesses cost. The plans are for a second
/// version of the kernel, for blocks of the size Version, if there is one.
void remarkPlans(KernelRemarks &Out, const Exchanges &R,
                 llvm::ArrayRef<ExchangePlan> Plans, const Target &T,
                 std::optional<std::array<unsigned, 3>> Version);

/// Passed for each array that grows.
void remarkDoubleBuffering(KernelRemarks &Out, const Exchanges &R,
                           llvm::ArrayRef<DoubleBufferedArray> Parted);

/// Missed for the loads and arrays that the search refused, of those that Which
/// picks. Where: " in blocks of 256", if what was found is about these alone.
void remarkMissed(KernelRemarks &Out, llvm::Function &F, const Exchanges &R,
                  llvm::function_ref<bool(const MissedExchange &)> Which,
                  llvm::StringRef Where = "");

/// Missed for an array that lanes of a warp read and write in no order.
void remarkRaces(KernelRemarks &Out, llvm::ArrayRef<WarpRace> Races);

/// Missed for a function whose search ended at the limit of search=.
void remarkSearchEnded(KernelRemarks &Out, llvm::Function &F,
                       unsigned Millions);

/// Missed for a function as a whole.
void remarkFunction(KernelRemarks &Out, llvm::Function &F, llvm::StringRef Name,
                    llvm::StringRef Why);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_REROUTE_REROUTEREMARKS_H
