//===- VectorGroups.h - Which accesses become one vector ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planning half of AccessPermute.h: which loads or stores become one
// vector, and which permutation of its elements each bit of the thread's choice
// stands for. Each bit takes a select for each element, so the accesses that
// are not made must be worth them. Accesses that LLVM's vectorizer joins
// without this pass count as one:
//
//   s[t].x, s[t].y, s[t ^ 1].x, s[t ^ 1].y      two accesses of eight bytes,
//                                               or one, and four selects
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_VECTORGROUPS_H
#define F2LAYOUT_PASSES_VECTORIZE_VECTORGROUPS_H

#include "passes/contiguity/Contiguity.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

/// Accesses that become one. Positions are elements from its beginning.
struct VectorGroup {
  using Order = llvm::SmallVector<unsigned, 8>;

  llvm::SmallVector<llvm::Instruction *, 8>
      Accesses;                    ///< As ContiguousRun::Positions.
  llvm::Instruction *First, *Last; ///< By program order.
  llvm::Type *Element;             ///< Of the vector.
  unsigned Bytes;
  Order AtZero;             ///< Position of each access where v is zero.
  std::vector<Order> OfBit; ///< The permutation of each bit of v.
  /// Bit p of number b: v has bit b where First is at position p.
  llvm::SmallVector<uint64_t, 4> Lookup;

  unsigned size() const { return Accesses.size(); }
  bool isStore() const { return llvm::isa<llvm::StoreInst>(First); }
  bool hasFixedOrder() const { return OfBit.empty(); }
};

/// The pieces of a run with one order, as far as they are vectors.
std::vector<VectorGroup> groupsInOrder(const Contiguity &C,
                                       const ContiguousRun &R);

/// The groups that can be joined at once.
std::vector<VectorGroup> planVectorGroups(Contiguity &C, llvm::AAResults &AA);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_VECTORGROUPS_H
