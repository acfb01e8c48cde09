//===- DotOperand.h - Operands of a product, from its result --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A B + C, with C held in some layout. Which elements of A and B must each
// thread hold? With plain multiplications (fma), it needs every row of A and
// every column of B for which it has an element of C. Four lanes hold a 2x2
// matrix C, one element each; A is 2x2, B is 2x2:
//
//        C             A (operand 0)           B (operand 1)
//      t0 t1     row 0: t0r0 t0r1 (and t1)   column 0: t0r0 t0r1 (and t2)
//      t2 t3     row 1: t2r0 t2r1 (and t3)   column 1: t1r0 t1r1 (and t3)
//
//   C   register=[],              lane=[[0,1],[1,0]] -> [2,2]
//   A   register=[[0,1]],         lane=[[0,0],[1,0]] -> [2,2]
//   B   register=[[1,0]],         lane=[[0,1],[0,0]] -> [2,2]
//
// Matrix instructions distribute the operands over lanes in other ways; the
// headers of their families have drawings.
//
// (Triton: `#ttg.dot_op<{opIdx, parent, kWidth}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_DOTOPERAND_H
#define F2LAYOUT_LAYOUTS_FAMILIES_DOTOPERAND_H

#include "layouts/families/Tiling.h"
#include <memory>

namespace f2layout {
inline namespace layouts {

struct DistributedFamily;

struct DotOperandParams {
  unsigned OpIdx = 0; ///< 0: A, of M x K. 1: B, of K x N.
  std::shared_ptr<const DistributedFamily> Parent; ///< Of the result, M x N.
  /// Consecutive elements along K that a lane holds; 0 for fma.
  unsigned KWidth = 0;
};

/// The dimension of the operand that the product sums over: the last of A, the
/// last but one of B.
/// Fails if OpIdx is neither 0 nor 1 or Rank is less than 2.
llvm::Expected<unsigned>
contractedDim(llvm::StringRef Family, const DotOperandParams &P, unsigned Rank);

/// Checks, for parents that are matrix instructions, that KWidth is a power of
/// two.
llvm::Error checkKWidth(llvm::StringRef Family, const DotOperandParams &P);

/// The contracted dimension, then the others, the last of them first: the order
/// in which operands repeat. For A it is [Rank-1, ..., 0].
llvm::SmallVector<unsigned> contractedFirst(unsigned Rank,
                                            unsigned ContractedDim);

/// Blocks that differ along the contracted dimension hold the same elements.
CgaLayout operandCga(const CgaLayout &Result, unsigned ContractedDim);

/// The operand's layout on a tensor of the operand's shape. A leading batch
/// dimension is also the result's. Fails if there is no parent or the parent's
/// products have no operands in registers, if OpIdx is neither 0 nor 1, and
/// where the family's own function does.
llvm::Expected<LinearLayout> dotOperandLayout(const DotOperandParams &P,
                                              llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_DOTOPERAND_H
