//===- ExchangePlanner.h - The choice of a plan for each exchange -*- C++ -*-=//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the files that implement ExchangePlan.h only:
//
//   ExchangePlan.cpp     the best plan of each exchange, compared with what is
//                        there
//   ExchangeGatherPlan.cpp   the same of loads at an index from data
//   ExchangeSettle.cpp   which plans can be had together: other readers of the
//                        stores, the reuse of the array
//   ExchangeRegisters.cpp  and for which of them there is room in registers
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLANNER_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLANNER_H

#include "passes/exchange/ExchangePlan.h"
#include "passes/exchange/HiddenStores.h"
#include "passes/price/RegisterPressure.h"

namespace f2layout {
inline namespace passes {

class ExchangePlanner : PlanContext {
  /// What a plan may take of the clocks before: a model is no measurement.
  /// CUB's exchanges of 5 and 7 larger elements, 0.90 to 0.91 by the model,
  /// take 0.90 to 0.95 (bench/price).
  static constexpr double Margin = 0.92;

public:
  ExchangePlanner(const Exchanges &R, const PlanContext &Context)
      : PlanContext(Context), R(R) {
    for (const auto &[N, X] : llvm::enumerate(R.exchanges()))
      for (llvm::ArrayRef<unsigned> Accesses :
           {llvm::ArrayRef<unsigned>(X.Stores),
            llvm::ArrayRef<unsigned>(X.Loads)})
        for (unsigned A : Accesses)
          PartOf[object(X).Accesses[A].I].push_back(N);
  }

  std::vector<ExchangePlan> run();
  void settle(std::vector<ExchangePlan> &Plans);

private:
  const SharedObject &object(const Exchange &X) const {
    return R.objects()[X.Object];
  }
  const SharedObject &object(unsigned N) const { return R.objects()[N]; }
  void choose(ExchangePlan &P);
  void chooseGathers(ExchangePlan &P);
  PlanCost costOfGathersAsWritten(const Exchange &X) const;
  double timesPerBarrier(const Exchange &X, const llvm::BasicBlock &BB) const;
  void listWays(ExchangePlan &P);
  double setupClocks(const Plan &New, const Exchange &X) const;
  double clocksSavedByTurns(const Plan &New, const Exchange &X) const;
  bool beatsInPlace(const Plan &New, ExchangePlan &P) const;
  bool beats(const Plan &New, const Exchange &X, const PlanCost &Before) const;
  bool mayUseDynamic(const Exchange &X) const {
    return X.FixedBase && R.shape().SizeIsExact;
  }
  llvm::StringRef whyNoShared(const Exchange &X) const;
  std::optional<PlanOptions> sharedOptions(const ExchangePlan &P,
                                           Machine &M) const;
  uint64_t registersOfThread() const;
  bool keepsInRegisters(ExchangePlan &P, unsigned Words) const;
  const Exchange *exchangeOf(unsigned Object,
                             const llvm::Instruction *Load) const;
  bool keepStores(ExchangePlan &P);
  bool settleReaders(std::vector<ExchangePlan> &Plans);
  llvm::Instruction *otherReader(const std::vector<ExchangePlan> &Plans,
                                 const ExchangePlan &P);
  HiddenStores &hiddenIn(unsigned Object);
  bool settleReuse(std::vector<ExchangePlan> &Plans);
  void addHoisted(const ExchangePlan &P,
                  llvm::SmallVectorImpl<HoistedLoads> &To) const;
  llvm::SmallVector<HoistedLoads, 8>
  hoistedBy(llvm::ArrayRef<ExchangePlan *> Some) const;
  bool readLate(ExchangePlan &P) const;
  bool fitByLateLoads(llvm::ArrayRef<ExchangePlan *> Some,
                      llvm::function_ref<bool()> Fits) const;
  unsigned wordsOf(llvm::ArrayRef<ExchangePlan *> Some);
  unsigned wordsAsWritten();
  unsigned wordsWith(const std::vector<ExchangePlan> &Plans);
  bool settleRegisters(std::vector<ExchangePlan> &Plans);
  bool settleResidency(std::vector<ExchangePlan> &Plans);
  bool isReplaced(const std::vector<ExchangePlan> &Plans, unsigned Object,
                  unsigned Access) const;
  llvm::SmallVector<llvm::Instruction *, 16>
  staying(const std::vector<ExchangePlan> &Plans, unsigned Object) const;
  bool livesAcross(llvm::ArrayRef<llvm::Instruction *> Stay,
                   const ExchangePlan &P) const;
  void removeApart(llvm::SmallVectorImpl<llvm::Instruction *> &Stay,
                   const ExchangePlan &P);
  PlaceBounds scratchOf(const ExchangePlan &P) const;
  bool orderReuse(const std::vector<ExchangePlan> &Plans, ExchangePlan &P);

  const Exchanges &R;
  llvm::SmallPtrSet<const Exchange *, 4> NoShared;
  /// The exchanges that an access is part of.
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<unsigned, 2>>
      PartOf;
  /// For the objects that were asked about.
  llvm::DenseMap<unsigned, std::unique_ptr<HiddenStores>> Hidden;
  /// Register pressure of the function unchanged, and with all plans chosen so
  /// far, as long as the choice is the same.
  std::optional<unsigned> AsWritten, WithAll;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEPLANNER_H
