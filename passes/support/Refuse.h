//===- Refuse.h - An error instead of a rewrite ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. What the user asked for cannot be had, say because a table of the
// target cannot be read. To go on without it would give other code than asked
// for, silently.
//
// Example. f2layout<costs=h200.json> without that file:
//
//   error: f2layout: costs: cannot read 'h200.json': No such file or directory
//
// Algorithm. This pass stands where the others would; it reports the error to
// the module's context, once, and leaves the module as it was. Modules that are
// for no GPU are none of its business: clang runs the pipeline on the host's
// side too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REFUSE_H
#define F2LAYOUT_PASSES_SUPPORT_REFUSE_H

#include "llvm/IR/PassManager.h"
#include <string>

namespace f2layout {
inline namespace passes {

class RefusePass : public llvm::PassInfoMixin<RefusePass> {
  std::string Why;

public:
  explicit RefusePass(std::string Why) : Why(std::move(Why)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REFUSE_H
