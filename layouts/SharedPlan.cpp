//===- SharedPlan.cpp - Conversions through shared memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores, one barrier, loads. Elements are points (source register, source
// thread) of a vector space. A store takes a coset of the span of its vector in
// the registers, a load likewise in the result's registers, seen through the
// map. What both have in common can be wide on both sides; if that is less than
// an access may hold, one side alone is made as wide as it gets.
//
//   Example: 8 x 32-bit registers. The source holds a row of 8, the result 4
//   columns of 2. Common: the two neighbours that the result holds, 8 bytes.
//   So loads are 8 bytes wide; stores may be 8 or 16.
//
// The layout in memory is Swizzle.h's. All wide enough accesses are then free
// of conflicts whatever the map is; the planner still counts.
//
// Result registers that their thread holds already are not sent through memory,
// and source registers that nobody wants are not stored.
//
//===----------------------------------------------------------------------===//

#include "layouts/BitMatrix.h"
#include "layouts/Planner.h"
#include "layouts/SharedTraffic.h"
#include "layouts/Swizzle.h"
#include "layouts/WordBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// What runs inside an access: the low bits of the offset in memory. Stores
/// take the first StoreBits of them at once, loads the first LoadBits.
struct Access {
  SmallVector<uint64_t> Vector;
  unsigned StoreBits, LoadBits;
};

class SharedPlanner {
public:
  SharedPlanner(const SharedTraffic &T, const Machine &M)
      : T(T), M(M), Atom(atomBytes(T.C)), PerWord(4 / Atom),
        RowBits(Log2_32(std::max(1u, M.Banks * M.BankBytes / Atom))),
        WordBits(Log2_32(std::max(1u, M.BankBytes / Atom))) {
    for (unsigned J = 0; J < T.ThreadBits; ++J)
      SourceThreads.push_back(T.sourceThread(J));
  }

  /// The most promising, at most Limit.
  std::vector<Access> accesses(unsigned Limit) const;
  Plan plan(const Access &A, Style::Merge Merging) const;
  unsigned scratchBytes() const { return Atom << T.dim(); }

private:
  std::vector<SmallVector<uint64_t>> vectorOrders() const;
  void addAccesses(ArrayRef<uint64_t> Order, std::vector<Access> &Out) const;
  double clocks(const Access &A) const;
  SmallVector<uint64_t> reach(ArrayRef<uint64_t> Threads,
                              ArrayRef<unsigned> Phase, const Access &A,
                              unsigned Bits) const;
  BitMatrix layout(const Access &A) const;
  ThreadAddress address(const BitMatrix &Layout, uint64_t Constant,
                        ArrayRef<uint64_t> Threads, unsigned Bits) const;
  bool dependsOnWarp(const Access &A) const;
  SmallVector<unsigned, 64> insideOfLanes(const BitMatrix &Layout,
                                          ArrayRef<uint64_t> Threads,
                                          unsigned Bits) const;
  void addStores(Plan &P, WordBuilder &B, const Access &A,
                 const BitMatrix &Layout) const;
  void addLoads(Plan &P, WordBuilder &B, const Access &A,
                const BitMatrix &Layout,
                std::vector<std::vector<Spot>> &Where) const;
  Spot input(unsigned Register) const {
    return {Register / PerWord, uint8_t(Register % PerWord)};
  }

  const SharedTraffic &T;
  const Machine &M;
  const unsigned Atom, PerWord, RowBits, WordBits;
  SmallVector<uint64_t> SourceThreads;
};

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

/// Bases of the vectors that source and result have in common, in the order of
/// the source's registers and of the result's; first without those by which
/// threads differ (the register depends on the thread, so the order inside an
/// access would), then with them.
std::vector<SmallVector<uint64_t>> SharedPlanner::vectorOrders() const {
  SmallVector<uint64_t> Stored;
  for (unsigned I = 0; I < T.SourceBits; ++I)
    Stored.push_back(uint64_t(1) << I);
  SmallVector<uint64_t> BySource = intersectBases(Stored, T.ResultColumns);
  BitMatrix OfResults(64, T.ResultColumns);
  SmallVector<uint64_t> Preimages, ByResult;
  for (uint64_t X : BySource)
    Preimages.push_back(OfResults.solve(X).value_or(0));
  for (uint64_t Y : reduceBasis(Preimages))
    ByResult.push_back(OfResults.apply(Y));

  SmallVector<uint64_t> Threads = sumBases(SourceThreads, T.ThreadColumns);
  SmallVector<uint64_t> Mixed = intersectBases(BySource, Threads);
  std::vector<SmallVector<uint64_t>> Orders;
  for (const SmallVector<uint64_t> *Order : {&BySource, &ByResult}) {
    SmallVector<uint64_t> Span(Mixed), Pure;
    for (uint64_t X : *Order)
      if (!spanContains(Span, X)) {
        Span.push_back(X);
        Pure.push_back(X);
      }
    for (const SmallVector<uint64_t> &New : {Pure, *Order})
      if (!is_contained(Orders, New))
        Orders.push_back(New);
  }
  return Orders;
}

