//===- MatrixInstruction.h - Instructions that multiply matrices ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each instruction (MatrixInstructions.def): the processors that have
// it, the types, the tile, and the family of layouts that its fragments belong
// to. A lane passes its elements of a tile in the order of the fragment's
// registers, several of them in each operand of the intrinsic:
//
//   llvm.nvvm.mma.m16n8k16.row.col.f32.f32
//     A  8 halves as four <2 x half>   B  4 halves as two   C, D  four floats
//   llvm.amdgcn.mfma.i32.16x16x32.i8
//     A, B  8 bytes as one i64         C, D  one <4 x i32>  cbsz, abid, blgp  0
//   llvm.amdgcn.wmma.i32.16x16x16.iu8, gfx12
//     A, B  8 bytes as <2 x i32>, each behind an i1 that says "signed"
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TENSORS_MATRIXINSTRUCTION_H
#define F2LAYOUT_INTRINSICS_TENSORS_MATRIXINSTRUCTION_H

#include "intrinsics/target/Target.h"
#include "layouts/families/Family.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

enum class MatrixElement { Half, BFloat, Float, Double, Int8, Int32 };

/// The type of such elements.
llvm::Type *typeOf(MatrixElement E, llvm::LLVMContext &Context);

struct MatrixInstruction {
  llvm::StringLiteral Processors;
  MatrixElement Factor, Sum;
  bool Rounds; ///< Factors lose precision.
  unsigned M, N, K;
  enum Family { Mma, Mfma, Wmma1, Wmma2 } Of;
  /// Of DotOperandParams.
  unsigned KWidth;
  unsigned Intrinsic; ///< llvm::Intrinsic::ID.
  double Clocks;      ///< On an SM or CU.

  /// Whether A and B may be exchanged, so that it computes the transpose and
  /// resultFamily is that of the transpose.
  bool canTranspose() const { return Of != Mma; }
  /// Lanes of the waves that can run it.
  unsigned laneBits() const { return Of == Mfma ? 6 : 5; }
  /// The result's layout for that many warps along rows and columns.
  DistributedFamily resultFamily(llvm::ArrayRef<unsigned> Warps,
                                 bool Transposed = false) const;
  /// The fragment of one matrix: registers and lanes to [m,k], [k,n] or [m,n],
  /// perhaps with other inputs and outputs of no bits.
  llvm::Expected<LinearLayout> fragment(MmaMatrix Which) const;
};

/// All rows.
llvm::ArrayRef<MatrixInstruction> allMatrixInstructions();

/// The instructions of the target for factors and sums of these elements, in
/// the order of the rows. Where none has such sums, those with sums of float
/// for half and bfloat. MayRound allows those that round factors.
llvm::SmallVector<const MatrixInstruction *, 4>
matrixInstructions(const Target &T, const llvm::Type *Factor,
                   const llvm::Type *Sum, bool MayRound);

/// A factor's element as the instruction wants it: rounded, if it does not
/// round by itself.
llvm::Value *emitMatrixFactor(llvm::IRBuilderBase &B,
                              const MatrixInstruction &I, llvm::Value *Element);

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
