//===- SwizzleTraffic.cpp - Wavefronts under a swizzle --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SwizzleTraffic.h"
#include "layouts/machine/Limits.h"
#include "layouts/machine/Wavefronts.h"
#include "passes/price/JoinedAccesses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace f2layout;

static constexpr uint32_t Inactive = ~0u;
/// The number of samples of an amount that all threads add alike.
static constexpr size_t MaxSamples = 16;
static constexpr int64_t MaxTries = 1024;
/// The weight of one access: divisible by the number of cases up to
/// MaxIterations, and then by that of samples up to 16, so that sums of equal
/// shares are equal in any order.
static constexpr double WholeShare = 12 * 720720;
static_assert(MaxIterations == 4, "WholeShare is divisible by 1 to 4");

/// No thread accesses the padding.
static bool keepsOut(const SwizzleCase &C, unsigned Width, int64_t Value,
                     const SwizzleMap &Packing) {
  auto KeepsOutOf = [&](const RowPad &P) {
    // Rows that become longer by at least one access have no padding.
    if (P.Pad + 1 >= int64_t(Width))
      return true;
    return all_of(seq(C.Threads), [&](size_t T) {
      return !C.Active[T] || (C.Facts.At[T] + Value) % P.Interval + Width <=
                                 int64_t(P.Interval) + P.Pad;
    });
  };
  return all_of(Packing.Pads, KeepsOutOf);
}

SmallVector<int64_t, 16> f2layout::samplesOf(const SwizzleCase &C,
                                             unsigned Width, uint64_t Bytes,
                                             const SwizzleMap &Packing) {
  if (!C.Step)
    return {0};
  int64_t Low = INT64_MAX, High = INT64_MIN;
  for (size_t T = 0; T < C.Threads; ++T)
    if (C.Active[T]) {
      Low = std::min(Low, C.Facts.At[T]);
      High = std::max(High, C.Facts.At[T] + C.Reach + int64_t(Width));
    }
  if (Low > High)
    return {0}; // no thread runs it
  const int64_t First = divideCeilSigned(-Low, C.Step);
  const int64_t Last = divideFloorSigned(int64_t(Bytes) - High, C.Step);
  SmallVector<int64_t, 16> All, Some;
  // An odd stride, so that the low bits take all their values.
  for (int64_t N = First; N <= Last; N += ((Last - First) / MaxTries) | 1)
    if (keepsOut(C, Width, N * C.Step, Packing))
      All.push_back(N * C.Step);
  for (size_t N = 0; N < All.size() && Some.size() < MaxSamples;
       N += (All.size() / MaxSamples) | 1)
    Some.push_back(All[N]);
  return Some;
}

/// B begins Distance bytes behind A, in every case and thread.
static bool isBehind(const SwizzleAccess &A, const SwizzleAccess &B,
                     int64_t Distance) {
  auto IsBehindIn = [&](const SwizzleCase &X, const SwizzleCase &Y) {
    return Y.Facts.Sym == X.Facts.Sym &&
           all_of(seq(X.Facts.At.size()), [&](size_t T) {
             return Y.Facts.At[T] == X.Facts.At[T] + Distance;
           });
  };
  return B.Cases.size() == A.Cases.size() &&
         all_of(zip_equal(A.Cases, B.Cases), [&](const auto &Both) {
           return IsBehindIn(std::get<0>(Both), std::get<1>(Both));
         });
}

/// The number of accesses, from the first one on, that form one access; they
/// are in order of address.
unsigned
SwizzleTraffic::neighbours(ArrayRef<const SwizzleAccess *> From) const {
  const SwizzleAccess &A = *From.front();
  const unsigned Bytes = A.A->Bytes;
  auto Follows = [&](unsigned N) {
    const SwizzleAccess &B = *From[N];
    return !A.A->isMatrix() && !B.A->isMatrix() && B.A->Bytes == Bytes &&
           isBehind(A, B, int64_t(N) * Bytes);
  };
  auto IsAligned = [&](unsigned To) {
    auto IsWhole = [&](int64_t At) { return At % int64_t(To) == 0; };
    return all_of(A.Cases, [&](const SwizzleCase &C) {
      return all_of(C.Facts.At, IsWhole) && IsWhole(C.Step);
    });
  };
  return countJoined(From.size(), Bytes, M, Follows, IsAligned);
}

