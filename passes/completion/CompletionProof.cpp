//===- CompletionProof.cpp - Nobody else has the bytes --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses may meet if both can be reached from one barrier, or from the
// entry, without passing another barrier:
//
//   barrier;  if (c) A; else B;  barrier;  D      A and B may meet, A and D not
//
// All threads run the same block barriers in the same order, if they are
// uniformly reached; others are not counted as barriers here, which makes more
// accesses meet. Threads of one warp are kept apart by warp barriers as well.
// A and B do not meet, either, if all threads decide together: at a branch that
// is uniform, uniformly reached, and not reached again without a barrier.
//
//===----------------------------------------------------------------------===//

#include "passes/completion/CompletableStores.h"
#include "passes/completion/CompletedStores.h"
#include "passes/exchange/WriterTable.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/sharedmemory/StatedFacts.h"
#include "passes/sharedmemory/TileShapes.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

/// Likely shapes in which proofs are tried, and stores for which they may fail.
static constexpr size_t MaxShapes = 3, MaxFailures = 8;

namespace {

/// The accesses of one object between barriers.
class Phases {
public:
  Phases(const FunctionAnalyses &C, const SharedObject &O, bool WarpBarriers);
  /// The accesses that may meet S, which is one of them. Steps counts the
  /// blocks walked through.
  BitVector meeting(const Instruction &S, uint64_t &Steps) const;

private:
  struct Event {
    const Instruction *I;
    int Access; ///< -1: a barrier.
  };
  using Events = std::vector<Event>;
  const Events &in(const BasicBlock *BB) const {
    static const Events None;
    auto It = Of.find(BB);
    return It == Of.end() ? None : It->second;
  }
  /// Where a walk goes on: at this event of the block.
  using Place = std::pair<const BasicBlock *, size_t>;
  SmallVector<Place, 4> startsBefore(const Instruction &S,
                                     uint64_t &Steps) const;
  BitVector reachedFrom(ArrayRef<Place> Starts, uint64_t &Steps) const;
  bool decidesTogether(const BasicBlock *BB) const;
  /// What may meet the access S in a phase that comes to this place; nothing if
  /// S is not in it.
  BitVector meetingFrom(Place At, unsigned S, uint64_t &Steps,
                        DenseMap<const BasicBlock *, BitVector> &Known) const;

  const FunctionAnalyses &C;
  unsigned Accesses;
  DenseMap<const BasicBlock *, Events> Of;
};

/// The proof for the stores of one object.
class CompletionProof {
public:
  CompletionProof(const FunctionAnalyses &C, ThreadEval &Eval,
                  const SharedObject &O, SearchBudget &Budget)
      : C(C), Eval(Eval), O(O), Budget(Budget),
        Facts(evaluateObject(Eval, O, C.Stated).Accesses),
        Known(C, Eval, O, Facts), Blocks(C, O, false), Warps(C, O, true) {
    for (unsigned A = 0; A < O.Accesses.size(); ++A)
      Index[O.Accesses[A].I] = A;
  }
  /// The address is the same in every iteration of a loop, and in every block.
  bool isKnown(const Instruction &S) const {
    const AccessFacts &F = Facts[Index.lookup(&S)];
    return F.Known && F.Sym == 0;
  }
  bool has(const Value *I) const {
    return Index.contains(cast<Instruction>(I));
  }
  /// Runs is the block in which the completed store runs, or one that is
  /// reached by the same threads. AddsLoad: so does a load that is not the
  /// program's.
  bool holds(const Instruction &S, ArrayRef<Instruction *> Between,
             const BasicBlock &Runs, bool AddsLoad);

private:
  const ThreadGuard *guards(const BasicBlock &BB) {
    const auto *Way = &Known.way(&C.F.getEntryBlock(), &BB);
    // In a loop, what holds in every iteration.
    if (const Loop *L = C.LI.getLoopFor(&BB); L && !Way->Known)
      Way = &Known.way(L->getHeader(), &BB);
    return Way->Guards ? Way->Guards->data() : nullptr;
  }
  bool isInside(unsigned Store, const BasicBlock &Runs);
  bool keepsApart(unsigned Store, unsigned Other);
  bool ownsBytes(unsigned Store, const BasicBlock &Runs);
  bool isMine(unsigned Store, unsigned Other, bool OtherWarps);

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  SearchBudget &Budget;
  std::vector<AccessFacts> Facts;
  StoreFacts Known;
  Phases Blocks, Warps;
  DenseMap<const Instruction *, unsigned> Index;
  /// Of the store at hand: the thread that has each byte, plus 1.
  int64_t First = 0;
  std::vector<uint32_t> Owner;
};

} // namespace

