//===- SharedPlan.cpp - Conversions through shared memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores, one barrier, loads. How wide they are and where in memory is
// SharedAccess.h's choice; here an access becomes steps, and the words of a
// store and of the results are put together.
//
// Result registers that their thread holds already are not sent through memory,
// and source registers that are not wanted are not stored.
//
// The place of an element inside an access may depend on the lane. Usually it
// does not, and then one wish speaks for all lanes.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/Echelon.h"
#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/MatrixAccess.h"
#include "layouts/routes/Planner.h"
#include "layouts/routes/SharedAccess.h"
#include "layouts/routes/SharedTraffic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// The plans with one access, differing in how words are merged.
class SharedSteps {
public:
  SharedSteps(const SharedTraffic &T, const Machine &M,
              const SharedAccesses &Accesses, const SharedAccess &A)
      : T(T), M(M), A(A), Atom(atomBytes(T.C)), PerWord(4 / Atom),
        StoredInside(insideOfLanes(Accesses.storing(A), A.StoreBits)),
        LoadedInside(insideOfLanes(Accesses.loading(A), A.LoadBits)) {}

  Plan plan(Style::Merge Merging) const;
  /// A price that no such plan is below.
  PlanPrice bound(bool WideStores) const;

private:
  /// One entry for each lane, or a single 0 if all are that.
  using OfLanes = SmallVector<unsigned, 64>;
  /// A register and where its element is in memory; or, as all of this is
  /// linear, by what two of them differ.
  struct Place {
    unsigned Register;
    uint64_t Offset;
    uint64_t Access; ///< Of loads: the same for what one access brings.
    Place operator^(const Place &O) const {
      return {Register ^ O.Register, Offset ^ O.Offset, Access ^ O.Access};
    }
  };

  OfLanes insideOfLanes(ArrayRef<uint64_t> Threads, unsigned Bits) const;
  std::optional<unsigned> numStores() const;
  std::optional<unsigned> numLoads() const;
  unsigned numPacked() const;
  unsigned numUnpacked() const;
  void addStores(Plan &P, WordBuilder &B) const;
  Place storedPlace(uint64_t Point) const {
    return {T.Sources.at(Point), A.Layout.apply(Point), 0};
  }
  SmallVector<Place, 16> placesOfStore(ArrayRef<uint64_t> Vector) const;
  std::vector<Place> loadedPlaces() const;
  bool wishFor(const Place &First, ArrayRef<Place> Places,
               MutableArrayRef<Wish> Words) const;
  bool storeInPlace(Step &S, const Wish &W) const;
  std::vector<Spot> addLoads(Plan &P, WordBuilder &B) const;
  void addOutputs(Plan &P, WordBuilder &B, ArrayRef<Spot> Where) const;
  Spot input(unsigned Register) const {
    return {Register / PerWord, uint8_t(Register % PerWord)};
  }

  const SharedTraffic &T;
  const Machine &M;
  const SharedAccess &A;
  const unsigned Atom, PerWord;
  /// Of the offset in memory, the bits inside an access: what each lane adds to
  /// them.
  const OfLanes StoredInside, LoadedInside;
};

} // namespace

SharedSteps::OfLanes SharedSteps::insideOfLanes(ArrayRef<uint64_t> Threads,
                                                unsigned Bits) const {
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Bits);
  OfLanes Inside(1, 0);
  for (unsigned J = 0; J < T.C.LaneBits; ++J) {
    unsigned Column = A.Layout.apply(Threads[J]) & Mask;
    if (Column && Inside.size() == 1)
      Inside.assign(1u << T.C.LaneBits, 0);
    for (unsigned L = 0; Column && L < Inside.size(); ++L)
      Inside[L] ^= L >> J & 1 ? Column : 0;
  }
  return Inside;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Nothing if it depends on which of the stored registers are wanted.
std::optional<unsigned> SharedSteps::numStores() const {
  if (A.StoreMatrix || T.Used.count() != T.Sources.size())
    return std::nullopt;
  Echelon<uint64_t> Inside;
  for (uint64_t V : ArrayRef(A.Vector).take_front(A.StoreBits))
    if (V < T.Sources.size())
      Inside.insert(V);
  return T.Sources.size() >> Inside.size();
}

std::optional<unsigned> SharedSteps::numLoads() const {
  if (A.LoadMatrix || T.Travels.count() != T.Results.size())
    return std::nullopt;
  Echelon<uint64_t> Apart;
  for (uint64_t V : ArrayRef(A.Vector).take_front(A.LoadBits))
    Apart.insert(V);
  unsigned Inside = Apart.size();
  for (uint64_t V : T.ResultColumns)
    Apart.insert(V);
  return 1u << (Apart.size() - Inside);
}

