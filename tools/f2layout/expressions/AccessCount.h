//===- AccessCount.h - Wavefronts of an index expression ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread of a block accesses an array at an index expression. The threads
// are evaluated one by one, and the machine counts what each warp costs
// (layouts/machine/Wavefronts.h):
//
//   float tile[32][32], block 32x8, tile[t % 32][t / 32]
//   warp 0: threads 0, 1, 2, ... at elements 0, 32, 64, ..., all in bank 0
//           32 wavefronts; at best 1, as 32 words fill 32 banks
//
// Nothing has to be linear, and sizes need not be powers of two. The array
// begins at bank 0 and is aligned to its accesses. Lanes without a thread (16
// in the last warp of 48 threads) and threads for which the condition is zero
// take no part.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ACCESSCOUNT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ACCESSCOUNT_H

#include "layouts/machine/Machine.h"
#include "tools/f2layout/expressions/Evaluation.h"

namespace f2layout::calc {

/// An array, and the threads that access it.
struct ArrayUse {
  BlockShape Block;
  unsigned Accesses = 1; ///< Of a thread: i is 0 to Accesses - 1.
  /// The array's dimensions; empty if they are not known.
  llvm::SmallVector<uint64_t, 3> Shape;
  unsigned ElementBytes = 4;
};

/// The subscripts of every thread, for every i: Places[i * threads + thread],
/// empty where the thread takes no part.
struct AccessPlaces {
  std::vector<llvm::SmallVector<uint64_t, 2>> Places;
  unsigned Threads = 0;
  unsigned Bytes = 4; ///< Of an access.
  /// The first thread whose subscript is outside its dimension, although the
  /// element is inside the array; empty if there is none.
  std::string Outside;

  const llvm::SmallVector<uint64_t, 2> &at(unsigned Access,
                                           unsigned Thread) const {
    return Places[size_t(Access) * Threads + Thread];
  }
};

/// Evaluates the access. \p Condition may be null; its last definition says
/// whether a thread takes part. Fails on what Evaluation.h calls an error, on
/// a number of subscripts that is not the shape's, and on elements outside the
/// array.
llvm::Expected<AccessPlaces> placesOf(const IndexText &Text,
                                      const IndexText *Condition,
                                      const ArrayUse &Use);

/// Two threads of a warp whose words are in one bank.
struct ThreadClash {
  unsigned Bank = 0, Words = 0;
  unsigned First = 0, Second = 0; ///< Threads of the block.
};

/// One access by one warp.
struct WarpAccess {
  unsigned Warp = 0, Access = 0;
  unsigned Wavefronts = 0, Ideal = 0;
  std::optional<ThreadClash> Clash;
};

/// Maps a place to the element's number in memory.
using PlaceOffset =
    llvm::function_ref<uint64_t(llvm::ArrayRef<uint64_t> Place)>;

/// Row-major without gaps.
uint64_t rowMajor(llvm::ArrayRef<uint64_t> Shape,
                  llvm::ArrayRef<uint64_t> Place);

/// The cost of each access by a warp in which some thread takes part. \p
/// FindClashes: also name two threads for each that costs more than its ideal.
std::vector<WarpAccess> countAccesses(const AccessPlaces &Places,
                                      const ArrayUse &Use, PlaceOffset Offset,
                                      bool IsStore, const Machine &M,
                                      bool FindClashes);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ACCESSCOUNT_H
