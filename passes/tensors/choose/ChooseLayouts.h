//===- ChooseLayouts.h - A layout for every tensor ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Some operations care for layouts: a load wants neighbours side by
// side, a matrix instruction its fragments, a conversion says what it wants.
// The others take any layout, as long as their operands agree. Every
// disagreement is a conversion. Which layout should each tensor have, so that
// the kernel is cheapest?
//
//   %x = load      A: coalesced                A           A
//   %y = map %x    A, or D by its user   ->    A     or    D
//   %d = dot %y    D: of the instruction       D, y to D   D, x to D
//
// Algorithm.
//   1. Candidates. Operations that care propose layouts; the stated ones of
//      conversions first, then those of dots, of loads and of stores. They are
//      carried forward to users and backward to operands (OpLayouts.h; a stated
//      layout is one for the operand, too), until nothing changes. A value
//      keeps at most eight: of more, those that came first.
//   2. Conflicts. At first each value has the layout of the operand that it
//      follows; a store has its own. Then one value after the other, and one
//      group of values after the other, takes the candidate with which the
//      kernel is cheapest, until none changes, at most four times. A group is
//      what element-wise and shape operations, and sums of dots, connect and
//      has one layout now: it moves as a whole, since moving one value alone
//      would cost two conversions.
//      This is repeated with all dots dividing their rows among 1, 2, 4, ...
//      warps at first, since the factor of one may be the result of another;
//      the cheapest counts. If it would be cheaper that each operation has what
//      it proposes itself, or row by row, with conversions at every use, the
//      search begins again there. So it never ends with more.
//   3. What is left are conversions. Some of them are cheaper by making the
//      operand again in the other layout. Until here each use has a price of
//      its own, but uses in one layout share what is made for them. So what
//      the operations propose may be cheaper in the end, and is compared once
//      more (Instances.h).
//
// The price of a choice is that of the operations and conversions of a warp
// (LayoutPrices.h), each as often as its loops run.
//
// Every search is linear in the number of values: a value has few candidates,
// and its price depends on its neighbours alone.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_CHOOSE_CHOOSELAYOUTS_H
#define F2LAYOUT_PASSES_TENSORS_CHOOSE_CHOOSELAYOUTS_H

#include "passes/tensors/choose/LayoutPrices.h"

namespace f2layout {
inline namespace passes {

struct LayoutChoice {
  /// The layout of each node.
  std::vector<LayoutId> Of;
  /// The second best candidate of each node that had several, all others being
  /// as they are, and what it would cost more.
  struct RunnerUp {
    LayoutId Layout = 0;
    double More = 0;
  };
  std::vector<std::optional<RunnerUp>> Next;
};

struct LayoutChoices {
  LayoutChoice Chosen;
  /// What is compared with: each operation has the layout that it proposes
  /// itself, or row by row, whatever the others have.
  LayoutChoice Proposed;
};

/// Chooses. Operations whose operands cannot be held by the threads of the
/// block are faults.
std::optional<LayoutChoices> chooseLayouts(const TensorProgram &P,
                                           LayoutTable &Table, OpLayouts &Ops,
                                           LayoutPrices &Prices,
                                           CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_CHOOSE_CHOOSELAYOUTS_H
