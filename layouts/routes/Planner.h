//===- Planner.h - What the routes of the planner share -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/; users include Plan.h.
//
// Each route (RenamePlan, ShufflePlan, SharedPlan, ...) proposes plans.
// Planner.cpp takes the cheapest and checks it, by AffineCheck or by CheckPlan.
//
// Routes see atoms instead of elements (plan/Atoms.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_PLANNER_H
#define F2LAYOUT_LAYOUTS_ROUTES_PLANNER_H

#include "layouts/check/CheckPlan.h"
#include "layouts/plan/Atoms.h"
#include "layouts/plan/PlanPrice.h"
#include <string>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// A block's conversion that is the same in every warp and stays within each
/// warp, as a conversion of one warp.
std::optional<Conversion> asWarp(const Conversion &Atoms);
/// The cheapest plan by shuffles, and the cheapest by shared memory.
std::optional<Plan> bestShuffles(const Conversion &Warp, const Machine &M,
                                 const PlanOptions &O, std::string &WhyNot);
std::optional<Plan> bestShared(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, std::string &WhyNot);

/// Returns true if every result atom lies in a register of its own thread, the
/// same one in every warp.
bool isLocal(const Conversion &Atoms);
std::vector<Plan> planRename(const Conversion &Atoms);
/// The plans of the routes below are priced, and those that cannot be the
/// cheapest may be missing.
std::vector<Plan> planShuffles(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O);
/// Plans that swap lane bits with register bits in single instructions, priced;
/// none on a machine without such instructions. Alone: plans that move nothing
/// else between threads.
struct SwapPlans {
  std::vector<Plan> Alone, Mixed;
};
SwapPlans planSwaps(const Conversion &Atoms, const Machine &M,
                    const PlanOptions &O);
/// Plans that transpose words, priced; none if they cannot take less than
/// Clocks.
std::vector<Plan> planTransposes(const Conversion &Atoms, const Machine &M,
                                 const PlanOptions &O, double Clocks);
/// The cheapest plan of all routes, for registers as they are numbered.
std::optional<Plan> planAtoms(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O, std::string &WhyNot);
/// The cheapest plan with registers numbered in another way, where narrow
/// elements are not given and wanted in whole words.
std::optional<Plan> planRenumbered(const Conversion &Atoms, const Machine &M,
                                   const PlanOptions &O);
/// The same conversion in which the threads that are Duplicates of each other
/// send equal shares. Returns std::nullopt if there are no Duplicates.
std::optional<Conversion> distribute(const Conversion &C);
/// For conversions in which every thread sends only a part of its registers,
/// and the part depends on the thread: a plan that selects the part first, and
/// then sends that many registers.
std::optional<Plan> planShares(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O);
/// Some registers by shuffles, the others through memory, where the ALU limits
/// the one and memory limits the other. Both arguments are plans for the whole
/// conversion, which is one of a warp or of a block that does the same in every
/// warp.
std::optional<Plan> planMixed(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O, const Plan &Shuffles,
                              const Plan &Shared);
/// Shuffles before or after shared memory, so that it moves whole words where
/// the given plan does not.
std::optional<Plan> planStaged(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, const Plan &Shared);
/// Separate plans for registers that stay in their warp and for those that do
/// not, if each thread's registers can be divided in this way.
std::optional<Plan> planSplit(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O);
/// Through shared memory in rounds, if scratch is too small for all registers
/// at once: one half of the registers after the other, and so on. If there is
/// no plan, LeastScratch is the least O.ScratchLimit that would allow one, or 0
/// if scratch is not the reason.
std::optional<Plan> planRounds(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, unsigned &LeastScratch);
/// The scratch for all atoms that change threads, sent at once; 0 if none do,
/// or if the map is not affine.
unsigned scratchAtOnce(const Conversion &Atoms);
/// If there is no plan, WhyNot states the reason.
std::vector<Plan> planShared(const Conversion &Atoms, const Machine &M,
                             const PlanOptions &O, std::string &WhyNot);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_PLANNER_H