void SwizzleTraffic::join(ArrayRef<SwizzleAccess> All) {
  // Loads and stores; and the first access to each address of a block apart
  // from the second one, which runs at another time.
  using Place = std::tuple<const BasicBlock *, unsigned, unsigned>;
  MapVector<Place, SmallVector<const SwizzleAccess *, 16>> ByPlace;
  std::map<std::tuple<const BasicBlock *, bool, SymId, int64_t>, unsigned>
      Times;
  for (const SwizzleAccess &A : All) {
    const BasicBlock *BB = A.A->I->getParent();
    const AccessFacts &F = A.Cases.front().Facts;
    unsigned &Time = Times[{BB, A.A->isStore(), F.Sym, F.At.front()}];
    ByPlace[{BB, A.A->isStore(), Time++}].push_back(&A);
  }
  for (auto &[Where, Here] : ByPlace) {
    stable_sort(Here, [](const SwizzleAccess *A, const SwizzleAccess *B) {
      const AccessFacts &X = A->Cases.front().Facts;
      const AccessFacts &Y = B->Cases.front().Facts;
      return std::tuple(A->Cases.size(), X.Sym, X.At.front()) <
             std::tuple(B->Cases.size(), Y.Sym, Y.At.front());
    });
    for (ArrayRef Left(Here); !Left.empty();) {
      const unsigned N = neighbours(Left);
      HasJoined |= N > 1;
      Units.push_back({Left.front(), N * Left.front()->A->Bytes});
      Left = Left.drop_front(N);
    }
  }
}

/// The columns of an affine map of the lane's bits; empty if it is not affine.
static std::vector<uint32_t> columnsOf(ArrayRef<uint32_t> Row) {
  std::vector<uint32_t> Columns;
  if (is_contained(Row, Inactive))
    return Columns;
  // A lane differs from the one without its lowest bit by that bit's column.
  for (unsigned Lane = 1; Lane < Row.size(); ++Lane) {
    const uint32_t Column = Row[Lane & -Lane] ^ Row[0];
    if (Row[Lane] != (Row[Lane & (Lane - 1)] ^ Column))
      return Columns;
  }
  for (unsigned Bit = 1; Bit < Row.size(); Bit *= 2)
    Columns.push_back(Row[Bit] ^ Row[0]);
  return Columns;
}

static uint32_t varyingBits(ArrayRef<uint32_t> Row) {
  uint32_t Varies = 0;
  const uint32_t *First =
      find_if(Row, [](uint32_t At) { return At != Inactive; });
  for (uint32_t At : make_range(First, Row.end()))
    if (At != Inactive)
      Varies |= At ^ *First;
  return Varies;
}

/// Accesses wider than the machine's are made in pieces.
void SwizzleTraffic::addRow(const Unit &U, std::vector<uint32_t> Row,
                            double Share) {
  if (all_of(Row, [](uint32_t At) { return At == Inactive; }))
    return;
  const unsigned Piece = std::min(U.Bytes, MaxAccessBytes);
  const bool IsStore = U.First->A->isStore();
  for (unsigned Done = 0; Done < U.Bytes; Done += Piece) {
    std::vector<uint32_t> Columns = columnsOf(Row);
    const bool IsAffine = !Columns.empty();
    Pattern &P = Patterns[{IsAffine, IsStore, Piece,
                           IsAffine ? std::move(Columns) : Row}];
    if (P.Times == 0) {
      P.Least = countLeastWavefronts(Row, Piece, IsStore, M);
      P.Varies = varyingBits(Row);
    }
    P.Times += Share;
    P.Weight += Share * U.First->Weight;
    for (uint32_t &At : Row)
      if (At != Inactive)
        At += Piece;
  }
}

