//===- ExchangeGain.h - What plans save, and what they must pay for -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Some plans need more than their own code. Where a loop hides an
// exchange, it is unrolled (UnrollExchange.h), and where the shape of the block
// is a guess, the kernel becomes two versions (VersionPrice.h). Both cost time
// of compilation, instruction cache and registers. An exchange that takes 134
// clocks before and 131 after does not pay for 64 copies of a loop, though it
// is never worse by itself.
//
// Rule. All plans of the kernel together must save at least a tenth of the
// clocks that the exchanges take, and 2.5 clocks. A clock in a loop counts as
// often as the loop runs (LoopWeights.h).
//
// What a second version is compared with is the kernel as it will run without
// one. If a pass behind this one would move the array's elements, whatever the
// block's shape, that is the exchange in place:
//
//   as written 290 clocks, in place with a swizzle 36, the plan 36
//
// Such a plan saves 254 clocks where the shape is stated, and a version of the
// kernel for it saves none.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEGAIN_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEGAIN_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// Clocks of one warp for the exchanges that are replaced.
struct ExchangeGain {
  double Before = 0; ///< Without the plans.
  double Saved = 0;
  /// Of that, what the same accesses would not save with the elements of the
  /// array at other places.
  double SavedByMoves = 0;
  /// At most so much is saved by the program's own stores, if none is completed
  /// (CompletedStores.h). As much as Saved unless more is known.
  double SavedByOwn = 0;

  /// Of all plans that replace an exchange, which takes as many clocks without
  /// them as Without says: as it is written, if that is null.
  static ExchangeGain
  of(llvm::ArrayRef<ExchangePlan> Plans, const FunctionAnalyses &C,
     llvm::ScalarEvolution &SE,
     llvm::function_ref<double(const ExchangePlan &)> Without = nullptr);
  /// What is gained besides Without pays for larger code.
  bool paysBeside(const ExchangeGain &Without) const;
  /// The same, if the elements of the array could be at other places instead.
  bool paysInPlace(const ExchangeGain &Without) const;
  /// What is gained besides SavedByOwn pays: the completed stores are worth
  /// their code, whatever the program's own stores gain.
  bool paysBesideOwn() const;
};

/// Drops all plans for the shape of R, with a reason for the remarks, if they
/// do not pay for a second version of the kernel. If other loads stay in shared
/// memory, plans that move nothing do not pay: that threads read back what they
/// have stored is no sign that the guess is right.
void dropUnlessVersionPays(std::vector<ExchangePlan> &Plans, const Exchanges &R,
                           const PlanContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEGAIN_H
