//===- ReaddressPlan.cpp - Spread narrow elements over the banks ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/ReaddressPlan.h"
#include "layouts/plan/PlanPrice.h"
#include "passes/price/AccessCost.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <list>

using namespace llvm;
using namespace f2layout;

/// ALU instructions for new addresses.
static constexpr unsigned ScaleOps = 1;   ///< k * root.
static constexpr unsigned CompareOps = 3; ///< Compare, select, add.
static constexpr unsigned DivideOps = 4;  ///< Two multiplies, shift, add.
/// A loop is assumed to run this often; up to MaxDepth nested ones count.
static constexpr double UsualTripCount = 8;
static constexpr unsigned MaxDepth = 4;

namespace {

class Planner {
public:
  Planner(const ReaddressContext &C, const Spread &Map) : C(C) {
    Plan.Map = Map;
  }
  ReaddressPlan run();

private:
  int64_t at(Piece P, unsigned Case) const {
    return C.Facts[P.Access].At[Case] + P.Byte;
  }
  bool runs(Piece P, unsigned Case) const;
  bool runsToo(unsigned Access, Piece P) const;
  std::optional<uint64_t> quotientAt(Piece P, unsigned Case) const;
  std::optional<int64_t> difference(unsigned Root, Piece P) const;
  unsigned rootFor(Piece P, int64_t &Added);
  NewAddress addressOf(Piece P);
  std::optional<unsigned> findQuotient(const NewAddress &A) const;
  unsigned addQuotient(const NewAddress &A);
  double weight(const Value *V) const;
  std::vector<uint32_t> row(Piece P, unsigned FirstThread, bool After) const;
  double countClocks(bool After);

  const ReaddressContext &C;
  ReaddressPlan Plan;
  /// The access that added each root; null for the array.
  SmallVector<std::optional<unsigned>, 8> RootAccess;
  double WorkOps = 0; ///< Of a warp, for the new addresses.
  /// Of all warps, before and after.
  MapVector<const BasicBlock *, std::array<unsigned, 2>> Wavefronts;
};

} // namespace

/// An access outside the array is undefined, so it is assumed not to happen.
bool Planner::runs(Piece P, unsigned Case) const {
  ArrayRef<ThreadGuard> Guard = C.Guards[P.Access];
  return (Guard.empty() || !Guard[Case].Never) && quotientAt(P, Case);
}

/// Every thread that accesses the piece makes the other access as well.
bool Planner::runsToo(unsigned Access, Piece P) const {
  ArrayRef<SharedAccess> All = C.Object.Accesses;
  if (Access == P.Access)
    return true;
  if (C.MayEndThread)
    return false;
  if (C.Always[Access] ||
      All[Access].I->getParent() == All[P.Access].I->getParent())
    return true;
  ArrayRef<ThreadGuard> Guard = C.Guards[Access];
  return !Guard.empty() && all_of(seq(C.cases()), [&](unsigned T) {
    return !runs(P, T) || Guard[T].always();
  });
}

std::optional<uint64_t> Planner::quotientAt(Piece P, unsigned Case) const {
  int64_t At = at(P, Case);
  if (At < 0 || uint64_t(At) >= Plan.Map.Bytes)
    return std::nullopt;
  return Plan.Map.quotient(At);
}

/// What the piece's address adds to the root, if that is the same in every
/// thread.
std::optional<int64_t> Planner::difference(unsigned Root, Piece P) const {
  std::optional<int64_t> D;
  for (unsigned T = 0; T < C.cases(); ++T) {
    int64_t Base = RootAccess[Root] ? C.Facts[*RootAccess[Root]].At[T] : 0;
    if (D && *D != at(P, T) - Base)
      return std::nullopt;
    D = at(P, T) - Base;
  }
  return D;
}

unsigned Planner::rootFor(Piece P, int64_t &Added) {
  const SharedAccess &A = C.Object.Accesses[P.Access];
  for (unsigned R = 0; R < Plan.Roots.size(); ++R) {
    auto *Root = dyn_cast_or_null<Instruction>(Plan.Roots[R]);
    if (Root && !C.DT.dominates(Root, A.I))
      continue;
    if (RootAccess[R] && !runsToo(*RootAccess[R], P))
      continue;
    if (std::optional<int64_t> D = difference(R, P)) {
      Added = *D;
      return R;
    }
  }
  Added = P.Byte;
  Plan.Roots.push_back(A.pointer());
  RootAccess.push_back(P.Access);
  WorkOps += ScaleOps * weight(A.pointer());
  return Plan.Roots.size() - 1;
}

/// A quotient equal to the piece's wherever the piece is accessed.
std::optional<unsigned> Planner::findQuotient(const NewAddress &A) const {
  for (unsigned Q = 0; Q < Plan.Quotients.size(); ++Q) {
    const Quotient &K = Plan.Quotients[Q];
    if (K.Root == A.Root && all_of(seq(C.cases()), [&](unsigned T) {
          return !runs(A.Of, T) || K.Values[T] == int8_t(*quotientAt(A.Of, T));
        }))
      return Q;
  }
  return std::nullopt;
}

