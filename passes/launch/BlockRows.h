//===- BlockRows.h - Kernels that depend on a second dimension ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that never reads threadIdx.y or .z does the same in every row of its
// block. Such kernels are meant to be launched with one row, so the block may
// be assumed to be one-dimensional. In a kernel that does read them, some code
// may still be the same in every row:
//
//   coef[threadIdx.x] = c[threadIdx.x];          every row stores the same
//   __syncthreads();
//   out[threadIdx.y * n + threadIdx.x] = coef[threadIdx.x & ~15];
//
// In a block of 24 x 4 threads the lane is not the position in the row. So in
// such a kernel nothing can be concluded from the code that does not read them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H
#define F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H

#include "passes/launch/LaunchShape.h"
#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

/// A function of the device libraries or of the language's run time. It does
/// not access a kernel's arrays and does not depend on the thread index.
bool isLibraryFunction(const llvm::Function &F);

/// F, or a function that it calls, may read threadIdx.y or .z, or the size of
/// the block in these dimensions, as L.ReadsDim says.
bool mayKnowRows(const llvm::Function &F, const LaunchShape &L);

/// A read of the warp number, which grows from row to row.
bool readsWarpNumber(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H
