//===- ExchangeFinder.cpp - The search for exchanges of one array ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeFinder.h"
#include "intrinsics/WholeWords.h"
#include "layouts/f2/BitMatrix.h"
#include "passes/convergence/SettledBranches.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"

using namespace llvm;
using namespace f2layout;

/// How many dominating barriers are tried for one load.
static constexpr unsigned MaxBarriersTried = 4;

ExchangeFinder::ExchangeFinder(const FunctionAnalyses &C, ThreadEval &Eval,
                               Exchanges &Out, unsigned Object)
    : C(C), Eval(Eval), Out(Out), Object(Object), O(Out.Objects[Object]) {}

void ExchangeFinder::miss(unsigned Access, Reason R) {
  if (WantsShape)
    R = {"NeedsBlockShape",
         "what metadata states of its addresses goes by the linear index of a "
         "thread, what else is known by its place in the block, whose shape is "
         "not known",
         nullptr};
  Why.try_emplace(Access, std::move(R));
}

/// Dominating barriers of L, nearest first.
static SmallVector<const SyncPoint *, 4>
barriersBefore(const FunctionAnalyses &C, const Instruction *L) {
  SmallVector<const SyncPoint *, 4> R;
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K != SyncPoint::Other && C.DT.dominates(P.Last, L))
      R.push_back(&P);
  llvm::sort(R, [&](const SyncPoint *A, const SyncPoint *B) {
    return A != B && C.DT.dominates(B->At, A->At);
  });
  return R;
}

/// Where an integer leads, metadata must say.
bool ExchangeFinder::integersAreStated() const {
  bool Any = false;
  for (const SharedAccess &A : O.Accesses) {
    if (A.ThroughInteger && C.Stated.offsets(A.I).empty())
      return false;
    Any |= A.ThroughInteger;
  }
  return Any;
}

void ExchangeFinder::run() {
  if (!O.Refusal.empty()) {
    Out.Missed.push_back(
        {Object, nullptr, "ArrayNotPrivate", O.Refusal, O.RefusedAt});
    return;
  }
  if (O.AsInteger && !integersAreStated()) {
    Out.Missed.push_back({Object, nullptr, "ArrayNotPrivate",
                          "its address is converted to an integer",
                          O.Accesses.front().I});
    return;
  }
  ObjectFacts Evaluated = evaluateObject(Eval, O, C.Stated);
  Facts = std::move(Evaluated.Accesses);
  WantsShape = Evaluated.WantsShape;
  Known.emplace(C, Eval, O, Facts);

  SmallVector<unsigned, 8> Pending;
  for (unsigned A = 0; A < O.Accesses.size(); ++A)
    if (!O.Accesses[A].isStore())
      Pending.push_back(A);
  for (unsigned Nth = 0; Nth < MaxBarriersTried && !Pending.empty(); ++Nth) {
    MapVector<const SyncPoint *, SmallVector<unsigned, 8>> ByBarrier;
    SmallVector<unsigned, 8> Left;
    for (unsigned A : Pending) {
      auto Barriers = barriersBefore(C, O.Accesses[A].I);
      if (Nth < Barriers.size()) {
        ByBarrier[Barriers[Nth]].push_back(A);
        continue;
      }
      Left.push_back(A);
      if (Nth == 0)
        miss(A, {"NoBarrier", "no barrier dominates the load", nullptr});
    }
    for (auto &[P, Loads] : ByBarrier) {
      findAt(*P, Loads);
      Left.append(Loads.begin(), Loads.end());
    }
    Pending = std::move(Left);
  }
  llvm::sort(Pending);
  for (unsigned A : Pending) {
    Reason &R = Why[A];
    Out.Missed.push_back({Object, O.Accesses[A].I, R.Name, R.Why, R.Witness});
  }
}

