//===- ThreadRank.h - Kernels that number the threads of a block ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Cooperative groups, and libraries that take blocks of any shape,
// number the threads of a block:
//
//   rank = (tid.z * ntid.y + tid.y) * ntid.x + tid.x;
//   size = ntid.x * ntid.y * ntid.z;
//
// The kernel reads three dimensions, but its blocks nearly always have one: who
// launches 8 x 4 x 8 threads has a use for the y of a thread.
//
// Algorithm. The index of a thread in y or z serves its rank alone if it is
// multiplied by the size of the block wherever it is used, perhaps after
// something was added to it. The size of the block in y or z serves it alone if
// it is only ever a factor. Kernels that read z are looked at, and no others:
// tid.y * ntid.x + tid.x is also what kernels of two dimensions say.
//
// Use. This decides which shapes are likely (LikelyShapes.h), and proves
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_THREADRANK_H
#define F2LAYOUT_PASSES_LAUNCH_THREADRANK_H

#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// F reads z, and uses y and z of threads and of the block for the rank of a
/// thread, and for the number of threads, alone.
bool readsRankAlone(const llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_THREADRANK_H
