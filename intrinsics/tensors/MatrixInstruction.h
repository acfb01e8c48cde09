//===- MatrixInstruction.h - Instructions that multiply matrices ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each instruction: the processors that have it, the types, the tile,
// and the family of layouts that its fragments belong to. A lane passes its
// elements of a tile in the order of the fragment's registers, several of them
// in each operand of the intrinsic:
//
//   llvm.nvvm.mma.m16n8k16.row.col.f32.f32
//     A  8 halves as four <2 x half>   B  4 halves as two   C, D  four floats
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TENSORS_MATRIXINSTRUCTION_H
#define F2LAYOUT_INTRINSICS_TENSORS_MATRIXINSTRUCTION_H

#include "intrinsics/target/Target.h"
#include "layouts/families/Family.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

struct MatrixInstruction {
  unsigned Intrinsic = 0; ///< llvm::Intrinsic::ID.
  unsigned M = 0, N = 0, K = 0;
  /// Of DotOperandParams.
  unsigned KWidth = 0;
  enum Family { Mma } Of = Mma;

  /// The result's layout for that many warps along rows and columns.
  DistributedFamily resultFamily(llvm::ArrayRef<unsigned> Warps) const;
  /// The fragment of one matrix: registers and lanes to [m,k], [k,n] or [m,n].
  /// ElementBits is that of the matrix.
  llvm::Expected<LinearLayout> fragment(MmaMatrix Which,
                                        unsigned ElementBits) const;
};

/// The instructions of the target for factors and a result of these elements.
llvm::SmallVector<const MatrixInstruction *, 2>
matrixInstructions(const Target &T, const llvm::Type *Factor,
                   const llvm::Type *Result);

/// One instruction: the registers of D, from those of A, B and C in the order
/// of the fragments.
llvm::SmallVector<llvm::Value *, 16>
emitMatrixProduct(llvm::IRBuilderBase &B, const MatrixInstruction &I,
                  llvm::ArrayRef<llvm::Value *> A,
                  llvm::ArrayRef<llvm::Value *> Factor,
                  llvm::ArrayRef<llvm::Value *> C);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TENSORS_MATRIXINSTRUCTION_H