/// Takes the loads that the barrier explains off the list.
void ExchangeFinder::findAt(const SyncPoint &P,
                            SmallVectorImpl<unsigned> &Loads) {
  auto MissAll = [&](const Reason &R) {
    for (unsigned A : Loads)
      miss(A, R);
  };
  if (Reason R = checkBarrier(P))
    return MissAll(R);
  SmallVector<Match, 8> Matches;
  SmallVector<unsigned, 8> Left, Readable;
  for (unsigned A : Loads) {
    if (Reason R = findUnknown(A)) {
      miss(A, R);
      Left.push_back(A);
    } else {
      Readable.push_back(A);
    }
  }
  if (Readable.empty())
    return;
  bool AllCome = P.K == SyncPoint::Block || BarrierConditions.empty();
  WriterTable W(C, Eval, O, Facts, *Known, P, AllCome, Readable);
  for (unsigned A : Readable) {
    Match M;
    M.Access = A;
    if (Reason R = match(P, W, M)) {
      miss(A, R);
      Left.push_back(A);
    } else {
      Matches.push_back(std::move(M));
    }
  }
  if (Matches.empty())
    return;
  if (Reason R = build(P, W, Matches))
    return MissAll(R);
  Loads.assign(Left.begin(), Left.end());
}

/// Returns true if one successor of the branch ends the kernel, and meets the
/// paths through BB at most at a bare return.
bool ExchangeFinder::leavesBefore(const Instruction &Branch,
                                  const BasicBlock &BB) const {
  return any_of(successors(Branch.getParent()), [&](const BasicBlock *S) {
    if (S == &BB || isPotentiallyReachable(S, &BB))
      return false;
    const BasicBlock *Meeting = C.PDT.findNearestCommonDominator(
        const_cast<BasicBlock *>(S), const_cast<BasicBlock *>(&BB));
    return !Meeting || isa<ReturnInst>(Meeting->getFirstNonPHIIt());
  });
}

/// The barrier must be reached by all threads of its scope or by none. Branches
/// that our own evaluation settles count as uniform.
ExchangeFinder::Reason ExchangeFinder::checkBarrier(const SyncPoint &P) {
  BasicBlock *BB = P.At->getParent();
  BarrierConditions.clear();
  if (C.Uniformity.isUniformlyReached(BB))
    return {};
  BlockUniformity U(C.F, C.Launch);
  BranchSettlement S = settleBranches(
      U, Eval, *BB,
      P.K == SyncPoint::Block ? Eval.threads() : 1u << Eval.shape().LaneBits);
  BarrierConditions = std::move(S.Conditions);
  if (S.Settled)
    return {};
  auto *At = const_cast<Instruction *>(S.Open);
  if (S.NeedsShape)
    return {"NeedsBlockShape",
            "threads are indexed in several dimensions and the block's size is "
            "not known",
            At};
  if (At && leavesBefore(*At, *BB))
    return {"EarlyExit", "some threads may leave the kernel before the barrier",
            At};
  return {"DivergentBarrier",
          "whether a thread reaches the barrier depends on the thread", At};
}

/// Why nothing can be said of what the load reads, whatever the barrier.
ExchangeFinder::Reason ExchangeFinder::findUnknown(unsigned Access) const {
  const AccessFacts &F = Facts[Access];
  if (!F.Known)
    return {"UnknownAddress",
            "its address is more than a known function of the thread plus a "
            "part that is the same in every thread",
            nullptr};
  if (!Eval.shape().SizeIsExact && (F.Reads & (ReadsY | ReadsZ)))
    return {"NeedsBlockShape",
            "threads are indexed in several dimensions and the block's size is "
            "not known",
            nullptr};
  return {};
}

