//===- ExchangePlan.h - What to do about an exchange ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A proved exchange is worth replacing if the best plan costs less than what
// is there, by the same cost figures, with the stores if something else reads
// them, too; and, for a plan that uses shared memory again, if these stores can
// go, and if the array can lend its bytes without a new race and without the
// loss of a value that others keep there.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLAN_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLAN_H

#include "intrinsics/target/Target.h"
#include "layouts/plan/GatherPlan.h"
#include "layouts/plan/Plan.h"
#include "passes/exchange/Exchanges.h"
#include "passes/exchange/PlanCache.h"
#include "passes/price/Placement.h"
#include "passes/support/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// One way to treat an exchange.
struct ExchangeWay {
  std::string How; ///< As in "shuffle" or "as written".
  double Clocks;   ///< Of one warp.
};

struct ExchangePlan {
  const Exchange *Subject = nullptr;
  std::optional<Plan> Best; ///< None: the exchange stays.
  /// Of an exchange with loads at an index from data, how each of them is made.
  /// Best has no steps then.
  std::vector<GatherPlan> Gathers;
  /// Elements below 32 bits travel alone, each in a word of its own. A few of
  /// them cost less to move so than to pack.
  bool Widened = false;
  /// The stores stay, since something else may read them. Best's clocks have
  /// them.
  bool KeepsStores = false;
  /// Its loads stand where their values are used (LateLoads.h).
  bool Late = false;
  std::string Name, Why; ///< Why it stays.
  /// Nothing that the user may change would help.
  bool IsFinal = false;
  PlanCost Before; ///< Of the original accesses and their barrier.
  /// The same with the array's elements at other places, if that was asked for,
  /// and what would put them there.
  std::optional<PlanCost> InPlace;
  const char *HowInPlace = "";
  /// All ways, the cheapest first, if PlanContext asks for them.
  std::vector<ExchangeWay> Ways;
  /// Where the plan's bytes begin in the array; of a dynamic one, behind the
  /// exchange's own first byte.
  uint64_t FirstByte = 0;
  /// Accesses to the array stay, and may come at any time, but not to these
  /// bytes.
  bool KeepsPlace = false;
  /// A barrier is needed before the new stores, against earlier accesses.
  std::optional<Scope> BarrierBefore;
};

/// What the choice depends on, besides the exchanges.
struct PlanContext {
  const FunctionAnalyses &C;
  const Target &T;
  const Options &O;
  PlanCache &Cache;
  llvm::ScalarEvolution &SE;
  /// Null: arrays that stay are not changed by anybody.
  Placements *Placed = nullptr;
  bool ListsWays = false; ///< ExchangePlan::Ways is wanted.
};

/// Plans for all exchanges of a search.
std::vector<ExchangePlan> planExchanges(const Exchanges &R,
                                        const PlanContext &Context);

/// Drops the plans that Stays picks, for the reason that it returns, and those
/// that cannot do without them.
void dropPlans(std::vector<ExchangePlan> &Plans, const Exchanges &R,
               const PlanContext &Context,
               llvm::function_ref<bool(const ExchangePlan &)> Stays,
               llvm::StringRef Name, llvm::StringRef Why);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLAN_H
