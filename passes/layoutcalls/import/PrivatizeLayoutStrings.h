//===- PrivatizeLayoutStrings.h - Keep strings through ThinLTO's import ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ThinLTO imports a device function into the module of the kernel that calls
// it, and with it the constants that it names, but as available_externally:
//
//   @a.llvm.7 = available_externally hidden constant [..] c"register=[[1]],
//   ..." define available_externally <2 x i32> @f(<2 x i32> %x) {
//     %y = call <2 x i32> @f2.convert.v2i32(<2 x i32> %x, ptr @a.llvm.7, ...)
//
// Towards the end of the optimiser such a constant becomes a declaration, since
// another object file defines it. Then the layout can no longer be read. So
// before the optimiser, this pass gives every such operand of a layout call a
// private copy.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_PRIVATIZELAYOUTSTRINGS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_PRIVATIZELAYOUTSTRINGS_H

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

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_PRIVATIZELAYOUTSTRINGS_H
