//===- Alternatives.h - What there is to choose from ------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A remark says what became of an array. Whoever wants to know why
// must see the other ways, too, and what each was thought to cost.
//
// Example. print<f2layout-alternatives> for a row-major store and a
// column-major load of 8 x 8 words in each of 128 threads:
//
//   alternatives in 'transpose', blocks of 128x1x1
//     array tile, 33792 bytes: stays where it is
//     exchange through tile, 8 x i32 within each warp
//       24.5 clocks: shuffle, chosen
//       34.0 clocks: shared
//       98.0 clocks: as written
//
// Clocks are those of one warp, barrier included, and without what surrounds
// the exchange. An exchange may stay although another way is cheaper: other
// loads of the array, or registers, may stand against it, and the last word
// names the reason as the remark does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CHOOSE_ALTERNATIVES_H
#define F2LAYOUT_PASSES_CHOOSE_ALTERNATIVES_H

#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

/// print<f2layout-alternatives>
class AlternativesPrinterPass : public PrinterPass<AlternativesPrinterPass> {
  Options Opts;

public:
  AlternativesPrinterPass(Options Opts, llvm::raw_ostream &OS)
      : PrinterPass(OS), Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CHOOSE_ALTERNATIVES_H
