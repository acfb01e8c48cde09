//===- BlockRows.h - Kernels that know of a second dimension --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that never asks for threadIdx.y or .z does the same in every row of
// its block. Launched with one row, as all such kernels are meant to be, it may
// be taken for one-dimensional. Of a kernel that does ask, parts may still be the
// same in every row:
//
//   coef[threadIdx.x] = c[threadIdx.x];          every row stores the same
//   __syncthreads();
//   out[threadIdx.y * n + threadIdx.x] = coef[threadIdx.x & ~15];
//
// In a block of 24 x 4 threads lanes are no longer places in the row. Nothing may
// then be concluded from the parts that do not ask.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H
#define F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H

#include "passes/launch/LaunchShape.h"
#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

/// A function of the device libraries or of the language's run time: it has no
/// business with a kernel's arrays or with its thread's index.
bool isLibraryFunction(const llvm::Function &F);

/// F, or what it calls, may ask for threadIdx.y or .z, or for the size of the
/// block there, as L.ReadsDim has it.
bool mayKnowRows(const llvm::Function &F, const LaunchShape &L);

/// A read of the warp's number, which grows from row to row.
bool readsWarpNumber(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_BLOCKROWS_H
