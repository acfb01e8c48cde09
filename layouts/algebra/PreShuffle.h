//===- PreShuffle.h - Memory prepared for a layout of threads -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix instruction wants two neighbours of a row in a thread, then two that
// are eight apart. So a thread loads pieces of two elements, of a row-major
// matrix. A matrix of weights that is used again and again can be stored in
// another order, once, such that each thread finds its elements in vectors of
// up to 16 bytes, and neighbouring threads the next ones. The operand A of
// mma.m16n8k16, 8 bits each:
//
//   operand   register=[[0,1],[8,0],[0,8]],
//             lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,16]
//   memory    offset=[[0,1],[8,0],[0,8],[0,2],[0,4],[1,0],[2,0],[4,0]]
//             -> [16,16]                                one load of 8 bytes
//
// The offset's bits are: registers, as many as a vector has; lanes; the other
// registers, so that each further vector of the warp is contiguous; warps. Bits
// that hold copies have no place of their own.
//
// If each bit of the offset is one bit of one coordinate, shape operations do
// it. Groups of neighbouring bits become dimensions:
//
//   host      x.reshape(2, 8, 2, 4, 2).transpose(1, 3, 2, 0, 4).reshape(-1)
//   kernel    reshape, trans and reshape back, which cost nothing: the loaded
//             tensor has the layout of the operand
//
// (The paper: section 5.2, "Data Shuffling". Machete does the same by hand.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_PRESHUFFLE_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_PRESHUFFLE_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// A permutation of a tensor's bits as shape operations.
struct ShapeSteps {
  /// From the tensor to memory: the sizes to reshape to, and which of these
  /// dimensions is number i afterwards.
  llvm::SmallVector<uint64_t, 8> Sizes;
  llvm::SmallVector<unsigned, 8> Order;
  /// From memory to the tensor: the sizes to reshape to, and the order.
  llvm::SmallVector<uint64_t, 8> BackSizes;
  llvm::SmallVector<unsigned, 8> BackOrder;
};

struct PreShuffle {
  LinearLayout Memory;     ///< offset to coordinates, one to one.
  uint64_t VectorElements; ///< Of a load, after and before.
  uint64_t VectorBefore;
  uint64_t Loads, LoadsBefore; ///< Of a thread.
  std::optional<ShapeSteps> Steps;
};

/// The memory layout for a tensor that threads will load in layout L, in
/// elements of ElementBits bits, with accesses of at most MaxBits. Fails if L
/// has blocks or an offset, or does not hold every element.
llvm::Expected<PreShuffle>
preShuffle(const LinearLayout &L, unsigned ElementBits, unsigned MaxBits = 128);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_PRESHUFFLE_H
