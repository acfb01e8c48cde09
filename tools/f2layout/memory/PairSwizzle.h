//===- PairSwizzle.h - The best memory layout for a pair ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads store a tensor to shared memory in one layout and load it in another.
// The best memory layout makes both as wide as possible, without conflicts if
// such a layout exists (Swizzle.h). A 32x32 tile of words is stored row by row
// and loaded column by column:
//
//   From = register=[[1,0],[2,0],...], lane=[[0,1],[0,2],...] -> [32,32]
//   To   = register=[[0,1],[0,2],...], lane=[[1,0],[2,0],...] -> [32,32]
//
// If the word of (row, column) is kept at offset 32 row + (column ^ row), a
// column is spread over all banks: `offset=[[0,1],...,[0,16],[1,1],...,[16,16]]
// -> [32,32]`.
//
// Candidates are all widths of stores and loads with a common vector, or with
// one side wider than the other. Swizzle.h gives the layout for each. The
// candidate with the fewest wavefronts wins; among equals, the one with the
// fewest accesses.
//
// Accesses are as wide as `banks` makes them in that layout (Offsets.h): the
// same registers in the same order in every thread. `banks` therefore finds the
// same traffic on both sides. A candidate whose threads would need different
// orders of their registers is costed with its narrower accesses.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_PAIRSWIZZLE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_PAIRSWIZZLE_H

#include "tools/f2layout/memory/Traffic.h"

namespace f2layout::calc {

struct PairSwizzle {
  LinearLayout Memory; ///< Maps an offset to an element.
  Traffic Store, Load;
  uint64_t wavefronts() const {
    return Store.Accesses * Store.wavefronts() +
           Load.Accesses * Load.wavefronts();
  }
};

/// Fails if the layouts are of different tensors, if these have 2^31 bytes or
/// more, or if no access of the machine fits elements of that width. Elements
/// of less than a byte need neighbours to fill one.
llvm::Expected<PairSwizzle> bestSwizzle(const LinearLayout &From,
                                        const LinearLayout &To,
                                        unsigned ElementBits, const Machine &M);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_PAIRSWIZZLE_H
