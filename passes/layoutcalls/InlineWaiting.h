//===- InlineWaiting.h - Device functions into kernels they wait for ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout call in a device function waits until the function's launch is known
// (Lower.h). Only a kernel states one:
//
//   define internal <2 x i32> @f(<2 x i32> %x) {
//     %y = call <2 x i32> @f2.convert.v2i32(...)      ; for how many threads?
//   define ptx_kernel void @k(...) "nvvm.reqntid"="64" {
//     %z = call <2 x i32> @f(<2 x i32> %y)
//
// Where the optimiser does not inline @f, at -O0 or because it is large, nobody
// else would: the call means something, so it cannot stay. This pass copies @f
// to where it is called, and so on upwards until a kernel or a function with a
// stated launch is reached. A function that is discardable and is not used any
// more is deleted, so that no call of a layout function is left in code that
// nobody runs.
//
// Before a link the kernel may be in another module. There the function and
// those who call it are marked alwaysinline: ThinLTO then copies them, however
// large they are. In ThinLTO's backends the module that it comes from keeps a
// body that nobody there needs and nobody can lower; it is deleted, so that a
// caller somewhere that has no copy is an undefined symbol.
//
// What forbids inlining stays: recursion, "noinline" that is not from -O0,
// another processor. f2layout-lower then says what it expected.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_INLINEWAITING_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_INLINEWAITING_H

#include "passes/support/LinkPhase.h"
#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class InlineWaitingPass : public llvm::PassInfoMixin<InlineWaitingPass> {
  Options Opts;
  LinkPhase Phase;

public:
  explicit InlineWaitingPass(Options Opts = {},
                             LinkPhase Phase = LinkPhase::Whole)
      : Opts(std::move(Opts)), Phase(Phase) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_INLINEWAITING_H
