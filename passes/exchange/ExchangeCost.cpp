//===- ExchangeCost.cpp - The cost of an exchange as it is written --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeCost.h"
#include "layouts/plan/PlanPrice.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <algorithm>
#include <list>

using namespace llvm;
using namespace f2layout;

static SmallVector<AccessRow, 16> rowsOf(const Exchange &X) {
  SmallVector<AccessRow, 16> Rows;
  for (unsigned A : X.Stores)
    Rows.push_back({A, X.WarpAddresses[Rows.size()]});
  for (unsigned A : X.Loads)
    Rows.push_back({A, X.WarpAddresses[Rows.size()]});
  return Rows;
}

/// The share of the warps that count.
static double shareOf(const Exchange &X) {
  return X.Move.Group == Scope::Block ? X.ShareOfWarps : 1;
}

/// Byte permutes between the words of memory and the words that the kernel has
/// of packed elements. A word whose elements are neighbours in memory, in their
/// order, is loaded and stored as it is.
static unsigned permutesOfWords(const Exchange &X, bool IsStore) {
  const ArrayRef<ElementRef> Elements = IsStore ? X.Sources : X.Results;
  const auto &Accesses = IsStore ? X.Stores : X.Loads;
  const unsigned Bytes = X.Move.ElementBits / 8, InWord = 4 / Bytes;
  DenseMap<unsigned, uint32_t> Place;
  for (auto [N, Access] : enumerate(Accesses))
    Place[Access] =
        X.WarpAddresses[(IsStore ? 0 : X.Stores.size()) + N].front();
  unsigned Permutes = 0;
  for (size_t First = 0; First + InWord <= Elements.size(); First += InWord) {
    SmallSet<uint32_t, 4> Words;
    bool InOrder = true;
    for (unsigned N = 0; N < InWord; ++N) {
      const ElementRef &E = Elements[First + N];
      const uint32_t At = Place.lookup(E.Access) + E.Chunk * Bytes;
      Words.insert(At / 4);
      InOrder &= At % 4 == N * Bytes;
    }
    Permutes += Words.size() > 1 ? Words.size() - 1 : !InOrder;
  }
  return Permutes;
}

/// Clocks of the ALU for elements that are not whole words by themselves.
static double packingOf(const Exchange &X, const RowCost &Run,
                        const Machine &M) {
  auto Packed = [&](bool IsStore) {
    return permutesOfWords(X, IsStore) * M.Costs.Permute;
  };
  return (X.Move.PackedSources ? Packed(/*IsStore=*/true) : Run.Packing) +
         (X.Move.PackedResults ? Packed(/*IsStore=*/false) : Run.Unpacking);
}

/// Clocks of the ALU or of memory, whichever is busy for longer, and of the
/// barrier.
static double clocksOf(const Exchange &X, double Wavefronts, double Arithmetic,
                       const Machine &M) {
  const bool Block = X.At->K == SyncPoint::Block;
  return shareOf(X) *
             std::max(Wavefronts * M.Costs.Wavefront,
                      X.Move.NumResults * M.Costs.Element + Arithmetic) +
         (Block ? M.Costs.BlockBarrier : M.Costs.WarpBarrier);
}

PlanCost f2layout::costAsWritten(const Exchange &X, const SharedObject &Object,
                                 const Machine &M) {
  const SmallVector<AccessRow, 16> Rows = rowsOf(X);
  WrittenAccesses Written = countWritten(Rows, Object, M);
  PlanCost Cost;
  Cost.Stores = Written.Stores;
  Cost.Loads = Written.Loads;
  RowCost Run = costOfRows(Rows, Object, M);
  Cost.Wavefronts = Run.Wavefronts;
  ++(X.At->K == SyncPoint::Block ? Cost.BlockBarriers : Cost.WarpBarriers);
  Cost.Clocks = clocksOf(X, Run.Wavefronts, packingOf(X, Run, M), M);
  return Cost;
}

double f2layout::clocksOfStores(const Exchange &X, const SharedObject &Object,
                                const Machine &M) {
  SmallVector<AccessRow, 16> Rows = rowsOf(X);
  Rows.truncate(X.Stores.size());
  return shareOf(X) * costOfRows(Rows, Object, M).Wavefronts *
         M.Costs.Wavefront;
}

PlanCost f2layout::costInPlace(const Exchange &X, const SharedObject &Object,
                               const Placement &Other, const Machine &M) {
  std::list<std::vector<uint32_t>> Moved;
  SmallVector<AccessRow, 16> Rows;
  for (const AccessRow &Row : rowsOf(X)) {
    const unsigned Bytes = Object.Accesses[Row.Access].Bytes;
    const unsigned Piece = Other.Piece ? Other.Piece : Bytes;
    for (unsigned Done = 0; Done < Bytes; Done += Piece) {
      std::vector<uint32_t> &To = Moved.emplace_back(Row.Addresses.vec());
      for (uint32_t &At : To)
        At = At == ~0u ? At : Other.Place(At + Done);
      Rows.push_back({Row.Access, To, Other.Piece});
    }
  }
  PlanCost Cost = costAsWritten(X, Object, M);
  RowCost Run = costOfRows(Rows, Object, M);
  Cost.Wavefronts = Run.Wavefronts;
  Cost.Clocks = clocksOf(X, Run.Wavefronts,
                         packingOf(X, Run, M) +
                             X.WarpAddresses.size() * Other.ArithmeticClocks,
                         M);
  return Cost;
}

double f2layout::leastClocksInPlace(const Exchange &X,
                                    const SharedObject &Object,
                                    const Machine &M) {
  // Neighbours may join: the bytes count, not the accesses.
  double Wavefronts = 0;
  for (const AccessRow &R : rowsOf(X)) {
    // ~0 is for threads without an access.
    SmallVector<uint32_t, 64> Places;
    copy_if(R.Addresses, std::back_inserter(Places),
            [](uint32_t At) { return At != ~0u; });
    sort(Places);
    const size_t Distinct = unique(Places) - Places.begin();
    Wavefronts += double(Distinct * Object.Accesses[R.Access].Bytes) /
                  std::max(1u, M.Banks * M.BankBytes);
  }
  return clocksOf(X, Wavefronts, 0, M);
}

bool f2layout::hasContiguousStores(const Exchange &X,
                                   const SharedObject &Object,
                                   const Machine &M) {
  return countWritten(rowsOf(X), Object, M).ContiguousStores;
}
