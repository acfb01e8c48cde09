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

/// What surrounding code spends on the elements of so many words, by the ALU.
/// Elements that are narrower than a word take no more than words: what takes
/// them out of words, or loads them alone, extends them, too, and what packs
/// them again does not look at the rest of their registers.
inline double elementClocks(const Machine &M, bool StayWords, unsigned Words,
                            unsigned ElementBits) {
  return M.Costs.Element * elementsTouched(StayWords, Words, ElementBits);
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
