//===- LikelyShapes.h - Which block shape the addresses suggest -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __launch_bounds__(256) is an upper bound and says nothing of 32x8; the host
// alone knows. But tile[threadIdx.y + 8 * j][threadIdx.x], stored to 32 rows of
// 33 floats, closes into a bijection for 32x8 and for hardly another shape. So
// likely shapes are tried, larger ones first, and the first for which an exchange
// can be proved is the one to test for at run time.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H
#define F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H

#include "passes/launch/EvalShape.h"
#include "passes/launch/LaunchShape.h"

namespace f2layout {
inline namespace passes {

/// The shape to search first: exact if the launch states it, else the largest
/// one-dimensional block.
EvalShape statedShape(const LaunchShape &L);

/// Shapes worth trying when the stated one does not do, most likely first.
llvm::SmallVector<EvalShape, 16> likelyShapes(const LaunchShape &L);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H