void SwizzleTraffic::addUnit(const Unit &U, uint64_t Bytes,
                             const SwizzleMap &Packing) {
  Widest = std::max(Widest, U.Bytes);
  const SwizzleAccess &A = *U.First;
  const double Share = WholeShare / A.Cases.size();
  for (const SwizzleCase &C : A.Cases)
    if (A.Pieces.empty())
      addCase(U, C, Share, Bytes, Packing);
    else
      addFragment(A, C, Share, Bytes, Packing);
}

namespace {

/// What the lanes of one warp access in a case, without the samples' values.
struct WarpRow {
  std::vector<uint32_t> At;
  int64_t Low = INT64_MAX, High = INT64_MIN;
  /// All lanes access the array.
  bool IsFull = true;
  /// The bits in which the lanes differ, if the row is full.
  uint64_t Varies = 0;

  WarpRow(const SwizzleCase &C, size_t First, unsigned Lanes);
  /// The lanes differ in the same bits after the value is added: it changes
  /// other bits, and all lanes stay inside the array.
  bool staysSame(int64_t Value, unsigned Width, uint64_t Bytes) const {
    return IsFull && Varies < Limit &&
           Value % int64_t(bit_ceil(Varies + 1)) == 0 && Low + Value >= 0 &&
           High + Value + Width <= int64_t(Bytes);
  }

private:
  static constexpr uint64_t Limit = uint64_t(1) << 31;
};

} // namespace

WarpRow::WarpRow(const SwizzleCase &C, size_t First, unsigned Lanes)
    : At(Lanes, Inactive) {
  const size_t End = std::min(First + Lanes, C.Active.size());
  IsFull = End == First + Lanes;
  for (size_t T = First; T < End; ++T) {
    if (!C.Active[T]) {
      IsFull = false;
      continue;
    }
    const int64_t Here = C.Facts.At[T];
    Low = std::min(Low, Here);
    High = std::max(High, Here);
    Varies |= Here ^ C.Facts.At[First];
    At[T - First] = Here;
  }
}

/// The lanes' addresses differ by the same bits.
static bool differAlike(ArrayRef<uint32_t> A, ArrayRef<uint32_t> B) {
  const uint32_t Both = A.front() ^ B.front();
  return all_of(zip_equal(A, B), [=](const auto &At) {
    return (std::get<0>(At) ^ std::get<1>(At)) == Both;
  });
}

void SwizzleTraffic::addCase(const Unit &U, const SwizzleCase &C, double Share,
                             uint64_t Bytes, const SwizzleMap &Packing) {
  const auto Samples = samplesOf(C, U.First->A->Bytes, Bytes, Packing);
  const double OfSample = Share / Samples.size();
  // A linear swizzle treats rows alike whose lanes differ by the same bits.
  std::vector<uint32_t> Alike;
  double OfAlike = 0;
  for (size_t First = 0; First < C.Active.size(); First += M.lanes()) {
    std::optional<WarpRow> Warp; // with pads, rows are not compared
    if (Packing.Pads.empty())
      Warp.emplace(C, First, M.lanes());
    if (Warp && Warp->Low > Warp->High)
      continue;
    bool IsAlike = Warp && OfAlike > 0 && differAlike(Alike, Warp->At);
    for (int64_t Value : Samples) {
      const bool IsSame = Warp && Warp->staysSame(Value, U.Bytes, Bytes);
      if (IsSame && IsAlike) {
        OfAlike += OfSample;
        continue;
      }
      std::vector<uint32_t> Row(M.lanes(), Inactive);
      const size_t End = std::min(First + M.lanes(), C.Active.size());
      for (size_t T = First; T < End; ++T) {
        const int64_t At = C.Facts.At[T] + Value;
        // An access outside of the array is undefined, so it is assumed not to
        // happen.
        if (C.Active[T] && At >= 0 && At + U.Bytes <= int64_t(Bytes))
          Row[T - First] = Packing.packed(At);
      }
      if (!IsSame) {
        addRow(U, std::move(Row), OfSample);
        continue;
      }
      if (OfAlike > 0)
        addRow(U, std::move(Alike), OfAlike);
      Alike = std::move(Row);
      OfAlike = OfSample;
      IsAlike = true; // no value changes the bits in which its lanes differ
    }
  }
  if (OfAlike > 0)
    addRow(U, std::move(Alike), OfAlike);
}