PlanPrice SharedSteps::bound(bool WideStores) const {
  unsigned Stores = numStores().value_or(0), Loads = numLoads().value_or(0);
  // In the order in which the plan is priced, so that rounding is the same.
  double Memory = 0;
  for (unsigned I = 0; I < Stores; ++I)
    Memory += A.StoreWavefronts * M.Costs.Wavefront;
  for (unsigned I = 0; I < Loads; ++I)
    Memory += A.LoadWavefronts * M.Costs.Wavefront;
  double Barrier = T.CrossesWarps ? M.Costs.BlockBarrier : M.Costs.WarpBarrier;
  double ToPack = Atom == 1 ? M.Costs.Pack : M.Costs.Permute;
  double Alu = numPacked() * ToPack + numUnpacked() * M.Costs.Permute +
               elementClocks(M, T.C.PackedSources && T.C.PackedResults,
                             wordsOf(T.C, T.C.NumResults), T.C.ElementBits);
  return {std::max(Memory, Alu) + Barrier, Stores + Loads, 0,
          WideStores ? Stores : Loads};
}

/// Narrow elements that must at least be put into words that others fill: if
/// whole words are stored, then each word of sources is made.
unsigned SharedSteps::numPacked() const {
  if (Atom << A.StoreBits < 4 || !T.Used.all() || T.C.PackedSources)
    return 0;
  return T.C.NumSources - wordsOf(T.C, T.C.NumSources);
}

