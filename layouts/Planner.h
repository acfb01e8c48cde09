//===- Planner.h - What the routes of the planner share -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/; users include Plan.h.
//
// Each route (RenamePlan, ShufflePlan, SharedPlan) proposes plans. Planner.cpp
// takes the cheapest and has it checked: by AffineCheck, or by CheckPlan.
//
// Routes see atoms instead of elements: an element of 64 bits is two atoms of
// 32, in registers 2r and 2r + 1, and anything narrower is one atom. After that
// every atom fits into a word and a word holds 4 / bytes of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLANNER_H
#define F2LAYOUT_LAYOUTS_PLANNER_H

#include "layouts/Plan.h"
#include <string>
#include <tuple>
#include <vector>

namespace f2layout {

/// The conversion in atoms of at most 32 bits, Affine included.
Conversion splitWide(const Conversion &C);

/// Bytes of an atom, and words of so many atoms.
inline unsigned atomBytes(const Conversion &C) { return C.ElementBits / 8; }
inline unsigned wordsOf(const Conversion &C, unsigned Atoms) {
  unsigned PerWord = 4 / atomBytes(C);
  return (Atoms + PerWord - 1) / PerWord;
}

/// A plan without steps for the conversion in atoms.
Plan startPlan(const Conversion &Atoms);

/// Counts the plan's steps and wavefronts and its clocks on the machine.
void pricePlan(Plan &P, const Machine &M);

/// What plans are compared by: clocks, then instructions, then those of the
/// ALU, then loads (stores if they shall be wide).
using PlanPrice = std::tuple<double, unsigned, unsigned, unsigned>;
/// Of a plan that has been priced.
PlanPrice priceOf(const Plan &P, bool WideStores);

/// Clocks that no plan can beat: bytes that must change thread over the widest
/// pipe that may carry them.
double boundClocks(const Conversion &Atoms, const Machine &M,
                   const PlanOptions &O);

/// Runs the plan for every thread on words whose bytes know their origin, and
/// compares with the conversion (as given to the planner, not in atoms). Empty
/// if all is right, else what is wrong. Shares no code with the routes.
std::string checkPlan(const Plan &P, const Conversion &C);

/// Every result atom lies in a register of its own thread, the same one in
/// every warp.
bool isLocal(const Conversion &Atoms);
std::vector<Plan> planRename(const Conversion &Atoms);
/// The plans of the other routes are priced, and those that cannot be the
/// cheapest may be missing.
std::vector<Plan> planShuffles(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O);
/// Plans that swap lane bits with register bits in single instructions, priced;
/// none on a machine without. Alone: and do nothing else between threads.
struct SwapPlans {
  std::vector<Plan> Alone, Mixed;
};
SwapPlans planSwaps(const Conversion &Atoms, const Machine &M,
                    const PlanOptions &O);
/// Plans that transpose words, priced; none where they cannot take less than
/// Clocks.
std::vector<Plan> planTransposes(const Conversion &Atoms, const Machine &M,
                                 const PlanOptions &O, double Clocks);
/// WhyNot says why there is none.
std::vector<Plan> planShared(const Conversion &Atoms, const Machine &M,
                             const PlanOptions &O, std::string &WhyNot);

} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLANNER_H
