//===- AlignmentGuess.cpp - Arguments that are worth a test ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AlignmentGuess.h"
#include "intrinsics/AddressSpaces.h"
#include "passes/launch/TestedShape.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/price/VersionPrice.h"
#include "passes/uniformity/SyncPoints.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

/// cudaMalloc aligns to 256 bytes; wider accesses than this need none.
static constexpr unsigned MostZeros = 4;
/// A number is a multiple of four in one of so many launches.
static constexpr double LaunchesOfNumber = 2;
/// What a wavefront reaches in the cache.
static constexpr unsigned BytesOfLine = 128;
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

/// Accesses of one block that become fewer.
struct WiderGroup {
  SmallVector<Instruction *, 8> Accesses;
  /// Accesses of the run that stay alone, though better aligned.
  SmallVector<Instruction *, 4> Others;
  SmallVector<HoistedLoads, 2> Joined; ///< For the estimate of registers.
  unsigned From = 0, To = 0;
  unsigned WidestPiece = 0, LeastAccess = ~0u; ///< In bytes.
  double Issues = 0; ///< Accesses that are not made, as often as loops run.
  double Saved = 0;  ///< Clocks of a warp.
};

using Groups = std::vector<WiderGroup>;

class Guesser {
public:
  Guesser(Function &F, FunctionAnalysisManager &FAM, const LaunchShape &L,
          const Target &T, Contiguity &C)
      : F(F), FAM(FAM), L(L), T(T), C(C), AA(FAM.getResult<AAManager>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}
  std::optional<AlignmentGuess> run(SmallVectorImpl<Instruction *> &Refused);

private:
  bool findCandidates();
  void numberPieces();
  double weightOf(const BasicBlock *BB);
  double issuesOfKernel();
  double mostSaved();
  bool pays(const Groups &G, double Launches, unsigned Instructions = 0);
  double wavefrontsOf(const Instruction &Access, unsigned Bytes) const;
  Groups groupsFor(ArrayRef<unsigned> Zeros, ArrayRef<Instruction *> Accesses);
  SmallVector<unsigned, 8> inputsOf(const Groups &G, bool WithNumbers);
  bool usesNumbers(const Groups &G);
  bool chooseRegion(Groups &G);
  void chooseZeros(const Groups &G);
  bool suitsKernel(const Groups &G, double Launches);

  Function &F;
  FunctionAnalysisManager &FAM;
  const LaunchShape &L;
  const Target &T;
  Contiguity &C;
  AAResults &AA;
  const DominatorTree &DT;
  const LoopInfo &LI;
  ScalarEvolution &SE;
  AlignmentGuess Guess;
  SmallVector<Instruction *, 32> Candidates;
  DenseMap<const Instruction *, KernelInputs::Numbers> InputsOf;
  /// As the accesses are now: equal numbers are one access.
  DenseMap<const Instruction *, unsigned> PieceOf;
  SmallPtrSet<const Instruction *, 32> OfLanes;
  DenseMap<const BasicBlock *, double> Weights;
  std::optional<double> IssuesOfKernel;
};

} // namespace

static double issuesOf(const Groups &G) {
  double Sum = 0;
  for (const WiderGroup &W : G)
    Sum += W.Issues;
  return Sum;
}

static double savedBy(const Groups &G) {
  double Sum = 0;
  for (const WiderGroup &W : G)
    Sum += W.Saved;
  return Sum;
}

static SmallVector<Instruction *, 32>
accessesOf(const Groups &G, ArrayRef<Instruction *> Order) {
  SmallPtrSet<const Instruction *, 32> In;
  for (const WiderGroup &W : G)
    In.insert(W.Accesses.begin(), W.Accesses.end());
  SmallVector<Instruction *, 32> Sorted;
  copy_if(Order, std::back_inserter(Sorted),
          [&](const Instruction *I) { return In.contains(I); });
  return Sorted;
}

double Guesser::weightOf(const BasicBlock *BB) {
  auto [It, New] = Weights.try_emplace(BB, 0);
  if (New)
    It->second = weightIn(LI, SE, BB);
  return It->second;
}