/// All widths with vectors of the given order.
void SharedPlanner::addAccesses(ArrayRef<uint64_t> Order,
                                std::vector<Access> &Out) const {
  auto Add = [&](ArrayRef<uint64_t> Vector, unsigned StoreBits,
                 unsigned LoadBits) {
    if (M.shape(Atom << StoreBits) && M.shape(Atom << LoadBits))
      Out.push_back({SmallVector<uint64_t>(Vector), StoreBits, LoadBits});
  };
  SmallVector<uint64_t> Stored;
  for (unsigned I = 0; I < T.SourceBits; ++I)
    Stored.push_back(uint64_t(1) << I);
  for (unsigned Cap = Log2_32(16 / Atom) + 1; Cap-- > 0;) {
    unsigned Both = std::min<unsigned>(Order.size(), Cap);
    ArrayRef<uint64_t> Shared = Order.take_front(Both);
    if (Both == Cap) {
      Add(Shared, Both, Both);
      continue;
    }
    // Only one side can be that wide.
    for (bool Store : {true, false}) {
      SmallVector<uint64_t> Vector(Shared);
      for (uint64_t X : Store ? ArrayRef(Stored) : ArrayRef(T.ResultColumns))
        if (Vector.size() < Cap && !spanContains(Vector, X))
          Vector.push_back(X);
      if (Vector.size() == Cap)
        Add(Vector, Store ? Cap : Both, Store ? Both : Cap);
    }
  }
}

std::vector<Access> SharedPlanner::accesses(unsigned Limit) const {
  std::vector<Access> All;
  for (const SmallVector<uint64_t> &Order : vectorOrders())
    addAccesses(Order, All);
  std::vector<std::pair<double, unsigned>> Ranking;
  for (unsigned I = 0; I < All.size(); ++I)
    if (!dependsOnWarp(All[I]))
      Ranking.emplace_back(clocks(All[I]), I);
  sort(Ranking);
  std::vector<Access> Best;
  for (auto [Clocks, I] : Ranking)
    if (Best.size() < Limit)
      Best.push_back(All[I]);
  return Best;
}

