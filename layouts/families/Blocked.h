//===- Blocked.h - Boxes of elements in boxes of threads ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp loads rows of f16, sixteen bytes per lane: eight elements side by
// side, four lanes along a row, eight rows, and four warps one below the other.
// That is
//
//   BlockedParams{/*SizePerThread=*/{1,8}, /*ThreadsPerWarp=*/{8,4},
//                 /*WarpsPerCta=*/{4,1}, /*Order=*/{1,0}}
//
//   columns    0..7    8..15   16..23  24..31
//   row 0      t0      t1      t2      t3        warp 0
//   row 1      t4      t5      t6      t7
//   ...
//   row 8      t0      t1      t2      t3        warp 1
//   ...
//
//   register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]],
//   warp=[[8,0],[16,0]] -> [32,32]
//
// The box of a thread is part of the box of its warp, which is part of the box
// of the block. In each box, numbers run along Order, the fastest dimension
// first. A larger tensor repeats the layout in further registers; a smaller one
// has copies (Tiling.h).
//
// (The paper: proposition 4.6. Triton: `#ttg.blocked<{sizePerThread,
// threadsPerWarp, warpsPerCTA, order}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_BLOCKED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_BLOCKED_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct DotOperandParams;

struct BlockedParams {
  llvm::SmallVector<unsigned> SizePerThread;
  llvm::SmallVector<unsigned> ThreadsPerWarp;
  llvm::SmallVector<unsigned> WarpsPerCta;
  llvm::SmallVector<unsigned> Order;
  CgaLayout Cga;
};

/// Fails unless all sizes are powers of two, one for each dimension of the
/// tensor, and Order is a permutation.
llvm::Expected<LinearLayout> blockedLayout(const BlockedParams &P,
                                           llvm::ArrayRef<uint64_t> Shape);

/// The operand of a product by plain multiplications whose result is blocked. A
/// thread holds all elements along K, and threads that differ along K hold the
/// same elements. DotOperand.h has an example.
///
/// Fails if KWidth is not 0 or the tensor has less than two dimensions.
llvm::Expected<LinearLayout>
blockedOperandLayout(const BlockedParams &Parent, const DotOperandParams &P,
                     llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_BLOCKED_H
