//===- Import.h - f2layout-import: what front ends and sources state ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Metadata and annotations state what inference cannot prove: the layout of an
// array, the register that an access is of, the shape of a block. This pass
// brings them into one form, and says what is wrong with them, all of it:
//
//   error: in function k void (ptr): !f2.layout on store: register 4, expected
//   less than 4, the layout's registers
//
//   1. Annotations become attributes and metadata (Annotations.h).
//   2. Malformed metadata (StatedLayouts.h, ArrayLayout.h) is an error. In a
//      function that has some, or whose arrays have, the other passes rewrite
//      nothing.
//   3. A statement that is proved wrong is a warning: optimisations may have
//      moved the access and kept its metadata. It is not used, nor is any other
//      about the same array (StatedFacts.h).
//   4. Metadata that does not say of how many registers it is gets that number,
//      while it is still true.
//   5. Functions around conversions are made convergent (WaitingFunctions.h).
//
// In clang the pass runs twice: before the optimiser, without a word, so that
// nothing comes between 1, 4 or 5 and the source, and at its end.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class ImportPass : public llvm::PassInfoMixin<ImportPass> {
  bool Says;

public:
  /// Says: what is wrong is reported.
  explicit ImportPass(bool Says = true) : Says(Says) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_H