unsigned Planner::addQuotient(const NewAddress &A) {
  Quotient Q;
  Q.Root = A.Root;
  Q.Added = A.Added;
  uint64_t Least = ~uint64_t(0), Most = 0;
  for (unsigned T = 0; T < C.cases(); ++T) {
    std::optional<uint64_t> Value = quotientAt(A.Of, T);
    Q.Values.push_back(Value ? int8_t(*Value) : -1);
    if (!Value)
      continue;
    Least = std::min(Least, *Value);
    Most = std::max(Most, *Value);
  }
  Q.Compare = Most == Least + 1;
  Q.Lowest = Q.Compare ? Least : 0;
  WorkOps += (Q.Compare ? CompareOps : DivideOps) * weight(Plan.Roots[A.Root]);
  Plan.Quotients.push_back(std::move(Q));
  return Plan.Quotients.size() - 1;
}

NewAddress Planner::addressOf(Piece P) {
  NewAddress A;
  A.Of = P;
  A.Root = rootFor(P, A.Added);
  std::optional<uint64_t> Only;
  bool IsConstant = true;
  for (unsigned T = 0; T < C.cases() && IsConstant; ++T) {
    if (!runs(P, T))
      continue;
    uint64_t Q = *quotientAt(P, T);
    IsConstant = !Only || *Only == Q;
    Only = Q;
  }
  if (IsConstant) {
    A.Lowest = Only.value_or(0);
    return A;
  }
  A.Computed = findQuotient(A);
  if (!A.Computed)
    A.Computed = addQuotient(A);
  return A;
}

/// The weight of instructions in the block of V.
double Planner::weight(const Value *V) const {
  auto *I = dyn_cast_or_null<Instruction>(V);
  unsigned Depth = I ? C.LI.getLoopDepth(I->getParent()) : 0;
  return std::pow(UsualTripCount, std::min(Depth, MaxDepth));
}

/// Addresses of a warp's lanes; empty if the warp does not make the access.
std::vector<uint32_t> Planner::row(Piece P, unsigned FirstThread,
                                   bool After) const {
  std::vector<uint32_t> Row(C.M.lanes(), ~0u);
  bool Any = false;
  for (unsigned L = 0; L < Row.size() && FirstThread + L < C.Threads; ++L)
    if (runs(P, FirstThread + L)) {
      uint64_t At = at(P, FirstThread + L);
      Row[L] = After ? Plan.Map.place(At) : At;
      Any = true;
    }
  if (!Any)
    Row.clear();
  return Row;
}

/// The accesses of a whole block, by the same figures as for exchanges: memory
/// and ALU overlap, and the code works on every element that it loads.
double Planner::countClocks(bool After) {
  unsigned Warps = divideCeil(C.Threads, C.M.lanes());
  double Memory = 0, Alu = After ? Warps * WorkOps * C.M.Costs.Select : 0;
  for (unsigned First = 0; First < C.Threads; First += C.M.lanes()) {
    std::list<std::vector<uint32_t>> Rows;
    MapVector<const BasicBlock *, SmallVector<AccessRow, 16>> ByBlock;
    for (const NewAddress &A : Plan.Addresses) {
      const SharedAccess &Access = C.Object.Accesses[A.Of.Access];
      const BasicBlock *BB = Access.I->getParent();
      Rows.push_back(row(A.Of, First, After));
      if (Rows.back().empty())
        continue;
      if (!Access.isStore())
        Alu += C.M.Costs.Element * weight(&BB->front());
      if (After || A.Of.Byte == 0) // before, it is one access
        ByBlock[BB].push_back(
            {A.Of.Access, Rows.back(), After ? Plan.Map.Size : 0});
    }
    for (const auto &[BB, InBlock] : ByBlock) {
      RowCost Cost = costOfRows(InBlock, C.Object, C.M);
      Wavefronts[BB][After] += Cost.Wavefronts;
      Memory += Cost.Wavefronts * C.M.Costs.Wavefront * weight(&BB->front());
      Alu += (Cost.Packing + Cost.Unpacking) * weight(&BB->front());
    }
  }
  return std::max(Memory, Alu);
}

ReaddressPlan Planner::run() {
  Plan.Roots.push_back(nullptr);
  RootAccess.push_back(std::nullopt);
  for (unsigned A = 0; A < C.Facts.size(); ++A)
    for (unsigned B = 0; B < C.Object.Accesses[A].Bytes; B += Plan.Map.Size)
      Plan.Addresses.push_back(addressOf({A, B}));
  Plan.ClocksBefore = countClocks(false);
  Plan.ClocksAfter = countClocks(true);
  double Runs = 0;
  for (const SharedAccess &A : C.Object.Accesses)
    Runs += weight(A.I);
  Plan.ArithmeticClocks = WorkOps * C.M.Costs.Select / Runs;
  for (const auto &[BB, Counts] : Wavefronts) {
    Plan.WavefrontsBefore += Counts[0];
    Plan.WavefrontsAfter += Counts[1];
    Plan.WorseSomewhere |= Counts[1] > Counts[0];
  }
  return std::move(Plan);
}

ReaddressPlan f2layout::planReaddress(const ReaddressContext &C,
                                      const Spread &Map) {
  return Planner(C, Map).run();
}
