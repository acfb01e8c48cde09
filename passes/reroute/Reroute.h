//===- Reroute.h - f2layout-reroute ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Values that threads exchange go through shared memory, with whatever
// bank conflicts the source's indexing has.
//
// Example. cub::WarpExchange<int, 4>::BlockedToStriped, per thread:
//
//   before   4 x st.shared.b32 (4-way conflicts), bar.warp.sync,
//            4 x ld.shared.b32
//   after    4 x shfl.sync.idx and 16 selp, or 1 x st.shared.v4.b32 and
//            4 x ld.shared.b32 without conflicts, whichever is faster
//
// Algorithm. The class Exchanges proves which value moves to which thread. The
// planner (layouts/routes/Planner.h) finds the cheapest plan for the target.
// The pass compares its price with that of the original accesses, and emits the
// plan at the barrier if it is cheaper. Stores that are no longer read are
// removed. If the proof needs the block's shape and the launch does not state
// it, the pass tests at the kernel's entry for the shape that the addresses
// suggest. The original code runs if the test fails.
//
// Loops that hide an exchange are unrolled or split first, and conditional
// stores made unconditional, where that pays; README.md names the files. A
// plan's barrier of the same scope replaces the original one. No other barrier
// changes: f2layout-relax removes those that no longer order anything.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_REROUTE_REROUTE_H
#define F2LAYOUT_PASSES_REROUTE_REROUTE_H

#include "passes/exchange/PlanCache.h"
#include "passes/price/Placement.h"
#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class ReroutePass : public llvm::PassInfoMixin<ReroutePass> {
  Options Opts;
  MakePlacements Place;
  std::shared_ptr<PlanCache> Cache = std::make_shared<PlanCache>();

public:
  /// Place: the placements of a kernel's arrays, which plans are compared with;
  /// without it, with the code as it is.
  explicit ReroutePass(Options Opts = {}, MakePlacements Place = nullptr)
      : Opts(std::move(Opts)), Place(std::move(Place)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
};

/// print<f2layout-roundtrips>
class ExchangesPrinterPass : public llvm::PassInfoMixin<ExchangesPrinterPass> {
  llvm::raw_ostream &OS;

public:
  explicit ExchangesPrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_REROUTE_REROUTE_H