ExchangeFinder::Reason ExchangeFinder::match(const SyncPoint &P, WriterTable &W,
                                             Match &M) {
  const Instruction *L = O.Accesses[M.Access].I;
  const AccessFacts &F = Facts[M.Access];
  // The conditions of the reader between the barrier and the load, if they are
  // a chain of branches. A reader without known conditions may read everything.
  M.Reads = F.Reads;
  const StoreFacts::Way &Way = Known->way(P.At->getParent(), L->getParent());
  if (Way.Guards) {
    M.Guards = *Way.Guards;
    M.Reads |= Way.Reads;
    for (const PathLiteral &L : Way.Literals)
      M.Conditions.push_back(L.Condition);
  }
  for (unsigned T = 0; T < W.limit(); ++T)
    if (!W.comes(T)) {
      M.Guards.resize(Eval.threads());
      M.Guards[T].Never = true;
    }
  if (Reason R = readBytes(W, M))
    return R;
  if (P.K == SyncPoint::Warp) {
    unsigned LaneBits = Eval.shape().LaneBits;
    unsigned Bytes = O.Accesses[M.Access].Bytes;
    for (unsigned I = 0; I < M.Bytes.size(); ++I)
      if (M.Bytes[I].Store >= 0 &&
          unsigned(M.Bytes[I].Thread) >> LaneBits != I / Bytes >> LaneBits)
        return {"CrossesWarps",
                "the value comes from another warp, and only a warp barrier "
                "lies between",
                P.At};
  }
  if (Reason R = checkLastWriter(P, W, M))
    return R;
  return checkIterations(W, M);
}

ExchangeFinder::Reason ExchangeFinder::readBytes(WriterTable &W, Match &M) {
  const AccessFacts &F = Facts[M.Access];
  unsigned Bytes = O.Accesses[M.Access].Bytes;
  M.Bytes.resize(size_t(W.limit()) * Bytes);
  const int64_t InGranule = W.granule(F.Sym) - 1;
  for (unsigned T = 0; T < W.limit(); ++T) {
    if (!M.Guards.empty() && M.Guards[T].Never)
      continue;
    for (unsigned B = 0; B < Bytes; ++B) {
      Writer &V = M.Bytes[T * Bytes + B];
      if (B && ((F.At[T] + B) & InGranule)) {
        // The same store wrote the whole granule, so the checks below hold.
        V = M.Bytes[T * Bytes + B - 1];
        ++V.Byte;
        continue;
      }
      V = W.at(F.Sym, F.At[T] + B);
      auto Place = [&] {
        return "thread " + std::to_string(T) + " reads byte " +
               std::to_string(F.At[T] + B);
      };
      if (V.Store < 0)
        return {"Unwritten",
                Place() + ", which no store with a fixed place before the "
                          "barrier writes",
                nullptr};
      const AnchoredStore &S = W.stores()[V.Store];
      Instruction *SI = O.Accesses[S.Access].I;
      if (V.Bad == Writer::TwoThreads)
        return {"TwoWriters",
                Place() + ", which more than one thread writes without a "
                          "block barrier between them",
                SI};
      if (V.Bad == Writer::Unordered)
        return {"TwoWriters",
                Place() + ", which two stores of one thread write in no fixed "
                          "order or under a condition",
                SI};
      for (const SymbolicInt &Need : S.guard(V.Thread).Needs)
        if (M.Guards.empty() || !is_contained(M.Guards[T].Needs, Need))
          return {"StaleRead",
                  Place() + ", which thread " + std::to_string(V.Thread) +
                      " writes only under a condition that the reader does "
                      "not repeat",
                  SI};
      M.Winners.insert(SI);
    }
  }
  return {};
}

const BitVector &ExchangeFinder::bytesOf(unsigned Access, unsigned Limit) {
  auto &[Of, Set] = Bytes[Access];
  if (!Set.empty() && Of == Limit)
    return Set;
  const auto [First, Last] = Known->range(Access);
  const unsigned Width = O.Accesses[Access].Bytes;
  Of = Limit;
  Set.clear();
  Set.resize(Last - First + Width);
  for (unsigned T = 0; T < Limit; ++T)
    Set.set(Facts[Access].At[T] - First, Facts[Access].At[T] - First + Width);
  return Set;
}

