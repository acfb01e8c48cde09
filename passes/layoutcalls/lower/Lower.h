//===- Lower.h - f2layout-lower: replace layout calls by code -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends state data movement as calls (intrinsics/calls/LayoutCalls.h).
// This pass replaces each call by the cheapest code for the function's target:
//
//   %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a, ptr @b)
//
//     a = register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]
//     b = register=[[2]], lane=[[1],[4],[8],[16],[32]] -> [64]
//
// becomes one shuffle between two selects, and
//
//   call void @f2.store.v4i32(ptr addrspace(3) %p, <4 x i32> %x,
//                             ptr @a, ptr @m)
//
// the fewest stores that the two layouts and the alignment of %p allow.
//
// Unlike the other rewrites, lowering is required: the calls have a meaning. So
// this pass runs at every optimisation level, and no option disables it.
// Malformed calls are errors (Faults.h); a function that has one keeps all of
// its calls. So does a device function without a stated launch, if a link
// follows, or if it is discardable and unused (InlineWaiting.h deletes it). In
// all other functions no call is left, so that running the pass twice changes
// nothing.
//
// Algorithm, per function: read and check the calls; plan every conversion, of
// its elements and of narrower ones that they are made of (WidenLater.h); order
// those that use scratch (ScratchOrder.h); create one scratch array, as large
// as the largest plan needs; emit the code.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWER_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWER_H

#include "passes/support/LinkPhase.h"
#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

class LowerPass : public PassWithOptions<LowerPass> {
  LinkPhase Phase;

public:
  explicit LowerPass(Options Opts = {}, LinkPhase Phase = LinkPhase::Whole)
      : PassWithOptions(std::move(Opts)), Phase(Phase) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWER_H
