//===- TileShapes.cpp - Block shapes in which the tiles make sense --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/TileShapes.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Of a kernel with more stores, the first ones are looked at.
static constexpr size_t MaxStores = 32;
/// Of conditions, as far as they are looked into.
static constexpr unsigned MaxDepth = 8;

namespace {

/// A store to an array all of whose accesses are known.
struct TileStore {
  const SharedObject *Object;
  const SharedAccess *Access;
  /// The next one to the object, if they run in a row without a barrier.
  const SharedAccess *Next = nullptr;
};

/// What a store makes of a shape.
enum class Sense {
  Nothing, ///< It shows nothing.
  Fits,    ///< Each thread has its place inside of the array.
  Fills,   ///< The same, and all threads take all of it but an eighth.
  Breaks,  ///< Two threads have one place, or one is outside.
};

} // namespace

/// The second store follows the first one, without a barrier between.
static bool isBehind(const Instruction *A, const Instruction *B) {
  if (A->getParent() != B->getParent() || !A->comesBefore(B))
    return false;
  for (const Instruction *I = A->getNextNode(); I != B; I = I->getNextNode())
    if (isa<CallBase>(I) && I->mayWriteToMemory())
      return false; // it may be a barrier
  return true;
}

static void findNext(TileStore &Store) {
  for (const SharedAccess &A : Store.Object->Accesses)
    if (A.isStore() && isBehind(Store.Access->I, A.I) &&
        (!Store.Next || A.I->comesBefore(Store.Next->I)))
      Store.Next = &A;
}

static SmallVector<TileStore, 16> tileStores(SharedMemoryInfo &Memory) {
  SmallVector<TileStore, 16> Found;
  for (const SharedObject &O : Memory.objects())
    for (const SharedAccess &A : O.Accesses)
      if (O.Refusal.empty() && A.isStore() && Found.size() < MaxStores)
        Found.push_back({&O, &A});
  for (TileStore &Store : Found)
    findNext(Store);
  return Found;
}

namespace {

/// The stores of one kernel, for any shape of its block.
class TileJudge {
public:
  TileJudge(SharedMemoryInfo &Memory, const LaunchShape &L)
      : Memory(Memory), L(L) {}
  Sense senseOf(const EvalShape &S, const TileStore &Store);
  /// Some thread would make the next store where another one has just stored.
  bool meetsNext(const EvalShape &S, const TileStore &Store);

private:
  /// Of a shape; Own keeps those that only the caller needs.
  const AccessFacts &addressesOf(const EvalShape &S, const TileStore &Store,
                                 AccessFacts &Own);
  std::optional<std::vector<bool>> threadsOf(const EvalShape &S,
                                             const TileStore &Store);
  std::vector<SymbolicInt> conditionOf(const EvalShape &S, const Value *V);
  bool meetsInLoop(const EvalShape &S, const TileStore &Store,
                   const std::vector<bool> &Active);

  /// Smaller blocks of one row are the first threads of the largest one, which
  /// is evaluated for proofs anyway. That one knows no block size.
  ThreadEval *largestRow(const EvalShape &S) {
    return S.Size[1] == 1 && S.Size[2] == 1 ? &Memory.evaluation(statedShape(L))
                                            : nullptr;
  }

  SharedMemoryInfo &Memory;
  const LaunchShape &L;
  DenseMap<const SharedAccess *, std::unique_ptr<AccessFacts>> InLargestRow;
};

} // namespace

/// The addresses, if they are known in any one iteration of the loops around
/// the store, or else in the first one.
const AccessFacts &TileJudge::addressesOf(const EvalShape &S,
                                          const TileStore &Store,
                                          AccessFacts &Own) {
  auto In = [&](ThreadEval &Eval) {
    return evaluateInArray(Eval, *Store.Object, *Store.Access);
  };
  if (ThreadEval *Row = largestRow(S)) {
    std::unique_ptr<AccessFacts> &Facts = InLargestRow[Store.Access];
    if (!Facts)
      Facts = std::make_unique<AccessFacts>(In(*Row));
    if (Facts->Known && !(Facts->Reads & ReadsSize))
      return *Facts;
  }
  Own = In(Memory.evaluation(S));
  if (!Own.Known) {
    EvalShape First = S;
    First.Iteration = 1;
    Own = In(Memory.evaluation(First));
  }
  return Own;
}

