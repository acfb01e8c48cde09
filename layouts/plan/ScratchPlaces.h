//===- ScratchPlaces.h - A place in memory for every element --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory can perform moves that no plan of steps can: every element of a
// tile has its own place; threads store their elements there, wait, and load
// what they want.
//
//   Gather. Row i of a table of 4 x 8 is wanted in column j, where i is known
//   only when the kernel runs. The place of an element is its row-major number:
//
//     source  register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4]] -> [4,8]
//             register 2 of lane 5 is element (2,5), at place 21
//     result  register=[[0,4]], lane=[[0,1],[0,2],[1,0]]       -> [2,8]
//             register 1 of lane 5 wants (i,5), at place 8 i + 5
//
//   of which 5 is known from register and lane, and bit j of i adds 8 << j.
//   Other places are better for the banks of shared memory: they are any
//   one-to-one linear map of the elements (GatherPlan.h).
//
//   Conversion. The place of an element follows from its holder, register by
//   register, so that neighbouring threads store to neighbouring places.
//
// Places may be divided into windows that share their high bits; the windows
// use the same few bytes one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_SCRATCHPLACES_H
#define F2LAYOUT_LAYOUTS_PLAN_SCRATCHPLACES_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/plan/Conversion.h"

namespace f2layout {
inline namespace layouts {

/// The places of one side: Offset ^ columns of the register's bits ^ columns of
/// the linear thread index's bits.
struct SidePlaces {
  uint64_t Offset = 0;
  llvm::SmallVector<uint64_t, 8> RegisterColumns;
  llvm::SmallVector<uint64_t, 10> ThreadColumns;

  uint64_t at(unsigned Register, unsigned Thread) const;
  /// The most bits, up to MostBits, such that 2^bits registers from a multiple
  /// of that many on are at consecutive places, the first at a multiple, in
  /// every thread.
  unsigned neighbourBits(unsigned MostBits) const;
};

struct ScratchPlaces {
  unsigned PlaceBits = 0; ///< There are 2^PlaceBits places.
  SidePlaces Source, Result;
  /// The stores of the source: one of every register's copies in a thread, and
  /// among threads with copies those that have none of these bits in their
  /// index but those of Storing.
  llvm::SmallVector<unsigned, 16> Registers;
  uint64_t SpareThreads = 0, Storing = 0;
  /// What each bit of a gather's index adds (xor) to the result's place. A
  /// conversion has no index.
  llvm::SmallVector<uint64_t, 8> IndexColumns;

  /// The register in which every thread has this result already, if there is
  /// one.
  std::optional<unsigned> ownRegister(unsigned Result) const;
};

/// From provides the elements of a tensor, and To wants those of another tensor
/// with the same outputs (by name and size) except for the size of output Axis:
/// the coordinate there is replaced by an index.
///
/// Fails if the layouts have inputs other than register, lane and warp, or
/// blocks that hold different elements; if the tensors differ otherwise or
/// there is no such axis; if some element of the source is held nowhere; if the
/// numbers of threads differ; and for 2^28 elements, 2^16 registers or 2^11
/// threads and more.
///
/// Layout maps flat elements of From to places, one to one; by default every
/// element is at its row-major number.
llvm::Expected<ScratchPlaces> placesOfGather(const LinearLayout &From,
                                             const LinearLayout &To,
                                             uint64_t Axis,
                                             const BitMatrix *Layout = nullptr);

/// From provides the elements of a tensor, and To wants elements of the same
/// tensor; the place of an element is its row-major number. The layouts are
/// those of one block with the same threads, and the tensor has at most 2^27
/// elements.
ScratchPlaces placesOfElements(const LinearLayout &From,
                               const LinearLayout &To);

/// The places of an affine conversion, for a block of 2^ThreadBits threads; the
/// conversion may be one of a warp. Returns std::nullopt if it is not affine.
std::optional<ScratchPlaces> placesOfConversion(const Conversion &C,
                                                unsigned ThreadBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_SCRATCHPLACES_H
