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
// after the other, beginning with C: first those of thread 0's first k, as many
// as the instruction takes from a lane, then the next. Lanes of A and B hold
// the same k, whichever they are.
//
// A tile that is larger than the result wraps around, as its layout does: what
// it computes for row 8 of 8 is row 0 again. Along k copies would be added
// twice. There, registers and lanes that lie behind k hold zeros, in both
// factors, since 0 times infinity is not 0:
//
//   m16n8k16, k = 4      lanes t0 t1 | t2 t3 | registers r4.. of A
//                        k 0..3      | zeros | zeros
//
// Sums of half and bfloat are float in between if the instruction's are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMIT_EMITDOT_H
#define F2LAYOUT_PASSES_TENSORS_EMIT_EMITDOT_H

#include "passes/tensors/layouts/DotLayouts.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// A B + C in the layouts of the choice, all as vectors of registers. Thread is
/// the thread's number in the block.
llvm::Value *emitDot(llvm::IRBuilder<> &Builder, const DotChoice &Choice,
                     const LayoutTable &Table, llvm::Value *Thread,
                     llvm::Value *A, llvm::Value *B, llvm::Value *C);

/// The registers of a factor (Operand 0: A, 1: B) that hold the elements 1, 2,
/// 4, ... of what the first instruction takes from a thread. Empty if there is
/// no instruction.
llvm::SmallVector<unsigned, 4> fragmentRegisters(const DotChoice &Choice,
                                                 const LayoutTable &Table,
                                                 unsigned Operand);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMIT_EMITDOT_H
