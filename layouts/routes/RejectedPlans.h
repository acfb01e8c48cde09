//===- RejectedPlans.h - What the plan was better than --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// planConversion() returns the plan but not the alternatives. To tune a
// machine's figures, one must see both. For 16 registers of 32 bits, with one
// lane bit exchanged for one register bit, on sm_90:
//
//   shuffle  23.36 clocks: 8 shuffles, 24 selects                    the plan
//   shared   33.00 clocks: 4 stores, 4 loads, 2048 bytes of scratch  rejected
//
// The conversion is planned again with each route and all others disabled, so
// the best plan of a route is found even where the planner did not consider it.
// This costs one more planning per route, which planConversion() does not pay.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H
#define F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

struct RejectedPlan {
  Route By;
  /// The cost of the cheapest plan by this route.
  std::optional<PlanCost> Cost;
  unsigned ScratchBytes = 0;
  std::string WhyNot; ///< The reason, if the route has no plan.
};

/// The routes that Best, the plan of this conversion, does not use. Empty if no
/// element changes threads.
std::vector<RejectedPlan> rejectedPlans(const Conversion &C, const Machine &M,
                                        const PlanOptions &O, const Plan &Best);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_REJECTEDPLANS_H
