//===- InlineMap.h - The function of a map, for one element ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map calls its function once for each register. Nearly all such functions
// are one block, whose instructions are copied to the place of the call.
// Others are called, and inlined at the end, since that splits blocks.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMIT_INLINEMAP_H
#define F2LAYOUT_PASSES_TENSORS_EMIT_INLINEMAP_H

#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

class InlineMap {
public:
  /// F(Arguments) at the builder's point.
  llvm::Value *emit(llvm::IRBuilder<> &B, llvm::Function &F,
                    llvm::ArrayRef<llvm::Value *> Arguments);
  /// Inlines the calls that are left.
  void finish();

private:
  llvm::SmallVector<llvm::CallInst *, 16> Calls;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMIT_INLINEMAP_H
