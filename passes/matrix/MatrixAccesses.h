//===- MatrixAccesses.h - f2layout-matrix ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The operands of a matrix product come from tiles in shared memory.
// Code that does not use ldmatrix loads them as follows:
//
//   reg = *(uint32_t *)&As[row + lane / 4 + 8 * (j & 1)]
//                         [k + 2 * (lane % 4) + 8 * (j >> 1)];    // four times
//
// Example. The four loads are one instruction. Lane l supplies the address of
// row l % 8 of matrix l / 8, which lane 4 * (l % 8) computed for itself before:
//
//   ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r0, r1, r2, r3}, [row];
//
// Eight loads of halves, joined in pairs, are one ldmatrix.x4.trans; the four
// loads of a column on gfx950 are one ds_read_b64_tr_b16; stores are stmatrix.
//
// Algorithm. MatrixGroups finds accesses that fit a tile of the target.
// ConvergenceInfo proves that all lanes are there. MatrixEffects proves that
// another lane may make the access, or that a warp barrier makes that possible.
// LaneRemat computes the addresses, and MatrixEmit emits the instructions. By
// the target's prices of wavefronts and barriers, the result must not take more
// clocks, and it must have fewer accesses.
//
// Limits. Rows keep their places, with their bank conflicts; f2layout-readdress
// moves them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXACCESSES_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXACCESSES_H

#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

class MatrixAccessesPass : public PassWithOptions<MatrixAccessesPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXACCESSES_H
