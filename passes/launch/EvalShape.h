//===- EvalShape.h - The block that an evaluation is for ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_EVALSHAPE_H
#define F2LAYOUT_PASSES_LAUNCH_EVALSHAPE_H

#include <array>

namespace f2layout {
inline namespace passes {

/// The block that an evaluation is for.
struct EvalShape {
  std::array<unsigned, 3> Size = {1, 1, 1};
  unsigned LaneBits = 5;
  /// Whether reads of the block size may be replaced by Size. False if Size is
  /// only the largest possible block.
  bool SizeIsExact = false;
  /// If not 0, clear this many low bits of threadIdx.x and keep only as many of
  /// the lane number. This shows whether a result depends on the other bits.
  unsigned BlurBits = 0;
  /// The lane of thread T is that of T + LaneShift: in rows after the first
  /// one, lane 0 need not be at threadIdx.x == 0.
  unsigned LaneShift = 0;
  /// If not 0, an example: every thread is in the iteration of this number of
  /// every loop, from 1 on. Otherwise the iteration is not known.
  unsigned Iteration = 0;

  unsigned threads() const { return Size[0] * Size[1] * Size[2]; }
  bool operator==(const EvalShape &O) const {
    return Size == O.Size && LaneBits == O.LaneBits &&
           SizeIsExact == O.SizeIsExact && BlurBits == O.BlurBits &&
           LaneShift == O.LaneShift && Iteration == O.Iteration;
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_EVALSHAPE_H
