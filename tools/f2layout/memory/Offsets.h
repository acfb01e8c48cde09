//===- Offsets.h - Memory offsets of registers ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a memory access depends on the offset of each place. The offsets
// are the layout of the threads, followed by the inverse of the memory's
// layout. For a 4x4 tile that is kept row by row,
//
//   lane=[[1,0],[2,0]], register=[[0,1],[0,2]] -> [4,4]
//
// becomes lane=[[4],[8]], register=[[1],[2]] -> [offset:16]. A thread can
// access 2^n elements at once if it holds all elements whose offsets differ
// only in the n lowest bits: here registers 0 to 3, four elements.
//
// In general, bit i of the offset must be a sum of columns of registers. The
// registers need not be in order. If the columns of lanes affect the n lowest
// bits, the order of the registers inside the access differs between lanes.
// Such an access needs selects before each store, so commands report it
// separately, as an access that would be possible after reordering.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_OFFSETS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_OFFSETS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout::calc {

/// The most bits of an offset in memory without gaps. The offset is one
/// dimension, so this is the limit of a dimension.
constexpr unsigned MostOffsetBits = 63;

/// Maps places of Threads to offsets in Memory, with one output "offset". Fails
/// if the tensors differ or if Memory does not hold every element.
llvm::Expected<LinearLayout> offsetsIn(const LinearLayout &Threads,
                                       const LinearLayout &Memory);
/// The same for memory without gaps. The dimensions in Order vary the faster
/// the later they come; an empty Order stands for their own order, row-major.
/// Fails if Order is not a permutation of the dimensions, or if the tensor has
/// more than 2^63 elements: the offset is one dimension, whose size must fit
/// into a word.
llvm::Expected<LinearLayout>
offsetsInOrder(const LinearLayout &Threads,
               llvm::ArrayRef<llvm::StringRef> Order);

/// What one access of a thread can cover.
struct Vector {
  /// The register whose number differs by Registers[i] holds the element that
  /// is 2^i further.
  llvm::SmallVector<uint64_t, 4> Registers;
  /// The order inside the access differs between lanes.
  bool OrderDiffers = false;
  /// Why there is no wider access.
  std::string WhyNotWider;

  unsigned bits() const { return Registers.size(); }
  uint64_t elements() const { return uint64_t(1) << bits(); }
};

/// "4 elements if each thread puts its registers into an order of its own"
std::string ifSelected(const Vector &V);

/// Returns the widest vector of at most 2^MostBits elements. The offsets must
/// have a single output and may have any number of inputs.
Vector widestVector(const LinearLayout &Offsets, unsigned MostBits);

/// Returns log2 of the elements of the widest access, of at most 2^MostBits
/// elements, that takes the same registers in the same order in every thread.
/// It is never wider than widestVector(), which lets each thread choose its own
/// order.
llvm::Expected<unsigned> commonVectorBits(const LinearLayout &Offsets,
                                          unsigned MostBits);

/// The number of accesses of 2^VectorBits elements that a thread needs for all
/// its registers. Registers that are copies of others need none.
uint64_t accessCount(const LinearLayout &Offsets, unsigned VectorBits);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_OFFSETS_H
