//===- MatrixMove.h - Matrices of halves between lanes and memory ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps on words that are 8 x 8 matrices of 16-bit halves (Plan.h), with
// NVIDIA's instructions:
//
//   transpose                 movmatrix.sync.aligned.m8n8.trans.b16
//   storematrix.x4.turned     stmatrix.sync.aligned.m8n8.x4.trans.b16
//   loadmatrix.x1             ldmatrix.sync.aligned.m8n8.x1.b16
//
// All lanes of the warp come here together. (PTX ISA 9.2, section 9.7.14.5.)
// LLVM 22 has no intrinsic of movmatrix: it is inline assembly, without side
// effects and convergent.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_MATRIXMOVE_H
#define F2LAYOUT_INTRINSICS_MATRIXMOVE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {

/// The i32 word turned.
llvm::Value *emitTranspose(llvm::IRBuilder<> &B, llvm::Value *Word);

/// Stores 1, 2 or 4 words to rows of 16 bytes; Row is this lane's row's address
/// in shared memory.
void emitStoreMatrix(llvm::IRBuilder<> &B, llvm::Value *Row,
                     llvm::ArrayRef<llvm::Value *> Words, bool Turned);

/// Loads so many words, 1, 2 or 4.
llvm::SmallVector<llvm::Value *, 4> emitLoadMatrix(llvm::IRBuilder<> &B,
                                                   llvm::Value *Row,
                                                   unsigned Count, bool Turned);

} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_MATRIXMOVE_H
