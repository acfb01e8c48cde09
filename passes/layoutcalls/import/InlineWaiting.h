//===- InlineWaiting.h - Inline device functions that wait for a launch ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout call in a device function waits until the function's launch is known
// (Lower.h). Only a kernel states a launch:
//
//   define internal <2 x i32> @f(<2 x i32> %x) {
//     %y = call <2 x i32> @f2.convert.v2i32(...)      ; for how many threads?
//   define ptx_kernel void @k(...) "nvvm.reqntid"="64" {
//     %z = call <2 x i32> @f(<2 x i32> %y)
//
// The optimiser may not inline @f, at -O0 or because it is large. But the call
// has a meaning, so it cannot stay. This pass inlines @f into its callers, and
// so on upwards until a kernel or a function with a stated launch is reached. A
// function that is discardable and no longer used is deleted, so that no layout
// call is left in code that never runs.
//
// Before a link the kernel may be in another module. Then the function and its
// callers are marked alwaysinline: ThinLTO imports them, however large they
// are. In ThinLTO's backends the module that defines the function keeps a body
// that it does not need and that cannot be lowered. The body is deleted, so
// that a caller in another module that has no copy leads to an undefined
// symbol.
//
// Functions that cannot be inlined stay: because of recursion, a "noinline"
// that is not from -O0, or another processor. f2layout-lower then reports an
// error.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_INLINEWAITING_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_INLINEWAITING_H

#include "passes/support/LinkPhase.h"
#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

class InlineWaitingPass : public PassWithOptions<InlineWaitingPass> {
  LinkPhase Phase;

public:
  explicit InlineWaitingPass(Options Opts = {},
                             LinkPhase Phase = LinkPhase::Whole)
      : PassWithOptions(std::move(Opts)), Phase(Phase) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_INLINEWAITING_H
