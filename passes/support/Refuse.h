//===- Refuse.h - Report an error instead of rewriting --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A request of the user cannot be met, for example because a target's
// table cannot be read, or because -f2layout-block=banana is no size. To
// continue without it would silently generate other code than was asked for.
//
// Example. f2layout<costs=h200.json> without that file:
//
//   error: f2layout: costs: cannot read 'h200.json': No such file or directory
//
// Algorithm. This pass takes the place of the others. It reports the error
// once, to the module's context, and leaves the module unchanged. It ignores
// modules that are not for a GPU, since clang also runs the pipeline for the
// host.
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
