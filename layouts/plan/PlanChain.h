//===- PlanChain.h - One plan after another -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. For plans under construction; PlanAssembly.h combines
// whole plans. A plan numbers its words starting with its inputs; after another
// plan they have other numbers:
//
//   so far 9 words, inputs taken from w3, w7      appended
//     w2 = select(..., w0, w1)                    w9 = select(..., w3, w7)
//     w3 = shuffle(w2, ...)                       w10 = shuffle(w9, ...)
//     outputs: w3 w0                              returns w10 w3
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_PLANCHAIN_H
#define F2LAYOUT_LAYOUTS_PLAN_PLANCHAIN_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

/// Appends the steps of Next, a plan without accesses to scratch, to P. Inputs
/// are the words of P that serve as Next's input words, one for each. Returns
/// the words of P that are Next's outputs.
std::vector<Word> appendPlan(Plan &P, llvm::ArrayRef<Word> Inputs,
                             const Plan &Next);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_PLANCHAIN_H
