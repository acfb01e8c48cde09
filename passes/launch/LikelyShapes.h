//===- LikelyShapes.h - Block shapes that the addresses suggest -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __launch_bounds__(256) is an upper bound and does not say that blocks are
// 32x8; only the host code knows. But tile[threadIdx.y + 8 * j][threadIdx.x],
// stored to 32 rows of 33 floats, is a bijection for 32x8 and for almost no
// other shape. So likely shapes are tried, the most frequent ones first. The
// first one for which an exchange can be proved is tested for at run time.
// Shapes in which a comparison of a thread's index would be in vain are not
// tried, if there are others (IndexBounds.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H
#define F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H

#include "passes/launch/EvalShape.h"
#include "passes/launch/LaunchShape.h"

namespace f2layout {
inline namespace passes {

/// The shape to search first: the exact one if the launch states it, else the
/// largest one-dimensional block.
EvalShape statedShape(const LaunchShape &L);

/// Shapes to try if no exchange is proved for the stated one, most likely
/// first. There is at least one.
llvm::SmallVector<EvalShape, 16> likelyShapes(const LaunchShape &L);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_LIKELYSHAPES_H
