//===- JoinPrice.cpp - What wider accesses may cost -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/JoinPrice.h"
#include "intrinsics/Vocabulary.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/Residency.h"
#include "passes/price/StatedVectors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// The most words of a piece besides its first.
static constexpr unsigned MostAdded = 3;

namespace {

/// Clocks of a warp.
struct JoinPrice {
  double Gained = 0, Lost = 0;
};

} // namespace

/// As accesses of the code as it is.
static HoistedLoads joinedAt(ArrayRef<Instruction *> Piece) {
  auto Before = [](const Instruction *A, const Instruction *B) {
    return A->comesBefore(B);
  };
  const bool AreStores = isa<StoreInst>(Piece.front());
  HoistedLoads H;
  H.At = AreStores ? *max_element(Piece, Before) : *min_element(Piece, Before);
  for (const Instruction *I : Piece)
    if (I != H.At)
      (AreStores ? H.Stores : H.Loads).push_back(I);
  return H;
}

static JoinPrice priceOfJoins(Function &F, FunctionAnalysisManager &AM,
                              const LaunchShape &L, const Target &T,
                              const Contiguity &C, unsigned Words) {
  JoinPrice P;
  const std::optional<unsigned> Threads = statedBlock(L, T);
  // Most kernels have more room than they could use.
  if (expectedSlowdown(T, Threads, Words, Words + MostAdded) == 1)
    return P;
  std::vector<HoistedLoads> Joined;
  for (const ContiguousRun &R : C.runs()) {
    if (R.Pieces.size() >= R.Accesses.size())
      continue;
    for (const auto &Piece : C.accessesByPiece(R))
      if (Piece.size() > 1)
        Joined.push_back(joinedAt(Piece));
  }
  if (Joined.empty())
    return P;
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  auto ClocksOf = [&](ArrayRef<HoistedLoads> Accesses) {
    double Fewer = 0;
    for (const HoistedLoads &H : Accesses)
      Fewer += (H.Loads.size() + H.Stores.size()) *
               weightIn(LI, SE, H.At->getParent());
    return Fewer * T.M.Costs.Wavefront;
  };
  const std::vector<HoistedLoads> Known = statedVectors(F);
  P.Gained = ClocksOf(Joined) - ClocksOf(Known);
  if (P.Gained <= 0)
    return {}; // LLVM joins them in any case
  const double Slowdown = expectedSlowdown(
      T, Threads, registerPressure(F, Known), registerPressure(F, Joined));
  P.Lost = (Slowdown - 1) * kernelWork(F, LI, SE, T.M);
  return P;
}

bool f2layout::areJoinsTooDear(Function &F, FunctionAnalysisManager &AM,
                               const LaunchShape &L, const Target &T,
                               const Contiguity &C, unsigned Words,
                               KernelRemarks &Out) {
  const JoinPrice P = priceOfJoins(F, AM, L, T, C, Words);
  if (P.Lost <= P.Gained)
    return false;
  Out.add([&] {
    using NV = UserRemark::Argument;
    UserRemark R(UserRemark::Missed, "f2layout-access", "Residency", F);
    R.Worth = P.Gained;
    R << "neighbouring accesses stay apart: they would gain "
      << NV("Gained", clockText(P.Gained)) << " clocks per "
      << vocabularyOf(F).Warp
      << ", and the registers that they may take are expected to cost "
      << NV("Lost", clockText(P.Lost))
      << ", since fewer blocks would run at a time";
    return R;
  });
  return true;
}
