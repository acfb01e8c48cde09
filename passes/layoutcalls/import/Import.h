//===- Import.h - f2layout-import: layouts stated by front ends -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Metadata and annotations state facts that inference cannot prove: the layout
// of an array, the register that an access belongs to, the shape of a block.
// This pass brings them into one form, and reports all that is wrong with them:
//
//   error: in function k void (ptr): !f2.layout on store: register 4, expected
//   less than 4, the layout's registers
//
//   1. Annotations become attributes and metadata (Annotations.h).
//   2. Malformed metadata (StatedLayouts.h, ArrayLayout.h) is an error. If a
//      function or one of its arrays has some, no other pass rewrites anything
//      in it.
//   3. A statement that is proved wrong is a warning: optimisations may have
//      moved the access and kept its metadata. It is not used, and neither is
//      any other about the same array (StatedFacts.h).
//   4. Metadata that does not state its number of registers gets that number,
//      while it is still correct.
//   5. Functions around conversions are made convergent (WaitingFunctions.h).
//
// In clang the pass runs twice. It runs before the optimiser, without messages,
// so that steps 1, 4 and 5 see the source unchanged; and it runs at the end.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_IMPORT_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_IMPORT_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class ImportPass : public llvm::PassInfoMixin<ImportPass> {
  bool Says;

public:
  /// Says: report what is wrong.
  explicit ImportPass(bool Says = true) : Says(Says) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_IMPORT_H
