//===- MfmaFragment.h - Operands and result of one MFMA -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V_MFMA_F32_{M}X{N}X{K} multiplies, with the 64 lanes of a wave, an M x K
// matrix A by a K x N matrix B. V_MFMA_F32_{M}X{N}X{K}_{B}B does so for B pairs
// of matrices at once, which are called blocks. M and N are 4, 16 or 32.
//
// Operands. A lane has one row of A (one column of B) of one block, and its
// share of consecutive k. Registers are elements here, however many of them
// share 32 bits. A of 16x16x16 f16:
//
//   k          0..3            4..7            8..11           12..15
//   row 0      t0 r0..r3       t16 r0..r3      t32 r0..r3      t48 r0..r3
//   row 1      t1              t17             t33             t49
//   ...
//   row 15     t15             t31             t47             t63
//
//   register=[[0,0,1],[0,0,2]],
//   lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,4],[0,0,8]] -> [1,16,16]
//
// With blocks, lanes run through the rows, then the blocks, and the remaining
// lanes through k: in 4x4x4_16B lane 4 b + i has row i of block b, all of k.
//
// Result. Four rows of a column follow each other in a lane's registers, a row
// group. Lanes run along the columns; the remaining lanes run down to further
// groups, and the remaining rows are in further registers. 32x32:
//
//   columns      0             1     ...  31
//   row 0..3     t0 r0..r3     t1         t31
//   row 4..7     t32 r0..r3    t33        t63
//   row 8..11    t0 r4..r7     t1         t31
//   ...
//   row 28..31   t32 r12..r15  t33        t63
//
//   register=[[0,1,0],[0,2,0],[0,8,0],[0,16,0]],
//   lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,16],[0,4,0]] -> [1,32,32]
//
// If one block does not have enough groups for the lanes (4x4), the lanes run
// through the blocks before they run down. In f64 a group is a single row:
// lanes of 4x4x4_4B run along 4 columns, 4 blocks, 4 rows.
//
// (CDNA3 and CDNA4 instruction set architecture, section 7.1.4, "Dense Matrix
// Layouts": input layout, output layout; 7.1.5 for 8 bits and less. CDNA1 and
// CDNA2 are the same, as AMD's matrix instruction calculator prints them. The
// result of 4x4x4_4B f64 is as in the calculator; by the manuals' formula lanes
// would run down before they run through the blocks.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_MFMAFRAGMENT_H
#define F2LAYOUT_LAYOUTS_FAMILIES_MFMAFRAGMENT_H

#include "layouts/families/Mma.h"

namespace f2layout {
inline namespace layouts {

struct MfmaInstruction {
  unsigned M = 0, N = 0, K = 0;
  unsigned Blocks = 1;
  bool IsF64 = false;
  /// The number of consecutive k that a lane holds before the next lane
  /// continues; 0: all of its share. Only 8-bit operands of 16x16x128_F8F6F4
  /// and 32x32x64_F8F6F4 are split into two pieces of 16 each: k 0..15 and
  /// 64..79 in lane 0 of 16x16x128.
  unsigned KWidth = 0;
};

/// The fragment: registers and lanes to [block,m,k] (A), [block,k,n] (B) or
/// [block,m,n] (result).
/// Fails unless all sizes are powers of two, M equals N, and each lane has a
/// whole share: M * Blocks at most 64, K at least 64 / (M * Blocks), M at least
/// a row group, KWidth at most a lane's share of k.
llvm::Expected<LinearLayout> mfmaFragment(MmaMatrix Which,
                                          const MfmaInstruction &I);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_MFMAFRAGMENT_H
