//===- Gather.h - What a gather wants from where --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads hold a tensor in one layout. For each register of another layout they
// want the element at the same coordinates, except that on one axis the
// coordinate is an index which is known only when the kernel runs. The axis has
// 2^k places, and only the low k bits of an index count.
//
// Where that element is held depends on the index, the register and the thread.
// Over F2 this is an affine map, like the conversion between two layouts, but
// with k more inputs:
//
//   source  register=[[1,0]], lane=[[0,1],[0,2],[2,0]] -> [4,4]
//   result  lane=[[0,1],[0,2],[1,0]]                   -> [2,4]    axis 0
//
//   index bit 0  -> source register bit 0     (element (1,0))
//   index bit 1  -> source lane bit 2         (element (2,0))
//   lane bit 0   -> source lane bit 0
//   lane bit 1   -> source lane bit 1
//   lane bit 2   -> nothing: its coordinate is replaced by the index
//
//   With index 3, lane 5 wants register 1 of lane 5; with index 1, register 1
//   of lane 1.
//
// If no column of this map leaves the warp, the gather stays in the warp, and
// shuffles can perform it (GatherPlan.h). Of several holders of an element the
// nearest is taken: the own warp, then the own lane. What source registers,
// lanes and warps hold the same is the kernel of the source layout.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_GATHER_H
#define F2LAYOUT_LAYOUTS_PLAN_GATHER_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// The inputs of a gather's functions.
struct GatherPoint {
  uint64_t Index = 0;
  unsigned Register = 0; ///< Of the result.
  unsigned Thread = 0;   ///< Linear, lanes below warps.
};

/// An F2-affine function of index, result register and thread.
struct GatherMap {
  uint64_t Offset = 0;
  llvm::SmallVector<uint64_t, 8> IndexColumns;
  llvm::SmallVector<uint64_t, 8> RegisterColumns;
  llvm::SmallVector<uint64_t, 10> ThreadColumns;

  uint64_t at(const GatherPoint &P) const;
  /// The part of the thread, by its number.
  uint64_t ofThread(unsigned Thread) const;
  /// The offset and the part of the register.
  uint64_t ofRegister(unsigned Register) const;
};

struct Gather {
  unsigned ElementBits = 32; ///< 8, 16, 32 or 64.
  unsigned LaneBits = 5, WarpBits = 0;
  unsigned SourceBits = 0; ///< Of the source's registers.
  unsigned ResultBits = 0; ///< Of the result's registers.
  /// As in Conversion: narrow elements are given or wanted as whole words.
  bool PackedSources = false, PackedResults = false;
  /// To the holder: Register | Thread << SourceBits.
  GatherMap Holder;

  unsigned indexBits() const { return Holder.IndexColumns.size(); }
  unsigned threadBits() const { return LaneBits + WarpBits; }
  uint64_t registerOf(uint64_t Image) const {
    return Image & ((uint64_t(1) << SourceBits) - 1);
  }
  uint64_t threadOf(uint64_t Image) const { return Image >> SourceBits; }
  uint64_t laneOf(uint64_t Image) const {
    return threadOf(Image) & ((uint64_t(1) << LaneBits) - 1);
  }
  /// For every index, every thread finds its elements in its own warp.
  bool staysInWarp() const;
};

/// Whether From and To are layouts of threads between which an index along
/// output Axis can be gathered: see placesOfGather (ScratchPlaces.h).
llvm::Error checkGather(const LinearLayout &From, const LinearLayout &To,
                        uint64_t Axis);

/// Flat elements of To's tensor as elements of From's, with coordinate 0 on the
/// axis.
uint64_t atIndexZero(const LinearLayout &From, const LinearLayout &To,
                     uint64_t Axis, uint64_t Element);

/// Fails as checkGather does. ElementBits is 8, 16, 32 or 64.
llvm::Expected<Gather> gatherBetween(const LinearLayout &From,
                                     const LinearLayout &To, uint64_t Axis,
                                     unsigned ElementBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_GATHER_H