bool ExchangeFinder::disjoint(unsigned StoreAccess, unsigned LoadAccess,
                              unsigned Limit) {
  const AccessFacts &S = Facts[StoreAccess], &L = Facts[LoadAccess];
  if (!S.Known || !L.Known || S.Sym != L.Sym)
    return false;
  const auto [FirstS, LastS] = Known->range(StoreAccess);
  const auto [FirstL, LastL] = Known->range(LoadAccess);
  const unsigned Width = O.Accesses[StoreAccess].Bytes;
  if (LastS + Width <= FirstL || LastL + O.Accesses[LoadAccess].Bytes <= FirstS)
    return true;
  // No array of shared memory is larger: such addresses are never accessed.
  constexpr int64_t Most = 1 << 20;
  if (LastL - FirstL > Most)
    return false;
  const BitVector &Read = bytesOf(LoadAccess, Limit);
  const int64_t End = FirstL + Read.size();
  for (unsigned T = 0; T < Limit; ++T) {
    const int64_t From = std::max(S.At[T], FirstL);
    const int64_t To = std::min<int64_t>(S.At[T] + Width, End);
    if (From < To && Read.find_first_in(From - FirstL, To - FirstL) != -1)
      return false;
  }
  return true;
}

/// Why the write may come between what M matches: the stores and the barrier,
/// or the barrier and the load. Empty if it does not.
std::string ExchangeFinder::comesBetween(const SyncPoint &P,
                                         const WriterTable &W, const Match &M,
                                         const Instruction *Write,
                                         bool Tabulated) const {
  const Instruction *L = O.Accesses[M.Access].I;
  const InstructionSet Barrier = {P.At};
  if (C.Paths.reaches(P.At, Write, Barrier) &&
      C.Paths.reaches(Write, L, Barrier))
    return "another write to the array may come between the barrier and the "
           "load";
  if (Tabulated)
    return "";
  for (const AnchoredStore &S : W.stores()) {
    if (!M.Winners.count(O.Accesses[S.Access].I))
      continue;
    const InstructionSet Again = {S.Anchor};
    if (C.Paths.reaches(S.Anchor, Write, Again) &&
        C.Paths.reaches(Write, P.At, Again))
      return "another write to the array may come between the store and the "
             "barrier";
  }
  return "";
}

/// On no path does another write come between the matched store and the load.
ExchangeFinder::Reason ExchangeFinder::checkLastWriter(const SyncPoint &P,
                                                       WriterTable &W,
                                                       const Match &M) {
  const SymId Sym = Facts[M.Access].Sym;
  BitVector InTable(O.Accesses.size());
  for (const AnchoredStore &S : W.stores())
    if (Facts[S.Access].Known && Facts[S.Access].Sym == Sym)
      InTable.set(S.Access);
  for (unsigned A = 0; A < O.Accesses.size(); ++A) {
    if (!O.Accesses[A].isStore())
      continue;
    // Whether they touch the same bytes takes longest to find out.
    std::string Why = comesBetween(P, W, M, O.Accesses[A].I, InTable[A]);
    if (!Why.empty() && !disjoint(A, M.Access, W.limit()))
      return {"Overwritten", Why, O.Accesses[A].I};
  }
  for (Instruction *I : O.Opaque)
    if (I->mayWriteToMemory())
      if (std::string Why = comesBetween(P, W, M, I, false); !Why.empty())
        return {"Overwritten", Why, I};
  return {};
}

/// What is opaque in the addresses and conditions has one value from the store
/// to the load: no path between them computes it anew.
ExchangeFinder::Reason ExchangeFinder::checkIterations(WriterTable &W,
                                                       const Match &M) {
  const Instruction *L = O.Accesses[M.Access].I;
  for (const AnchoredStore &S : W.stores()) {
    if (!M.Winners.count(O.Accesses[S.Access].I))
      continue;
    SmallVector<const Value *, 8> Leaves;
    Eval.terms().collectLeaves(Facts[S.Access].Sym, Leaves);
    DenseMap<SymId, bool> Seen;
    for (unsigned Thread = 0; S.Guards && Thread < Eval.threads(); ++Thread)
      for (const SymbolicInt &T : S.guard(Thread).Needs)
        if (Seen.try_emplace(T.Sym, true).second)
          Eval.terms().collectLeaves(T.Sym, Leaves);
    for (const Value *V : Leaves) {
      const Instruction *Def = dyn_cast<Instruction>(V);
      if (auto *Header = dyn_cast<BasicBlock>(V))
        Def = &Header->front();
      if (!Def)
        continue;
      InstructionSet Again = {S.Anchor};
      if (C.Paths.reaches(S.Anchor, Def, Again) &&
          C.Paths.reaches(Def, L, Again))
        return {"OtherIteration",
                "store and load may belong to different iterations of a loop",
                const_cast<Instruction *>(Def)};
    }
  }
  return {};
}

