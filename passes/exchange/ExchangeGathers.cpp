//===- ExchangeGathers.cpp - Loads at an index from data ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. In a gather, the writer of what a load reads depends on data:
//
//   tile[warp][lane] = v;
//   __syncwarp();
//   r = tile[warp][in[i] & 31];
//
// Algorithm. The load is taken for as many loads as the index has values, each
// at a constant index (DataIndex.h):
//
//   r0 = tile[warp][0];  r1 = tile[warp][1];  ..  r31 = tile[warp][31];
//   r = r0 or r1 or .. or r31, by the index
//
// These are matched and proved as all loads are: who wrote each byte, in which
// iteration, and whether he was there. What is true of every one of them is
// true of the one that is made. Their table has the index as further bits of
// the result register; if it is an affine map within the warp, the load is a
// gather (layouts/plan/Gather.h) of the stored values.
//
// Legality (O75). The index has no other values where the load runs. All
// candidates are proved, also those of bytes that the load happens never to
// read. Where they are undefined, because nobody has written them, so is the
// load that reads them. The lanes of a warp come together to the place of the
// shuffles, with the index, and none has left the kernel.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/EmitContext.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/evaluate/AssumedValue.h"
#include "passes/exchange/ExchangeFinder.h"
#include "passes/gathers/DataIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

using namespace llvm;
using namespace f2layout;

/// Candidates of all loads of an array: each has an address in every thread.
static constexpr size_t MaxOfArray = 1024;
/// Rows of random indices that costs are the mean of.
static constexpr unsigned NumSamples = 16;

//===----------------------------------------------------------------------===//
// The candidates
//===----------------------------------------------------------------------===//

/// Adds the candidates of loads at an index from data to the accesses. Nothing
/// is evaluated for any other load.
void ExchangeFinder::listGathers() {
  if (any_of(Facts, [](const AccessFacts &F) { return F.Stated; }) ||
      none_of(IsStore.set_bits(), [&](unsigned A) { return Facts[A].Known; }))
    return;
  for (unsigned A : Pending)
    if (!Facts[A].Known && isa<LoadInst>(O.Accesses[A].I) &&
        !O.Accesses[A].ThroughInteger && !BarriersOf[A].empty())
      listGather(A);
}

void ExchangeFinder::listGather(unsigned Access) {
  // A block of known size may show what is no data.
  if (whyUnknown(Access).Name == "NeedsBlockShape")
    return;
  // A copy: the list grows.
  const SharedAccess A = O.Accesses[Access];
  DataIndexResult R = findDataIndex(Eval, cast<LoadInst>(*A.I), C.DT);
  if (R.IsOpen)
    OpenIndices.insert(Access);
  const size_t First = O.Accesses.size();
  if (!R.Found || R.Found->count() < 2 ||
      First + R.Found->count() > IsStore.size() + MaxOfArray ||
      !Budget.spend(R.Found->count() * Eval.threads()))
    return;
  AssumedValue Assumed(Eval, R.Found->Index, R.Found->Dependent);
  for (uint64_t N = 0; N < R.Found->count(); ++N) {
    Assumed.be(R.Found->First + N);
    Facts.push_back(evaluateAccess(Eval, O, A));
    WithCandidates.Accesses.push_back(A);
    if (!Facts.back().Known) {
      Facts.resize(First);
      WithCandidates.Accesses.truncate(First);
      return;
    }
  }
  GatherSources[Access] = {std::move(*R.Found), unsigned(First)};
}

