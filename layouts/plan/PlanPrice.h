//===- PlanPrice.h - What a plan costs ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The price of a plan follows from its steps and the machine's table. The bound
// is a price that no plan for the same conversion can undercut.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_PLANPRICE_H
#define F2LAYOUT_LAYOUTS_PLAN_PLANPRICE_H

#include "layouts/plan/Plan.h"
#include <tuple>

namespace f2layout {
inline namespace layouts {

/// Counts the plan's steps and wavefronts and its clocks on the machine.
void pricePlan(Plan &P, const Machine &M);

/// The elements of so many words that the surrounding code handles one by one;
/// words that stay words count once.
inline double elementsTouched(bool StayWords, unsigned Words,
                              unsigned ElementBits) {
  return StayWords && ElementBits < 32 ? Words : Words * 32.0 / ElementBits;
}

/// What surrounding code spends on so many elements, by the ALU. One that is
/// narrower than a word, in a register of its own, takes an instruction more,
/// which extends it or cuts it off. Where LLVM joins accesses of any width (on
/// AMD), nothing was measured, and the price does not have it.
inline double elementClocks(const Machine &M, double Elements, bool AreWords) {
  const bool TakesMore = !AreWords && !M.JoinsNeighbours;
  return Elements * (M.Costs.Element + (TakesMore ? M.Costs.Select : 0));
}

/// The same for the elements of so many words.
inline double elementClocks(const Machine &M, bool StayWords, unsigned Words,
                            unsigned ElementBits) {
  return elementClocks(M, elementsTouched(StayWords, Words, ElementBits),
                       StayWords || ElementBits >= 32);
}

/// What it takes to take an element out of a word. A byte takes a shift, and a
/// mask unless the user of the byte needs none: one and a half on average.
inline double unpackClocks(const Machine &M, unsigned ElementBits) {
  const bool TakesMore = ElementBits == 8 && !M.JoinsNeighbours;
  return M.Costs.Permute * (TakesMore ? 1.5 : 1);
}

/// Plans are compared by clocks, then instructions, then those of the ALU, then
/// loads (or stores, if stores should be wide).
using PlanPrice = std::tuple<double, unsigned, unsigned, unsigned>;
/// The price of a plan that pricePlan() has priced.
PlanPrice priceOf(const Plan &P, bool WideStores);

/// Clocks that no plan can beat: the bytes that must change threads, over the
/// widest pipe that may carry them.
double boundClocks(const Conversion &Atoms, const Machine &M,
                   const PlanOptions &O);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_PLANPRICE_H