Phases::Phases(const FunctionAnalyses &C, const SharedObject &O,
               bool WarpBarriers)
    : C(C), Accesses(O.Accesses.size()) {
  for (unsigned A = 0; A < Accesses; ++A)
    Of[O.Accesses[A].I->getParent()].push_back({O.Accesses[A].I, int(A)});
  // Lanes may meet at different warp barriers, if not all come to each.
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Warp &&
        !C.Uniformity.isUniformlyReached(P.At->getParent()))
      WarpBarriers = false;
  for (const SyncPoint &P : C.Syncs.all())
    if ((P.K == SyncPoint::Block || (WarpBarriers && isFullWarpBarrier(P))) &&
        C.Uniformity.isUniformlyReached(P.At->getParent()))
      Of[P.At->getParent()].push_back({P.At, -1});
  for (auto &[BB, List] : Of)
    llvm::sort(List, [](const Event &A, const Event &B) {
      return A.I != B.I && A.I->comesBefore(B.I);
    });
}

/// Sums of these do not overflow.
static int64_t near(int64_t At) {
  return std::clamp(At, -StoreFacts::FarAway, StoreFacts::FarAway);
}

/// Behind which barriers the phases of S begin.
SmallVector<Phases::Place, 4> Phases::startsBefore(const Instruction &S,
                                                   uint64_t &Steps) const {
  SmallVector<Place, 4> Starts, Work;
  const Events &Here = in(S.getParent());
  const auto At = find_if(Here, [&](const Event &E) { return E.I == &S; });
  Work.push_back({S.getParent(), size_t(At - Here.begin())});
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [BB, End] = Work.pop_back_val();
    ++Steps;
    const Events &List = in(BB);
    while (End > 0 && List[End - 1].Access >= 0)
      --End;
    if (End > 0 || BB->isEntryBlock()) {
      Starts.push_back({BB, End});
      continue;
    }
    for (const BasicBlock *P : predecessors(BB))
      if (Seen.insert(P).second)
        Work.push_back({P, in(P).size()});
  }
  return Starts;
}

/// All accesses between these places and the next barriers.
BitVector Phases::reachedFrom(ArrayRef<Place> Starts, uint64_t &Steps) const {
  BitVector Found(Accesses);
  SmallVector<Place, 4> Work(Starts);
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [BB, At] = Work.pop_back_val();
    ++Steps;
    const Events &List = in(BB);
    for (; At < List.size() && List[At].Access >= 0; ++At)
      Found.set(List[At].Access);
    if (At < List.size())
      continue;
    for (const BasicBlock *N : successors(BB))
      if (Seen.insert(N).second)
        Work.push_back({N, 0});
  }
  return Found;
}

/// All threads leave the block for the same successor, once in each phase. Of
/// cycles with several entries, LoopInfo knows nothing.
bool Phases::decidesTogether(const BasicBlock *BB) const {
  return C.Uniformity.hasUniformBranch(BB) &&
         C.Uniformity.isUniformlyReached(BB) && !C.LI.getLoopFor(BB) &&
         !C.Paths.reaches(BB->getTerminator(), BB->getTerminator(),
                          InstructionSet());
}

BitVector
Phases::meetingFrom(Place At, unsigned S, uint64_t &Steps,
                    DenseMap<const BasicBlock *, BitVector> &Known) const {
  const auto [BB, From] = At;
  if (!decidesTogether(BB)) {
    BitVector All = reachedFrom(At, Steps);
    return All[S] ? All : BitVector(Accesses);
  }
  if (From == 0)
    if (auto It = Known.find(BB); It != Known.end())
      return It->second;
  ++Steps;
  BitVector Here(Accesses), Found(Accesses);
  const Events &List = in(BB);
  size_t N = From;
  for (; N < List.size() && List[N].Access >= 0; ++N)
    Here.set(List[N].Access);
  const bool HasEnded = N < List.size();
  if (Here[S])
    Found = HasEnded ? Here : reachedFrom(At, Steps);
  else if (!HasEnded)
    for (const BasicBlock *To : successors(BB))
      Found |= meetingFrom({To, 0}, S, Steps, Known);
  if (Found[S])
    Found |= Here;
  if (From == 0)
    Known[BB] = Found;
  return Found;
}

