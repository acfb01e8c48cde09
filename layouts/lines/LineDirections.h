//===- LineDirections.h - What bits contribute to lines ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction combines elements whose difference lies along the axis. Which
// differences of registers, lanes and warps do is found by elimination: bit by
// bit, in the order of folds, the part beside the axis is made zero by the bits
// before it. What remains is a difference along the axis, or a copy.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_LINEDIRECTIONS_H
#define F2LAYOUT_LAYOUTS_LINES_LINEDIRECTIONS_H

#include "layouts/lines/LineImages.h"

namespace f2layout {
inline namespace layouts {

/// What the bits of a layout contribute to lines.
struct Directions {
  /// Differences whose images are along the axis, and independent: a basis of
  /// the axis in the order of folds.
  llvm::SmallVector<ThreadBits, 8> Folds;
  /// Differences of lanes that lead to copies of partial results, once all
  /// registers and lanes are folded.
  llvm::SmallVector<ThreadBits, 8> LaneCopies;
};

Directions directionsOf(const LineImages &I);

/// A layout of lines that are held whole: the parts along the axis are gone.
LineImages withoutAxis(LineImages I);

/// Bits of lanes, and of warps, whose lines are sums of lines of registers,
/// lanes and warps before them, each with the difference that leads to the same
/// line.
struct SpareBit {
  unsigned Bit;
  ThreadBits Difference;
};
struct SpareBits {
  llvm::SmallVector<SpareBit, 6> Lanes, Warps;
};

SpareBits spareBits(const LineImages &I);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_LINEDIRECTIONS_H
