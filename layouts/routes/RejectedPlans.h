//===- RejectedPlans.h - What the plan was better than --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// planConversion() gives the plan and not what it was weighed against. Whoever
// tunes a machine's figures wants to see both: 16 registers of 32 bits, one
// lane bit against one register bit, on sm_90:
//
//   shuffle  23.36 clocks: 8 shuffles, 24 selects                    the plan
//   shared   33.00 clocks: 4 stores, 4 loads, 2048 bytes of scratch  lost
//
// Each route is planned again alone, the others being forbidden, so that its
// best plan is there even where the planner never asked for it. That costs what
// planning costs; nobody else pays for it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H
#define F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

struct RejectedPlan {
  Route By;
  /// Of the cheapest plan by this route alone.
  std::optional<PlanCost> Cost;
  unsigned ScratchBytes = 0;
  std::string WhyNot; ///< Why it has no plan, if it has none.
};

/// The routes by which Best, the plan of this conversion, does not go. None if
/// nothing travels.
std::vector<RejectedPlan> rejectedPlans(const Conversion &C, const Machine &M,
                                        const PlanOptions &O, const Plan &Best);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H