BitVector Phases::meeting(const Instruction &S, uint64_t &Steps) const {
  const Events &Here = in(S.getParent());
  const unsigned Own =
      find_if(Here, [&](const Event &E) { return E.I == &S; })->Access;
  BitVector Found(Accesses);
  DenseMap<const BasicBlock *, BitVector> Known;
  for (const Place &Start : startsBefore(S, Steps))
    Found |= meetingFrom(Start, Own, Steps, Known);
  return Found;
}

/// A load that was added is of bytes of the array, in every thread that runs
/// it. Of a dynamic array nobody knows the end.
bool CompletionProof::isInside(unsigned Access, const BasicBlock &Runs) {
  const ThreadGuard *G = guards(Runs);
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    const int64_t At = near(Facts[Access].At[T]);
    if (!(G && G[T].Never) &&
        (At < 0 || At + O.Accesses[Access].Bytes > int64_t(O.Bytes)))
      return false;
  }
  return !O.Dynamic;
}

/// No thread accesses the same byte by both.
bool CompletionProof::keepsApart(unsigned Store, unsigned Other) {
  const AccessFacts &S = Facts[Store], &X = Facts[Other];
  if (!X.Known || X.Sym != S.Sym)
    return false;
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    const int64_t A = near(S.At[T]), B = near(X.At[T]);
    if (A < B + O.Accesses[Other].Bytes && B < A + O.Accesses[Store].Bytes)
      return false;
  }
  return true;
}

/// Enters the bytes of each thread; false if two threads share one.
bool CompletionProof::ownsBytes(unsigned Store, const BasicBlock &Runs) {
  const AccessFacts &S = Facts[Store];
  const unsigned Bytes = O.Accesses[Store].Bytes;
  if (!Known.isNear(Store))
    return false;
  const auto [Least, Last] = Known.range(Store);
  First = Least;
  Owner.assign(Last - First + Bytes, 0);
  const ThreadGuard *G = guards(Runs);
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    if (G && G[T].Never)
      continue;
    for (unsigned B = 0; B < Bytes; ++B) {
      uint32_t &Of = Owner[S.At[T] - First + B];
      if (Of)
        return false;
      Of = T + 1;
    }
  }
  return true;
}

/// Whoever makes the other access to an owned byte is its owner or, if
/// OtherWarps, of its owner's warp.
bool CompletionProof::isMine(unsigned Store, unsigned Other, bool OtherWarps) {
  const AccessFacts &X = Facts[Other];
  if (!X.Known || X.Sym != Facts[Store].Sym)
    return false;
  const ThreadGuard *G = guards(*O.Accesses[Other].I->getParent());
  const unsigned Shift = OtherWarps ? Eval.shape().LaneBits : 0;
  const int64_t Size = Owner.size();
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    if (G && G[T].Never)
      continue;
    const int64_t At = near(X.At[T]), End = At + O.Accesses[Other].Bytes;
    for (int64_t B = std::max(At, First); B < std::min(End, First + Size); ++B)
      if (const uint32_t Of = Owner[B - First])
        if ((Of - 1) >> Shift != T >> Shift)
          return false;
  }
  return true;
}

bool CompletionProof::holds(const Instruction &S,
                            ArrayRef<Instruction *> Between,
                            const BasicBlock &Runs, bool AddsLoad) {
  const unsigned Store = Index.lookup(&S);
  if (!isKnown(S))
    return false;
  if (AddsLoad && !isInside(Store, Runs))
    return false;
  for (const Instruction *X : Between)
    if (!keepsApart(Store, Index.lookup(X)))
      return false;
  uint64_t Steps = 0;
  const BitVector ByBlock = Blocks.meeting(S, Steps);
  const BitVector ByWarp = Warps.meeting(S, Steps);
  if (!Budget.spend(Steps + ByBlock.count() * uint64_t(Eval.threads())) ||
      !ownsBytes(Store, Runs))
    return false;
  for (unsigned A : ByBlock.set_bits())
    if (A != Store && !isMine(Store, A, !ByWarp[A]))
      return false;
  return true;
}

