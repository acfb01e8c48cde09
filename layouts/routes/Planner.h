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

/// A block's conversion that does the same in every warp and stays there, as a
/// conversion of one warp.
std::optional<Conversion> asWarp(const Conversion &Atoms);
/// The cheapest plan by shuffles, and by shared memory.
std::optional<Plan> bestShuffles(const Conversion &Warp, const Machine &M,
                                 const PlanOptions &O, std::string &WhyNot);
std::optional<Plan> bestShared(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, std::string &WhyNot);

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
/// The cheapest plan of all routes.
std::optional<Plan> planAtoms(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O, std::string &WhyNot);
/// The same conversion, from whichever of the threads that are Duplicates makes each
/// send an equal share. Nothing if there are none.
std::optional<Conversion> distribute(const Conversion &C);
/// Where every thread sends a part of its registers only, which part it is
/// depending on the thread: selected first, then sent as so many registers.
std::optional<Plan> planShares(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O);
/// Some registers by shuffles, the others through memory, where the ALU is what
/// limits the one and memory what limits the other. Both are plans for all of
/// the conversion, which is one of a warp or of a block that does the same in
/// every warp.
std::optional<Plan> planMixed(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O, const Plan &Shuffles,
                              const Plan &Shared);
/// Shuffles before or behind shared memory, so that it moves whole words where
/// this plan does not.
std::optional<Plan> planStaged(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, const Plan &Shared);
/// What stays in its warp apart from what does not, where each thread's
/// registers can be told apart so.
std::optional<Plan> planSplit(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O);
/// Through shared memory in rounds, for want of scratch for all at once: half
/// of the registers after the other, and so on. Without a plan, LeastScratch is
/// the least O.ScratchLimit that would have one; 0 if that is not the reason.
std::optional<Plan> planRounds(const Conversion &Atoms, const Machine &M,
                               const PlanOptions &O, unsigned &LeastScratch);
/// Scratch of all that changes threads, sent at once; 0 if nothing does, or if
/// the map is not affine.
unsigned scratchAtOnce(const Conversion &Atoms);
/// WhyNot says why there is none.
std::vector<Plan> planShared(const Conversion &Atoms, const Machine &M,
                             const PlanOptions &O, std::string &WhyNot);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_PLANNER_H
