//===- AlignmentGuess.cpp - Arguments that are worth a test ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AlignmentGuess.h"
#include "passes/price/KernelWork.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/Residency.h"
#include "passes/price/VersionPrice.h"
#include "passes/uniformity/SyncPoints.h"
#include "passes/vectorize/AlignmentGroups.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// A number is a multiple of four in one of so many launches.
static constexpr double LaunchesOfNumber = 2;
/// What a test must save of the accesses that the kernel issues.
static constexpr double LeastShareOfAccesses = 0.1;
/// What a test must save of the clocks that the kernel takes to issue all its
/// instructions. Not measured: with less, nobody would see a difference.
static constexpr double LeastShare = 0.04;
/// A loss of warps that is more frequent than this is likely.
static constexpr double LikelyLoss = 0.1;
/// How often Contiguity is asked which inputs make a difference.
static constexpr unsigned MaxTrials = 8;
/// Groups for which a region is chosen.
static constexpr unsigned MaxChoices = 8;

namespace {

class Guesser {
public:
  Guesser(Function &F, FunctionAnalysisManager &FAM, const LaunchShape &L,
          const Target &T, Contiguity &C, ArrayRef<BasicBlock *> Settled)
      : F(F), FAM(FAM), L(L), T(T), Settled(Settled), In(F, FAM, T, C, Settled),
        LI(FAM.getResult<LoopAnalysis>(F)) {}
  std::optional<AlignmentGuess> run(SmallVectorImpl<Instruction *> &Refused);

private:
  /// A region with one more group.
  struct Choice {
    size_t At = 0; ///< Of Guess.Regions; its end for a new one.
    CodeRegion Region;
    SmallVector<Instruction *, 16> Around;
    double Price = 0;
  };
  bool pays(const WiderGroups &G, double Launches, double Price);
  std::optional<Choice> choose(const WiderGroup &W);
  void chooseRegions(WiderGroups &G, double Launches);
  void chooseZeros(const WiderGroups &G);
  bool suitsKernel(const WiderGroups &G, double Launches);

  Function &F;
  FunctionAnalysisManager &FAM;
  const LaunchShape &L;
  const Target &T;
  ArrayRef<BasicBlock *> Settled;
  AlignmentGroups In;
  const LoopInfo &LI;
  AlignmentGuess Guess;
  /// What each of its regions is around.
  std::vector<SmallVector<Instruction *, 16>> Around;
  std::optional<double> IssuesOfKernel;
};

} // namespace

/// The cheapest way to have the group in a region. Regions that overlap others
/// are none.
std::optional<Guesser::Choice> Guesser::choose(const WiderGroup &W) {
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(F);
  std::optional<Choice> Best;
  for (size_t At = 0; At <= Guess.Regions.size(); ++At) {
    Choice Now;
    Now.At = At;
    const bool IsNew = At == Guess.Regions.size();
    if (!IsNew)
      Now.Around = Around[At];
    append_range(Now.Around, W.Accesses);
    std::optional<CodeRegion> R = smallestRegion(Now.Around, DT, PDT, LI);
    if (!R ||
        any_of(
            Settled,
            [&](const BasicBlock *BB) { return R->contains(BB->front()); }) ||
        any_of(enumerate(Guess.Regions), [&](const auto &Other) {
          return Other.index() != At && R->overlaps(Other.value());
        }))
      continue;
    const unsigned Had = IsNew ? 0 : Guess.Regions[At].Instructions;
    const unsigned Added = R->Instructions - std::min(Had, R->Instructions);
    Now.Price = IsNew ? priceOfPart(Added) : priceOfLargerPart(Added);
    Now.Region = std::move(*R);
    if (!Best || Now.Price < Best->Price)
      Best = std::move(Now);
  }
  return Best;
}

/// Takes the groups that pay for the parts of the kernel that exist twice.
void Guesser::chooseRegions(WiderGroups &G, double Launches) {
  llvm::stable_sort(G, [](const WiderGroup &A, const WiderGroup &B) {
    return A.Saved > B.Saved;
  });
  WiderGroups Taken;
  unsigned Choices = 0;
  for (WiderGroup &W : G) {
    const bool IsInside = any_of(Guess.Regions, [&](const CodeRegion &R) {
      return all_of(W.Accesses,
                    [&](const Instruction *I) { return R.contains(*I); });
    });
    if (!IsInside) {
      if (Choices++ >= MaxChoices)
        continue;
      std::optional<Choice> C = choose(W);
      if (!C || W.Saved / Launches < C->Price)
        continue;
      if (C->At == Guess.Regions.size()) {
        Guess.Regions.emplace_back();
        Around.emplace_back();
      }
      Guess.Regions[C->At] = std::move(C->Region);
      Around[C->At] = std::move(C->Around);
    }
    Taken.push_back(std::move(W));
  }
  G = std::move(Taken);
}

