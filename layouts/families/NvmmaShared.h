//===- NvmmaShared.h - Tiles that TMA writes and wgmma reads --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies and the matrix instructions of sm_90 and later agree on a few
// swizzles of rows of 32, 64 or 128 bytes, eight rows to a core tile. Within
// it, 16-byte chunks are xor-ed with the row (128 bytes), with half of it (64)
// or with a quarter (32): chunk bits 4.. of the byte address ^= bits 7.. . With
// rows of 64 bytes, the chunk of the row that is kept at each place:
//
//   byte:     0     16    32    48  |  64    80    96    112
//   0        row 0: 0  1  2  3      | row 1: 0  1  2  3
//   128      row 2: 1  0  3  2      | row 3: 1  0  3  2
//   256      row 4: 2  3  0  1      | row 5: 2  3  0  1
//   384      row 6: 3  2  1  0      | row 7: 3  2  1  0
//
// For 16-bit elements: offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],
// [4,16]] -> [8,32].
//
// Larger tensors. One bulk copy fills a box as wide as the swizzle and at most
// 256 in every other dimension; core tiles follow each other down the box.
// Boxes follow each other along dim0 first, then dim1, ... If there are more
// than two dimensions, all but the innermost count as rows together.
//
// Transposed. The first dimension is the contiguous one: [n,m] is stored as
// [m,n] would be. If there are more than two dimensions, the box's elements are
// numbered in the order [dim1,...,dimN,dim0], the last one fastest, and the
// numbers are cut into as many rows as dimN has places. That is Triton's
// choice; a row of the matrix is then not a row of the tensor: on a box of
// [16,4,32], row 1 begins at (0,0,4).
//
// Padded 4-bit elements. A copy may spread 4-bit elements so that 16 of them (8
// bytes) take 16 bytes, the upper half unused, as mixed-precision products of
// sm_100 require. The tensor's elements are bytes of two such elements, and
// offset bit 3 makes no difference: offset=[[0,1],[0,2],[0,4],[0,0],[0,8],...].
//
// Dimensions. Triton assumes two dimensions, unless `rank` or CGALayout say
// otherwise; here, parameters that do not state them fit tensors of any rank.
//
// (PTX ISA 9.2, "Tensors: swizzling modes"; section 9.7.15, "Canonical layouts"
// of wgmma's operands in shared memory. CUDA driver API: CUtensorMapSwizzle.
// Triton: `#ttg.nvmma_shared<{swizzlingByteWidth, transposed, elementBitWidth,
// fp4Padded, rank}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_NVMMASHARED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_NVMMASHARED_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct NvmmaSharedParams {
  unsigned SwizzlingByteWidth = 0; ///< 0 (none), 32, 64 or 128.
  bool Transposed = false;
  unsigned ElementBitWidth = 16; ///< 8, 16, 32 or 64.
  bool Fp4Padded = false;        ///< ElementBitWidth is 8, for two elements.
  CgaLayout Cga;
  unsigned Rank = 0; ///< Dimensions of the tensor; 0: any number.
};

/// The input is the offset, in elements (with padding: of 8 bits), within the
/// piece that the block holds. The piece is aligned to a core tile: 8 rows, 256
/// to 1024 bytes. Fails for other widths, if the tensor has another rank, if
/// the piece is smaller than a core tile, and for a padded or transposed tensor
/// without swizzle.
llvm::Expected<LinearLayout> nvmmaSharedLayout(const NvmmaSharedParams &P,
                                               llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_NVMMASHARED_H
