//===- Mfma.h - Tensors in fragments of AMD's MFMA ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MfmaFragment.h has the fragments of a single instruction. A product of
// matrices gives each wave (here: warp) of a block such tiles. A 32x64 result
// of four warps, two by two, with 16x16 tiles:
//
//   MfmaParams{/*Version=*/3, /*WarpsPerCta=*/{2,2},
//              /*InstrShape=*/{16,16,16}}
//
//   columns        0..15         16..31        32..47        48..63
//   rows 0..15     warp 0 r0-3   warp 1 r0-3   warp 0 r4-7   warp 1 r4-7
//   rows 16..31    warp 2 r0-3   warp 3 r0-3   warp 2 r4-7   warp 3 r4-7
//
//   and in each tile   row 0..3     t0 r0-3    t1   ...  t15
//                      row 4..7     t16        t17       t31
//                      row 8..11    t32        t33       t47
//                      row 12..15   t48        t49       t63
//
//   register=[[1,0],[2,0],[0,32]],
//   lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], warp=[[0,16],[16,0]]
//       -> [32,64]
//
// Register r of lane t of a tile is row r + 4 (t / 16), column t % 16.
//
// Transposed. A and B are exchanged in the instruction. It then computes the
// transpose of the result, and four registers follow each other along a row.
// This helps to store rows, and the next product's operand A has this form.
// Only the result's layout changes.
//
// Tiles per warp. With {2,2} a warp has 2x2 neighbouring tiles instead of one.
// Registers run through all tiles of the tensor, along a row of tiles first.
//
// Operands. A lane holds kWidth consecutive k of its row of A (column of B);
// the next group of lanes holds the next k. kWidth is a lane's share of k in
// one instruction or a multiple of it (16x16x16 of f16: 4); the product may
// permute k as long as A and B agree. Warps that differ along n hold the same
// part of A.
//
// Four rows or columns. Of the 16 blocks of 4x4x4_16B, instrShape {4,64} makes
// one tile with the blocks side by side, and {64,4} (always transposed) one
// with the blocks below each other. {4,4} adds the blocks up: each computes a
// sixteenth of k, and after the sum 16 lanes hold the same element.
//
// (CDNA3 and CDNA4 instruction set architecture, section 7.1.4. Triton:
// `#ttg.amd_mfma<{version, warpsPerCTA, instrShape, isTransposed, tilesPerWarp,
// elementBitWidth}>` and `#ttg.dot_op` of it.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_MFMA_H
#define F2LAYOUT_LAYOUTS_FAMILIES_MFMA_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct DotOperandParams;

struct MfmaParams {
  unsigned Version = 3; ///< 1: gfx908. 2: gfx90a. 3: gfx942. 4: gfx950.
  /// One for each dimension of the result, [m,n] or [batch,m,n] (or with more
  /// batch dimensions in front).
  llvm::SmallVector<unsigned> WarpsPerCta;
  /// [m,n,k], or [m,n], since layouts do not depend on k: 32x32, 16x16, 4x4,
  /// 4x64 or 64x4.
  llvm::SmallVector<unsigned> InstrShape;
  bool IsTransposed = false;
  /// One for each dimension; if empty, one tile.
  llvm::SmallVector<unsigned> TilesPerWarp;
  unsigned ElementBitWidth = 32; ///< Of the result; 64 for f64.
  CgaLayout Cga;
};

/// The result's layout on a tensor of this shape.
/// Fails unless the version and the instruction exist (64x4 only transposed, 64
/// bits from version 2 with 16x16) and there is a number of warps, and of tiles
/// if given, for each dimension; tiles along batch dimensions are 1.
llvm::Expected<LinearLayout> mfmaLayout(const MfmaParams &P,
                                        llvm::ArrayRef<uint64_t> Shape);

/// Operand A on [m,k] or B on [k,n], or with the batch dimensions in front.
/// Fails if kWidth is no power of two, and where mfmaLayout does.
llvm::Expected<LinearLayout> mfmaOperandLayout(const MfmaParams &Parent,
                                               const DotOperandParams &P,
                                               llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_MFMA_H