/// Tests as few inputs, and as few bits of them, as are enough.
void Guesser::chooseZeros(const WiderGroups &G) {
  unsigned Widest = 0, Least = ~0u;
  for (const WiderGroup &W : G) {
    Widest = std::max(Widest, W.WidestPiece);
    Least = std::min(Least, W.LeastAccess);
  }
  const double Saved = savedBy(G);
  unsigned Trials = 0;
  auto Suffices = [&](unsigned N, unsigned Count) {
    if (Count >= Guess.Zeros[N] || Trials++ >= MaxTrials)
      return false;
    AlignmentGroups::Counts Fewer = Guess.Zeros;
    Fewer[N] = Count;
    if (savedBy(In.find(Fewer, Guess.Accesses)) < Saved)
      return false;
    Guess.Zeros = std::move(Fewer);
    return true;
  };
  for (unsigned N = 0; N < Guess.Zeros.size(); ++N) {
    if (!Guess.Zeros[N])
      continue;
    if (In.Inputs.isPointer(N))
      Suffices(N, Log2_32(Widest));
    else if (!Suffices(N, 0) && Least && Widest > Least)
      Suffices(N, Log2_32(Widest / Least));
  }
}

/// It makes a difference to the kernel, which has the registers for the values
/// that are loaded together.
bool Guesser::suitsKernel(const WiderGroups &G, double Launches) {
  std::vector<HoistedLoads> Joined;
  for (const WiderGroup &W : G)
    append_range(Joined, W.Joined);
  const double Work =
      kernelWork(F, LI, FAM.getResult<ScalarEvolutionAnalysis>(F), T.M);
  if (issuesOf(G) / Launches < Work * LeastShare)
    return false;
  const unsigned Had = registerPressure(F);
  const unsigned Has = std::max(Had, registerPressure(F, Joined));
  if (const auto Bound = boundOfRewrites(F, L, T);
      Bound && Has > Had && Has > Bound->words())
    return false;
  // Measured on an H100: a pooling kernel whose windows have no round that is
  // unrolled takes three registers more, and runs at 0.84 of its speed.
  Guess.MayLoseWarps =
      certainlySavedBy(G) < priceOfPart(0) && !statesWarps(F) &&
      chanceOfFewerWarps(T, statedBlock(L, T), Had, Has) > LikelyLoss;
  const double Slowdown = expectedSlowdown(T, statedBlock(L, T), Had, Has);
  return Slowdown == 1 || (Slowdown - 1) * Work < savedBy(G) / Launches;
}

/// If the test holds in one of so many launches.
bool Guesser::pays(const WiderGroups &G, double Launches, double Price) {
  if (!IssuesOfKernel)
    IssuesOfKernel = In.issuesOfKernel();
  return savedBy(G) / Launches >= Price &&
         issuesOf(G) / Launches >= *IssuesOfKernel * LeastShareOfAccesses;
}

std::optional<AlignmentGuess>
Guesser::run(SmallVectorImpl<Instruction *> &Refused) {
  if (In.Candidates.size() < 2 || hasConvergenceTokens(F))
    return std::nullopt;
  if (In.mostSaved() < priceOfPart(0)) {
    Refused.append(In.Candidates.begin(), In.Candidates.end());
    return std::nullopt;
  }
  AlignmentGroups::Counts All(In.Inputs.size(), AlignmentGroups::MostZeros);
  WiderGroups G = In.find(All, In.Candidates);
  auto Refuse = [&] {
    const auto Wider = In.accessesOf(G);
    Refused.append(Wider.begin(), Wider.end());
    return std::nullopt;
  };
  if (!pays(G, /*Launches=*/1, priceOfPart(0)))
    return Refuse();
  bool WithNumbers = In.dependOnNumbers(G);
  if (WithNumbers) {
    WiderGroups Less =
        In.find(In.zerosFor(G, /*WithNumbers=*/false), In.accessesOf(G));
    if (savedBy(Less) * LaunchesOfNumber >= savedBy(G)) {
      G = std::move(Less);
      WithNumbers = false;
    }
  }
  const double Launches = WithNumbers ? LaunchesOfNumber : 1;
  chooseRegions(G, Launches);
  if (G.empty())
    return std::nullopt;
  double Price = 0;
  for (const CodeRegion &R : Guess.Regions)
    Price += priceOfPart(R.Instructions);
  if (!pays(G, Launches, Price) || !suitsKernel(G, Launches))
    return Refuse();
  for (WiderGroup &W : G) {
    copy_if(
        W.Others, std::back_inserter(W.Accesses), [&](const Instruction *I) {
          return any_of(Guess.Regions,
                        [&](const CodeRegion &R) { return R.contains(*I); });
        });
    Guess.From += W.From;
    Guess.To += W.To;
  }
  Guess.Saved = savedBy(G) / Launches;
  Guess.Accesses = In.accessesOf(G);
  Guess.Zeros = In.zerosFor(G, WithNumbers);
  chooseZeros(G);
  Guess.Inputs = std::move(In.Inputs);
  return std::move(Guess);
}

std::optional<AlignmentGuess>
f2layout::guessAlignment(Function &F, FunctionAnalysisManager &FAM,
                         const LaunchShape &L, const Target &T, Contiguity &C,
                         ArrayRef<BasicBlock *> Settled,
                         SmallVectorImpl<Instruction *> &Refused) {
  // AMD's global memory need not be aligned for wide accesses.
  if (!L.IsKernel || T.Maker != Vendor::NVIDIA)
    return std::nullopt;
  return Guesser(F, FAM, L, T, C, Settled).run(Refused);
}
