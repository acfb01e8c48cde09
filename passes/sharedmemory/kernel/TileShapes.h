//===- TileShapes.h - Block shapes in which the tiles make sense ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Only the host knows the block of a kernel that states no bounds. But
// the kernel fills its tiles, under conditions and in loops, as only blocks of
// one shape would:
//
//   __shared__ float rows[16][128], scores[16 * 16];
//   for (d = tx; d < 128; d += 16)     // 32 x 32 threads: ty = 16 is outside
//     rows[ty][d] = in[ty][d];         // of the array; 32 x 16: tx = 16 meets
//   __syncthreads();                   // the second iteration of tx = 0
//   ..
//   scores[tx + 16 * ty] = score;      // 32 x 8: (16, 0) meets (0, 1)
//
// Algorithm. The stores are evaluated in blocks of likely shapes, the largest
// ones first. A shape makes sense if every thread that may run a store has a
// place of its own inside of the array. The shape must also be shown to be the
// largest one: by a bound, by larger shapes that make no sense, or because all
// threads together fill an array.
//   * Under a condition on the thread's index, only the threads that meet it
//     are counted. Such a store does not show that a block is as large as its
//     array. All threads meet a condition on their place in the grid, as in the
//     middle of it. Stores under any other condition show nothing.
//   * In a loop, the threads are compared in any one iteration, or in the first
//     one if the address has no common form; and the second iteration with the
//     first one if no barrier lies between. Of a part that is the same in all
//     threads only the extent is known.
//   * Of two stores in a row, as of an unrolled loop, the threads of the second
//     one are compared with those of the first one: s[ty][tx + 16],
//     s[ty][tx + 32] show that no row is longer than 16.
//   * Threads that differ in a dimension which the address does not depend on
//     have the same place on purpose. So have neighbours with the same place:
//     the store is one of a warp or of the block, and shows nothing.
//
// Use. This is a guess. It decides about costs (KernelEvals.h) and about which
// shape a second version of the kernel is made for, and proves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_TILESHAPES_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_TILESHAPES_H

#include "passes/launch/EvalShape.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/SearchBudget.h"

namespace f2layout {
inline namespace passes {

class SharedMemoryInfo;

/// The shapes in which the tiles make sense, the likeliest first; all have as
/// many threads. Empty if nothing shows how large the block is.
llvm::SmallVector<EvalShape, 4> tileShapes(SharedMemoryInfo &Memory,
                                           const LaunchShape &L,
                                           SearchBudget &Budget);

/// The shapes to try if nothing is proved for the stated one, most likely
/// first: that of the tiles, then the others (LikelyShapes.h).
llvm::SmallVector<EvalShape, 16> shapesToTry(SharedMemoryInfo &Memory,
                                             const LaunchShape &L);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_TILESHAPES_H
