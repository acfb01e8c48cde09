//===- OverlapGuess.cpp - Accesses that are apart if a test says so -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/OverlapGuess.h"
#include "compat/LLVMCompat.h"
#include "passes/price/KernelWork.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/Residency.h"
#include "passes/price/VersionPrice.h"
#include "passes/uniformity/SyncPoints.h"
#include "passes/vectorize/AccessBetween.h"
#include "passes/vectorize/OverlapStretch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace f2layout;

/// Accesses of a stretch: the pairs of them are looked at.
static constexpr unsigned MaxAccesses = 128;
/// Runs of a stretch.
static constexpr unsigned MaxRuns = 8;
/// Shorter runs of loads save no wavefronts: see OverlapGuess.h.
static constexpr unsigned LeastBytesOfLoads = 32;
/// What such a load saves: an SM issues four instructions at a time.
static constexpr double ClocksOfIssue = 0.25;
/// As for a test of alignment.
static constexpr double LeastShareOfAccesses = 0.1, LeastShare = 0.04;

double OverlapGuess::saved() const {
  double Sum = 0;
  for (const OverlapPart &P : Parts)
    Sum += P.saved();
  return Sum;
}

namespace {

class Guesser {
public:
  Guesser(Function &F, FunctionAnalysisManager &FAM, const LaunchShape &L,
          const Target &T, bool MayTestAlign, Contiguity &C)
      : F(F), FAM(FAM), L(L), T(T), MayTestAlign(MayTestAlign), C(C),
        Between(C, FAM.getResult<AAManager>(F)) {}
  std::optional<OverlapGuess> run(SmallVectorImpl<Instruction *> &Refused);

private:
  using BlockSet = SmallSetVector<BasicBlock *, 8>;
  using Counts = AlignmentGroups::Counts;
  BlockSet blocksOfInterest();
  Contiguity runsIf(const Counts &Zeros, ArrayRef<Instruction *> Accesses);
  std::optional<MovedRun> candidate(const Contiguity &Then,
                                    const ContiguousRun &R);
  void planBlock(const Contiguity &Then, BasicBlock &BB);
  void chooseZeros(ArrayRef<Instruction *> Accesses);
  bool pays(const OverlapPart &P) const;
  bool suitsKernel();

  Function &F;
  FunctionAnalysisManager &FAM;
  const LaunchShape &L;
  const Target &T;
  bool MayTestAlign;
  Contiguity &C;
  AccessBetween Between;
  std::optional<AlignmentGroups> In;
  OverlapGuess Guess;
};

} // namespace

static bool isGlobal(const Instruction &I) {
  return getLoadStoreAddressSpace(&I) <= 1;
}

/// Blocks with neighbours that another access keeps apart.
Guesser::BlockSet Guesser::blocksOfInterest() {
  BlockSet Blocks;
  for (const ContiguousRun &R : C.runs()) {
    if (R.Accesses.size() < 2 || !R.hasFixedOrder())
      continue;
    SmallVector<Instruction *, 16> Accesses;
    for (unsigned A : R.Accesses)
      Accesses.push_back(C.accesses()[A].I);
    BasicBlock *BB = Accesses.front()->getParent();
    if (!isGlobal(*Accesses.front()) || Blocks.contains(BB))
      continue;
    const Instruction *InTheWay = Between.look(Accesses).InTheWay;
    if (InTheWay && isPlainAccess(*InTheWay) && isGlobal(*InTheWay))
      Blocks.insert(BB);
  }
  return Blocks;
}

Contiguity Guesser::runsIf(const Counts &Zeros,
                           ArrayRef<Instruction *> Accesses) {
  const LowZeros H = Guess.Inputs.hypothesis(Accesses, Zeros);
  BitFormsContext Context = bitFormsContext(F, FAM, /*AboutThreads=*/false);
  Context.Hypothesis = &H;
  return Contiguity(Context, Accesses);
}

