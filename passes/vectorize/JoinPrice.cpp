//===- JoinPrice.cpp - What wider accesses may cost -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/JoinPrice.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/Residency.h"
#include "passes/price/StatedVectors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// The most words of an access that is joined.
static constexpr unsigned MostWords = 2;

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

static std::vector<HoistedLoads> joinsOf(const Contiguity &C) {
  std::vector<HoistedLoads> Joined;
  for (const ContiguousRun &R : C.runs()) {
    if (R.Pieces.size() >= R.Accesses.size())
      continue;
    for (const auto &Piece : C.accessesByPiece(R))
      if (Piece.size() > 1)
        Joined.push_back(joinedAt(Piece));
  }
  return Joined;
}

static JoinPrice priceOfJoins(Function &F, FunctionAnalysisManager &AM,
                              const LaunchShape &L, const Target &T,
                              const Contiguity &C) {
  JoinPrice P;
  const std::vector<HoistedLoads> Joined = joinsOf(C);
  if (Joined.empty())
    return P;
  unsigned Added = 0;
  for (const HoistedLoads &H : Joined)
    Added += MostWords * (H.Loads.size() + H.Stores.size());
  // Most kernels have more room than they could use.
  const std::optional<unsigned> Threads = statedBlock(L, T);
  const std::vector<HoistedLoads> Known = statedVectors(F);
  const unsigned Words = registerPressure(F, Known);
  if (expectedSlowdown(T, Threads, Words, Words + Added) == 1)
    return P;
  const double Slowdown =
      expectedSlowdown(T, Threads, Words, registerPressure(F, Joined));
  if (Slowdown == 1)
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
  P.Gained = ClocksOf(Joined) - ClocksOf(Known);
  if (P.Gained <= 0)
    return {}; // LLVM joins them in any case
  P.Lost = (Slowdown - 1) * kernelWork(F, LI, SE, T.M);
  return P;
}

bool f2layout::areJoinsTooDear(Function &F, FunctionAnalysisManager &AM,
                               const LaunchShape &L, const Target &T,
                               const Contiguity &C, KernelRemarks &Out) {
  const JoinPrice P = priceOfJoins(F, AM, L, T, C);
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
