//===- Dpas.h - Tensors in fragments of Intel's DPAS ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DPAS, "dot product accumulate systolic", multiplies an M x K matrix A by a K
// x N matrix B. M is the repeat count, N the execution size. K consists of a
// systolic depth of 8 steps, each of one 32-bit channel: opsPerChannel
// elements, so that K = 8 opsPerChannel. With f16 and 16 lanes that is 8x16 by
// 16x16:
//
//   A  k      0    1   ...  15         B  n     0       1     ...  15
//   row 0     t0   t1       t15 r0     k 0      t0 r0   t1 r0      t15 r0
//   row 1     t0   t1       t15 r1     k 1      t0 r1   t1 r1      t15 r1
//   ...                                k 2      t0 r2   t1 r2      t15 r2
//   row 7     t0   t1       t15 r7     ...
//
//   C  n      0    1   ...  15         A  register=[[1,0],[2,0],[4,0]],
//   row 0     t0   t1       t15 r0        lane=[[0,1],[0,2],[0,4],[0,8]]
//   row 1     t0   t1       t15 r1     C  the same, to [m,n]
//   ...                                B  register=[[1,0],[2,0],[4,0],[8,0]],
//   row 7     t0   t1       t15 r7        lane=[[0,1],[0,2],[0,4],[0,8]]
//
// The rules. C: a lane holds one column. B: a lane also holds one column, and
// the elements of a channel stay together. A: a row is spread over the lanes,
// with as many neighbours per lane as needed, and never less than 16 bits: two
// elements of 8 bits. If a row does not occupy all lanes (32 lanes, or 32-bit
// elements), the other lanes hold the next rows in A and in C, and the next
// channels in B.
//
// Warps. A cluster of repCluster tiles, along n first, is the tile of a warp;
// warps follow each other along n first. Operands repeat along k first.
//
// The project supports this layout, but no Intel target.
//
// (The work items' contributions are specified by
// cl_intel_subgroup_matrix_multiply_accumulate of the Khronos OpenCL registry;
// 32 lanes are a convention of Triton. Triton:
// `#triton_intel_gpu.dpas<{repeatCount, systolicDepth, executionSize,
// opsPerChan, threadsPerWarp, warpsPerCTA, repCluster}>` and `#ttg.dot_op` of
// it.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_DPAS_H
#define F2LAYOUT_LAYOUTS_FAMILIES_DPAS_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct DotOperandParams;

struct DpasParams {
  unsigned RepeatCount = 8;     ///< M: 1, 2, 4 or 8.
  unsigned SystolicDepth = 8;   ///< Steps along k: 8.
  unsigned ExecutionSize = 16;  ///< N: 8 or 16.
  unsigned OpsPerChannel = 2;   ///< Elements in 32 bits: 1, 2 or 4.
  unsigned ThreadsPerWarp = 16; ///< 8, 16 or 32, at least the execution size.
  /// One for each dimension of the result, [m,n] or [batch,m,n] (or with more
  /// batch dimensions in front).
  llvm::SmallVector<unsigned> WarpsPerCta;
  /// Tiles of a warp, one number for each dimension; if empty, one tile. 1
  /// along batch dimensions.
  llvm::SmallVector<unsigned> RepCluster;
};

/// The result's layout on a tensor of this shape.
/// Fails unless the numbers are among those above and there is a number of
/// warps for each dimension.
llvm::Expected<LinearLayout> dpasLayout(const DpasParams &P,
                                        llvm::ArrayRef<uint64_t> Shape);

/// Operand A on [m,k] or B on [k,n], or with the batch dimensions in front.
/// KWidth makes no difference: Triton writes the number of 16-bit elements for
/// A, and opsPerChannel for B. Fails where dpasLayout does.
llvm::Expected<LinearLayout> dpasOperandLayout(const DpasParams &Parent,
                                               const DotOperandParams &P,
                                               llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_DPAS_H