/// V is computed from the block's place in the grid.
static bool readsBlockIndex(const Value *V, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDepth || isa<PHINode>(I))
    return false;
  if (const std::optional<LaunchRead> Read = classifyLaunchRead(I))
    return Read->K == LaunchRead::BlockIndex;
  return any_of(I->operands(), [&](const Value *Operand) {
    return readsBlockIndex(Operand, Depth + 1);
  });
}

std::vector<SymbolicInt> TileJudge::conditionOf(const EvalShape &S,
                                                const Value *V) {
  if (ThreadEval *Row = largestRow(S)) {
    const ThreadValues &All = Row->eval(V);
    if (!(Row->reads(V) & ReadsSize))
      return {All.begin(), All.begin() + S.threads()};
  }
  return Memory.evaluation(S).eval(V).vec();
}

/// The threads that run the store in a block in the middle of the grid, if it
/// runs in any. Not known under a condition on data, or one that cuts the block
/// where an argument says.
std::optional<std::vector<bool>> TileJudge::threadsOf(const EvalShape &S,
                                                      const TileStore &Store) {
  std::vector<bool> Active(S.threads(), true);
  const BasicBlock *To = Store.Access->I->getParent();
  const auto Way = Memory.evaluation(statedShape(L))
                       .pathCondition(&To->getParent()->getEntryBlock(), To);
  if (!Way)
    return std::nullopt;
  for (const PathLiteral &L : *Way) {
    const std::vector<SymbolicInt> Values = conditionOf(S, L.Condition);
    if (all_of(Values, [](SymbolicInt V) { return V.isConst(); })) {
      for (auto [Thread, V] : enumerate(Values))
        if ((V.Const != 0) != L.Wanted)
          Active[Thread] = false;
    } else if (!all_equal(Values) && !readsBlockIndex(L.Condition)) {
      return std::nullopt;
    }
  }
  return Active;
}

/// In a loop without a block barrier, a thread has the place in the second
/// iteration that another one had in the first.
bool TileJudge::meetsInLoop(const EvalShape &S, const TileStore &Store,
                            const std::vector<bool> &Active) {
  const Instruction *I = Store.Access->I;
  const Loop *L = Memory.loops().getLoopFor(I->getParent());
  if (!L || L->getParentLoop() || !Memory.segments().mayRepeat(I))
    return false;
  EvalShape Iteration = S;
  Iteration.Iteration = 1;
  const AccessFacts First = evaluateInArray(Memory.evaluation(Iteration),
                                            *Store.Object, *Store.Access);
  Iteration.Iteration = 2;
  ThreadEval &Again = Memory.evaluation(Iteration);
  const AccessFacts Second =
      evaluateInArray(Again, *Store.Object, *Store.Access);
  if (!First.Known || !Second.Known || First.Sym != Second.Sym)
    return false;
  std::vector<bool> Stays = Active;
  Again.removeLeft(I->getParent(), Stays);
  DenseMap<int64_t, unsigned> Before;
  for (unsigned Thread = 0; Thread < Active.size(); ++Thread)
    if (Active[Thread])
      Before[First.At[Thread]] = Thread;
  for (unsigned Thread = 0; Thread < Active.size(); ++Thread)
    if (auto It = Before.find(Second.At[Thread]);
        Stays[Thread] && It != Before.end() && It->second != Thread)
      return true;
  return false;
}

