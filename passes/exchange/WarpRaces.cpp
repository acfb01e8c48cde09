//===- WarpRaces.cpp - Lanes that rely on running together ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/WarpRaces.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/sharedmemory/accesses/StatedFacts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The search in one array.
class RaceFinder {
public:
  RaceFinder(const FunctionAnalyses &C, const SharedObject &O,
             SearchBudget &Budget)
      : C(C), Eval(C.Memory.evaluation(statedShape(C.Launch))), O(O),
        Budget(Budget), Facts(evaluateObject(Eval, O, C.Stated).Accesses),
        Known(C, Eval, O, Facts) {}
  std::optional<WarpRace> find();

private:
  bool isFixed(unsigned Access) const;
  const BitVector &pointsAfter(const Instruction &From);
  const BitVector &pointsBefore(const Instruction &Access);
  bool areApart(const Instruction &A, const Instruction &B);
  bool isPassedByWarps(const SyncPoint &P);
  bool mayBeOrdered(const Instruction &A, const Instruction &B);
  const ThreadGuard &guard(const BasicBlock &BB, unsigned Thread);
  std::optional<WarpRace> example(unsigned Load, unsigned Store);
  bool isStep(const StoreInst &S, const Instruction &Load) const;

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  SearchBudget &Budget;
  std::vector<AccessFacts> Facts;
  StoreFacts Known;
  /// The points at which threads may wait, by number: those that are reached
  /// from an instruction, and those from which it is reached.
  DenseMap<const Instruction *, BitVector> After, Before;
  /// Threads of different warps race, too.
  bool CrossesWarps = false;
};

} // namespace

/// The access runs once, at an address that is known.
bool RaceFinder::isFixed(unsigned Access) const {
  const AccessFacts &F = Facts[Access];
  const Instruction &I = *O.Accesses[Access].I;
  const bool ReadsRows = F.Reads & (ReadsY | ReadsZ);
  return F.Known && !F.Stated && !O.Accesses[Access].isMatrix() &&
         !I.isVolatile() && !C.LI.getLoopFor(I.getParent()) &&
         (Eval.shape().SizeIsExact || !ReadsRows);
}

const BitVector &RaceFinder::pointsAfter(const Instruction &From) {
  auto [It, New] = After.try_emplace(&From, C.Syncs.all().size());
  if (New)
    for (auto [I, P] : enumerate(C.Syncs.all()))
      It->second[I] = C.Paths.reaches(&From, P.First, InstructionSet());
  return It->second;
}

const BitVector &RaceFinder::pointsBefore(const Instruction &Access) {
  auto [It, New] = Before.try_emplace(&Access, C.Syncs.all().size());
  if (New)
    for (auto [I, P] : enumerate(C.Syncs.all()))
      It->second[I] = C.Paths.reaches(P.Last, &Access, InstructionSet());
  return It->second;
}

/// On a way from where threads part to one of the accesses, they may wait.
bool RaceFinder::areApart(const Instruction &A, const Instruction &B) {
  const BasicBlock *D =
      C.DT.findNearestCommonDominator(A.getParent(), B.getParent());
  const Instruction *From = D->getTerminator();
  if (A.getParent() == B.getParent())
    From = A.comesBefore(&B) ? &A : &B;
  else if (D == A.getParent())
    From = &A;
  else if (D == B.getParent())
    From = &B;
  const BitVector &Points = pointsAfter(*From);
  return Points.anyCommon(pointsBefore(A)) || Points.anyCommon(pointsBefore(B));
}

const ThreadGuard &RaceFinder::guard(const BasicBlock &BB, unsigned Thread) {
  static const ThreadGuard Always;
  const StoreFacts::Way &Way = Known.way(&C.F.getEntryBlock(), &BB);
  return Way.Guards ? (*Way.Guards)[Thread] : Always;
}

static bool areEqual(const ThreadGuard &A, const ThreadGuard &B) {
  return A.Never == B.Never && A.Needs == B.Needs;
}

/// All threads of the block, or all lanes of each warp, come to the point, or
/// none, and at most once.
bool RaceFinder::isPassedByWarps(const SyncPoint &P) {
  const BasicBlock &BB = *P.At->getParent();
  if (P.K == SyncPoint::Block || isFullWarpBarrier(P) || P.staysInWarp()) {
    if (C.Uniformity.isUniformlyReached(&BB))
      return true;
  }
  if (!P.staysInWarp() || C.LI.getLoopFor(&BB) ||
      !Known.way(&C.F.getEntryBlock(), &BB).Known)
    return false;
  const unsigned Lanes = 1u << Eval.shape().LaneBits;
  for (unsigned T = 0; T < Eval.threads(); ++T)
    if (!areEqual(guard(BB, T), guard(BB, T & ~(Lanes - 1))))
      return false;
  return true;
}

bool RaceFinder::mayBeOrdered(const Instruction &A, const Instruction &B) {
  const Reachability::AvoidedSet &Blocks = C.Memory.segments().blockBarriers();
  bool Waits = false, HandsOn = false;
  for (const SyncPoint &P : C.Syncs.all()) {
    if (isPassedByWarps(P))
      continue;
    for (const Instruction *I : {&A, &B}) {
      Waits |= C.Paths.reaches(P.At, I, Blocks);
      HandsOn |= C.Paths.reaches(I, P.At, Blocks);
    }
  }
  return Waits && HandsOn;
}

