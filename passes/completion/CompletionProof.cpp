//===- CompletionProof.cpp - Nobody else has the bytes --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of each store: who else accesses its bytes between the same barriers
// (Phases.h), evaluated for all threads of a block.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/completion/CompletableStores.h"
#include "passes/completion/CompletedStores.h"
#include "passes/completion/Phases.h"
#include "passes/exchange/WriterTable.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/sharedmemory/accesses/StatedFacts.h"
#include "passes/sharedmemory/kernel/TileShapes.h"

using namespace llvm;
using namespace f2layout;

/// Likely shapes in which proofs are tried, and stores for which they may fail.
static constexpr size_t MaxShapes = 3, MaxFailures = 8;

namespace {

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
  const ThreadGuard *guards(const BasicBlock &BB);
  bool isInside(unsigned Store, const BasicBlock &Runs);
  bool keepsApart(unsigned Store, unsigned Other);
  bool ownsBytes(unsigned Store, const BasicBlock &Runs);
  bool isMine(unsigned Store, unsigned Other, bool OtherWarps);
  int64_t granule(unsigned Access);

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  SearchBudget &Budget;
  std::vector<AccessFacts> Facts;
  StoreFacts Known;
  Phases Blocks, Warps;
  DenseMap<const Instruction *, unsigned> Index;
  /// Of the store at hand: the thread that has each granule, plus 1. A thread
  /// stores all of a granule or nothing.
  int64_t First = 0, Granule = 1;
  std::vector<uint32_t> Owner;
};

} // namespace

/// Sums of these do not overflow.
static int64_t near(int64_t At) {
  return std::clamp(At, -StoreFacts::FarAway, StoreFacts::FarAway);
}

/// Who never runs the block, as far as that is known; null if all may.
const ThreadGuard *CompletionProof::guards(const BasicBlock &BB) {
  const auto *Way = &Known.way(&C.F.getEntryBlock(), &BB);
  // In a loop, what holds in every iteration.
  const Loop *L = C.LI.getLoopFor(&BB);
  if (L && !Way->Known)
    Way = &Known.way(L->getHeader(), &BB);
  // Behind a loop, what holds from where all threads are together.
  for (auto *D = C.DT.getNode(&BB); D && !Way->Known; D = D->getIDom()) {
    if (C.LI.getLoopFor(D->getBlock()) != L)
      break;
    if (!C.Uniformity.isUniformlyReached(D->getBlock()))
      continue;
    Way = &Known.way(D->getBlock(), &BB);
    break;
  }
  return Way->Guards ? Way->Guards->data() : nullptr;
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

/// The largest power of two that divides the access's offsets in the object and
/// its width.
int64_t CompletionProof::granule(unsigned Access) {
  const int64_t Bits = Known.bits(Access) | O.Accesses[Access].Bytes;
  return Bits & -Bits;
}

/// Enters the bytes of each thread; false if two threads share one.
bool CompletionProof::ownsBytes(unsigned Store, const BasicBlock &Runs) {
  const AccessFacts &S = Facts[Store];
  const unsigned Bytes = O.Accesses[Store].Bytes;
  if (!Known.isNear(Store))
    return false;
  const auto [Least, Last] = Known.range(Store);
  First = Least;
  Granule = granule(Store);
  Owner.assign((Last - First + Bytes) / Granule, 0);
  const ThreadGuard *G = guards(Runs);
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    if (G && G[T].Never)
      continue;
    for (unsigned B = 0; B < Bytes; B += Granule) {
      uint32_t &Of = Owner[(S.At[T] - First + B) / Granule];
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
  const int64_t Size = Owner.size() * Granule;
  // Both are powers of two, and every offset is a multiple of its own, so this
  // meets each granule that the access touches.
  const int64_t Step = std::min(Granule, granule(Other));
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    if (G && G[T].Never)
      continue;
    const int64_t At = near(X.At[T]), End = At + O.Accesses[Other].Bytes;
    for (int64_t B = std::max(At, First); B < std::min(End, First + Size);
         B += Step)
      if (const uint32_t Of = Owner[(B - First) / Granule])
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

static bool areDifferent(std::vector<int64_t> At) {
  llvm::sort(At);
  return adjacent_find(At) == At.end();
}

/// Stores of the program that all threads run, and by which two rows of a block
/// would race: once, at an address that is the same in each row, and in no
/// order. If the threads of one row have one address, they may mean to store
/// the same.
SmallVector<const Instruction *, 4>
CompletedStores::storesOfOneRow(const FunctionAnalyses &C, ThreadEval &Eval,
                                SearchBudget &Budget) const {
  SmallVector<const Instruction *, 4> Found;
  if (C.Launch.RacesAgree || mayKnowRows(C.F, C.Launch))
    return Found;
  for (const SharedObject &O : C.Memory.objects()) {
    if (!affords(O, Eval, Budget))
      continue;
    const ObjectFacts Facts = evaluateObject(Eval, O, C.Stated);
    StoreFacts Known(C, Eval, O, Facts.Accesses);
    for (unsigned A = 0; A < O.Accesses.size(); ++A) {
      const AccessFacts &F = Facts.Accesses[A];
      const auto *S = dyn_cast<StoreInst>(O.Accesses[A].I);
      if (S && S->isSimple() && F.Known && !F.Stated &&
          !(F.Reads & (ReadsY | ReadsZ | ReadsLane)) && !contains(*S) &&
          areDifferent(F.At) && !C.LI.getLoopFor(S->getParent()) &&
          C.Uniformity.isUniformlyReached(S->getParent()) &&
          !Known.maySerialise(A))
        Found.push_back(S);
    }
  }
  return Found;
}

SharedArraySet CompletedStores::unproved(const FunctionAnalyses &C,
                                         const EvalShape &Shape,
                                         SearchBudget &Budget) const {
  SharedArraySet Unproved;
  ThreadEval &Eval = C.Memory.evaluation(Shape);
  // That a block of another shape would race by a completed store is no
  // argument: the store did not run in the program as it was written.
  SmallVector<const Instruction *, 4> OfOneRow;
  if (!Shape.SizeIsExact) {
    OfOneRow = storesOfOneRow(C, Eval, Budget);
    if (OfOneRow.empty())
      return arrays();
  }
  const auto HasOneRow = [&](const Instruction &Store) {
    return Shape.SizeIsExact || any_of(OfOneRow, [&](const Instruction *W) {
             return C.DT.dominates(W, &Store);
           });
  };
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
          return HasOneRow(I) &&
                 Proof->holds(I, S.Between, *I.getParent(), S.Added);
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
  // Stores to keys and to values take turns. What is known of an array serves
  // for all of its stores.
  DenseMap<const SharedObject *, std::unique_ptr<CompletionProof>> Proofs;
  for (const CompletableStore &S : Stores) {
    if (Proved.Stores.empty() && Failures == MaxFailures)
      break;
    auto [It, New] = Proofs.try_emplace(S.Object);
    if (New && affords(*S.Object, Eval, Budget))
      It->second =
          std::make_unique<CompletionProof>(C, Eval, *S.Object, Budget);
    CompletionProof *Proof = It->second.get();
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