ExchangeFinder::Reason ExchangeFinder::build(const SyncPoint &P, WriterTable &W,
                                             MutableArrayRef<Match> Matches) {
  Exchange T;
  T.Object = Object;
  T.At = &P;
  unsigned Bits = elementBits(W, Matches);
  for (const Match &M : Matches)
    T.Loads.push_back(M.Access);
  for (const AnchoredStore &S : W.stores())
    for (const Match &M : Matches)
      if (M.Winners.count(O.Accesses[S.Access].I)) {
        T.Stores.push_back(S.Access);
        break;
      }
  T.Move.ElementBits = Bits;
  T.Move.LaneBits = Eval.shape().LaneBits;
  numberRegisters(T, W, Matches, Bits);
  if (T.Sources.size() > 256 || T.Results.size() > 256)
    return {"TooManyRegisters", "more than 256 elements per thread", nullptr};
  fillTable(T, W, Matches);
  T.AnyShape = holdsInAnyShape(T, W, Matches);
  if (!narrowToWarp(T.Move, W.limit())) {
    if (!Eval.shape().SizeIsExact && !T.AnyShape)
      return {"NeedsBlockShape",
              "values cross warps and the block's size is not known; state it "
              "with __launch_bounds__ and the option block=, or the attribute "
              "\"f2layout-block\"",
              nullptr};
  }
  T.Move.Affine = fitAffine(T.Move);
  T.Move.Duplicates = racing(W, Matches);
  if (Reason R = checkShape(T, W, Matches))
    return R;
  if (Reason R = checkMask(T))
    return R;
  T.NeedsShape = Eval.shape().SizeIsExact && !C.Launch.Exact;
  recordAddresses(T, W, Matches);
  Out.Found.push_back(std::move(T));
  return {};
}

/// Every element of Size bytes that M loads is one that some store stores.
bool ExchangeFinder::takesWhole(WriterTable &W, const Match &M, unsigned Size) {
  if (O.Accesses[M.Access].Bytes % Size)
    return false;
  for (unsigned I = 0; I < M.Bytes.size(); I += Size) {
    const Writer &First = M.Bytes[I];
    if (First.Store < 0)
      continue;
    unsigned Stored = O.Accesses[W.stores()[First.Store].Access].Bytes;
    if (First.Byte % Size || Stored % Size)
      return false;
    for (unsigned B = 1; B < Size; ++B)
      if (M.Bytes[I + B].Store != First.Store ||
          M.Bytes[I + B].Thread != First.Thread ||
          M.Bytes[I + B].Byte != First.Byte + B)
        return false;
  }
  return true;
}

/// The widest element that every load takes whole from one store; a byte always
/// is one.
unsigned ExchangeFinder::elementBits(WriterTable &W, ArrayRef<Match> Matches) {
  for (unsigned Size : {8u, 4u, 2u})
    if (all_of(Matches, [&](const Match &M) { return takesWhole(W, M, Size); }))
      return Size * 8;
  return 8;
}

/// Puts elements that are parts of whole words together, in the order of the
/// words' first elements. Nothing changes, and false is the answer, unless all
/// are.
static bool orderByWords(
    SmallVectorImpl<ElementRef> &Elements, unsigned Bits,
    function_ref<std::optional<WordPlace>(const ElementRef &)> PlaceOf) {
  if (Bits >= 32 || Elements.size() % (32 / Bits))
    return false;
  using Word = SmallVector<std::optional<ElementRef>, 4>;
  MapVector<std::pair<Value *, unsigned>, Word> Words;
  for (const ElementRef &E : Elements) {
    std::optional<WordPlace> Place = PlaceOf(E);
    if (!Place)
      return false;
    const unsigned PerWord = 32 / Bits;
    Word &Of = Words[{Place->Word, Place->Index / PerWord}];
    Place->Index %= PerWord;
    Of.resize(PerWord);
    if (Of[Place->Index])
      return false;
    Of[Place->Index] = E;
  }
  SmallVector<ElementRef, 16> Ordered;
  for (const auto &[Value, Of] : Words)
    for (const std::optional<ElementRef> &E : Of)
      if (E)
        Ordered.push_back(*E);
  if (Ordered.size() != Words.size() * (32 / Bits))
    return false;
  Elements.assign(Ordered.begin(), Ordered.end());
  return true;
}