/// Accesses of global memory that a pointer of the kernel's inputs leads to.
bool Guesser::findCandidates() {
  const std::optional<TestedShape> Shape = findTestedShape(F);
  for (const ContiguousAccess &A : C.accesses()) {
    const unsigned Space = getLoadStoreAddressSpace(A.I);
    if ((Space != 0 && Space != 1) || A.Bytes >= 1u << MostZeros)
      continue;
    // Behind a test of the block's shape only the tested version counts.
    if (Shape && !DT.dominates(Shape->Taken, A.I->getParent()))
      continue;
    bool FromThread = false;
    auto Inputs = Guess.Inputs.of(getLoadStorePointerOperand(A.I), FromThread);
    if (none_of(Inputs, [&](unsigned N) { return Guess.Inputs.isPointer(N); }))
      continue;
    InputsOf[A.I] = std::move(Inputs);
    if (FromThread)
      OfLanes.insert(A.I);
    Candidates.push_back(A.I);
  }
  return Candidates.size() > 1;
}

void Guesser::numberPieces() {
  AccessBetween Between(C, AA);
  unsigned Next = 0;
  for (const ContiguousRun &R : C.runs()) {
    if (!R.hasFixedOrder())
      continue;
    for (const auto &Piece : C.accessesByPiece(R)) {
      const bool AreOne = Piece.size() > 1 && !Between.look(Piece).InTheWay;
      for (const Instruction *I : Piece)
        PieceOf[I] = AreOne ? Next : Next++;
      Next += AreOne;
    }
  }
  for (const Instruction *I : Candidates)
    if (PieceOf.try_emplace(I, Next).second)
      ++Next;
}

/// How many accesses the kernel issues.
double Guesser::issuesOfKernel() {
  double Sum = 0;
  for (const BasicBlock &BB : F) {
    unsigned Accesses = 0;
    for (const Instruction &I : BB)
      Accesses += isa<LoadInst, StoreInst>(I);
    if (Accesses)
      Sum += Accesses * weightOf(&BB);
  }
  return Sum;
}

/// What would be saved if the candidates of each block filled the widest
/// accesses.
double Guesser::mostSaved() {
  constexpr double Widest = 1u << MostZeros;
  MapVector<const BasicBlock *, std::pair<unsigned, uint64_t>> OfBlock;
  for (const Instruction *I : Candidates) {
    auto &[Count, Bytes] = OfBlock[I->getParent()];
    ++Count;
    Bytes += F.getDataLayout().getTypeStoreSize(getLoadStoreType(I));
  }
  double Sum = 0;
  for (const auto &[BB, Of] : OfBlock) {
    const auto [Count, Bytes] = Of;
    const double Fewer = Count - std::max(1.0, Bytes / Widest);
    Sum += std::max(0.0, Fewer) * weightOf(BB) *
           std::max(1.0, std::min<double>(Bytes, Widest) * T.M.lanes() /
                             BytesOfLine);
  }
  return Sum;
}

/// Wavefronts of an access to a part of a piece of so many bytes. If each lane
/// has a piece of its own, the warp's access spreads over all of them.
double Guesser::wavefrontsOf(const Instruction &Access, unsigned Bytes) const {
  if (!OfLanes.contains(&Access))
    return 1;
  return std::max(1.0, double(Bytes) * T.M.lanes() / BytesOfLine);
}

/// The runs that have fewer pieces under the hypothesis.
Groups Guesser::groupsFor(ArrayRef<unsigned> Zeros,
                          ArrayRef<Instruction *> Accesses) {
  const LowZeros H = Guess.Inputs.hypothesis(Accesses, Zeros);
  BitFormsContext Context = bitFormsContext(F, FAM, /*AboutThreads=*/false);
  Context.Hypothesis = &H;
  Contiguity Then(Context, Accesses);
  AccessBetween Between(Then, AA);
  Groups All;
  for (const ContiguousRun &R : Then.runs()) {
    if (!R.hasFixedOrder() || R.Pieces.size() == R.Accesses.size())
      continue;
    WiderGroup G;
    for (auto [Piece, Bytes] : zip(Then.accessesByPiece(R), R.Pieces)) {
      SmallSet<unsigned, 8> Now;
      for (const Instruction *I : Piece)
        Now.insert(PieceOf.lookup(I));
      if (Now.size() < 2 || Between.look(Piece).InTheWay) {
        G.Others.append(Piece.begin(), Piece.end());
        continue;
      }
      const double Weight = weightOf(Piece.front()->getParent());
      const double Fewer = (Now.size() - 1) * Weight;
      G.Issues += Fewer;
      G.Saved += Fewer * wavefrontsOf(*Piece.front(), Bytes);
      G.From += Now.size();
      ++G.To;
      G.Accesses.append(Piece.begin(), Piece.end());
      G.WidestPiece = std::max(G.WidestPiece, Bytes);
      G.LeastAccess = std::min<unsigned>(G.LeastAccess, Bytes / Piece.size());
      HoistedLoads Join;
      auto Before = [](Instruction *A, Instruction *B) {
        return A->comesBefore(B);
      };
      const bool AreStores = isa<StoreInst>(Piece.front());
      Join.At = AreStores ? *llvm::max_element(Piece, Before)
                          : *llvm::min_element(Piece, Before);
      (AreStores ? Join.Stores : Join.Loads).append(Piece.begin(), Piece.end());
      G.Joined.push_back(std::move(Join));
    }
    if (!G.Accesses.empty())
      All.push_back(std::move(G));
  }
  return All;
}