static bool affords(const SharedObject &O, ThreadEval &Eval,
                    SearchBudget &Budget) {
  return O.Refusal.empty() && O.Opaque.empty() &&
         Budget.spend(uint64_t(O.Accesses.size()) * Eval.threads());
}

SharedArraySet CompletedStores::unproved(const FunctionAnalyses &C,
                                         const EvalShape &Shape,
                                         SearchBudget &Budget) const {
  // That a block of another shape would race is no argument about a store that
  // did not run in the program as it was written.
  if (!Shape.SizeIsExact)
    return arrays();
  SharedArraySet Unproved;
  ThreadEval &Eval = C.Memory.evaluation(Shape);
  for (const SharedObject &O : C.Memory.objects()) {
    if (!arrays().contains(O.Arrays.front()))
      continue;
    std::optional<CompletionProof> Proof;
    if (affords(O, Eval, Budget))
      Proof.emplace(C, Eval, O, Budget);
    if (!Proof || !all_of(Stores, [&](const CompletedStore &S) {
          if (!S.Store || !Proof->has(S.Store))
            return true;
          const auto &I = *cast<Instruction>(static_cast<Value *>(S.Store));
          return Proof->holds(I, S.Between, *I.getParent(), S.Added);
        }))
      Unproved.insert(O.Arrays.begin(), O.Arrays.end());
  }
  return Unproved;
}

namespace {

/// The stores for which the proof holds in blocks of one shape.
struct ProvedStores {
  SmallPtrSet<const Value *, 8> Stores;
  bool AreAll = true; ///< All but those at unknown addresses.
};

} // namespace

/// If the proof fails for the first stores, the shape is not that of the
/// kernel.
static ProvedStores prove(ArrayRef<CompletableStore> Stores,
                          const FunctionAnalyses &C, const EvalShape &Shape,
                          SearchBudget Budget) {
  ProvedStores Proved;
  unsigned Failures = 0;
  ThreadEval &Eval = C.Memory.evaluation(Shape);
  const SharedObject *Of = nullptr;
  std::optional<CompletionProof> Proof;
  for (const CompletableStore &S : Stores) {
    if (Proved.Stores.empty() && Failures == MaxFailures)
      break;
    if (S.Object != Of) {
      Of = S.Object;
      Proof.reset();
      if (affords(*Of, Eval, Budget))
        Proof.emplace(C, Eval, *Of, Budget);
    }
    if (Proof && !Proof->isKnown(*S.Store))
      continue;
    if (Proof && Proof->holds(*S.Store, S.Between, *S.Fork, !S.Load)) {
      Proved.Stores.insert(S.Store);
    } else {
      Proved.AreAll = false;
      ++Failures;
    }
  }
  return Proved;
}

void f2layout::dropUnprovable(SmallVectorImpl<CompletableStore> &Stores,
                              const FunctionAnalyses &C,
                              const LaunchShape &Launch, SearchBudget Budget) {
  if (Stores.empty())
    return;
  SmallVector<EvalShape, 8> Shapes;
  if (!Launch.Exact)
    append_range(Shapes,
                 ArrayRef(shapesToTry(C.Memory, Launch)).take_front(MaxShapes));
  Shapes.push_back(statedShape(Launch));
  ProvedStores Best;
  for (const EvalShape &S : Shapes) {
    ProvedStores Here = prove(Stores, C, S, Budget);
    if (Here.Stores.size() > Best.Stores.size())
      Best = std::move(Here);
    if (Best.AreAll && !Best.Stores.empty())
      break;
  }
  SmallPtrSet<const BasicBlock *, 8> Failed;
  for (const CompletableStore &S : Stores)
    if (!Best.Stores.contains(S.Store))
      Failed.insert(S.Taken);
  llvm::erase_if(Stores, [&](const CompletableStore &S) {
    return Failed.contains(S.Taken);
  });
}
