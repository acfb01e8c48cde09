//===- CheckPlan.h - A plan is run and compared ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CHECK_CHECKPLAN_H
#define F2LAYOUT_LAYOUTS_CHECK_CHECKPLAN_H

#include "layouts/plan/Plan.h"
#include <string>

namespace f2layout {
inline namespace layouts {

/// Runs the plan for every thread on words whose bytes know their origin, and
/// compares the results with the conversion (as given to the planner, not in
/// atoms). Returns an empty string if the plan is correct, otherwise what is
/// wrong. Shares no code with the routes.
std::string checkPlan(const Plan &P, const Conversion &C);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CHECK_CHECKPLAN_H
