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
// Each way is a choice with the layouts of A, B and the result. So is the
// transpose of MFMA and WMMA: D^T = B^T A^T puts neighbours of a row of D into
// registers of a lane.
//
// Order of k. All k are summed, so A and B may exchange them alike. MFMA
// 16x16x32 takes 8 neighbours from a lane. They may be 0..3 and 16..19 instead,
// which a lane of a transposed result holds: a result becomes a factor without
// moving.
//
// Small matrices. A tile that is larger than the result wraps around: lanes and
// registers hold copies of rows and columns, and compute copies of the result.
// The same with more warps than tiles. A tile that is longer than k has zeros
// there (EmitDot.h).
//
// Without an instruction threads multiply by themselves: the result is cut into
// rectangles of 4 x 4, and a thread has the rows and columns of its own.
//
// A price states the clocks of a warp, so that a large tile for a small matrix
// does not win where threads are faster. It includes the loads and stores of
// factors that do not fit in registers besides the result. A factor that is
// read from shared memory is not counted: its loads stand at the product, and
// the code generator moves each to the part that needs it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_LAYOUTS_DOTLAYOUTS_H
#define F2LAYOUT_PASSES_TENSORS_LAYOUTS_DOTLAYOUTS_H

#include "intrinsics/target/Target.h"
#include "intrinsics/tensors/MatrixInstruction.h"
#include "intrinsics/tensors/TensorType.h"
#include "passes/tensors/layouts/LayoutTable.h"

namespace f2layout {
inline namespace passes {

struct DotChoice {
  LayoutId A = 0, B = 0, Result = 0;
  /// Null: multiplications and additions of single elements.
  const MatrixInstruction *By = nullptr;
  /// The instruction computes the transpose.
  bool Transposed = false;
  /// Of a warp.
  double Clocks = 0;
  /// Registers of 32 bits that the factors take in a thread, as far as they
  /// are held.
  unsigned FactorWords = 0;
};

/// The matrices of a product, A B + C.
struct DotTypes {
  TensorType A, B, Result;
  /// Factors may lose precision.
  bool MayRound = false;
  /// The factor is in registers as a whole, not read in parts.
  bool HoldsA = true, HoldsB = true;
};

/// Words of factors that a thread holds besides its part of the result. With
/// more of them it may run out of registers.
unsigned comfortableFactorWords(const Target &T);

/// The ways to make the product, several for one layout of the result if
/// factors may lie in several, best first where nothing else counts. Empty if
/// a thread cannot hold its part of a matrix: k is too large.
std::vector<DotChoice> dotLayouts(const DotTypes &Of, LayoutTable &Table,
                                  const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_LAYOUTS_DOTLAYOUTS_H
