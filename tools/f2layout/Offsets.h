//===- Offsets.h - Where in memory registers go ---------------------------===//
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
// Accesses to memory depend on the offset of each place: the layout of the
// threads, followed by the inverse of the memory's. For a 4x4 tile that is kept
// row by row,
//
//   lane=[[1,0],[2,0]], register=[[0,1],[0,2]] -> [4,4]
//
// becomes lane=[[4],[8]], register=[[1],[2]] -> [offset:16]. A thread can
// access 2^n elements at once if it has all of those that differ in the n
// lowest bits of the offset: here registers 0 to 3, four elements.
//
// In general, bit i of the offset must be a sum of columns of registers. The
// registers need not be in order, and if the lanes' columns affect the n lowest
// bits, the order of the registers inside the access differs from lane to lane.
// Such an access needs selects before each store, so commands do not report it
// as an access that a thread can make, but as one that it could make after
// reordering.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_OFFSETS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_OFFSETS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout::calc {

/// The most bits of an offset in memory without gaps, which are those of a
/// dimension.
constexpr unsigned MostOffsetBits = 63;

/// From places of Threads to offsets in Memory, one output "offset". Fails if
/// the tensors differ or Memory does not hold every element.
llvm::Expected<LinearLayout> offsetsIn(const LinearLayout &Threads,
                                       const LinearLayout &Memory);
/// In memory without gaps; the dimensions of the tensor in Order run the faster
/// the later they come. Empty stands for their own order: row-major. Fails if
/// Order is none, and if the tensor has more than 2^63 elements: the offset is
/// one dimension, and its size a word.
llvm::Expected<LinearLayout>
offsetsInOrder(const LinearLayout &Threads,
               llvm::ArrayRef<llvm::StringRef> Order);

/// What one access of a thread may take.
struct Vector {
  /// Register (number) that is Registers[i] apart holds the element 2^i behind.
  llvm::SmallVector<uint64_t, 4> Registers;
  /// The order inside the access is not the same in every lane.
  bool OrderDiffers = false;
  /// The reason why there is no wider one.
  std::string WhyNotWider;

  unsigned bits() const { return Registers.size(); }
  uint64_t elements() const { return uint64_t(1) << bits(); }
};

/// "4 elements if each thread puts its registers into an order of its own"
std::string ifSelected(const Vector &V);

/// The widest vector of at most 2^MostBits elements, of offsets with a single
/// output. There may be any number of inputs.
Vector widestVector(const LinearLayout &Offsets, unsigned MostBits);

/// log2 of the elements of the widest access, of at most 2^MostBits elements,
/// that takes the same registers in the same order in every thread. It is never
/// wider than widestVector, which lets each thread choose its own order.
llvm::Expected<unsigned> commonVectorBits(const LinearLayout &Offsets,
                                          unsigned MostBits);

/// Accesses of 2^VectorBits elements that a thread needs for all its registers.
/// Registers that are copies of others need none.
uint64_t accessCount(const LinearLayout &Offsets, unsigned VectorBits);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_OFFSETS_H
