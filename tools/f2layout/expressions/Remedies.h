//===- Remedies.h - What helps against bank conflicts ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two changes of an array remove most bank conflicts, and both are tried on the
// places that the threads access, so nothing has to be linear:
//
//   padding    rows longer by a few elements, tile[32][33] for tile[32][32]
//   swizzle    the column xor-ed with bits of the row, tile[r][c ^ r % 32];
//              rows must consist of blocks of as many columns, so that each
//              block keeps its elements: 48 columns, c ^ r % 16
//
// The elements of an access that is wider than one stay together and aligned.
//
// The swizzles tried are those with three numbers: column ^ (row >> Shift) %
// Count << Vector. They are CuTe's Swizzle<log2 Count, Vector, S> and Triton's
// swizzled_shared with vec = 2^Vector, perPhase = 2^Shift, maxPhase = Count.
// The row is the number that all subscripts but the last make.
//
// A store and a load that are both linear have a memory layout that is best for
// both (memory/PairSwizzle.h). It may permute all bits of the place.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_REMEDIES_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_REMEDIES_H

#include "tools/f2layout/expressions/AccessCount.h"
#include "tools/f2layout/memory/PairSwizzle.h"

namespace f2layout::calc {

/// A store or a load of the array, evaluated.
struct CountedAccess {
  AccessPlaces Places;
  bool IsStore = false;
};

/// The wavefronts of all accesses together, if elements are at these offsets.
uint64_t totalWavefronts(llvm::ArrayRef<CountedAccess> Accesses,
                         const ArrayUse &Use, PlaceOffset Offset,
                         const Machine &M);

struct RowPadding {
  uint64_t Elements = 0;
  uint64_t Wavefronts = 0;
};

/// The shortest padding of rows with the fewest wavefronts, if these are fewer
/// than without. None for an array of one dimension.
std::optional<RowPadding> bestPadding(llvm::ArrayRef<CountedAccess> Accesses,
                                      const ArrayUse &Use, const Machine &M);

struct RowSwizzle {
  unsigned Shift = 0, Count = 1, Vector = 0;
  uint64_t Wavefronts = 0;

  uint64_t column(uint64_t Row, uint64_t Column) const {
    return Column ^ (Row >> Shift) % Count << Vector;
  }
  /// "column ^ (row >> 1) % 8 << 2"
  std::string text() const;
};

/// The simplest swizzle with the fewest wavefronts, if these are fewer than
/// without. None for an array of one dimension.
std::optional<RowSwizzle> bestRowSwizzle(llvm::ArrayRef<CountedAccess> Accesses,
                                         const ArrayUse &Use, const Machine &M);

struct BestMemory {
  PairSwizzle Swizzle;
  uint64_t Wavefronts = 0; ///< Of all warps, store and load.
};

/// The memory layout that is best for a store and a load that are both linear,
/// if it has fewer wavefronts than the array has now. Accesses of neighbours by
/// a thread (different i) are joined where that layout allows it. None if
/// either is not linear, or some size is not a power of two.
std::optional<BestMemory> bestMemory(const CountedAccess &Store,
                                     const CountedAccess &Load,
                                     const ArrayUse &Use, const Machine &M);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_REMEDIES_H
