//===- BarrierCollisions.cpp - May two threads touch the same byte? -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/barriers/BarrierCollisions.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LikelyShapes.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

Collisions::Collisions(Function &F, FunctionAnalysisManager &AM,
                       const LaunchShape &Launch)
    : F(F), AM(AM), Launch(Launch), AA(AM.getResult<AAManager>(F)),
      LaneBits(Launch.LaneBits),
      MayBeFlat(!Launch.RacesAgree && !mayKnowRows(F, Launch)),
      Eval(AM.getResult<SharedMemoryInfoAnalysis>(F).evaluation(
          statedShape(Launch))),
      Terms(Eval.terms()) {}

void Collisions::setBarrier(const SyncPoint &P, const InstructionSet &S) {
  Barrier = P.At;
  Separators = S;
  Paths.clear();
}

//===----------------------------------------------------------------------===//
// Whole objects
//===----------------------------------------------------------------------===//

namespace {
enum class Kind { Anywhere, Global, Shared };
} // namespace

/// A pointer that the host passes to a kernel never points to shared memory.
static Kind kindOf(const Value *Object, const Value *Pointer) {
  for (const Value *V : {Object, Pointer}) {
    unsigned Space = V->getType()->getPointerAddressSpace();
    if (Space == 1)
      return Kind::Global;
    if (Space == 3)
      return Kind::Shared;
  }
  return isa<Argument, GlobalVariable>(Object) &&
                 Object->getType()->getPointerAddressSpace() == 0
             ? Kind::Global
             : Kind::Anywhere;
}

/// No byte belongs to both objects, in any thread and at any time.
bool Collisions::differ(const Value *A, const Value *B) {
  if (A == B)
    return false;
  // Other values may differ between threads.
  if (!isa<Argument, GlobalVariable>(A) || !isa<Argument, GlobalVariable>(B))
    return false;
  auto *G = dyn_cast<GlobalVariable>(A), *H = dyn_cast<GlobalVariable>(B);
  // All dynamic shared arrays begin at the same address.
  if (G && H && G->getAddressSpace() == SharedSpace &&
      H->getAddressSpace() == SharedSpace && G->isDeclaration() &&
      H->isDeclaration())
    return false;
  return AA.alias(MemoryLocation::getBeforeOrAfter(A),
                  MemoryLocation::getBeforeOrAfter(B)) == AliasResult::NoAlias;
}

