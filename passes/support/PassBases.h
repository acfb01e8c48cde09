//===- PassBases.h - What the classes of passes have in common ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass with parameters keeps them, and prints them with its name:
//
//   class ReaddressPass : public PassWithOptions<ReaddressPass> {
//   public:
//     using PassWithOptions::PassWithOptions;
//     PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
//   };
//
//   -print-pipeline-passes:  f2layout-readdress<block=32x8x1>
//
// A printer keeps the stream, and also runs on functions that are not
// optimised.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_PASSBASES_H
#define F2LAYOUT_PASSES_SUPPORT_PASSBASES_H

#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"
#include <utility>

namespace f2layout {
inline namespace passes {

/// Parameters prints itself in the syntax of pipelines, "<a;b>"; nothing if all
/// have their defaults.
template <typename Pass, typename Parameters = Options>
class PassWithOptions : public llvm::PassInfoMixin<Pass> {
public:
  explicit PassWithOptions(Parameters Opts = {}) : Opts(std::move(Opts)) {}
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName) {
    llvm::PassInfoMixin<Pass>::printPipeline(OS, MapName);
    Opts.print(OS);
  }

protected:
  Parameters Opts;
};

template <typename Pass> class PrinterPass : public llvm::PassInfoMixin<Pass> {
public:
  explicit PrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  static bool isRequired() { return true; }

protected:
  llvm::raw_ostream &OS;
};

/// Prints what an analysis says of a function.
template <typename Analysis>
class AnalysisPrinterPass : public PrinterPass<AnalysisPrinterPass<Analysis>> {
public:
  using PrinterPass<AnalysisPrinterPass>::PrinterPass;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM) {
    AM.getResult<Analysis>(F).print(this->OS);
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PASSBASES_H
