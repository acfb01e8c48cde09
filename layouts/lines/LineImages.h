//===- LineImages.h - Images along an axis and beside it ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a tensor is all elements that differ only in their coordinate on
// one axis. So an element is a line and a place in it, and the image of a bit
// of a layout has a part along the axis and a part beside it:
//
//   register=[[1,0]], lane=[[0,1],[2,2]] -> [4,4]     axis 1
//
//                  line   along
//   register 0     1      0
//   lane 0         0      1
//   lane 1         2      2
//
// Lines are numbered row-major, without the axis.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_LINEIMAGES_H
#define F2LAYOUT_LAYOUTS_LINES_LINEIMAGES_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

struct LineImage {
  uint64_t Line = 0, Along = 0;

  LineImage &operator^=(const LineImage &O) {
    Line ^= O.Line;
    Along ^= O.Along;
    return *this;
  }
  bool operator==(const LineImage &O) const {
    return Line == O.Line && Along == O.Along;
  }
};

using LineImageList = llvm::SmallVector<LineImage, 8>;

/// Some registers, lanes and warps as bits: an index, or a difference of two.
struct ThreadBits {
  uint64_t Register = 0, Lane = 0, Warp = 0;

  ThreadBits &operator^=(const ThreadBits &O) {
    Register ^= O.Register;
    Lane ^= O.Lane;
    Warp ^= O.Warp;
    return *this;
  }
};

/// The images of the bits of one layout.
struct LineImages {
  LineImageList Register, Lane, Warp;
  LineImage Offset;
  unsigned LineBits = 0, AxisBits = 0;

  /// The image of a difference, without the offset.
  LineImage of(const ThreadBits &B) const;
  /// The layout as one of lines and, in the fastest dimension, places along the
  /// axis.
  LinearLayout layout() const;
};

/// The images of a layout of at most 63 output bits that has this axis.
LineImages lineImages(const LinearLayout &L, unsigned Axis);
/// The same without an axis: every element is a line.
LineImages lineImages(const LinearLayout &L);

/// Registers such that no thread has two of the same element.
struct DistinctRegisters {
  /// The bits that are kept, increasing. A bit is dropped if its image is the
  /// sum of images of bits above it.
  llvm::SmallVector<unsigned, 8> Kept;
  /// For each bit of all registers, the kept registers' number of its image.
  llvm::SmallVector<uint64_t, 8> InKept;

  bool areAll() const { return Kept.size() == InKept.size(); }
  /// The register that holds what kept register R holds.
  unsigned registerOf(unsigned R) const;
  /// The kept register that holds what register R holds.
  unsigned keptOf(unsigned R) const;
};
DistinctRegisters distinctRegisters(llvm::ArrayRef<LineImage> Registers);

/// Fails unless the threads of the layout are those of one block of a machine
/// with 2^LaneBits lanes.
llvm::Error checkLineThreads(const LinearLayout &L, const llvm::Twine &Which,
                             unsigned LaneBits, const llvm::Twine &Why);
/// Fails unless the layout has this axis and holds every element.
llvm::Error checkLines(const LinearLayout &L, uint64_t Axis);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_LINEIMAGES_H
