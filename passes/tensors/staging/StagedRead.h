//===- StagedRead.h - Staged tensors from shared memory -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a wait reads its tensor in a layout. ldmatrix.x4 reads four matrices of
// eight rows of 16 bytes; lane l points at row l % 8 of matrix l / 8. A layout
// is one of matrices if these bits tell its elements apart:
//
//            place in the row        row of the matrix        others
//   plain    lane bits 0, 1          lane bits 2 to 4         not in the 16
//   .trans   lane bits 2 to 4        a register, lane bits    bytes of a row
//            (of 16-bit elements)    0 and 1
//
// For plain, the elements of a word are the lowest registers. The other
// registers, two at a time, tell the matrices apart. Since offsets in memory
// are a linear map of places (Memory's inverse), the address of lane l's row is
// one, too: what the thread that holds the row's first element would compute,
// with the bits of its number and of its registers exchanged.
//
// The four words of a load are in neighbouring registers, and so must be the
// words that a matrix instruction takes as one operand. So the matrices of a
// load are those of one operand first. Which these are the instruction says:
//
//   A of m16n8k16                 words (0,0) (8,0) (0,8) (8,8): all four
//   B of m16n8k16                 words (0,0) (8,0): two, and two of another
//
// Otherwise every word would be moved.
//
// Everything else is read by @f2.load.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_STAGING_STAGEDREAD_H
#define F2LAYOUT_PASSES_TENSORS_STAGING_STAGEDREAD_H

#include "intrinsics/target/Target.h"
#include "passes/tensors/layouts/LayoutTable.h"
#include "passes/tensors/program/TensorCall.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// The layout of a slot, from its offset in elements: rows of the dimension
/// Minor, whose pieces of 16 bytes are exchanged by xor, so that pieces of
/// eight rows below each other are in different banks.
LinearLayout stagedMemory(const TensorType &Type, unsigned Minor);

/// Clocks of a warp that reads the tensor in that layout.
double stagedReadPrice(const TensorType &Type, unsigned Minor,
                       const LayoutTable &Table, LayoutId L, const Target &T);

/// The registers of the tensor in the slot at Address. Near: registers (1, 2,
/// 4, ...) whose words shall be next to that of register 0, the nearest first.
llvm::Value *emitStagedRead(llvm::IRBuilder<> &B, const TensorType &Type,
                            unsigned Minor, const LayoutTable &Table,
                            LayoutId L, llvm::Value *Thread,
                            llvm::Value *Address, llvm::ArrayRef<unsigned> Near,
                            const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_STAGING_STAGEDREAD_H
