//===- ExchangeBuild.cpp - An exchange from the loads that match ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/EmitContext.h"
#include "intrinsics/target/Vocabulary.h"
#include "intrinsics/words/WholeWords.h"
#include "layouts/f2/BitMatrix.h"
#include "passes/exchange/ExchangeFinder.h"
#include "passes/launch/ShapeAdvice.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// Puts matches that share a store, directly or through others, side by side,
/// and returns where each group ends. The order within a group is kept.
SmallVector<size_t, 4>
ExchangeFinder::groupByStores(MutableArrayRef<Match> Matches) {
  IntEqClasses Groups(Matches.size());
  DenseMap<unsigned, unsigned> FirstOf; // match by store
  for (auto [N, M] : enumerate(Matches))
    for (unsigned Store : M.Winners)
      Groups.join(N, FirstOf.try_emplace(Store, N).first->second);
  Groups.compress();
  std::vector<std::pair<unsigned, Match>> Ordered;
  for (auto [N, M] : enumerate(Matches))
    Ordered.emplace_back(Groups[N], std::move(M));
  stable_sort(Ordered, llvm::less_first());
  SmallVector<size_t, 4> Ends;
  for (auto [N, Of] : enumerate(Ordered)) {
    if (N > 0 && Of.first != Ordered[N - 1].first)
      Ends.push_back(N);
    Matches[N] = std::move(Of.second);
  }
  if (!Matches.empty())
    Ends.push_back(Matches.size());
  return Ends;
}

/// In a stencil, each thread reads its own value and those of its neighbours,
/// and the halo makes the whole irregular. If it crosses warps, no plan moves
/// it. The thread's own value, which need not travel at all, becomes an
/// exchange of its own then. So does what has stores of its own: a table in one
/// part of the array, and a tile in the other. Appends to Left the loads that
/// are part of no exchange.
ExchangeFinder::Reason
ExchangeFinder::buildApart(const SyncPoint &P, WriterTable &W,
                           MutableArrayRef<Match> Matches,
                           SmallVectorImpl<unsigned> &Left) {
  const size_t Before = Out.Found.size();
  Reason R = build(P, W, Matches);
  if (!R && LastBuildWasAffine)
    return {};
  auto *Others = std::stable_partition(
      Matches.begin(), Matches.end(), [](const Match &M) { return M.isOwn(); });
  const size_t Own = Others - Matches.begin();
  const bool IsMixed = Own > 0 && Own < Matches.size();
  if (R) {
    const bool Apart = IsMixed && R.Name == "NeedsBlockShape" &&
                       !LastBuildWasAffine &&
                       !build(P, W, Matches.take_front(Own));
    for (const Match &M : Matches.drop_front(Apart ? Own : 0))
      Left.push_back(M.Access);
    return R;
  }
  // Within a warp, shuffles may move the whole, and nothing needs the array.
  if (Out.Found.back().Move.Group == Scope::Warp)
    return {};
  // All of them hold where the whole does.
  SmallVector<MutableArrayRef<Match>, 4> Parts;
  if (Own > 0)
    Parts.push_back(Matches.take_front(Own));
  size_t Begin = Own;
  for (size_t End : groupByStores(Matches.drop_front(Own))) {
    Parts.push_back(Matches.slice(Begin, Own + End - Begin));
    Begin = Own + End;
  }
  if (Parts.size() < 2)
    return {};
  if (any_of(Parts, [&](MutableArrayRef<Match> Part) {
        return bool(build(P, W, Part));
      }))
    Out.Found.truncate(Before + 1);
  else
    Out.Found.erase(Out.Found.begin() + Before);
  return {};
}

