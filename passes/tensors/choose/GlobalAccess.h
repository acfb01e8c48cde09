//===- GlobalAccess.h - Loads and stores of tensors in memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of 64 x 64 halves with the strides (n, 1), whose rows begin at
// multiples of 16 bytes, is accessed best by eight neighbours of a row in each
// thread, eight threads along a row, and the rest of the threads below:
//
//   register=[[0,1],[0,2],[0,4],...], lane=[[0,8],[0,16],[0,32],[1,0],[2,0]],
//   warp=[[4,0],[8,0]]
//
// That is the layout that a load or a store proposes. In any layout, the
// registers that are neighbours along the dimension of stride 1 are accessed
// together, as far as alignment and bounds allow:
//
//   width   the largest power of two of elements, at most 16 bytes, such that
//           the lowest bits of that coordinate are registers alone, every
//           address is a multiple of it, and so is the bound
//
// The price of an access counts instructions and the sectors of memory that
// they touch. A sector that several loads of a warp touch is counted once, as
// L1 has it, and each time for a store.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_CHOOSE_GLOBALACCESS_H
#define F2LAYOUT_PASSES_TENSORS_CHOOSE_GLOBALACCESS_H

#include "intrinsics/target/Target.h"
#include "passes/tensors/layouts/LayoutTable.h"
#include "passes/tensors/program/TensorCall.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"

namespace f2layout {
inline namespace passes {

/// What is known of a load's or a store's memory.
struct GlobalAccess {
  /// The dimension of stride 1 with the largest size, if there is one.
  std::optional<unsigned> Minor;
  /// Bytes that divide the base and every stride but the minor one.
  uint64_t Alignment = 1;
  /// The minor coordinate's bound is a multiple of it.
  uint64_t BoundMultiple = 1;
  /// Dimensions by stride, the smallest known one first.
  llvm::SmallVector<unsigned, 4> Order;
  /// Strides that are known, in elements.
  llvm::SmallVector<std::optional<uint64_t>, 4> Strides;

  static GlobalAccess of(const TensorCall &C, llvm::AssumptionCache *AC,
                         const llvm::DominatorTree *DT);

  /// The elements that one instruction can access in that layout.
  unsigned width(const LayoutTable &Table, LayoutId L,
                 unsigned ElementBits) const;
  /// The layout in which the access is cheapest.
  llvm::Expected<LayoutId> best(LayoutTable &Table,
                                const TensorType &Type) const;
  /// Clocks of one warp.
  double price(const LayoutTable &Table, LayoutId L, unsigned ElementBits,
               bool IsStore, const Target &T) const;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_CHOOSE_GLOBALACCESS_H
