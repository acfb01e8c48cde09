//===- PlanAssembly.h - Plans made of plans ---------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. A plan reads words and makes words, so plans can stand
// behind each other, one reading what the other made, or beside each other,
// each moving some of the registers:
//
//   behind:  [swap a lane bit with a register bit] [through memory, now in words]
//   beside:  [registers 0-7 by shuffles          ] [rest]
//            [registers 8-11 by stores] [barrier ] [loads]
//
// Plans beside each other share their barriers: what each does before its first
// barrier stands before one barrier of all. Each has scratch of its own.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLANASSEMBLY_H
#define F2LAYOUT_LAYOUTS_PLANASSEMBLY_H

#include "layouts/Planner.h"

namespace f2layout {

class PlanAssembly {
public:
  /// Begins with the source words of the conversion, 0 to NumInputs - 1.
  explicit PlanAssembly(const Conversion &Atoms) : P(startPlan(Atoms)) {}

  struct Part {
    const Plan *Steps;
    /// The words that the part's input words are.
    llvm::SmallVector<Word, 32> Inputs;
  };
  using Words = llvm::SmallVector<Word, 32>;

  /// Appends the parts beside each other; their results, part by part.
  llvm::SmallVector<Words, 2> beside(llvm::ArrayRef<Part> Parts);
  /// Appends one part behind all that is there.
  Words then(const Part &Next) { return beside(Next).front(); }

  /// The plan with these results.
  Plan finish(llvm::ArrayRef<Word> Outputs, Route By);

private:
  class Copy;
  unsigned takeScratch(const Plan &Part);

  Plan P;
};

} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLANASSEMBLY_H