bool TileJudge::meetsNext(const EvalShape &S, const TileStore &First) {
  const TileStore Second = {First.Object, First.Next};
  // Several threads may store one constant on purpose.
  auto *A = dyn_cast<StoreInst>(First.Access->I);
  auto *B = dyn_cast<StoreInst>(Second.Access->I);
  if (!A || !B || isa<Constant>(B->getValueOperand()))
    return false;
  AccessFacts OfFirst, OfSecond;
  const AccessFacts &Before = addressesOf(S, First, OfFirst);
  const AccessFacts &After = addressesOf(S, Second, OfSecond);
  const auto Active = threadsOf(S, First);
  const uint8_t Reads = Before.Reads | After.Reads;
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if (S.Size[Dim] > 1 && !(Reads & (ReadsLane | (ReadsX << Dim))))
      return false; // the same in all of its threads
  if (!Before.Known || !After.Known || Before.Sym != After.Sym || !Active)
    return false;
  DenseMap<int64_t, unsigned> Of;
  for (unsigned Thread = 0; Thread < S.threads(); ++Thread)
    if ((*Active)[Thread])
      Of[Before.At[Thread]] = Thread;
  for (unsigned Thread = 0; Thread < S.threads(); ++Thread)
    if (auto It = Of.find(After.At[Thread]);
        (*Active)[Thread] && It != Of.end() && It->second != Thread)
      return true;
  return false;
}

Sense TileJudge::senseOf(const EvalShape &S, const TileStore &Store) {
  AccessFacts Own;
  const AccessFacts &Facts = addressesOf(S, Store, Own);
  if (!Facts.Known)
    return Sense::Nothing;
  const auto Runs = threadsOf(S, Store);
  if (!Runs)
    return Sense::Nothing;
  const std::vector<bool> &Active = *Runs;
  const bool ByLane = Facts.Reads & ReadsLane;
  std::array<unsigned, 3> Size = S.Size;
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if (!ByLane && !(Facts.Reads & (ReadsX << Dim)))
      Size[Dim] = 1; // the same in all of its threads
  std::vector<int64_t> At;
  bool All = true;
  for (unsigned Z = 0; Z < Size[2]; ++Z)
    for (unsigned Y = 0; Y < Size[1]; ++Y)
      for (unsigned X = 0; X < Size[0]; ++X) {
        const unsigned Thread = X + S.Size[0] * (Y + S.Size[1] * Z);
        All &= Active[Thread];
        if (!Active[Thread])
          continue;
        if (X > 0 && Active[Thread - 1] &&
            Facts.At[Thread - 1] == Facts.At[Thread])
          return Sense::Nothing; // one place for several threads on purpose
        At.push_back(Facts.At[Thread]);
      }
  if (At.size() < 2)
    return Sense::Nothing;
  if (!is_sorted(At))
    llvm::sort(At);
  if (At.front() == At.back())
    return Sense::Nothing;
  const int64_t Bytes = Store.Access->Bytes;
  for (size_t I = 1; I < At.size(); ++I)
    if (At[I] - At[I - 1] < Bytes)
      return Sense::Breaks;
  // Rows that are alike would meet each other.
  if (Size == S.Size && meetsInLoop(S, Store, Active))
    return Sense::Breaks;
  if (Store.Object->Dynamic)
    return Sense::Fits;
  const int64_t Whole = Store.Object->Bytes;
  if (Facts.Sym)
    return At.back() + Bytes - At.front() > Whole ? Sense::Breaks : Sense::Fits;
  const int64_t End = At.back() + Bytes;
  if (At.front() < 0 || End > Whole)
    return Sense::Breaks;
  return All && End > Whole - Whole / 8 ? Sense::Fills : Sense::Fits;
}

/// The lengths of rows of arrays that are no powers of two, in elements: a row
/// of the block may fill one.
static SmallSetVector<unsigned, 4> rowLengths(SharedMemoryInfo &Memory) {
  SmallSetVector<unsigned, 4> Found;
  for (const SharedObject &O : Memory.objects()) {
    if (O.Arrays.size() != 1)
      continue;
    const Type *Ty = O.Arrays.front()->getValueType();
    uint64_t Length = 0;
    unsigned Depth = 0;
    for (; auto *Array = dyn_cast<ArrayType>(Ty); ++Depth) {
      Length = Array->getNumElements();
      Ty = Array->getElementType();
    }
    if (Depth > 1 && Length > 1 && Length < MaxBlockThreads &&
        !isPowerOf2_64(Length))
      Found.insert(unsigned(Length));
  }
  return Found;
}