/// Registers are numbered by their place in thread 0's part of the array, which
/// is what makes a layout look like one: unrolling and vectorisation shuffle
/// program order.
void ExchangeFinder::numberRegisters(Exchange &T, WriterTable &W,
                                     ArrayRef<Match> Matches, unsigned Bits) {
  unsigned Size = Bits / 8;
  DenseMap<std::pair<unsigned, unsigned>, bool> Used;
  int LastStore = -1;
  unsigned LastChunk = 0;
  for (const Match &M : Matches)
    for (const Writer &V : M.Bytes)
      if (V.Store >= 0 &&
          (V.Store != LastStore || V.Byte / Size != LastChunk)) {
        LastStore = V.Store;
        LastChunk = V.Byte / Size;
        Used[{W.stores()[V.Store].Access, LastChunk}] = true;
      }
  for (auto &Entry : Used)
    T.Sources.push_back({Entry.first.first, Entry.first.second});
  for (const Match &M : Matches)
    for (unsigned Chunk = 0; Chunk < O.Accesses[M.Access].Bytes / Size; ++Chunk)
      T.Results.push_back({M.Access, Chunk});
  auto Place = [&](const ElementRef &E) {
    return std::make_tuple(Facts[E.Access].At[0] + int64_t(E.Chunk) * Size,
                           E.Access, E.Chunk);
  };
  auto Less = [&](const ElementRef &A, const ElementRef &B) {
    return Place(A) < Place(B);
  };
  llvm::sort(T.Sources, Less);
  llvm::sort(T.Results, Less);
  // Behind a condition the value is another one at the barrier.
  const BasicBlock *Here = T.At->First->getParent();
  auto From = [&](const ElementRef &E) {
    auto *S = cast<StoreInst>(O.Accesses[E.Access].I);
    return C.DT.dominates(S->getParent(), Here)
               ? takenFrom(S->getValueOperand(), Bits, E.Chunk)
               : std::nullopt;
  };
  // What is loaded as words stays words; its elements are in order already.
  auto Into = [&](const ElementRef &E) -> std::optional<WordPlace> {
    Instruction *L = O.Accesses[E.Access].I;
    if (O.Accesses[E.Access].Bytes == Size)
      return putInto(L);
    if (O.Accesses[E.Access].Bytes % 4 || !L->getType()->isIntOrIntVectorTy())
      return std::nullopt;
    return WordPlace{L, E.Chunk};
  };
  T.Move.PackedSources = orderByWords(T.Sources, Bits, From);
  T.Move.PackedResults = orderByWords(T.Results, Bits, Into);
}

void ExchangeFinder::fillTable(Exchange &T, WriterTable &W,
                               ArrayRef<Match> Matches) {
  Conversion &M = T.Move;
  unsigned Size = M.ElementBits / 8;
  M.Group = Scope::Block;
  M.NumThreads = Eval.threads();
  M.NumSources = T.Sources.size();
  M.NumResults = T.Results.size();
  M.Table.assign(size_t(M.NumResults) * M.NumThreads, DontCare);
  DenseMap<std::pair<unsigned, unsigned>, unsigned> Register;
  for (unsigned R = 0; R < T.Sources.size(); ++R)
    Register[{T.Sources[R].Access, T.Sources[R].Chunk}] = R;
  DenseMap<unsigned, const Match *> ByAccess;
  for (const Match &X : Matches)
    ByAccess[X.Access] = &X;
  for (unsigned R = 0; R < T.Results.size(); ++R) {
    const Match &X = *ByAccess[T.Results[R].Access];
    unsigned Bytes = O.Accesses[X.Access].Bytes;
    for (unsigned Thread = 0; Thread < W.limit(); ++Thread) {
      const Writer &V = X.Bytes[Thread * Bytes + T.Results[R].Chunk * Size];
      if (V.Store < 0)
        continue;
      Holder &H = M.Table[size_t(R) * M.NumThreads + Thread];
      H.Register = Register[{W.stores()[V.Store].Access, V.Byte / Size}];
      H.Thread = V.Thread;
    }
  }
}