/// The value is computed from what the load returns, by arithmetic.
bool RaceFinder::isStep(const StoreInst &S, const Instruction &Load) const {
  SmallSetVector<const Value *, 16> Slice;
  Slice.insert(S.getValueOperand());
  for (unsigned N = 0; N < Slice.size() && N < 64; ++N) {
    if (Slice[N] == &Load)
      return true;
    if (auto *I = dyn_cast<Instruction>(Slice[N]);
        I && !isa<PHINode, LoadInst, CallBase>(I))
      compat::insertRange(Slice, I->operands());
  }
  return false;
}

/// A byte that one thread reads and another one of its warp writes. A byte that
/// several threads write does not count: all may write the same.
std::optional<WarpRace> RaceFinder::example(unsigned Load, unsigned Store) {
  const AccessFacts &L = Facts[Load], &S = Facts[Store];
  const SharedAccess &Reads = O.Accesses[Load], &Writes = O.Accesses[Store];
  const BasicBlock &InLoad = *Reads.I->getParent();
  const BasicBlock &InStore = *Writes.I->getParent();
  const BasicBlock *Entry = &C.F.getEntryBlock();
  if (L.Sym != S.Sym || !Known.isNear(Load) || !Known.isNear(Store) ||
      !Known.way(Entry, &InLoad).Known || !Known.way(Entry, &InStore).Known ||
      !Budget.spend(2 * uint64_t(Eval.threads())))
    return std::nullopt;
  const auto [First, Last] = Known.range(Store);
  // By byte, the thread that writes it, plus 1.
  constexpr uint16_t Several = ~uint16_t(0);
  std::vector<uint16_t> Writer(Last - First + Writes.Bytes);
  const auto IsOutside = [&](int64_t At, unsigned Bytes) {
    return !O.Dynamic && L.Sym == 0 &&
           (At < 0 || At + Bytes > int64_t(O.Bytes));
  };
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    if (guard(InStore, T).Never || IsOutside(S.At[T], Writes.Bytes))
      continue;
    for (unsigned B = 0; B < Writes.Bytes; ++B) {
      uint16_t &Of = Writer[S.At[T] - First + B];
      Of = Of ? Several : T + 1;
    }
  }
  std::optional<WarpRace> Found;
  bool ReadsHigher = true;
  for (unsigned T = 0; T < Eval.threads(); ++T) {
    const ThreadGuard &Here = guard(InLoad, T);
    if (Here.Never || IsOutside(L.At[T], Reads.Bytes))
      continue;
    for (unsigned B = 0; B < Reads.Bytes; ++B) {
      const int64_t At = L.At[T] + B - First;
      if (At < 0 || At >= int64_t(Writer.size()) || !Writer[At] ||
          Writer[At] == T + 1 || Writer[At] == Several)
        continue;
      const unsigned By = Writer[At] - 1;
      CrossesWarps |= (By ^ T) >> Eval.shape().LaneBits != 0;
      ReadsHigher &= T < By;
      if (!Found && areEqual(Here, guard(InStore, By)))
        Found = WarpRace{&O, Reads.I, Writes.I, T, By, L.At[T] + B};
    }
  }
  if (!Found)
    return std::nullopt;
  Found->ReadsHigher = ReadsHigher;
  Found->IsStep = isStep(*cast<StoreInst>(Writes.I), *Reads.I);
  return Found;
}

std::optional<WarpRace> RaceFinder::find() {
  std::optional<WarpRace> Found;
  for (unsigned L = 0; L < O.Accesses.size(); ++L) {
    if (O.Accesses[L].isStore() || !isFixed(L))
      continue;
    for (unsigned S = 0; S < O.Accesses.size(); ++S) {
      const Instruction &Load = *O.Accesses[L].I, &Store = *O.Accesses[S].I;
      if (!O.Accesses[S].isStore() || !isFixed(S) || areApart(Load, Store))
        continue;
      std::optional<WarpRace> R = example(L, S);
      if (R && !Found && !mayBeOrdered(Load, Store))
        Found = R;
      if (CrossesWarps)
        return std::nullopt;
    }
  }
  return Found;
}

SmallVector<WarpRace, 2> f2layout::findWarpRaces(const FunctionAnalyses &All,
                                                 SearchBudget &Budget) {
  // The search for exchanges pays for walks that nobody has made before it. It
  // must have the same budget whether remarks are wanted or not.
  Reachability Paths(All.F);
  const FunctionAnalyses C{All.F,     All.DT,         All.PDT,    All.LI,
                           All.Syncs, All.Uniformity, All.Launch, All.Stated,
                           Paths,     All.Memory,     All.SE};
  SmallVector<WarpRace, 2> Found;
  if (!C.Launch.Exact && mayKnowRows(C.F, C.Launch))
    return Found;
  const EvalShape Shape = statedShape(C.Launch);
  for (const SharedObject &O : C.Memory.objects())
    if (O.Refusal.empty() && O.Opaque.empty() && !O.AsInteger &&
        Budget.spend(uint64_t(O.Accesses.size()) * Shape.threads()))
      if (auto R = RaceFinder(C, O, Budget).find())
        Found.push_back(*R);
  return Found;
}

std::string f2layout::adviceFor(const WarpRace &R) {
  const StringRef Barrier = vocabularyOf(*R.Load->getFunction()).WarpBarrier;
  if (R.IsStep && R.ReadsHigher)
    return ("if (lane < d) around each step from s[lane + d] to s[lane], "
            "then " +
            Barrier + ", would order them")
        .str();
  return (Barrier + ", put there, would order them").str();
}