/// Likely shapes, and the usual ones besides, by the number of threads; of as
/// many threads those with all dimensions that the kernel reads, then the
/// likelier ones.
static SmallVector<EvalShape, 64> candidates(SharedMemoryInfo &Memory,
                                             const LaunchShape &L) {
  const SmallVector<EvalShape, 16> Likely = likelyShapes(L);
  SmallVector<EvalShape, 64> Shapes;
  EvalShape S = Likely.front();
  auto Add = [&](unsigned X, unsigned Y, unsigned Z) {
    const unsigned Threads = X * Y * Z;
    S.Size = {X, Y, Z};
    if (Threads <= L.MaxThreads && Threads >= L.MinThreads &&
        !is_contained(Shapes, S))
      Shapes.push_back(S);
  };
  auto AddAll = [&](unsigned Z) {
    for (unsigned X : {32u, 16u, 8u, 4u})
      for (unsigned Y : {16u, 8u, 4u})
        Add(X, Y, Z);
  };
  if (L.ReadsDim[2] && !L.isLikelyFlat())
    for (unsigned Z : {8u, 4u, 2u})
      AddAll(Z);
  Shapes.append(Likely.begin(), Likely.end());
  if (!L.isLikelyFlat())
    AddAll(1);
  else
    for (unsigned X : {384u, 192u, 96u, 48u, 16u})
      Add(X, 1, 1);
  if (L.ReadsDim[1] && !L.ReadsDim[2] && L.MaxThreads < MaxBlockThreads)
    for (unsigned X : rowLengths(Memory))
      if (L.MaxThreads % X == 0)
        Add(X, L.MaxThreads / X, 1);
  stable_sort(Shapes, [](const EvalShape &A, const EvalShape &B) {
    return A.threads() > B.threads();
  });
  return Shapes;
}

SmallVector<EvalShape, 4> f2layout::tileShapes(SharedMemoryInfo &Memory,
                                               const LaunchShape &L,
                                               SearchBudget &Budget) {
  SmallVector<TileStore, 16> Stores = tileStores(Memory);
  TileJudge Judge(Memory, L);
  SmallVector<EvalShape, 4> Sensible;
  // A bound of as many threads as any block may have is often nobody's choice.
  bool IsLargest = L.ExactThreads || L.MaxThreads < MaxBlockThreads;
  for (const EvalShape &S : candidates(Memory, L)) {
    if (!Sensible.empty() && S.threads() < Sensible.front().threads())
      break;
    bool Fits = false, Fills = false, Breaks = false;
    for (auto *It = Stores.begin(); It != Stores.end() && !Breaks; ++It) {
      if (!Budget.spend(S.threads()))
        return Sensible;
      const Sense Found = Judge.senseOf(S, *It);
      Fits |= Found != Sense::Nothing;
      Fills |= Found == Sense::Fills;
      Breaks = Found == Sense::Breaks ||
               (Found != Sense::Nothing && It->Next && Judge.meetsNext(S, *It));
      // What breaks one shape is likely to break the next one.
      if (Breaks)
        std::rotate(Stores.begin(), It, It + 1);
    }
    if (!Fits)
      return {};
    if (!Breaks && (IsLargest || Fills))
      Sensible.push_back(S);
    else if (!Breaks)
      return {}; // a block of any size
    else if (Sensible.empty())
      IsLargest = true;
  }
  return Sensible;
}

SmallVector<EvalShape, 16> f2layout::shapesToTry(SharedMemoryInfo &Memory,
                                                 const LaunchShape &L) {
  SmallVector<EvalShape, 16> Shapes = likelyShapes(L);
  if (std::optional<EvalShape> OfTiles = Memory.tileShape(L)) {
    llvm::erase(Shapes, *OfTiles);
    Shapes.insert(Shapes.begin(), *OfTiles);
  }
  return Shapes;
}
