//===- Forms.h - The same layouts in several forms ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transposed tile, and its numbers counted in blocks of 8x8, as CuTe layouts
// and as maps over F2, for a comparison of the algebras. For 64x64:
//
//   Tile     (64,64):(64,1)
//   Blocks   (8,8,8,8):(1,64,8,512)        from numbers in blocks to numbers
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_LAYOUTS_FORMS_H
#define F2LAYOUT_BENCH_LAYOUTS_FORMS_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/cute/Layout.h"

namespace f2layout::bench {

struct Forms {
  /// Of 2^PerSide rows and columns, at least 8.
  explicit Forms(unsigned PerSide);
  cute::Layout Tile, Blocks;
  /// From "number" to "offset", and from "block" to "number".
  LinearLayout LinearTile, LinearBlocks;
};

/// Each returns the last value of the result, or ~0 if it fails.
uint64_t composeCute(const Forms &F);
uint64_t composeLinear(const Forms &F);
uint64_t invertCute(const Forms &F);
uint64_t invertLinear(const Forms &F);

} // namespace f2layout::bench

#endif // F2LAYOUT_BENCH_LAYOUTS_FORMS_H
