//===- MatrixAsm.h - Accesses of tiles written in assembly ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. CUDA has no function for ldmatrix and stmatrix, so kernels write
// assembly, which takes the address as an integer:
//
//   unsigned at = __cvta_generic_to_shared(&tile[row][k]);
//   asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
//                "{%0, %1, %2, %3}, [%4];" : "=r"(..), .. : "r"(at));
//
// The array's address escapes, and no pass may move its elements, however many
// bank conflicts there are. The same holds for cp.async, the asynchronous copy
// by which many of these tiles are filled.
//
//   before   %i = trunc i64 (ptrtoint ptr addrspace(3) %p) to i32
//            call { i32, .. } asm sideeffect "ldmatrix..", "=r,..,r"(i32 %i)
//   after    call { i32, .. } @llvm.nvvm.ldmatrix...(ptr addrspace(3) %p)
//
// No intrinsic has the hints and the predicate of a copy (AsyncCopy.h). Such
// assembly stays as it is, but takes the pointer, which SharedObjects.h (in
// passes/sharedmemory/objects/) then knows as an access of the array:
//
//   before   asm sideeffect "cp.async..L2::128B [$0], [$1], 16;", "r,l"(i32 %i,
//   after    asm sideeffect "cp.async..L2::128B [$0], [$1], 16;", "l,l"(ptr ..
//
// Legality. The text is exactly one such instruction, with whatever blanks, or
// a predicate and then the copy under it. Its constraints are registers, or
// constants ("n"), which stand for numbers in the text: CUDA's own
// __pipeline_memcpy_async states sizes so. The integer is the address of %p, or
// a sum of it and other integers, which becomes a getelementptr. The intrinsic
// is the same instruction; it stands where the assembly stood. The wait for
// asynchronous copies stays assembly, which orders memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXASM_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXASM_H

#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// Replaces such assembly by intrinsics. True if F changed; its control flow
/// does not.
bool raiseMatrixAsm(llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXASM_H
