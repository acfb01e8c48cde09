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
/// How often Contiguity is asked which inputs make a difference.
static constexpr unsigned MaxTrials = 8;
/// Groups that are tried for a larger region.
static constexpr unsigned MaxGrowths = 8;

namespace {

class Guesser {
public:
  Guesser(Function &F, FunctionAnalysisManager &FAM, const LaunchShape &L,
          const Target &T, Contiguity &C)
      : F(F), FAM(FAM), L(L), T(T), In(F, FAM, T, C),
        LI(FAM.getResult<LoopAnalysis>(F)) {}
  std::optional<AlignmentGuess> run(SmallVectorImpl<Instruction *> &Refused);

private:
  bool pays(const WiderGroups &G, double Launches, unsigned Instructions = 0);
  bool chooseRegion(WiderGroups &G);
  void chooseZeros(const WiderGroups &G);
  bool suitsKernel(const WiderGroups &G, double Launches);

  Function &F;
  FunctionAnalysisManager &FAM;
  const LaunchShape &L;
  const Target &T;
  AlignmentGroups In;
  const LoopInfo &LI;
  AlignmentGuess Guess;
  std::optional<double> IssuesOfKernel;
};

} // namespace

/// Takes the groups that pay for the part of the kernel that exists twice.
bool Guesser::chooseRegion(WiderGroups &G) {
  llvm::stable_sort(G, [](const WiderGroup &A, const WiderGroup &B) {
    return A.Saved > B.Saved;
  });
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(F);
  WiderGroups Taken;
  std::optional<CodeRegion> Region;
  SmallVector<Instruction *, 32> Around;
  unsigned Growths = 0;
  for (WiderGroup &W : G) {
    if (Region && all_of(W.Accesses, [&](const Instruction *I) {
          return Region->contains(*I);
        })) {
      Taken.push_back(std::move(W));
      continue;
    }
    if (Growths++ >= MaxGrowths)
      continue;
    SmallVector<Instruction *, 32> More = Around;
    append_range(More, W.Accesses);
    std::optional<CodeRegion> Larger = smallestRegion(More, DT, PDT, LI);
    if (!Larger)
      continue;
    const unsigned Had = Region ? Region->Instructions : 0;
    const unsigned Added =
        Larger->Instructions - std::min(Had, Larger->Instructions);
    if (Region && !paysForLargerPart(Added, W.Saved))
      continue;
    Region = std::move(Larger);
    Around = std::move(More);
    Taken.push_back(std::move(W));
  }
  G = std::move(Taken);
  if (!Region)
    return false;
  Guess.Region = std::move(*Region);
  return true;
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
  std::optional<unsigned> Threads = L.ExactThreads;
  if (!Threads)
    Threads = L.BoundThreads;
  const double Slowdown =
      slowdownByRegisters(T, Threads, Had + UsualReserve, Has + UsualReserve);
  return Slowdown == 1 || (Slowdown - 1) * Work < savedBy(G) / Launches;
}

/// If the test holds in one of so many launches.
bool Guesser::pays(const WiderGroups &G, double Launches,
                   unsigned Instructions) {
  if (!IssuesOfKernel)
    IssuesOfKernel = In.issuesOfKernel();
  return paysForPart(Instructions, savedBy(G) / Launches) &&
         issuesOf(G) / Launches >= *IssuesOfKernel * LeastShareOfAccesses;
}

std::optional<AlignmentGuess>
Guesser::run(SmallVectorImpl<Instruction *> &Refused) {
  if (In.Candidates.size() < 2 || hasConvergenceTokens(F))
    return std::nullopt;
  if (!paysForPart(0, In.mostSaved())) {
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
  if (!pays(G, /*Launches=*/1))
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
  if (!chooseRegion(G))
    return std::nullopt;
  const double Launches = WithNumbers ? LaunchesOfNumber : 1;
  if (!pays(G, Launches, Guess.Region.Instructions) ||
      !suitsKernel(G, Launches))
    return Refuse();
  for (WiderGroup &W : G) {
    copy_if(W.Others, std::back_inserter(W.Accesses),
            [&](const Instruction *I) { return Guess.Region.contains(*I); });
    Guess.From += W.From;
    Guess.To += W.To;
  }
  Guess.Accesses = In.accessesOf(G);
  Guess.Zeros = In.zerosFor(G, WithNumbers);
  chooseZeros(G);
  Guess.Inputs = std::move(In.Inputs);
  return std::move(Guess);
}

std::optional<AlignmentGuess>
f2layout::guessAlignment(Function &F, FunctionAnalysisManager &FAM,
                         const LaunchShape &L, const Target &T, Contiguity &C,
                         SmallVectorImpl<Instruction *> &Refused) {
  // AMD's global memory need not be aligned for wide accesses.
  if (!L.IsKernel || T.Maker != Vendor::NVIDIA)
    return std::nullopt;
  return Guesser(F, FAM, L, T, C).run(Refused);
}
