//===- EmitDot.h - Matrix products of registers ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles of a warp follow from the layouts: the registers of thread 0 of the
// result fall into tiles of the instruction, and so do those of A and B. All
// threads do the same with their own elements. Products along k are added one
// after the other, beginning with C.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMITDOT_H
#define F2LAYOUT_PASSES_TENSORS_EMITDOT_H

#include "passes/tensors/DotLayouts.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// A B + C in the layouts of the choice, all as vectors of registers. K is the
/// size of the dimension that is summed.
llvm::Value *emitDot(llvm::IRBuilder<> &Builder, const DotChoice &Choice,
                     const LayoutTable &Table, uint64_t K, llvm::Value *A,
                     llvm::Value *B, llvm::Value *C);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMITDOT_H
