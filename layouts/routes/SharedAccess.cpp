//===- SharedAccess.cpp - Widths and addresses of a shared exchange -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/SharedAccess.h"
#include "layouts/machine/Swizzle.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

SharedAccesses::SharedAccesses(const SharedTraffic &T, const Machine &M)
    : T(T), M(M), Atom(atomBytes(T.C)),
      RowBits(Log2_32(std::max(1u, M.Banks * M.BankBytes / Atom))),
      WordBits(Log2_32(std::max(1u, M.BankBytes / Atom))) {
  for (unsigned J = 0; J < T.ThreadBits; ++J)
    SourceThreads.push_back(T.sourceThread(J));
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

/// Bases of the vectors that source and result have in common, in the order of
/// the source's registers and of the result's; first without those by which
/// threads differ (the register depends on the thread, so the order inside an
/// access would), then with them.
std::vector<SmallVector<uint64_t>> SharedAccesses::vectorOrders() const {
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
void SharedAccesses::addAccesses(ArrayRef<uint64_t> Order,
                                 std::vector<SharedAccess> &Out) const {
  auto Add = [&](ArrayRef<uint64_t> Vector, unsigned StoreBits,
                 unsigned LoadBits) {
    if (M.shape(Atom << StoreBits) && M.shape(Atom << LoadBits)) {
      Out.emplace_back();
      Out.back().Vector.append(Vector.begin(), Vector.end());
      Out.back().StoreBits = StoreBits;
      Out.back().LoadBits = LoadBits;
    }
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

std::vector<SharedAccess> SharedAccesses::best(unsigned Limit) const {
  std::vector<SharedAccess> All;
  All.reserve(16);
  for (const SmallVector<uint64_t> &Order : vectorOrders())
    addAccesses(Order, All);
  for (SharedAccess &A : All)
    A.Layout = layout(A);
  return ranked(std::move(All), Limit);
}

/// Accesses that have their layouts, the cheapest first.
std::vector<SharedAccess> SharedAccesses::ranked(std::vector<SharedAccess> All,
                                                 unsigned Limit) const {
  std::vector<std::pair<double, unsigned>> Ranking;
  for (unsigned I = 0; I < All.size(); ++I) {
    if (dependsOnWarp(All[I]))
      continue;
    complete(All[I]);
    Ranking.emplace_back(clocks(All[I], 0.01), I);
  }
  sort(Ranking);
  std::vector<SharedAccess> Best;
  Best.reserve(std::min<size_t>(Limit, Ranking.size()));
  for (auto [Clocks, I] : Ranking)
    if (Best.size() < Limit)
      Best.push_back(std::move(All[I]));
  return Best;
}

/// Lanes with an address; of matrices, those with a row.
static unsigned addressBits(const std::optional<MatrixSide> &Side,
                            unsigned LaneBits) {
  return Side ? Side->Tile.rows().size() + Side->Matrices.size() : LaneBits;
}

/// The addresses and what they cost.
void SharedAccesses::complete(SharedAccess &A) const {
  A.Store = address(A.Layout, storing(A), A.StoreBits);
  A.Load = address(A.Layout, loading(A), A.LoadBits);
  A.StoreWavefronts =
      countWavefronts(A.Store, addressBits(A.StoreMatrix, T.C.LaneBits),
                      Atom << A.StoreBits, true, M);
  A.LoadWavefronts =
      countWavefronts(A.Load, addressBits(A.LoadMatrix, T.C.LaneBits),
                      Atom << A.LoadBits, false, M);
}

/// Wavefronts, and a little for every instruction.
double SharedAccesses::clocks(const SharedAccess &A, double EachAccess) const {
  auto Side = [&](unsigned RegisterBits, unsigned Bits, unsigned Wavefronts,
                  const std::optional<MatrixSide> &Matrix) {
    if (Matrix)
      Bits = Matrix->Slots.size() + Matrix->Matrices.size();
    double Accesses = 1u << (RegisterBits - std::min(Bits, RegisterBits));
    return Accesses * (Wavefronts + EachAccess);
  };
  return Side(T.SourceBits, A.StoreBits, A.StoreWavefronts, A.StoreMatrix) +
         Side(T.ResultColumns.size(), A.LoadBits, A.LoadWavefronts,
              A.LoadMatrix);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Everything that one phase touches together, and what shares words with it.
SmallVector<uint64_t, 16> SharedAccesses::reach(ArrayRef<uint64_t> Threads,
                                                ArrayRef<unsigned> Phase,
                                                const SharedAccess &A,
                                                unsigned Bits) const {
  SmallVector<uint64_t, 16> Span;
  BitMatrix OfThreads(64, Threads);
  for (unsigned Lane : Phase)
    Span.push_back(OfThreads.apply(Lane));
  unsigned Inside =
      std::min<unsigned>(std::max(Bits, WordBits), A.Vector.size());
  append_range(Span, ArrayRef<uint64_t>(A.Vector).take_front(Inside));
  return Span;
}

BitMatrix SharedAccesses::layout(const SharedAccess &A) const {
  const AccessShape *Store = M.shape(Atom << A.StoreBits);
  const AccessShape *Load = M.shape(Atom << A.LoadBits);
  SmallVector<uint64_t, 20> Aligned{ArrayRef(SourceThreads)};
  append_range(Aligned, T.ThreadColumns);
  return swizzledLayout(A.Vector,
                        reach(storing(A), Store->StorePhase, A, A.StoreBits),
                        reach(loading(A), Load->LoadPhase, A, A.LoadBits),
                        Aligned, RowBits, T.dim());
}

/// Where the access that holds point 0 begins; it is 2^Bits atoms wide.
ThreadAddress SharedAccesses::address(const BitMatrix &Layout,
                                      ArrayRef<uint64_t> Threads,
                                      unsigned Bits) const {
  uint64_t Begin = ~maskTrailingOnes<uint64_t>(Bits);
  ThreadAddress Address;
  for (uint64_t Column : Threads)
    Address.Columns.push_back((Layout.apply(Column) & Begin) * Atom);
  return Address;
}

/// Would the order of elements inside an access depend on the warp? Selects
/// decide by lane only.
bool SharedAccesses::dependsOnWarp(const SharedAccess &A) const {
  for (unsigned J = T.C.LaneBits; J < T.ThreadBits; ++J)
    if ((A.Layout.apply(SourceThreads[J]) &
         maskTrailingOnes<uint64_t>(A.StoreBits)) ||
        (A.Layout.apply(T.ThreadColumns[J]) &
         maskTrailingOnes<uint64_t>(A.LoadBits)))
      return true;
  return false;
}
