//===- TensorMemory.h - Tensor memory of sm_100 and its accesses ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor memory is 128 rows (the manual calls them lanes, a word that here
// means threads) of 512 columns of 32 bits. It holds the results of matrix
// products. A tile of 128 rows is stored directly, element (m,n) in row m and
// column n. A tile of 64 rows uses half of each warp's rows:
//
//    rows of the memory    0..15   16..31   32..47   48..63   64..79  ...
//    rows of the tile      0..15   (A)      16..31   (A)      32..47  ...
//
//   row=[[1,0],[2,0],[4,0],[8,0],A,[16,0],[32,0]]
//
// (A) is a second tile, if the tensor has one: 64 rows below ([64,0]), or else
// one tile to the right ([0,BlockN]). If there is none it is [0,0], a copy.
// Further tiles are in further columns, down first. If two blocks work together
// on 64 rows each, the right half of a tile's columns is in rows 64 and above.
//
// Each of four warps can access 32 rows, warp w the rows 32 w and up. The loads
// and stores give each lane 32-bit pieces, in these patterns (t: lane, r:
// register):
//
//   32x32b    row l:     t_l r0, r1, ...
//
//   16x64b    row 0:     t0  t2                columns 2j, 2j+1: register j
//             row 1:     t4  t6
//             row 8:     t1  t3
//
//   16x128b   row 0:     t0  t1  t2  t3        row 8: the same lanes, r1
//             row 1:     t4  t5  t6  t7        columns 4j..: r2j, r2j+1
//
//   16x256b   row 0:     t0r0 t0r1 t1r0 t1r1 ... t3r1     row 8: r2, r3
//             row 1:     t4r0 ...                         columns 8j..: r4j ..
//
//   16x32bx2  row l:     t_l r0, r1, ...  and, SplitOffset columns further,
//                        t_(16+l) r0, r1, ...
//
// (PTX ISA 9.2, section 9.7.16, "Tensor Memory", "Data path layout
// organization"; section 9.7.16.2.3.1, matrix fragments of tcgen05.ld and .st,
// drawings, and CUTLASS's TMEM_LOAD copy traits, which are the same.
// Triton: `#ttng.tensor_memory_encoding`,
// `#ttng.tensor_memory_scales_encoding`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_TENSORMEMORY_H
#define F2LAYOUT_LAYOUTS_FAMILIES_TENSORMEMORY_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct TensorMemoryParams {
  unsigned BlockM = 128; ///< Rows of an instruction's tile in a block: 64, 128.
  unsigned BlockN = 128; ///< Its columns.
  unsigned ColStride = 1; ///< Columns from one element to the next.
  CgaLayout Cga;
  bool TwoCtas = false;   ///< Two blocks make a tile together.
  bool Fp4Padded = false; ///< Every second column is unused, as if ColStride
                          ///< were twice as large.
};

/// Inputs row and col (and block) to [dim0,dim1]. A column is as wide as an
/// element.
/// Fails unless BlockM is 64 or 128, BlockN and ColStride are powers of two,
/// and the piece of a block is at least a tile high.
llvm::Expected<LinearLayout> tensorMemoryLayout(const TensorMemoryParams &P,
                                                llvm::ArrayRef<uint64_t> Shape);

struct TensorMemoryScalesParams {
  CgaLayout Cga;
};

/// The scale factors of block-scaled products, [rows, K / block size], bytes:
/// 32 rows by 4 columns to 32 rows of the memory, copied to all four warps;
/// the next 32 rows of the tensor in the next four columns, and so on.
llvm::Expected<LinearLayout>
tensorMemoryScalesLayout(const TensorMemoryScalesParams &P,
                         llvm::ArrayRef<uint64_t> Shape);

enum class TensorMemoryAtom { L32x32b, L16x64b, L16x128b, L16x256b, L16x32bx2 };

/// What tcgen05.ld and .st with `.num` = Num move: register (of 32 bits), lane
/// and warp to [row:128, col], from the column of the address. SplitOffset is
/// the distance of the two halves of 16x32bx2, and 0 for the others.
/// Fails unless Num is a power of two that needs at most 128 registers, and, of
/// 16x32bx2, SplitOffset is a multiple of Num above 0.
llvm::Expected<LinearLayout> tensorMemoryAccess(TensorMemoryAtom Atom,
                                                unsigned Num,
                                                unsigned SplitOffset = 0);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_TENSORMEMORY_H