/// Low bits that must be zero, of the inputs that the groups depend on.
SmallVector<unsigned, 8> Guesser::inputsOf(const Groups &G, bool WithNumbers) {
  SmallVector<unsigned, 8> Zeros(Guess.Inputs.size(), 0);
  for (const WiderGroup &W : G)
    for (const Instruction *I : W.Accesses)
      for (unsigned N : InputsOf[I])
        if (WithNumbers || Guess.Inputs.isPointer(N))
          Zeros[N] = MostZeros;
  return Zeros;
}

bool Guesser::usesNumbers(const Groups &G) {
  const SmallVector<unsigned, 8> Zeros = inputsOf(G, /*WithNumbers=*/true);
  for (auto [N, Count] : enumerate(Zeros))
    if (Count && !Guess.Inputs.isPointer(N))
      return true;
  return false;
}

/// Takes the groups that pay for the part of the kernel that exists twice.
bool Guesser::chooseRegion(Groups &G) {
  llvm::stable_sort(G, [](const WiderGroup &A, const WiderGroup &B) {
    return A.Saved > B.Saved;
  });
  const auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(F);
  Groups Taken;
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
void Guesser::chooseZeros(const Groups &G) {
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
    SmallVector<unsigned, 8> Fewer = Guess.Zeros;
    Fewer[N] = Count;
    if (savedBy(groupsFor(Fewer, Guess.Accesses)) < Saved)
      return false;
    Guess.Zeros = std::move(Fewer);
    return true;
  };
  for (unsigned N = 0; N < Guess.Zeros.size(); ++N) {
    if (!Guess.Zeros[N])
      continue;
    if (Guess.Inputs.isPointer(N))
      Suffices(N, Log2_32(Widest));
    else if (!Suffices(N, 0) && Least && Widest > Least)
      Suffices(N, Log2_32(Widest / Least));
  }
}

/// It makes a difference to the kernel, which has the registers for the values
/// that are loaded together.
bool Guesser::suitsKernel(const Groups &G, double Launches) {
  std::vector<HoistedLoads> Joined;
  for (const WiderGroup &W : G)
    append_range(Joined, W.Joined);
  const double Work = kernelWork(F, LI, SE, T.M);
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
bool Guesser::pays(const Groups &G, double Launches, unsigned Instructions) {
  if (!IssuesOfKernel)
    IssuesOfKernel = issuesOfKernel();
  return paysForPart(Instructions, savedBy(G) / Launches) &&
         issuesOf(G) / Launches >= *IssuesOfKernel * LeastShareOfAccesses;
}

std::optional<AlignmentGuess>
Guesser::run(SmallVectorImpl<Instruction *> &Refused) {
  if (!findCandidates() || hasConvergenceTokens(F))
    return std::nullopt;
  if (!paysForPart(0, mostSaved())) {
    Refused.append(Candidates.begin(), Candidates.end());
    return std::nullopt;
  }
  numberPieces();
  SmallVector<unsigned, 8> All(Guess.Inputs.size(), MostZeros);
  Groups G = groupsFor(All, Candidates);
  auto Refuse = [&] {
    const auto Wider = accessesOf(G, Candidates);
    Refused.append(Wider.begin(), Wider.end());
    return std::nullopt;
  };
  if (!pays(G, /*Launches=*/1))
    return Refuse();
  bool WithNumbers = usesNumbers(G);
  if (WithNumbers) {
    Groups Less = groupsFor(inputsOf(G, /*WithNumbers=*/false),
                            accessesOf(G, Candidates));
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
  Guess.Accesses = accessesOf(G, Candidates);
  Guess.Zeros = inputsOf(G, WithNumbers);
  chooseZeros(G);
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