/// By what threads differ that race for every byte that is read, if it is the
/// same for all.
SmallVector<uint64_t, 2> ExchangeFinder::racing(WriterTable &W,
                                                ArrayRef<Match> Matches) {
  std::optional<SmallVector<uint64_t, 2>> Known;
  for (const Match &M : Matches)
    for (const Writer &V : M.Bytes) {
      if (V.Store < 0)
        continue;
      SmallVector<uint64_t, 4> Differences = W.racing(V);
      SmallVector<uint64_t, 2> Span(
          ArrayRef<uint64_t>(reduceBasis(Differences)));
      if (Differences.size() + 1 != size_t(1) << Span.size() ||
          (Known && *Known != Span))
        return {};
      Known = std::move(Span);
    }
  return Known.value_or(SmallVector<uint64_t, 2>());
}

/// If every warp does the same within itself, one warp's table says it all.
bool ExchangeFinder::narrowToWarp(Conversion &M, unsigned Limit) {
  unsigned Lanes = 1u << M.LaneBits;
  std::vector<Holder> Warp(size_t(M.NumResults) * Lanes, DontCare);
  for (unsigned R = 0; R < M.NumResults; ++R)
    for (unsigned T = 0; T < M.NumThreads; ++T) {
      Holder H = M.holder(R, T);
      if (H == DontCare)
        continue;
      if (H.Thread / Lanes != T / Lanes)
        return false;
      H.Thread %= Lanes;
      Holder &Slot = Warp[size_t(R) * Lanes + T % Lanes];
      if (Slot != DontCare && Slot != H)
        return false;
      Slot = H;
    }
  M.Group = Scope::Warp;
  M.NumThreads = Lanes;
  M.Table = std::move(Warp);
  return true;
}

void ExchangeFinder::recordAddresses(Exchange &T, WriterTable &W,
                                     ArrayRef<Match> Matches) {
  unsigned LaneBits = T.Move.LaneBits;
  unsigned End = W.limit(); // of the warps that come to the barrier
  while (End > 1 && !W.comes(End - 1))
    --End;
  unsigned First = 0; // the first such warp
  while (First + 1 < End && !W.comes(First))
    ++First;
  unsigned Lanes = std::min(1u << LaneBits, End - First);
  auto Record = [&](unsigned A, auto Runs) {
    std::vector<uint32_t> Row;
    for (unsigned L = First; L < First + Lanes; ++L)
      Row.push_back(Runs(L) ? uint32_t(Facts[A].At[L]) : ~0u);
    T.WarpAddresses.push_back(std::move(Row));
  };
  T.FirstByte = ~0ull;
  for (unsigned A : T.Stores) {
    const AnchoredStore *S = find_if(
        W.stores(), [&](const AnchoredStore &X) { return X.Access == A; });
    Record(A, [&](unsigned L) { return !S->guard(L).Never; });
    T.FixedBase &= Facts[A].Sym == 0;
    T.EndOfWarp.resize(divideCeil(End, 1u << LaneBits), 0);
    for (unsigned Thread = 0; Thread < End; ++Thread) {
      // A store under a condition does not show that the bytes are there.
      if (!S->guard(Thread).always())
        continue;
      uint64_t At = std::max<int64_t>(0, Facts[A].At[Thread]);
      T.FirstByte = std::min(T.FirstByte, At);
      uint64_t &Warp = T.EndOfWarp[Thread >> LaneBits];
      Warp = std::max(Warp, At + O.Accesses[A].Bytes);
    }
  }
  for (unsigned A : T.Loads) {
    const Match *M =
        find_if(Matches, [&](const Match &X) { return X.Access == A; });
    Record(A, [&](unsigned L) {
      return M->Guards.empty() || !M->Guards[L].Never;
    });
  }
}
