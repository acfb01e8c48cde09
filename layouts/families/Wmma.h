//===- Wmma.h - Tensors in fragments of AMD's WMMA ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V_WMMA_F32_16X16X{K} multiplies 16 x K by K x 16 with the 32 lanes of a wave.
// Both halves of the wave run along the same 16 columns of the result (rows of
// A, columns of B). The generations differ in what the second half holds.
//
// Version 1, gfx11: the halves hold alternate rows of the result; both hold all
// of the operands.
//
//   result        column 0    1    ...  15     A      k 0..15
//   row 0         t0 r0       t1        t15    row 0  t0 and t16, r0..r15
//   row 1         t16 r0      t17       t31    row 1  t1 and t17
//   row 2         t0 r1       t1        t15    ...
//   ...                                        row 15 t15 and t31
//   row 15        t16 r7      t17       t31
//
//   result  register=[[2,0],[4,0],[8,0]], lane=[[0,1],...,[0,8],[1,0]]
//   A       register=[[0,1],[0,2],[0,4],[0,8]], lane=[[1,0],...,[8,0],[0,0]]
//
// Version 2, gfx12: the first half has rows 0..7, the second rows 8..15; the
// halves have different k of the operands, kWidth consecutive ones each, and
// then further ones in further registers. In the order that AMD's calculator
// prints, kWidth is 4 for elements of 16 bits and 8 for those of 8 bits. Every
// other order that A and B share gives the same products; this is kWidth 8:
//
//   result        column 0    1    ...  15     A      k 0..7     k 8..15
//   row 0         t0 r0       t1        t15    row 0  t0 r0..7   t16 r0..7
//   row 1         t0 r1       t1        t15    row 1  t1         t17
//   ...                                        ...
//   row 8         t16 r0      t17       t31    row 15 t15        t31
//   ...
//
//   result  register=[[1,0],[2,0],[4,0]], lane=[[0,1],...,[0,8],[8,0]]
//   A       register=[[0,1],[0,2],[0,4]], lane=[[1,0],...,[8,0],[0,8]]
//
// Version 3, gfx1250: like version 2, with more k: after kWidth of them in each
// half, the first half continues in further registers. In 16x16x32 with kWidth
// 8, lane 0 has k 0..7 and 16..23. There is also 32x16x128, which consists of
// two such tiles one below the other, the second in further registers.
//
// Transposed. A and B are exchanged: the instruction computes the transpose, so
// rows and columns of the result's tile are exchanged, and 32x16 becomes 16x32.
//
// Warps and tiles. Tiles follow each other along a row first: tilesPerWarp of
// them in one warp, then those of the other warps, and so on down. CtaLayout is
// more general, in units of tiles: registers and warps to the tile's position.
// register=[[2,0]], warp=[[2,1],[1,0]] -> [4,2] rotates the second column, so
// that at any time warps 0 and 1 are in different rows (w: warp, r: its tiles):
//
//   w0 r0   w1 r1
//   w2 r0   w3 r1
//   w0 r1   w1 r0
//   w2 r1   w3 r0
//
// (RDNA3 instruction set architecture, section 7.9; RDNA4 and CDNA5, section
// 7.12: "Wave Matrix Multiply Accumulate". AMD's matrix instruction calculator
// has formulas for gfx11 and gfx12, AMD's FlyDSL strides for gfx11, gfx12 and
// gfx1250. 32x16x128 is only in Triton. Triton: `#ttg.amd_wmma<{version,
// ctaLayout or warpsPerCTA and tilesPerWarp, isTranspose, instrShape}>` and
// `#ttg.dot_op` of it.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_WMMA_H
#define F2LAYOUT_LAYOUTS_FAMILIES_WMMA_H

#include "layouts/families/Tiling.h"
#include <optional>

namespace f2layout {
inline namespace layouts {

struct DotOperandParams;

struct WmmaParams {
  unsigned Version = 2; ///< 1: gfx11. 2: gfx12. 3: gfx1250.
  /// One for each dimension of the result, [m,n] or [batch,m,n] (or with more
  /// batch dimensions in front).
  llvm::SmallVector<unsigned> WarpsPerCta;
  /// One for each dimension; if empty, one tile.
  llvm::SmallVector<unsigned> TilesPerWarp;
  /// In place of both: register and warp to tiles, outputs dim0, dim1, ...
  std::optional<LinearLayout> CtaLayout;
  bool IsTransposed = false;
  /// [m,n,k]. Version 1: 16x16x16. Version 2: k of 16 or 32. Version 3: k of 4,
  /// 32, 64 or 128, and 32x16x128.
  llvm::SmallVector<unsigned> InstrShape = {16, 16, 16};
  CgaLayout Cga;
};

/// The result's layout on a tensor of this shape.
/// Fails unless the version has the instruction, there are warps (and tiles, if
/// given) for each dimension or a CtaLayout, not both, and that is linear with
/// the inputs register and warp.
llvm::Expected<LinearLayout> wmmaLayout(const WmmaParams &P,
                                        llvm::ArrayRef<uint64_t> Shape);

/// Operand A on [m,k] or B on [k,n], or with the batch dimensions in front.
/// Tiles that differ only along the other matrix's dimension are equal and held
/// once. Fails if kWidth is not a power of two, and where wmmaLayout does.
llvm::Expected<LinearLayout> wmmaOperandLayout(const WmmaParams &Parent,
                                               const DotOperandParams &P,
                                               llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_WMMA_H
