//===- IndexBounds.h - Threads that a kernel tells from the others --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel compares the index of a thread with a constant:
//
//   if (threadIdx.y >= 50)
//     return;
//
// In blocks of 16 rows, the test would never fail, and nobody would have
// written it. So blocks of 16x16 are not likely, and one of 16x64 is.
//
// Algorithm. For each dimension, the largest bound: C of `index < C` and of
// `index >= C`, and C + 1 of any other comparison with C. A block of just C
// threads is likely enough, since the test may be there for larger ones.
// Constants below 0 or from 1,024 on say nothing. Not counted are
//
//   - comparisons that run, or count, only where the size of the block says so:
//     if (blockDim.x >= 512 && threadIdx.x < 256) ...
//   - comparisons in front of a loop, which say how much work there is and not
//     how many threads: for (i = threadIdx.x; i < 100; i += 64) ...
//
// Use. This decides which shapes are likely (LikelyShapes.h), and proves
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_INDEXBOUNDS_H
#define F2LAYOUT_PASSES_LAUNCH_INDEXBOUNDS_H

#include "llvm/IR/Function.h"
#include <array>

namespace f2layout {
inline namespace passes {

/// V is computed from the size of the block.
bool readsBlockSize(const llvm::Value *V);

/// In each dimension, the size that a block has at least if the comparisons of
/// F are not in vain; at least 1.
std::array<unsigned, 3> comparedIndices(const llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_INDEXBOUNDS_H