bool Collisions::objectsDiffer(const BarrierAccess &A, const BarrierAccess &B,
                               bool &RestrictWouldHelp) {
  SmallVector<const Value *, 4> ObjectsA, ObjectsB;
  getUnderlyingObjects(A.Pointer, ObjectsA);
  getUnderlyingObjects(B.Pointer, ObjectsB);
  bool Differ = true;
  RestrictWouldHelp = true;
  for (const Value *X : ObjectsA)
    for (const Value *Y : ObjectsB) {
      Kind K = kindOf(X, A.Pointer), L = kindOf(Y, B.Pointer);
      if (K != L && K != Kind::Anywhere && L != Kind::Anywhere)
        continue;
      if (differ(X, Y))
        continue;
      Differ = false;
      RestrictWouldHelp &= X != Y && (isa<Argument>(X) || isa<Argument>(Y)) &&
                           isa<Argument, GlobalVariable>(X) &&
                           isa<Argument, GlobalVariable>(Y);
    }
  return Differ;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Collisions::Place Collisions::evaluate(const Value *Pointer) {
  Place P;
  const ThreadValues &Values = Eval.eval(Pointer);
  Seen += Values.size();
  P.Reads = Eval.reads(Pointer);
  P.Width = std::min<unsigned>(
      64, Eval.layout().getIndexTypeSizeInBits(Pointer->getType()));
  const std::optional<SymId> Whole = Values.sharedSym();
  if (!Whole)
    return P;
  // A global's address has a different width in each address space; its offset
  // has the same meaning in all of them.
  P.Sym = *Whole;
  SymId Rest = 0;
  if (const Value *G = Terms.splitOpaque(
          *Whole, P.Width,
          [](const Value *V) { return isa<GlobalVariable>(V); }, Rest)) {
    P.Base = G;
    P.Sym = Rest;
  }
  SmallVector<const Value *, 8> Leaves;
  Terms.collectLeaves(P.Sym, Leaves);
  for (const Value *V : Leaves) {
    if (auto *Header = dyn_cast<BasicBlock>(V))
      P.Leaves.push_back(&Header->front());
    else if (auto *I = dyn_cast<Instruction>(V))
      P.Leaves.push_back(I);
  }
  unsigned WidthKey = P.Base && P.Sym == 0 ? 0 : P.Width;
  uint64_t Reference = References
                           .try_emplace({P.Base, P.Sym, WidthKey},
                                        WidthKey ? Values.front().Const : 0)
                           .first->second;
  for (unsigned T = 0; T < Values.size(); ++T)
    P.Spans.push_back({SignExtend64((Values[T].Const - Reference) &
                                        maskTrailingOnes<uint64_t>(P.Width),
                                    P.Width),
                       T});
  llvm::stable_sort(
      P.Spans, [](const Span &A, const Span &B) { return A.Start < B.Start; });
  P.Width = WidthKey;
  P.Known = true;
  return P;
}

const Collisions::Place &Collisions::placeOf(const Value *Pointer) {
  std::unique_ptr<Place> &Slot = Places[Pointer];
  if (!Slot)
    Slot = std::make_unique<Place>(evaluate(Pointer));
  return *Slot;
}

/// The address depends on threadIdx.x by whole warps only.
bool Collisions::countsWarps(const Value *Pointer) {
  if (auto It = CountsWarps.find(Pointer); It != CountsWarps.end())
    return It->second;
  SmallVector<const Value *, 32> Grouped = {Pointer};
  // All at once: the addresses have most of their arithmetic in common.
  if (CountsWarps.empty())
    for (const Instruction &I : instructions(F))
      if (const Value *P = getLoadStorePointerOperand(&I))
        Grouped.push_back(P);
  for (const Value *P : Grouped)
    CountsWarps[P] = false;
  Eval.keepGrouped(Grouped, LaneBits);
  for (const Value *P : Grouped)
    CountsWarps[P] = true;
  return CountsWarps[Pointer];
}

/// The conditions under which a thread runs the write do not depend on the
/// second and third dimension. If Mixed, they do not depend on the thread in a
/// block that has a second row.
bool Collisions::runsInAllRows(const Instruction &Write, bool Mixed) {
  const BasicBlock *BB = Write.getParent();
  const auto &Uniformity = AM.getResult<BlockUniformityAnalysis>(F);
  if (Uniformity.isUniformlyReached(BB))
    return true;
  // The nearest place on the way where all threads are.
  const auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  const DomTreeNode *From = DT.getNode(BB);
  while (From && !Uniformity.isUniformlyReached(From->getBlock()))
    From = From->getIDom();
  if (!From)
    return false;
  auto Conditions = Eval.pathCondition(From->getBlock(), BB);
  if (!Conditions)
    return false;
  return none_of(*Conditions, [&](const PathLiteral &L) {
    const ThreadValues &Values = Eval.eval(L.Condition);
    return (Eval.reads(L.Condition) & (ReadsY | ReadsZ | ReadsLane)) ||
           (Mixed && Eval.differsInRows(L.Condition)) ||
           any_of(Values,
                  [&](SymbolicInt T) { return Terms.isVarying(T.Sym); });
  });
}

/// Two threads that differ only in the second or third dimension would both run
/// this write, at the same address.
bool Collisions::showsFlatBlock(const BarrierAccess &Write, const Place &P,
                                bool Mixed) {
  if (!Write.Writes || (P.Reads & (ReadsY | ReadsZ)))
    return false;
  auto [It, New] = ShowsFlat.try_emplace({Write.I, Mixed}, false);
  if (New)
    It->second = runsInAllRows(*Write.I, Mixed);
  return It->second;
}

/// The evaluation holds for every block in which the pair matters.
bool Collisions::flatPair(const BarrierAccess &A, const Place &PlaceA,
                          const BarrierAccess &B, const Place &PlaceB) {
  if (Eval.shape().SizeIsExact)
    return true;
  uint8_t Reads = PlaceA.Reads | PlaceB.Reads;
  if (!MayBeFlat || (Reads & (ReadsY | ReadsZ)))
    return false;
  bool Mixed = (Reads & ReadsX) && (Reads & ReadsLane);
  if (!showsFlatBlock(A, PlaceA, Mixed) && !showsFlatBlock(B, PlaceB, Mixed))
    return false;
  return !Mixed || (countsWarps(A.Pointer) && countsWarps(B.Pointer));
}

bool Collisions::path(const Instruction *From, const Instruction *To) {
  auto [It, New] = Paths.try_emplace({From, To}, false);
  if (New)
    It->second = reaches(From, To, Separators);
  return It->second;
}

/// A path from Before over the barrier to After runs Leaf, so the two may see
/// different values of it.
bool Collisions::recomputed(const Instruction *Leaf,
                            const BarrierAccess &Before,
                            const BarrierAccess &After) {
  return (path(Leaf, Barrier) && path(Before.I, Leaf)) ||
         (path(Barrier, Leaf) && path(Leaf, After.I));
}

//===----------------------------------------------------------------------===//
// Two accesses
//===----------------------------------------------------------------------===//

Collision Collisions::unknown(Collision::Cause Why) const {
  Collision C;
  C.WithinWarp = true;
  C.AcrossWarps = Launch.MaxThreads > 1u << LaneBits;
  C.Why = Why;
  return C;
}

/// The threads that may make the access, which is one of those at A and B. In a
/// block of unknown shape, a condition on the thread's index holds for the same
/// lanes in every row only if there is one row.
std::vector<bool> Collisions::threadsMaking(const BarrierAccess &Access,
                                            const Place &A, const Place &B) {
  const BasicBlock *BB = Access.I->getParent();
  const auto &Found = Eval.threadsBehindBranches(BB);
  const uint8_t Reads = A.Reads | B.Reads | Found.Reads;
  if (Eval.shape().SizeIsExact || !(Reads & (ReadsY | ReadsZ | ReadsLane)))
    return Found.Active;
  return std::vector<bool>(Eval.threads(), true);
}

/// Finds two threads whose ranges overlap. Stops once there is both a pair
/// within a warp and a pair across warps.
void Collisions::overlap(const Place &A, const BarrierAccess &Before,
                         const Place &B, const BarrierAccess &After,
                         Collision &Result) {
  Seen += A.Spans.size();
  size_t First = 0;
  const int64_t LengthA = Before.Bytes, LengthB = After.Bytes;
  const std::vector<bool> InA = threadsMaking(Before, A, B);
  const std::vector<bool> InB = threadsMaking(After, A, B);
  for (const Span &X : A.Spans) {
    if (!InA[X.Thread])
      continue;
    while (First < B.Spans.size() && B.Spans[First].Start + LengthB <= X.Start)
      ++First;
    for (size_t I = First;
         I < B.Spans.size() && B.Spans[I].Start < X.Start + LengthA; ++I) {
      const Span &Y = B.Spans[I];
      if (X.Thread == Y.Thread || !InB[Y.Thread])
        continue;
      bool SameWarp = X.Thread >> LaneBits == Y.Thread >> LaneBits;
      bool &Flag = SameWarp ? Result.WithinWarp : Result.AcrossWarps;
      // A pair across warps decides first, and is the one to report.
      if (!Flag && (!SameWarp || !Result)) {
        Result.ThreadA = X.Thread;
        Result.ThreadB = Y.Thread;
      }
      Flag = true;
      if (Result.WithinWarp && Result.AcrossWarps)
        return;
    }
  }
}

Collision Collisions::between(const BarrierAccess &Before,
                              const BarrierAccess &After) {
  if (!Before.Writes && !After.Writes)
    return {};
  if (!Before.Pointer || !After.Pointer)
    return unknown(Collision::UnknownObjects);
  bool RestrictWouldHelp = false;
  if (objectsDiffer(Before, After, RestrictWouldHelp))
    return {};
  Collision Same = unknown(Collision::UnknownAddress);
  if (!Before.Bytes || !After.Bytes) {
    Same.RestrictWouldHelp = RestrictWouldHelp;
    return Same;
  }
  const Place &A = placeOf(Before.Pointer);
  const Place &B = placeOf(After.Pointer);
  if (RestrictWouldHelp) {
    Same.Why = Collision::UnknownObjects;
    Same.RestrictWouldHelp = true;
    return Same;
  }
  // A lane whose row is not used does not race with the same lane in another
  // row of the block.
  auto UsesSomeLanes = [&](const BarrierAccess &T) {
    return T.Rows && T.Rows < 1u << LaneBits;
  };
  if (!flatPair(Before, A, After, B) ||
      (!Launch.Exact && (UsesSomeLanes(Before) || UsesSomeLanes(After))))
    return unknown(Collision::NeedsShape);
  if (!A.Known || !B.Known || A.Base != B.Base || A.Sym != B.Sym ||
      A.Width != B.Width)
    return Same;
  for (const Instruction *Leaf : A.Leaves)
    if (recomputed(Leaf, Before, After))
      return unknown(Collision::OtherIteration);
  Collision Result;
  overlap(A, Before, B, After, Result);
  // One lane points at the row; other lanes of its warp store or load it.
  Result.WithinWarp |= Before.Rows || After.Rows;
  return Result;
}
