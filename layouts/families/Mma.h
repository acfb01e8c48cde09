//===- Mma.h - Fragments of mma.sync and wgmma ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp multiplies an m x k matrix A by a k x n matrix B. Each lane has a few
// elements of A, of B and of the result. All of NVIDIA's fragments since sm_75
// follow one pattern: lane = 4 * group + t, the group chooses a row (of A and
// of the result; a column of B), t chooses a piece of the row. Lane 5, group 1,
// t = 1, in m16n8k16 of f16 (registers are elements, two to a 32-bit register):
//
//             C, D: columns n           A: columns k
//             0 1 2 3 4 5 6 7           0 1 2 3 ... 8 9 10 11 ...
//   row 0     t0  t1  t2  t3            t0  t1  ... t0  t1
//   row 1     t4  t5  t6  t7            t4  t5  ... t4  t5
//                 ^ t5 r0 r1                ^ t5 r0 r1   ^ t5 r4 r5
//   ...
//   row 9     t4  t5  t6  t7            t4  t5  ... t4  t5
//                 ^ t5 r2 r3                ^ t5 r2 r3   ^ t5 r6 r7
//
//   C   register=[[0,1],[8,0]],       lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//   A   register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//   B   register=[[1,0],[8,0]],       lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]
//
// So, from the inside: kWidth neighbours in a register (32 / element bits of
// them; 2 in a result, 1 of f64 operands), 4 lanes along the row, 8 lanes down,
// then registers down to the instruction's m, then registers along to its n or
// k. In B, rows and columns are exchanged: neighbours follow each other along
// k.
//
// kWidth. An operand whose elements have another width than the instruction
// computes with (int8 that is converted to f16 in registers) is loaded with the
// kWidth of its type: 4 neighbours per lane. The product sums over k, so a
// permutation of k that A and B share changes nothing.
//
// wgmma. Each of four warps has a 16 x N result of the same pattern, one below
// the other. A may come from registers in the same pattern; B always comes from
// shared memory. Version 3 therefore differs in the size of the tile and in the
// order of the warps.
//
// (PTX ISA 9.2, section 9.7.14.5, "Matrix Fragments for mma.m16n8k16 with
// floating point type" and its neighbours, which give formulas; section
// 9.7.15.5.1.1, "Register Fragments" of wgmma, which draws them, and CUTLASS's
// CLayout_64xN and ALayout_64xK, which are the same. The paper: proposition
// 4.7. Triton: `#ttg.nvidia_mma<{versionMajor, versionMinor, warpsPerCTA,
// instrShape}>` and `#ttg.dot_op` of it.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_MMA_H
#define F2LAYOUT_LAYOUTS_FAMILIES_MMA_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct DotOperandParams;

struct MmaParams {
  unsigned VersionMajor = 2; ///< 2: mma.sync. 3: wgmma.
  unsigned VersionMinor = 0; ///< Does not change the layout.
  /// One for each dimension of the result, which is [m,n] or [batch,m,n].
  llvm::SmallVector<unsigned> WarpsPerCta;
  /// Version 2: the result's tile of a warp, [16,8] or [1,16,8].
  /// Version 3: [m,n,k] with m the 16 rows of one of the four warps.
  llvm::SmallVector<unsigned> InstrShape;
  CgaLayout Cga;
};

/// The result's layout on a tensor of this shape, [m,n] or [batch,m,n].
/// Fails unless the version is 2 or 3, there is a number of warps for each
/// dimension, and the instruction's tile has m of at least 8 and n of at least
/// 8, all powers of two.
llvm::Expected<LinearLayout> mmaLayout(const MmaParams &P,
                                       llvm::ArrayRef<uint64_t> Shape);

/// Operand A on [m,k] or B on [k,n] (or with a batch dimension in front), in
/// tiles of 8 kWidth along k. Warps that differ only in n (A) or m (B) hold the
/// same.
/// Fails if kWidth is no power of two, for B of version 3, which is never in
/// registers, and where mmaLayout does.
llvm::Expected<LinearLayout> mmaOperandLayout(const MmaParams &Parent,
                                              const DotOperandParams &P,
                                              llvm::ArrayRef<uint64_t> Shape);

/// A matrix of an instruction.
enum class MmaMatrix { A, B, Result };

/// What one mma.sync.m..n..k.. takes from, or gives to, one warp: registers
/// (elements, in the manual's order a0, a1, ...) and lanes to [m,k], [k,n] or
/// [m,n]. ElementBits is that of the matrix: 1, 4, 8, 16, 32 or 64. So
/// mmaFragment(MmaMatrix::A, 16, 8, 16, 16) is A in the picture above.
/// Fails for a shape that does not hold a whole number of the pattern.
llvm::Expected<LinearLayout> mmaFragment(MmaMatrix Which, unsigned M,
                                         unsigned N, unsigned K,
                                         unsigned ElementBits);

/// What wgmma.mma_async.m64nNkK takes from (A) or gives to (Result) the four
/// warps of a warpgroup. N is a multiple of 8; where it is not a power of two,
/// the layout has the next power of two, and registers 4 * N / 8 and above have
/// no meaning. ElementBits is that of the matrix. Fails for B, for N above 256,
/// and for a K that is not 256 bits.
llvm::Expected<LinearLayout> wgmmaFragment(MmaMatrix Which, unsigned N,
                                           unsigned K, unsigned ElementBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_MMA_H
