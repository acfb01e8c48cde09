//===- PlanJson.h - The plans of f2layout plan as JSON ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_PLANJSON_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_PLANJSON_H

#include "intrinsics/target/Target.h"
#include "layouts/lines/Reduction.h"
#include "layouts/lines/Scan.h"
#include "layouts/plan/GatherPlan.h"
#include "layouts/routes/RejectedPlans.h"

namespace f2layout::calc {

/// Print one object to the standard output. docs/calculator.md lists the keys.
void printJson(const Plan &P, llvm::ArrayRef<RejectedPlan> Rejected,
               const Target &T);
void printJson(const Reduction &R, const Target &T);
void printJson(const Scan &S, const Target &T);
void printJson(const GatherPlan &P, const Target &T);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_PLANJSON_H