/// Results that must at least be taken out of the upper part of words: of whole
/// words that are loaded, with places that are the same in every lane, those at
/// other places than the first.
unsigned SharedSteps::numUnpacked() const {
  if (A.LoadMatrix || Atom << A.LoadBits < 4 || LoadedInside.size() > 1 ||
      !T.Travels.all() || T.C.PackedResults)
    return 0;
  Echelon<uint64_t> Places;
  for (uint64_t Column : T.ResultColumns)
    Places.insert(A.Layout.apply(Column) & (PerWord - 1));
  unsigned AtFirst = Places.reduce(A.Layout.apply(T.Offset) & (PerWord - 1))
                         ? 0
                         : T.Results.size() >> Places.size();
  return T.Results.size() - AtFirst;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// By what the elements of a store differ from its first one.
SmallVector<SharedSteps::Place, 16>
SharedSteps::placesOfStore(ArrayRef<uint64_t> Vector) const {
  SmallVector<Place, 16> Places{{0, 0, 0}};
  for (uint64_t V : Vector) {
    Place Further = storedPlace(V);
    Further.Register ^= T.Sources.Origin;
    for (size_t I = 0, Half = Places.size(); I < Half; ++I)
      Places.push_back(Places[I] ^ Further);
  }
  return Places;
}

/// The atom at each position of the store that holds First, lane by lane. False
/// if none of them is wanted.
bool SharedSteps::wishFor(const Place &First, ArrayRef<Place> Places,
                          MutableArrayRef<Wish> Words) const {
  const uint64_t Inside = maskTrailingOnes<uint64_t>(A.StoreBits);
  bool AnyUsed = false;
  for (const Place &Further : Places) {
    const Place Here = First ^ Further;
    if (!T.Used.test(Here.Register))
      continue;
    AnyUsed = true;
    for (auto [L, OfLane] : enumerate(StoredInside)) {
      unsigned At = (Here.Offset & Inside) ^ OfLane;
      Words[At / PerWord][L][At % PerWord] = input(Here.Register);
    }
  }
  return AnyUsed;
}

/// Less than a word can be stored from where it is.
bool SharedSteps::storeInPlace(Step &S, const Wish &W) const {
  const unsigned Size = 1u << A.StoreBits;
  Spot At = W[0][0];
  if (S.Bytes >= 4 || !At || At.Slot + Size > PerWord)
    return false;
  for (const auto &Lane : W)
    for (unsigned I = 0; I < Size; ++I)
      if (Lane[I] && !(Lane[I] == Spot{At.W, uint8_t(At.Slot + I)}))
        return false;
  S.Words.push_back(At.W);
  S.FirstByte = At.Slot * Atom;
  return true;
}

void SharedSteps::addStores(Plan &P, WordBuilder &B) const {
  if (A.StoreMatrix)
    return addMatrixStores(P, B, T, A);
  ArrayRef<uint64_t> Vector =
      ArrayRef<uint64_t>(A.Vector).take_front(A.StoreBits);
  const SmallVector<Place, 16> Places = placesOfStore(Vector);
  uint64_t HighestBits = 0; // A point without them is the least of its coset.
  for (uint64_t V : reduceBasis(Vector))
    HighestBits |= bit_floor(V);
  const uint64_t Begin = ~maskTrailingOnes<uint64_t>(A.StoreBits);
  SmallVector<Wish, 4> Words((PerWord - 1 + (1u << A.StoreBits)) / PerWord,
                             Wish(StoredInside.size()));

  for (unsigned First = 0; First < T.Sources.size(); ++First) {
    if (First & HighestBits)
      continue;
    for (Wish &W : Words)
      W.assign(W.size(), Wish::value_type());
    const Place FirstPlace = storedPlace(First);
    if (!wishFor(FirstPlace, Places, Words))
      continue;
    Step S;
    S.K = Step::Store;
    S.Bytes = Atom << A.StoreBits;
    S.Address = A.Store;
    S.Address.Constant = (FirstPlace.Offset & Begin) * Atom;
    if (!storeInPlace(S, Words[0]))
      for (const Wish &W : Words)
        S.Words.push_back(B.build(W));
    P.Steps.push_back(std::move(S));
  }
}

//===----------------------------------------------------------------------===//
// Loads and results
//===----------------------------------------------------------------------===//

/// Those of the results that travel.
std::vector<SharedSteps::Place> SharedSteps::loadedPlaces() const {
  Echelon<uint64_t> Together;
  for (uint64_t V : ArrayRef(A.Vector).take_front(A.LoadBits))
    Together.insert(V);
  auto At = [&](uint64_t Register, uint64_t Point) -> Place {
    return {unsigned(Register), A.Layout.apply(Point), Together.reduce(Point)};
  };
  std::vector<Place> Places;
  Places.reserve(T.Results.size());
  Places.push_back(At(T.Results.Origin, T.Offset));
  for (auto [Register, Point] : zip(T.Results.Basis, T.ResultColumns)) {
    const Place Further = At(Register, Point);
    for (size_t I = 0, Half = Places.size(); I < Half; ++I)
      Places.push_back(Places[I] ^ Further);
  }
  return Places;
}

/// Where each result register is then: in each lane, or once for all.
std::vector<Spot> SharedSteps::addLoads(Plan &P, WordBuilder &B) const {
  const size_t Lanes = LoadedInside.size();
  std::vector<Spot> Where(T.C.NumResults * Lanes);
  for (unsigned R = 0; R < T.C.NumResults; ++R)
    if (T.StaysAs[R] != ~0u && !T.Travels.test(R))
      std::fill_n(&Where[R * Lanes], Lanes, input(T.StaysAs[R]));
  if (A.LoadMatrix) {
    addMatrixLoads(P, B, T, A, Where);
    return Where;
  }
  const uint64_t Inside = maskTrailingOnes<uint64_t>(A.LoadBits);

  DenseMap<uint64_t, Word> Loaded(T.Results.size()); // First words of accesses.
  for (const Place &At : loadedPlaces()) {
    if (!T.Travels.test(At.Register))
      continue;
    auto [It, New] = Loaded.try_emplace(At.Access, P.NumWords);
    if (New) {
      Step &S = P.Steps.emplace_back();
      S.K = Step::Load;
      S.Bytes = Atom << A.LoadBits;
      S.Count = std::max(1u, S.Bytes / 4);
      S.Address = A.Load;
      S.Address.Constant = (At.Offset & ~Inside) * Atom;
      for (unsigned W = 0; W < S.Count; ++W)
        B.newWord();
    }
    for (auto [L, OfLane] : enumerate(LoadedInside)) {
      unsigned Position = (At.Offset & Inside) ^ OfLane;
      Where[At.Register * Lanes + L] = {It->second + Position / PerWord,
                                        uint8_t(Position % PerWord)};
    }
  }
  return Where;
}

void SharedSteps::addOutputs(Plan &P, WordBuilder &B,
                             ArrayRef<Spot> Where) const {
  const size_t Lanes = LoadedInside.size();
  Wish W(Lanes);
  P.Outputs.reserve(wordsOf(T.C, T.C.NumResults));
  for (unsigned First = 0; First < T.C.NumResults; First += PerWord) {
    W.assign(W.size(), Wish::value_type());
    for (unsigned R = First; R < std::min(First + PerWord, T.C.NumResults); ++R)
      for (size_t L = 0; L < Lanes; ++L)
        W[L][R - First] = Where[R * Lanes + L];
    P.Outputs.push_back(B.build(W));
  }
}

Plan SharedSteps::plan(Style::Merge Merging) const {
  Plan P = startPlan(T.C);
  P.By = Route::Shared;
  P.Steps.reserve(numStores().value_or(0) + 1 + numLoads().value_or(0));
  Style S;
  S.Merging = Merging;
  WordBuilder B(P, Atom, S);
  addStores(P, B);
  Step &Sync = P.Steps.emplace_back();
  Sync.K = Step::Barrier;
  Sync.Sync = T.CrossesWarps ? Scope::Block : Scope::Warp;
  std::vector<Spot> Where = addLoads(P, B);
  addOutputs(P, B, Where);
  P.ScratchBytes = Atom << T.dim();
  P.ScratchAlign = std::min(16u, P.ScratchBytes);
  return P;
}

/// Does the plan put words together at all?
static bool merges(const Plan &P) {
  return any_of(P.Steps, [](const Step &S) {
    return S.K == Step::Select || S.K == Step::Permute;
  });
}

/// Not if some plan stores and loads at the full rate and puts no words
/// together.
static bool mayWinByMatrices(const SharedTraffic &T, const Machine &M,
                             const PlanOptions &O, ArrayRef<Plan> Plans) {
  if ((M.MatrixStores.empty() && M.MatrixLoads.empty()) || !O.Converged ||
      !O.AllLanes)
    return false;
  const unsigned Bytes = (T.Sources.size() + T.Results.size())
                         << T.C.LaneBits << Log2_32(atomBytes(T.C));
  const unsigned Least = divideCeil(Bytes, std::max(1u, M.Banks * M.BankBytes));
  return none_of(Plans, [&](const Plan &P) {
    return P.Cost.Wavefronts <= Least && !merges(P);
  });
}

/// Adds the plans with this access, priced, as long as they may be the best.
static void addPlans(const SharedSteps &Steps, const Machine &M,
                     const PlanOptions &O, ArrayRef<Style::Merge> Mergings,
                     std::vector<Plan> &Plans) {
  const PlanPrice Bound = Steps.bound(O.WideStores);
  for (Style::Merge Merging : Mergings) {
    if (any_of(Plans, [&](const Plan &P) {
          return !(Bound < priceOf(P, O.WideStores));
        }))
      return;
    Plans.push_back(Steps.plan(Merging));
    pricePlan(Plans.back(), M);
    if (!merges(Plans.back()))
      return; // Another way to merge changes nothing.
  }
}

static unsigned scratchAtOnce(const SharedTraffic &T) {
  return T.empty() ? 0 : atomBytes(T.C) << T.dim();
}

unsigned f2layout::scratchAtOnce(const Conversion &Atoms) {
  return Atoms.Affine ? ::scratchAtOnce(SharedTraffic(Atoms, *Atoms.Affine))
                      : 0;
}

std::vector<Plan> f2layout::planShared(const Conversion &Atoms,
                                       const Machine &M, const PlanOptions &O,
                                       std::string &WhyNot) {
  std::vector<Plan> Plans;
  if (!Atoms.Affine) {
    WhyNot = "which thread reads what is irregular (not affine over F2), so "
             "addresses would need a table";
    return Plans;
  }
  SharedTraffic T(Atoms, *Atoms.Affine);
  const unsigned ScratchBytes = ::scratchAtOnce(T);
  if (T.empty() || ScratchBytes > O.ScratchLimit) {
    WhyNot = "values of all threads take " + std::to_string(ScratchBytes) +
             " bytes, of which " + std::to_string(O.ScratchLimit) + " are free";
    return Plans;
  }
  SmallVector<Style::Merge, 3> Mergings{Style::Chain};
  if (atomBytes(Atoms) == 1)
    Mergings.push_back(Style::ByHalves);
  if (atomBytes(Atoms) < 4)
    Mergings.push_back(Style::ByNumber);
  SharedAccesses Accesses(T, M);
  const bool AllMove = T.Used.all() && T.Travels.all();
  for (const SharedAccess &A : Accesses.best(6)) {
    // Accesses are ordered by wavefronts: one whose wavefronts are more
    // expensive than an existing plan cannot be the best, nor can those after
    // it.
    const double Memory = Accesses.wavefronts(A) * M.Costs.Wavefront;
    if (AllMove && any_of(Plans, [&](const Plan &P) {
          return P.Cost.Clocks < Memory + P.Cost.BarrierClocks;
        }))
      break;
    addPlans(SharedSteps(T, M, Accesses, A), M, O, Mergings, Plans);
  }
  if (mayWinByMatrices(T, M, O, Plans))
    for (const SharedAccess &A : Accesses.bestOfMatrices(6))
      addPlans(SharedSteps(T, M, Accesses, A), M, O, Mergings, Plans);
  if (Plans.empty())
    WhyNot =
        "the machine has no fitting shared-memory access for elements of " +
        std::to_string(Atoms.ElementBits) + " bits";
  return Plans;
}
