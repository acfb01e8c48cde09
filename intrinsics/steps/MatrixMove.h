//===- MatrixMove.h - Matrices between lanes and memory -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps on matrices (Plan.h), with the instructions that have their tiles:
//
//   transpose                        movmatrix.sync.aligned.m8n8.trans.b16
//   storematrix.x4.transposed        stmatrix.sync.aligned.m8n8.x4.trans.b16
//   loadmatrix.x1                    ldmatrix.sync.aligned.m8n8.x1.b16
//   loadmatrix.x1.transposed.b8      ldmatrix.sync.aligned.m16n16.x1.trans.b8
//   storematrix.x1.transposed.b8     stmatrix.sync.aligned.m16n8.x1.trans.b8
//   loadmatrix.x1.b64.transposed     ds_read_b64_tr_b16
//   loadmatrix.x1.b64.transposed.b8  ds_read_b64_tr_b8
//
// All lanes of the warp must reach these instructions together. (PTX ISA 9.2,
// section 9.7.14.5; CDNA4 ISA guide, section 11.4.) LLVM 22 has no intrinsic of
// movmatrix: it is emitted as convergent inline assembly without side effects.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_MATRIXMOVE_H
#define F2LAYOUT_INTRINSICS_STEPS_MATRIXMOVE_H

#include "layouts/machine/MatrixTile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// The transposed i32 word.
llvm::Value *emitTranspose(llvm::IRBuilder<> &B, llvm::Value *Word);

/// Stores the words of 1, 2 or 4 matrices; Row is the address in shared memory
/// of the row that this lane points at. The tile is one of the target's.
void emitStoreMatrix(llvm::IRBuilder<> &B, llvm::Value *Row,
                     llvm::ArrayRef<llvm::Value *> Words,
                     const MatrixTile &Tile);

/// Loads the words of 1, 2 or 4 matrices.
llvm::SmallVector<llvm::Value *, 4> emitLoadMatrix(llvm::IRBuilder<> &B,
                                                   llvm::Value *Row,
                                                   unsigned Count,
                                                   const MatrixTile &Tile);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_MATRIXMOVE_H