/// What would make the address of the load known up to the index.
std::string ExchangeFinder::openText(unsigned Access) const {
  if (!OpenIndices.contains(Access))
    return "";
  return formatv(", and no mask, remainder or range leaves less than {0} "
                 "values of its index",
                 MaxCandidates + 1);
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

/// Matches the load at every value of its index.
ExchangeFinder::Reason ExchangeFinder::matchGather(const SyncPoint &P,
                                                   WriterTable &W,
                                                   GatherMatch &M) {
  const GatherSource &Source = GatherSources.find(M.Access)->second;
  for (unsigned N = 0; N < Source.Index.count(); ++N) {
    Match &Of = M.Of.emplace_back();
    Of.Access = Source.First + N;
    Reason R;
    if (!Eval.shape().SizeIsExact &&
        (Facts[Of.Access].Reads & (ReadsY | ReadsZ)))
      R = findUnknown(Of.Access);
    else
      R = match(P, W, Of);
    if (!R)
      continue;
    R.Why = formatv("its index may be {0}, and then {1}",
                    Source.Index.First + N, R.Why);
    return R;
  }
  return {};
}

/// The lanes of each warp reach the block together, or none of them does.
bool ExchangeFinder::areTogether(const BasicBlock &BB, Match &M) {
  if (C.Uniformity.isUniformlyReached(&BB))
    return true;
  const BranchSettlement &S =
      Out.settle(C, Eval, BB, 1u << Eval.shape().LaneBits);
  if (!S.Settled || !S.Exits.empty())
    return false;
  for (const Value *V : S.Conditions) {
    M.Reads |= Eval.reads(V);
    M.Conditions.push_back(V);
  }
  return true;
}

/// Where the shuffles can be: at the load or, if not all lanes run it, at the
/// last place on the way to it to which they all come.
ExchangeFinder::Reason ExchangeFinder::findPoint(const SyncPoint &P,
                                                 GatheredLoad &L, Match &M) {
  Instruction *At = O.Accesses[L.Access].I;
  const BasicBlock *Barrier = P.At->getParent();
  while (At->getParent() != Barrier && !areTogether(*At->getParent(), M)) {
    const auto *Node = C.DT.getNode(At->getParent());
    if (!Node || !Node->getIDom())
      break;
    At = Node->getIDom()->getBlock()->getTerminator();
  }
  L.Point = At;
  if (!C.DT.dominates(P.instructions().back(), At))
    return {"DivergentGather",
            formatv("it could not be shown that all lanes of the {0} come "
                    "together between the barrier and the load",
                    vocabularyOf(C.F).Warp),
            nullptr};
  if (auto *I = dyn_cast<Instruction>(L.Index); I && !C.DT.dominates(I, At))
    return {"DivergentGather",
            formatv("not all lanes of the {0} run the load, and its index is "
                    "computed where only some of them are",
                    vocabularyOf(C.F).Warp),
            I};
  return {};
}

/// The part of the table that is about one load, as a map. False if it is none.
bool ExchangeFinder::fitGather(GatheredLoad &L, const Conversion &Whole,
                               size_t FirstResult) {
  Conversion Part = Whole;
  Part.NumResults = 1u << (L.Map.ResultBits + L.Map.indexBits());
  Part.NumSources = bit_ceil(Whole.NumSources);
  const auto Begin = Whole.Table.begin() + FirstResult * Whole.NumThreads;
  Part.Table.assign(Begin, Begin + size_t(Part.NumResults) * Part.NumThreads);
  const std::optional<AffineMove> Fit = fitAffine(Part);
  if (!Fit)
    return false;
  L.Map.SourceBits = Fit->SourceRegisterBits;
  L.Map.Holder.Offset = Fit->Offset;
  const unsigned IndexBits = L.Map.indexBits();
  for (auto [J, Column] : enumerate(Fit->RegisterColumns))
    if (J < IndexBits)
      L.Map.Holder.IndexColumns[J] = Column;
    else
      L.Map.Holder.RegisterColumns.push_back(Column);
  L.Map.Holder.ThreadColumns.assign(Fit->ThreadColumns.begin(),
                                    Fit->ThreadColumns.end());
  L.Wanted = std::move(Part.Table);
  return L.Map.staysInWarp();
}

void ExchangeFinder::sampleGather(GatheredLoad &L, const GatherMatch &M,
                                  unsigned FirstLane, size_t Lanes) {
  std::minstd_rand Random(1);
  for (unsigned N = 0; N < NumSamples; ++N) {
    std::vector<uint32_t> &Row = L.Samples.emplace_back();
    for (unsigned Lane = FirstLane; Lane < FirstLane + Lanes; ++Lane) {
      const Match &Of = M.Of[(Random() >> 4) % M.Of.size()];
      Row.push_back(Of.isOff(Lane) ? ~0u : uint32_t(Facts[Of.Access].At[Lane]));
    }
  }
}

ExchangeFinder::Reason
ExchangeFinder::buildGather(const SyncPoint &P, WriterTable &W,
                            MutableArrayRef<GatherMatch> Matches) {
  const Vocabulary &Words = vocabularyOf(C.F);
  // A lane that has left takes no part in shuffles; which lanes may be missing
  // is asked of exchanges whose holders are known.
  if (!Exits.empty())
    return {"EarlyExit",
            "some threads may leave the kernel before the barrier, and which "
            "thread's value the load reads depends on data",
            const_cast<BranchInst *>(Exits.front())};
  Exchange T;
  T.Object = Object;
  T.At = &P;
  for (GatherMatch &M : Matches) {
    GatheredLoad &L = T.Gathers.emplace_back();
    L.Access = M.Access;
    L.Index = GatherSources.find(M.Access)->second.Index.Index;
    T.Loads.push_back(M.Access);
    if (Reason R = findPoint(P, L, M.Of.front()))
      return R;
  }
  SmallVector<Match, 0> All;
  BitVector Winners(W.stores().size());
  for (const GatherMatch &M : Matches)
    for (const Match &Of : M.Of) {
      for (unsigned S : Of.Winners)
        Winners.set(S);
      All.push_back(Of);
    }
  for (unsigned S : Winners.set_bits())
    T.Stores.push_back(W.stores()[S].Access);
  for (unsigned S : T.Stores)
    if (O.Accesses[S].I->hasMetadata(PlannedMetadata))
      return {"PlannedBefore", "it is a plan of an earlier run of the pass",
              O.Accesses[S].I};
  const unsigned Bits = elementBits(W, All);
  T.Move.ElementBits = Bits;
  T.Move.LaneBits = Eval.shape().LaneBits;
  // Words would mix what is undefined with what is not.
  if (Bits < 32)
    for (unsigned S : T.Stores)
      if (!C.DT.dominates(O.Accesses[S].I->getParent(), P.At->getParent()))
        return {"UndefinedElement",
                "a store of narrow elements may not have run, and shuffles "
                "would bring its undefined value in one word with others",
                O.Accesses[S].I};
  numberRegisters(T, W, All, Bits);
  T.Move.PackedResults = false;
  if (T.Sources.size() > MaxPlanRegisters)
    return {"TooManyRegisters",
            "more than " + std::to_string(MaxPlanRegisters) +
                " elements per thread",
            nullptr};
  // One result for each load, element and index, the index lowest.
  T.Results.clear();
  unsigned Elements = 0;
  for (GatheredLoad &L : T.Gathers) {
    const GatherSource &Source = GatherSources.find(L.Access)->second;
    const uint64_t Count = Source.Index.count();
    const unsigned Chunks = O.Accesses[L.Access].Bytes * 8 / Bits;
    if (!isPowerOf2_32(Chunks))
      return {"GatherNotAffine",
              "it loads " + std::to_string(Chunks) +
                  " elements, which is no power of two",
              nullptr};
    if (Source.Index.Last >= 2 * bit_ceil(Count))
      L.Base = Source.Index.First;
    L.Map.ElementBits = Bits;
    L.Map.LaneBits = T.Move.LaneBits;
    L.Map.PackedSources = T.Move.PackedSources;
    L.Map.ResultBits = Log2_32(Chunks);
    L.Map.Holder.IndexColumns.resize(
        Log2_64_Ceil(Source.Index.Last - L.Base + 1));
    for (unsigned Chunk = 0; Chunk < Chunks; ++Chunk)
      for (uint64_t N = 0; N < uint64_t(1) << L.Map.indexBits(); ++N) {
        const uint64_t Value = N + L.Base;
        const bool Occurs =
            Value >= Source.Index.First && Value <= Source.Index.Last;
        T.Results.push_back(
            {Occurs ? unsigned(Source.First + (Value - Source.Index.First))
                    : unsigned(O.Accesses.size()),
             Chunk});
      }
    Elements += Chunks;
  }
  fillTable(T, W, All);
  T.AnyShape = holdsInAnyShape(T, W, All);
  if (!narrowToWarp(T.Move))
    return {"CrossesWarps",
            formatv("at some values of its index, it reads what another {0} "
                    "wrote, or not the same in every {0}",
                    Words.Warp),
            nullptr};
  if (Reason R = checkShape(T, W, All))
    return R;
  if (Reason R = checkMask(T))
    return R;
  if (T.WarpMask)
    return {"PartialMask",
            "not all lanes are at the barrier, and which lane's value the load "
            "reads depends on data",
            P.At};
  T.NeedsShape = Eval.shape().SizeIsExact && !C.Launch.Exact;
  size_t FirstResult = 0;
  for (GatheredLoad &L : T.Gathers) {
    const size_t Results = size_t(1) << (L.Map.ResultBits + L.Map.indexBits());
    if (!fitGather(L, T.Move, FirstResult))
      return {"GatherNotAffine",
              "register and lane that hold the element at an index are no "
              "affine function of the bits of index and lane",
              nullptr};
    FirstResult += Results;
  }
  // What follows asks how much is moved; from where, Gathers say.
  const SmallVector<unsigned, 8> Loads(T.Loads);
  T.Loads.clear();
  recordAddresses(T, W, {});
  T.Loads = Loads;
  const unsigned Warp = 1u << T.Move.LaneBits;
  unsigned FirstLane = 0;
  while (FirstLane + Warp < W.limit() && !W.comes(FirstLane))
    FirstLane += Warp;
  const size_t Lanes = std::min(Warp, W.limit() - FirstLane);
  for (auto [L, M] : zip_equal(T.Gathers, Matches)) {
    sampleGather(L, M, FirstLane, Lanes);
    T.WarpAddresses.push_back(L.Samples.front());
  }
  T.Results.clear();
  T.Move.NumResults = Elements;
  T.Move.Table.clear();
  Out.Found.push_back(std::move(T));
  return {};
}

/// All loads that match as one exchange or, if that is none, each for itself.
/// Returns those that stay.
SmallVector<unsigned, 2>
ExchangeFinder::buildGathers(const SyncPoint &P, WriterTable &W,
                             MutableArrayRef<GatherMatch> Matches) {
  SmallVector<unsigned, 2> Left;
  auto *End = std::stable_partition(Matches.begin(), Matches.end(),
                                    [&](GatherMatch &M) {
                                      const Reason R = matchGather(P, W, M);
                                      if (R) {
                                        miss(M.Access, R);
                                        Left.push_back(M.Access);
                                      }
                                      return !R;
                                    });
  Matches = Matches.take_front(End - Matches.begin());
  if (Matches.empty() || (Matches.size() > 1 && !buildGather(P, W, Matches)))
    return Left;
  for (unsigned N = 0; N < Matches.size(); ++N)
    if (const Reason R = buildGather(P, W, Matches.slice(N, 1))) {
      miss(Matches[N].Access, R);
      Left.push_back(Matches[N].Access);
    }
  return Left;
}