ExchangeFinder::Reason ExchangeFinder::build(const SyncPoint &P, WriterTable &W,
                                             MutableArrayRef<Match> Matches) {
  Exchange T;
  T.Object = Object;
  T.At = &P;
  T.Exits = Exits;
  unsigned Bits = elementBits(W, Matches);
  for (const Match &M : Matches)
    T.Loads.push_back(M.Access);
  BitVector Winners(W.stores().size());
  for (const Match &M : Matches)
    for (unsigned S : M.Winners)
      Winners.set(S);
  for (unsigned S : Winners.set_bits())
    T.Stores.push_back(W.stores()[S].Access);
  for (unsigned S : T.Stores)
    if (O.Accesses[S].I->hasMetadata(PlannedMetadata))
      return {"PlannedBefore", "it is a plan of an earlier run of the pass",
              O.Accesses[S].I};
  T.Move.ElementBits = Bits;
  T.Move.LaneBits = Eval.shape().LaneBits;
  numberRegisters(T, W, Matches, Bits);
  if (std::max(T.Sources.size(), T.Results.size()) > MaxPlanRegisters)
    return {"TooManyRegisters",
            "more than " + std::to_string(MaxPlanRegisters) +
                " elements per thread",
            nullptr};
  fillTable(T, W, Matches);
  T.AnyShape = holdsInAnyShape(T, W, Matches);
  const bool InWarp = narrowToWarp(T.Move);
  T.Move.Affine = fitAffine(T.Move);
  LastBuildWasAffine = T.Move.Affine.has_value();
  if (!InWarp && !Eval.shape().SizeIsExact && !T.AnyShape)
    return {"NeedsBlockShape",
            formatv("values cross {0}s and the block's size is not known; "
                    "{1}",
                    vocabularyOf(C.F).Warp, shapeAdvice(C.F)),
            nullptr};
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
  const unsigned Together = std::max(1u, Size / M.Unit);
  for (unsigned I = 0; I < M.Writers.size(); I += Together) {
    const Writer &First = M.Writers[I];
    if (First.Store < 0)
      continue;
    unsigned Stored = O.Accesses[W.stores()[First.Store].Access].Bytes;
    if (First.Byte % Size || Stored % Size)
      return false;
    for (unsigned N = 1; N < Together; ++N)
      if (M.Writers[I + N].Store != First.Store ||
          M.Writers[I + N].Thread != First.Thread ||
          M.Writers[I + N].Byte != First.Byte + N * M.Unit)
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

/// Every vector that elements are parts of consists of elements alone.
static bool fillVectors(
    ArrayRef<ElementRef> Elements, unsigned Bits,
    function_ref<std::optional<WordPlace>(const ElementRef &)> PlaceOf) {
  DenseMap<Value *, unsigned> FilledBits;
  for (const ElementRef &E : Elements)
    FilledBits[PlaceOf(E)->Word] += Bits;
  return all_of(FilledBits, [](const auto &Filled) {
    return Filled.second == Filled.first->getType()->getPrimitiveSizeInBits();
  });
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
    for (const Writer &V : M.Writers)
      for (unsigned B = 0; V.Store >= 0 && B < M.Unit; B += Size)
        if (V.Store != LastStore || (V.Byte + B) / Size != LastChunk) {
          LastStore = V.Store;
          LastChunk = (V.Byte + B) / Size;
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
  T.Move.PackedResults =
      orderByWords(T.Results, Bits, Into) && fillVectors(T.Results, Bits, Into);
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
    const auto It = ByAccess.find(T.Results[R].Access);
    if (It == ByAccess.end())
      continue; // a value that an index does not have
    const Match &X = *It->second;
    for (unsigned Thread = 0; Thread < W.limit(); ++Thread) {
      const Writer V = X.at(Thread, T.Results[R].Chunk * Size);
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
    for (const Writer &V : M.Writers) {
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
bool ExchangeFinder::narrowToWarp(Conversion &M) {
  std::optional<std::vector<Holder>> Warp = tableOfWarp(M);
  if (!Warp)
    return false;
  M.Group = Scope::Warp;
  M.NumThreads = 1u << M.LaneBits;
  M.Table = std::move(*Warp);
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
  unsigned Coming = 0, Running = 0; // warps, the latter for all accesses
  auto CountWarps = [&](auto Runs) {
    unsigned Count = 0;
    for (unsigned Begin = 0; Begin < End; Begin += 1u << LaneBits)
      Count += any_of(seq(Begin, std::min(Begin + (1u << LaneBits), End)),
                      [&](unsigned L) { return W.comes(L) && Runs(L); });
    return Count;
  };
  Coming = CountWarps([](unsigned) { return true; });
  auto Record = [&](unsigned A, auto Runs) {
    std::vector<uint32_t> Row;
    for (unsigned L = First; L < First + Lanes; ++L)
      Row.push_back(Runs(L) ? uint32_t(Facts[A].At[L]) : ~0u);
    T.WarpAddresses.push_back(std::move(Row));
    Running += CountWarps(Runs);
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
    Record(A, [&](unsigned L) { return !M->isOff(L); });
  }
  if (Coming)
    T.ShareOfWarps = double(Running) / (Coming * T.WarpAddresses.size());
}