/// Lanes of a warp have one address. A piece is within a row: it stays whole.
void SwizzleTraffic::addFragment(const SwizzleAccess &A, const SwizzleCase &C,
                                 double Share, uint64_t Bytes,
                                 const SwizzleMap &Packing) {
  const auto Samples = samplesOf(C, A.A->Bytes, Bytes, Packing);
  const Unit U = {&A, A.A->Bytes};
  for (size_t First = 0; First < C.Active.size(); First += M.lanes()) {
    size_t T = First;
    const size_t End = std::min(First + M.lanes(), C.Active.size());
    while (T < End && !C.Active[T])
      ++T;
    if (T == End)
      continue;
    for (int64_t Value : Samples) {
      const int64_t At = C.Facts.At[T] + Value;
      if (At < 0 || At + C.Reach + A.A->Bytes > int64_t(Bytes))
        continue;
      for (const std::vector<int64_t> &Piece : A.Pieces) {
        std::vector<uint32_t> Row(M.lanes(), Inactive);
        for (auto [Lane, Behind] : enumerate(Piece))
          Row[Lane] = Packing.packed(At + Behind);
        addRow(U, std::move(Row), Share / Samples.size());
      }
    }
  }
}

SwizzleTraffic::SwizzleTraffic(ArrayRef<SwizzleAccess> All, uint64_t Bytes,
                               const SwizzleMap &Packing, bool Joined,
                               const Machine &M)
    : M(M) {
  if (Joined)
    join(All);
  else
    for (const SwizzleAccess &A : All)
      Units.push_back({&A, A.A->Bytes});
  for (const Unit &U : Units)
    addUnit(U, Bytes, Packing);
}

unsigned SwizzleTraffic::wavefronts(const Key &K, const SwizzleMap &Map) const {
  if (K.IsAffine) {
    ThreadAddress Address;
    for (uint32_t C : K.Numbers)
      Address.Columns.push_back(Map.swizzled(C));
    return countWavefronts(Address, M.LaneBits, K.Bytes, K.IsStore, M);
  }
  std::vector<uint32_t> Row = K.Numbers;
  for (uint32_t &At : Row)
    if (At != Inactive)
      At = Map.swizzled(At);
  return countWavefronts(Row, K.Bytes, K.IsStore, M);
}

std::vector<unsigned> SwizzleTraffic::wavefronts(const SwizzleMap &Map) const {
  std::vector<unsigned> Counts;
  for (const auto &[K, P] : Patterns)
    Counts.push_back(wavefronts(K, Map));
  return Counts;
}

double SwizzleTraffic::clocks(double Weighted) const {
  return Weighted * (M.Costs.Wavefront / WholeShare);
}

SwizzleCost SwizzleTraffic::cost(const SwizzleMap &Map) const {
  return *costBelow(HUGE_VAL, Map, ~0u, {});
}

std::optional<SwizzleCost>
SwizzleTraffic::costBelow(double MaxClocks, const SwizzleMap &Map,
                          uint32_t Mask, ArrayRef<unsigned> Counts) const {
  SwizzleCost Sum;
  double Weighted = 0, Least = 0;
  size_t Index = 0;
  for (const auto &[K, P] : Patterns) {
    // A term whose bits are the same in all lanes adds a constant to the
    // number of the bank.
    const bool IsKept = Index < Counts.size() && !(P.Varies & Mask);
    const unsigned N = IsKept ? Counts[Index] : wavefronts(K, Map);
    ++Index;
    Sum.Wavefronts += N * P.Times;
    Sum.Least += P.Least * P.Times;
    Weighted += N * P.Weight;
    Least += P.Least * P.Weight;
    if (clocks(Weighted) > MaxClocks)
      return std::nullopt;
  }
  Sum.Wavefronts /= WholeShare;
  Sum.Least /= WholeShare;
  Sum.Clocks = clocks(Weighted);
  Sum.LeastClocks = clocks(Least);
  return Sum;
}
