//===- PrivatizeLayoutStrings.h - Strings that outlive ThinLTO's import ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ThinLTO copies a device function into the module of the kernel that calls it,
// and with it the constants it names, but on loan:
//
//   @a.llvm.7 = available_externally hidden constant [..] c"register=[[1]],
//   ..." define available_externally <2 x i32> @f(<2 x i32> %x) {
//     %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a.llvm.7, ...)
//
// Towards the end of the optimiser what is on loan becomes a declaration, since
// another object file has it; then nobody can read the layout any more. So this
// pass, before the optimiser, gives every such operand of a layout call a
// private copy.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_PRIVATIZELAYOUTSTRINGS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_PRIVATIZELAYOUTSTRINGS_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class PrivatizeLayoutStringsPass
    : public llvm::PassInfoMixin<PrivatizeLayoutStringsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_PRIVATIZELAYOUTSTRINGS_H
