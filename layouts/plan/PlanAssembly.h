//===- PlanAssembly.h - Plans made of plans ---------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. A plan reads words and makes words, so plans can be
// placed in sequence, one reading what the other made, or side by side, each
// moving some of the registers:
//
//   in sequence:   [swap a lane bit with a register bit]
//                  [through memory, now in words]
//   side by side:  [registers 0-7 by shuffles           ] [rest ]
//                  [registers 8-11 by stores] [barrier  ] [loads]
//
// Plans side by side share their barriers: the steps of each before its first
// barrier precede one common barrier. Each has separate scratch.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_PLANASSEMBLY_H
#define F2LAYOUT_LAYOUTS_PLAN_PLANASSEMBLY_H

#include "layouts/plan/Atoms.h"
#include <map>

namespace f2layout {
inline namespace layouts {

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

  /// Appends the parts side by side; returns their results, part by part.
  llvm::SmallVector<Words, 2> beside(llvm::ArrayRef<Part> Parts);
  /// Appends one part after all steps so far.
  Words then(const Part &Next) { return beside(Next).front(); }

  /// Appends a barrier, after which parts reuse the scratch of those before it.
  void reuseScratch();

  /// The words after renaming registers: name r of thread t is what register r
  /// ^ C t had, where C has a column for each thread bit and does not change
  /// the place inside a word. Slots is log2 of the registers of a word.
  Words rename(llvm::ArrayRef<Word> Old, llvm::ArrayRef<uint64_t> OfThreadBit,
               unsigned Slots);
  /// Appends a select, unless it always yields the same word. A select of
  /// selects by the same predicate uses their operands.
  Word select(Step S);
  /// The plan with these results.
  Plan finish(llvm::ArrayRef<Word> Outputs, Route By);

private:
  class Copy;
  unsigned takeScratch(const Plan &Part);

  Plan P;
  unsigned TakenBytes = 0; ///< Of the scratch, since it was last reused.
  /// The selects made so far, by the words that they made.
  std::map<Word, Step> Selects;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_PLANASSEMBLY_H