/// The run as it would be moved, if it then has fewer accesses.
std::optional<MovedRun> Guesser::candidate(const Contiguity &Then,
                                           const ContiguousRun &R) {
  if (R.Accesses.size() < 2 || !R.hasFixedOrder() || !R.Repeats.empty())
    return std::nullopt;
  MovedRun M;
  M.Groups = groupsInOrder(Then, R);
  if (M.Groups.empty())
    return std::nullopt;
  DenseMap<const Instruction *, int64_t> OffsetOf;
  for (unsigned A : R.Accesses)
    OffsetOf[Then.accesses()[A].I] = Then.accesses()[A].Offset;
  SmallVector<Instruction *, 16> Accesses = M.accesses();
  llvm::sort(Accesses,
             [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
  M.From = In->countNow(Accesses);
  if (M.From <= M.Groups.size())
    return std::nullopt;
  M.Span.Access = Accesses.front();
  M.At = M.isStore() ? Accesses.back() : Accesses.front();
  M.IsAligned = T.Maker == Vendor::NVIDIA;
  const int64_t Base = OffsetOf[M.Span.Access];
  unsigned Widest = 0;
  int64_t End = 0;
  for (const VectorGroup &G : M.Groups) {
    M.Offsets.push_back(OffsetOf[G.Accesses.front()] - Base);
    End = std::max(End, M.Offsets.back() + G.Bytes);
    Widest = std::max(Widest, G.Bytes);
  }
  M.Span.From = M.Offsets.front();
  M.Span.Bytes = End - M.Span.From;
  // Structures that threads write are not shorter than what each writes.
  double Wavefronts =
      In->wavefrontsOf(*M.At, M.isStore() ? M.Span.Bytes : Widest);
  if (!M.isStore() && (M.Span.Bytes < LeastBytesOfLoads || Wavefronts == 1))
    Wavefronts = ClocksOfIssue;
  M.Saved =
      (M.From - M.Groups.size()) * std::min(Wavefronts, T.M.lanes() * 1.0);
  return M;
}

/// What may be in a part that some threads run and others do not.
static bool mayBeInside(const Instruction &I) {
  if (isa<PHINode, AllocaInst>(I) || I.isTerminator() ||
      I.getType()->isTokenTy())
    return false;
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && (Call->isConvergent() || Call->cannotDuplicate()))
    return false;
  return isPlainAccess(I) || letsAccessesPass(I);
}

void Guesser::planBlock(const Contiguity &Then, BasicBlock &BB) {
  std::vector<MovedRun> Candidates;
  for (const ContiguousRun &R : Then.runs())
    if (Then.accesses()[R.Accesses.front()].I->getParent() == &BB)
      if (std::optional<MovedRun> M = candidate(Then, R))
        Candidates.push_back(std::move(*M));
  llvm::stable_sort(Candidates, [](const MovedRun &A, const MovedRun &B) {
    return A.Saved > B.Saved;
  });
  SmallVector<Instruction *, 64> Accesses;
  for (Instruction &I : BB) {
    if (mayBeInside(I)) {
      if (isPlainAccess(I))
        Accesses.push_back(&I);
      continue;
    }
    const SmallVector<Instruction *, 64> All = std::move(Accesses);
    Accesses.clear();
    const SmallPtrSet<const Instruction *, 16> Inside(All.begin(), All.end());
    std::vector<MovedRun> Runs;
    for (const MovedRun &M : Candidates)
      if (Runs.size() < MaxRuns && all_of(M.accesses(), [&](Instruction *A) {
            return Inside.contains(A);
          }))
        Runs.push_back(M);
    if (Runs.empty() || All.size() > MaxAccesses)
      continue;
    if (std::optional<OverlapPart> P =
            chooseRuns(All, Between, std::move(Runs))) {
      P->Weight = In->weightOf(&BB);
      Guess.Parts.push_back(std::move(*P));
    }
  }
}

/// The fewest low bits of inputs that are enough.
void Guesser::chooseZeros(ArrayRef<Instruction *> Accesses) {
  for (OverlapPart &P : Guess.Parts)
    P.Zeros.assign(Guess.Inputs.size(), 0);
  if (T.Maker != Vendor::NVIDIA)
    return;
  for (OverlapPart &P : Guess.Parts) {
    for (const MovedRun &R : P.Runs) {
      const ContiguousRun *Now = C.runOf(R.Span.Access);
      unsigned Widest = 0;
      bool IsAligned = Now && Now->hasFixedOrder();
      for (const VectorGroup &G : R.Groups) {
        IsAligned =
            IsAligned && is_contained(C.accessesByPiece(*Now), G.Accesses);
        Widest = std::max(Widest, G.Bytes);
      }
      if (IsAligned)
        continue;
      for (unsigned N : In->inputsOf(*R.Span.Access))
        if (Guess.Inputs.isPointer(N))
          P.Zeros[N] = std::max(P.Zeros[N], Log2_32(Widest));
    }
  }
  // What is stated is what follows from the bits that the part itself tests.
  SmallVector<Counts, 2> Tests;
  for (const OverlapPart &P : Guess.Parts)
    if (!is_contained(Tests, P.Zeros))
      Tests.push_back(P.Zeros);
  for (const Counts &Zeros : Tests) {
    const Contiguity Then = runsIf(Zeros, Accesses);
    erase_if(Guess.Parts, [&](const OverlapPart &P) {
      return P.Zeros == Zeros && !all_of(P.Runs, [&](const MovedRun &R) {
               const ContiguousRun *Of = Then.runOf(R.Span.Access);
               return Of && Of->hasFixedOrder() &&
                      all_of(R.Groups, [&](const auto &G) {
                        return is_contained(Then.accessesByPiece(*Of),
                                            G.Accesses);
                      });
             });
    });
  }
}

bool Guesser::pays(const OverlapPart &P) const {
  return P.saved() >=
         P.priceOfTest() + priceOfLargerPart(P.Region.Instructions);
}

/// As for a test of alignment: it makes a difference to the kernel, which has
/// the registers.
bool Guesser::suitsKernel() {
  double Issues = 0, Clocks = Guess.saved();
  std::vector<HoistedLoads> Joined;
  for (const OverlapPart &P : Guess.Parts) {
    Issues += (P.accessesBefore() - P.accessesAfter()) * P.Weight;
    Clocks -= P.priceOfTest();
    for (const MovedRun &R : P.Runs) {
      HoistedLoads Join;
      const auto Accesses = R.accesses();
      Join.At = R.At;
      (R.isStore() ? Join.Stores : Join.Loads)
          .append(Accesses.begin(), Accesses.end());
      Joined.push_back(std::move(Join));
    }
  }
  const double Work =
      kernelWork(F, FAM.getResult<LoopAnalysis>(F),
                 FAM.getResult<ScalarEvolutionAnalysis>(F), T.M);
  if (Issues < In->issuesOfKernel() * LeastShareOfAccesses ||
      Issues < Work * LeastShare)
    return false;
  const unsigned Had = registerPressure(F);
  const unsigned Has = std::max(Had, registerPressure(F, Joined));
  if (const auto Bound = boundOfRewrites(F, L, T);
      Bound && Has > Had && Has > Bound->words())
    return false;
  const double Slowdown = expectedSlowdown(T, statedBlock(L, T), Had, Has);
  return Slowdown == 1 || (Slowdown - 1) * Work < Clocks;
}

std::optional<OverlapGuess>
Guesser::run(SmallVectorImpl<Instruction *> &Refused) {
  const BlockSet Blocks = blocksOfInterest();
  if (Blocks.empty() || hasConvergenceTokens(F))
    return std::nullopt;
  In.emplace(F, FAM, T, C);
  SmallVector<Instruction *, 32> Accesses;
  copy_if(In->Candidates, std::back_inserter(Accesses),
          [&](Instruction *I) { return Blocks.contains(I->getParent()); });
  if (Accesses.size() < 2)
    return std::nullopt;
  Guess.Inputs = In->Inputs;
  // On AMD this is no hypothesis: it only tells where pieces best begin.
  Counts Zeros(Guess.Inputs.size(), 0);
  if (MayTestAlign || T.Maker != Vendor::NVIDIA)
    for (unsigned N = 0; N < Zeros.size(); ++N)
      if (Guess.Inputs.isPointer(N))
        Zeros[N] = AlignmentGroups::MostZeros;
  const Contiguity Then = runsIf(Zeros, Accesses);
  for (BasicBlock *BB : Blocks)
    planBlock(Then, *BB);
  auto Refuse = [&](const OverlapPart &P) {
    for (const MovedRun &R : P.Runs)
      append_range(Refused, R.accesses());
  };
  erase_if(Guess.Parts, [&](const OverlapPart &P) {
    if (pays(P))
      return false;
    Refuse(P);
    return true;
  });
  if (!Guess.Parts.empty())
    chooseZeros(Accesses);
  if (Guess.Parts.empty())
    return std::nullopt;
  if (!suitsKernel()) {
    for_each(Guess.Parts, Refuse);
    return std::nullopt;
  }
  return std::move(Guess);
}

std::optional<OverlapGuess>
f2layout::guessOverlap(Function &F, FunctionAnalysisManager &FAM,
                       const LaunchShape &L, const Target &T, bool MayTestAlign,
                       Contiguity &C, SmallVectorImpl<Instruction *> &Refused) {
  if (!L.IsKernel)
    return std::nullopt;
  return Guesser(F, FAM, L, T, MayTestAlign, C).run(Refused);
}
