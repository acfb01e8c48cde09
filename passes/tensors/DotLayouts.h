//===- DotLayouts.h - The layouts of a matrix product ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A B + C of tensors is made of products of tiles: one instruction for each
// tile of a warp, or multiplications of single elements. An instruction states
// the layouts of its operands within a warp. How warps share the result is
// free:
//
//   64 x 64 by mma.m16n8k16, four warps       a warp reads
//   4 x 1    each 16 rows, all columns        16 rows of A, all of B
//   2 x 2    each 32 rows, 32 columns         32 rows of A, 32 columns of B
//
// Each way is a choice with the layouts of A, B and the result. Where no
// instruction fits, threads multiply: the result is cut into small rectangles,
// and a thread has the rows and columns of its own.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_DOTLAYOUTS_H
#define F2LAYOUT_PASSES_TENSORS_DOTLAYOUTS_H

#include "intrinsics/target/Target.h"
#include "intrinsics/tensors/MatrixInstruction.h"
#include "intrinsics/tensors/TensorType.h"
#include "passes/tensors/LayoutTable.h"

namespace f2layout {
inline namespace passes {

struct DotChoice {
  LayoutId A = 0, B = 0, Result = 0;
  /// Null: multiplications and additions of single elements.
  const MatrixInstruction *By = nullptr;
};

/// The ways to make the product, best first where nothing else counts.
std::vector<DotChoice> dotLayouts(const TensorType &A, const TensorType &B,
                                  const TensorType &Result, LayoutTable &Table,
                                  const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_DOTLAYOUTS_H