/// Wavefronts, and a little for every instruction.
double SharedPlanner::clocks(const Access &A) const {
  BitMatrix Layout = layout(A);
  auto Side = [&](ArrayRef<uint64_t> Threads, unsigned RegisterBits,
                  unsigned Bits, bool IsStore) {
    ThreadAddress Address = address(Layout, 0, Threads, Bits);
    std::vector<uint32_t> Lanes;
    for (unsigned L = 0; L < 1u << T.C.LaneBits; ++L)
      Lanes.push_back(Address.at(L));
    double Accesses = 1u << (RegisterBits - std::min(Bits, RegisterBits));
    return Accesses * (countWavefronts(Lanes, Atom << Bits, IsStore, M) + 0.01);
  };
  return Side(SourceThreads, T.SourceBits, A.StoreBits, true) +
         Side(T.ThreadColumns, T.ResultColumns.size(), A.LoadBits, false);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Everything that one phase touches together, and what shares words with it.
SmallVector<uint64_t> SharedPlanner::reach(ArrayRef<uint64_t> Threads,
                                           ArrayRef<unsigned> Phase,
                                           const Access &A,
                                           unsigned Bits) const {
  SmallVector<uint64_t> Span;
  BitMatrix OfThreads(64, Threads);
  for (unsigned Lane : Phase)
    Span.push_back(OfThreads.apply(Lane));
  unsigned Inside =
      std::min<unsigned>(std::max(Bits, WordBits), A.Vector.size());
  append_range(Span, ArrayRef<uint64_t>(A.Vector).take_front(Inside));
  return Span;
}

BitMatrix SharedPlanner::layout(const Access &A) const {
  const AccessShape *Store = M.shape(Atom << A.StoreBits);
  const AccessShape *Load = M.shape(Atom << A.LoadBits);
  SmallVector<uint64_t> Aligned(SourceThreads);
  append_range(Aligned, T.ThreadColumns);
  return swizzledLayout(A.Vector,
                        reach(SourceThreads, Store->StorePhase, A, A.StoreBits),
                        reach(T.ThreadColumns, Load->LoadPhase, A, A.LoadBits),
                        Aligned, RowBits, T.dim());
}

/// Where the access that holds Constant begins; it is 2^Bits atoms wide.
ThreadAddress SharedPlanner::address(const BitMatrix &Layout, uint64_t Constant,
                                     ArrayRef<uint64_t> Threads,
                                     unsigned Bits) const {
  uint64_t Begin = ~maskTrailingOnes<uint64_t>(Bits);
  ThreadAddress Address;
  Address.Constant = (Layout.apply(Constant) & Begin) * Atom;
  for (uint64_t Column : Threads)
    Address.Columns.push_back((Layout.apply(Column) & Begin) * Atom);
  return Address;
}

/// Would the order of elements inside an access depend on the warp? Selects
/// decide by lane only.
bool SharedPlanner::dependsOnWarp(const Access &A) const {
  BitMatrix Layout = layout(A);
  for (unsigned J = T.C.LaneBits; J < T.ThreadBits; ++J)
    if ((Layout.apply(SourceThreads[J]) &
         maskTrailingOnes<uint64_t>(A.StoreBits)) ||
        (Layout.apply(T.ThreadColumns[J]) &
         maskTrailingOnes<uint64_t>(A.LoadBits)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Of the offset in memory, the bits inside an access: what each lane adds to
/// them.
SmallVector<unsigned, 64>
SharedPlanner::insideOfLanes(const BitMatrix &Layout,
                             ArrayRef<uint64_t> Threads, unsigned Bits) const {
  SmallVector<unsigned, 64> OfLane(1u << T.C.LaneBits, 0);
  for (unsigned L = 1; L < OfLane.size(); ++L)
    OfLane[L] = OfLane[L & (L - 1)] ^ (Layout.apply(Threads[countr_zero(L)]) &
                                       maskTrailingOnes<uint64_t>(Bits));
  return OfLane;
}

/// Does X have none of the highest bits of the basis? Then no element of the
/// span makes it less.
static bool isLeastOfCoset(ArrayRef<uint64_t> Reduced, uint64_t X) {
  return none_of(Reduced, [&](uint64_t V) { return X >> Log2_64(V) & 1; });
}

void SharedPlanner::addStores(Plan &P, WordBuilder &B, const Access &A,
                              const BitMatrix &Layout) const {
  ArrayRef<uint64_t> Vector =
      ArrayRef<uint64_t>(A.Vector).take_front(A.StoreBits);
  const BitMatrix OfVector(64, Vector);
  const uint64_t Inside = maskTrailingOnes<uint64_t>(A.StoreBits);
  const SmallVector<unsigned, 64> OfLane =
      insideOfLanes(Layout, SourceThreads, A.StoreBits);
  const SmallVector<uint64_t> Span = reduceBasis(Vector);
  const unsigned Size = 1u << A.StoreBits, Lanes = 1u << T.C.LaneBits;

  for (unsigned First = 0; First < T.Sources.size(); ++First) {
    if (!isLeastOfCoset(Span, First))
      continue;
    // The atom at each position of the access, lane by lane.
    std::vector<Wish> Words((Size + PerWord - 1) / PerWord, B.emptyWish());
    bool AnyUsed = false;
    for (unsigned I = 0; I < Size; ++I) {
      uint64_t Point = First ^ OfVector.apply(I);
      unsigned Register = T.Sources.at(Point);
      if (!T.Used.test(Register))
        continue;
      AnyUsed = true;
      unsigned OfPoint = Layout.apply(Point) & Inside;
      for (unsigned L = 0; L < Lanes; ++L) {
        unsigned At = OfPoint ^ OfLane[L];
        Words[At / PerWord][L][At % PerWord] = input(Register);
      }
    }
    if (!AnyUsed)
      continue;
    Step S;
    S.K = Step::Store;
    S.Bytes = Atom << A.StoreBits;
    S.Address = address(Layout, First, SourceThreads, A.StoreBits);
    // Less than a word can be stored from where it is.
    Spot At = Words[0][0][0];
    bool InPlace = S.Bytes < 4 && At && At.Slot + Size <= PerWord;
    for (unsigned L = 0; InPlace && L < Lanes; ++L)
      for (unsigned I = 0; I < Size; ++I)
        InPlace &= !Words[0][L][I] ||
                   Words[0][L][I] == Spot{At.W, uint8_t(At.Slot + I)};
    if (InPlace) {
      S.Words.push_back(At.W);
      S.FirstByte = At.Slot * Atom;
    } else {
      for (const Wish &W : Words)
        S.Words.push_back(B.build(W));
    }
    P.Steps.push_back(std::move(S));
  }
}

void SharedPlanner::addLoads(Plan &P, WordBuilder &B, const Access &A,
                             const BitMatrix &Layout,
                             std::vector<std::vector<Spot>> &Where) const {
  ArrayRef<uint64_t> Vector =
      ArrayRef<uint64_t>(A.Vector).take_front(A.LoadBits);
  const BitMatrix OfResults(64, T.ResultColumns);
  const uint64_t Inside = maskTrailingOnes<uint64_t>(A.LoadBits);
  const SmallVector<unsigned, 64> OfLane =
      insideOfLanes(Layout, T.ThreadColumns, A.LoadBits);

  std::map<uint64_t, Word> Loaded; // The first word of each coset.
  for (unsigned I = 0; I < T.Results.size(); ++I) {
    unsigned Register = T.Results.at(I);
    if (!T.Travels.test(Register))
      continue;
    uint64_t Point = OfResults.apply(I) ^ T.Offset;
    auto [It, New] = Loaded.try_emplace(remainder(Vector, Point), P.NumWords);
    if (New) {
      Step S;
      S.K = Step::Load;
      S.Bytes = Atom << A.LoadBits;
      S.Count = std::max(1u, S.Bytes / 4);
      S.Address = address(Layout, Point, T.ThreadColumns, A.LoadBits);
      for (unsigned W = 0; W < S.Count; ++W)
        B.newWord();
      P.Steps.push_back(std::move(S));
    }
    unsigned OfPoint = Layout.apply(Point) & Inside;
    for (unsigned L = 0; L < OfLane.size(); ++L) {
      unsigned At = OfPoint ^ OfLane[L];
      Where[Register][L] = {It->second + At / PerWord, uint8_t(At % PerWord)};
    }
  }
}

Plan SharedPlanner::plan(const Access &A, Style::Merge Merging) const {
  BitMatrix Layout = layout(A);
  Plan P = startPlan(T.C);
  P.By = Route::Shared;
  Style S;
  S.Merging = Merging;
  WordBuilder B(P, Atom, S);
  addStores(P, B, A, Layout);
  Step Sync;
  Sync.K = Step::Barrier;
  Sync.Sync = T.CrossesWarps ? Scope::Block : Scope::Warp;
  P.Steps.push_back(Sync);

  const unsigned Lanes = 1u << T.C.LaneBits;
  std::vector<std::vector<Spot>> Where(T.C.NumResults,
                                       std::vector<Spot>(Lanes));
  for (unsigned R = 0; R < T.C.NumResults; ++R)
    if (T.StaysAs[R] != ~0u)
      Where[R].assign(Lanes, input(T.StaysAs[R]));
  addLoads(P, B, A, Layout, Where);
  for (unsigned O = 0; O < wordsOf(T.C, T.C.NumResults); ++O) {
    Wish W = B.emptyWish();
    for (unsigned R = O * PerWord;
         R < std::min((O + 1) * PerWord, T.C.NumResults); ++R)
      for (unsigned L = 0; L < Lanes; ++L)
        W[L][R % PerWord] = Where[R][L];
    P.Outputs.push_back(B.build(W));
  }
  P.ScratchBytes = scratchBytes();
  P.ScratchAlign = std::min(16u, P.ScratchBytes);
  return P;
}

} // namespace

/// Does the plan put words together at all?
static bool merges(const Plan &P) {
  return any_of(P.Steps, [](const Step &S) {
    return S.K == Step::Select || S.K == Step::Permute;
  });
}

std::vector<Plan> f2layout::planShared(const Conversion &Atoms,
                                       const Machine &M, const PlanOptions &O,
                                       std::string &WhyNot) {
  std::vector<Plan> Plans;
  if (!Atoms.Affine) {
    WhyNot = "the map from results to sources is not affine over F2, so "
             "shared-memory addresses would need a table";
    return Plans;
  }
  SharedTraffic T(Atoms, *Atoms.Affine);
  SharedPlanner Planner(T, M);
  if (T.empty() || Planner.scratchBytes() > O.ScratchLimit) {
    WhyNot = "it needs " + std::to_string(Planner.scratchBytes()) +
             " bytes of shared memory, of which " +
             std::to_string(O.ScratchLimit) + " are free";
    return Plans;
  }
  std::vector<Style::Merge> Mergings{Style::Chain};
  if (atomBytes(Atoms) < 4)
    Mergings.push_back(Style::ByNumber);
  for (const Access &A : Planner.accesses(6))
    for (Style::Merge Merging : Mergings) {
      Plans.push_back(Planner.plan(A, Merging));
      if (!merges(Plans.back()))
        break; // Another way to merge changes nothing.
    }
  if (Plans.empty())
    WhyNot =
        "the machine has no fitting shared-memory access for elements of " +
        std::to_string(Atoms.ElementBits) + " bits";
  return Plans;
}
