//===- PairSwizzle.h - The best memory between two layouts ----------------===//
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
// A column of words, kept at offset = 32 row + (column ^ row), is spread over
// all banks: `offset=[[0,1],...,[0,16],[1,1],...,[16,16]] -> [32,32]`.
//
// Candidates are all widths of stores and loads with a common vector, or with
// one side wider than the other. Swizzle.h gives the layout for each; the one
// with the fewest wavefronts is taken, among equal ones the one with the fewest
// accesses.
//
// Accesses are as wide as `banks` makes them in that layout (Offsets.h): the
// same registers in the same order in every thread. So `banks` finds the same
// traffic on both sides. A candidate whose threads would need different orders
// of their registers counts with its narrower accesses.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_PAIRSWIZZLE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_PAIRSWIZZLE_H

#include "tools/f2layout/Traffic.h"

namespace f2layout::calc {

struct PairSwizzle {
  LinearLayout Memory; ///< Offset to element.
  Traffic Store, Load;
  uint64_t wavefronts() const {
    return Store.Accesses * Store.wavefronts() +
           Load.Accesses * Load.wavefronts();
  }
};

/// Fails if the layouts are of different tensors, if these reach 2^31 bytes, or
/// if no access that the machine has fits elements of so many bits. Elements of
/// less than a byte need neighbours to make one up.
llvm::Expected<PairSwizzle> bestSwizzle(const LinearLayout &From,
                                        const LinearLayout &To,
                                        unsigned ElementBits, const Machine &M);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_PAIRSWIZZLE_H
