//===- LayoutPrices.cpp - What layouts of tensors cost --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/choose/LayoutPrices.h"
#include "layouts/lines/Scan.h"
#include "layouts/plan/GatherPlan.h"
#include "layouts/plan/LayoutConversion.h"
#include "passes/layoutcalls/lower/LowerCalls.h"
#include "passes/price/Residency.h"
#include "passes/tensors/staging/StagedRead.h"

using namespace llvm;
using namespace f2layout;

LayoutPrices::LayoutPrices(const TensorProgram &P, LayoutTable &Table,
                           OpLayouts &Ops, const Target &T, const Options &O,
                           uint64_t ScratchBytes, unsigned LiveWords)
    : P(P), Table(Table), Ops(Ops), T(T), O(O), ScratchBytes(ScratchBytes) {
  const unsigned Registers =
      std::min(LiveWords + UsualReserve, std::max(1u, T.MaxRegisters));
  const unsigned Threads = 1u << Table.threadBits();
  const unsigned Most = residentWarps(T, Threads, 0),
                 Warps = residentWarps(T, Threads, Registers);
  if (!Warps || Warps >= Most)
    return;
  const double Fewer = double(Most) / Warps;
  MoreForBarrier = T.M.Costs.BlockBarrier * (Fewer * Fewer - 1);
}

/// The width in which elements travel.
static unsigned travelBits(const TensorType &Type) {
  return std::max(8u, Type.elementBits());
}

double LayoutPrices::conversion(LayoutId From, LayoutId To,
                                const TensorType &Type, double Weight) {
  if (From == To)
    return 0;
  const unsigned Bits = travelBits(Type);
  auto [It, New] = Conversions.try_emplace({From, To, Bits});
  if (New)
    It->second = computeConversion(From, To, Bits);
  return often(It->second, Weight);
}

/// Without a plan in that scratch, a conversion takes several rounds; this only
/// ranks them.
static double clocksWithoutPlan(const LayoutTable &Table, LayoutId To) {
  return 100.0 * Table.registers(To);
}

/// Plans of shuffles for more registers of a thread take long to find, and are
/// seldom cheaper than memory: they do not count where memory may be used.
static constexpr unsigned MostByShuffles = 32;

LayoutPrices::Price LayoutPrices::computeConversion(LayoutId From, LayoutId To,
                                                    unsigned Bits) {
  Expected<MaybeConversion> Move =
      conversionBetween(Table[From], Table[To], Bits, T.M.LaneBits);
  if (!Move) {
    consumeError(Move.takeError());
    return {Impossible};
  }
  if (!Move->Wanted)
    return {Impossible};
  Options Allowed = O;
  if (std::max(Table.registers(From), Table.registers(To)) > MostByShuffles)
    Allowed.Shuffle = !O.Shared;
  std::optional<Plan> Best = planCall(1u << Table.warpBits(), *Move->Wanted, T,
                                      Allowed, unsigned(ScratchBytes));
  if (!Best)
    return {clocksWithoutPlan(Table, To), 1};
  return {Best->Cost.Clocks, Best->Cost.BlockBarriers};
}

/// Barriers of moves, and those between them.
static unsigned barriersOf(ArrayRef<LineMove> Moves) {
  unsigned Count = 0, InMemory = 0;
  for (const LineMove &M : Moves) {
    Count += M.Best ? M.Best->Cost.BlockBarriers : 1;
    InMemory += M.usesMemory();
  }
  return Count + std::max(1u, InMemory) - 1;
}

LayoutPrices::Price LayoutPrices::line(const TensorNode &N, LayoutId From,
                                       LayoutId To) {
  const unsigned Kind = unsigned(N.Call.Line) * 128 + N.Call.Axis * 8 +
                        N.Call.Exclusive * 4 + N.Call.Reverse * 2 +
                        N.is(TensorOp::Scan);
  const unsigned Bits = travelBits(N.Type);
  const auto Known =
      Lines.try_emplace({Kind, Bits, From, To}, Price{Impossible});
  Price &Found = Known.first->second;
  if (!Known.second)
    return Found;
  auto PlanOf = [&](const Conversion &Move) {
    return planCall(1u << Table.warpBits(), Move, T, O, unsigned(ScratchBytes));
  };
  const MovePlanner Planner{PlanOf, O.Shared ? ScratchBytes : 0};
  auto Take = [&](auto Planned) {
    if (Planned)
      Found = {Planned->Clocks, barriersOf(Planned->Moves)};
    else
      consumeError(Planned.takeError());
  };
  if (N.is(TensorOp::Scan))
    Take(planScan(Table[From], N.Call.Axis, {N.Call.Reverse, N.Call.Exclusive},
                  Bits, T.M, traitsOf(N.Call.Line, T), Planner));
  else
    Take(planReduction(Table[From], N.Call.Axis, Table[To], Bits, T.M,
                       traitsOf(N.Call.Line, T), Planner));
  return Found;
}

LayoutPrices::Price LayoutPrices::gather(const TensorNode &N, LayoutId From,
                                         LayoutId To) {
  const unsigned Bits = travelBits(N.Type);
  auto [It, New] =
      Gathers.try_emplace({N.Call.Axis, Bits, From, To}, Price{Impossible});
  if (!New)
    return It->second;
  Expected<Gather> Wanted =
      gatherBetween(Table[From], Table[To], N.Call.Axis, Bits);
  if (!Wanted) {
    consumeError(Wanted.takeError());
    return It->second;
  }
  GatherOptions Allowed;
  Allowed.AllowShared = O.Shared;
  Allowed.AllowShuffle = O.Shuffle;
  Allowed.ScratchLimit = ScratchBytes;
  Expected<GatherPlan> Best =
      planGather(Table[From], Table[To], N.Call.Axis, *Wanted, T.M, Allowed);
  if (Best) {
    It->second = {Best->Cost.Clocks, Best->Cost.BlockBarriers};
    return It->second;
  }
  consumeError(Best.takeError());
  return It->second = {clocksWithoutPlan(Table, To), 1};
}

/// Instructions that a map takes for each element.
static unsigned instructionsOf(const Function &F) {
  unsigned Count = 0;
  for (const BasicBlock &BB : F)
    Count += BB.size();
  return std::max(1u, Count) - 1; // Not the return.
}

double LayoutPrices::operation(NodeId N, LayoutId L, LayoutId FirstOperand) {
  if (P[N].is(TensorOp::Convert))
    return conversion(FirstOperand, L, P[N].Type, P[N].Weight);
  return often(once(N, L, FirstOperand), P[N].Weight);
}

LayoutPrices::Price LayoutPrices::once(NodeId N, LayoutId L,
                                       LayoutId FirstOperand) {
  const TensorNode &Node = P[N];
  const double PerRegister = T.M.Costs.Select * Table.registers(L);
  switch (Node.K) {
  case TensorNode::Undefined:
  case TensorNode::Phi:
    return {};
  case TensorNode::Select:
    return {PerRegister};
  case TensorNode::Operation:
    break;
  }
  switch (Node.Call.Op) {
  case TensorOp::Load:
  case TensorOp::Store:
  case TensorOp::Stage: {
    auto [It, New] = Memory.try_emplace({N, L}, 0);
    if (New)
      It->second = access(N).price(Table, L, Node.Type.elementBits(),
                                   Node.is(TensorOp::Store), T);
    return {It->second};
  }
  case TensorOp::Wait:
    return {stagedReadPrice(Node.Type, StagedMinor.at(N), Table, L, T)};
  case TensorOp::Splat:
    return {};
  case TensorOp::Iota:
    return {PerRegister};
  case TensorOp::Map:
    return {PerRegister * instructionsOf(*Node.Call.Mapped)};
  case TensorOp::Reduce:
    return line(Node, FirstOperand, L);
  case TensorOp::Scan:
    return line(Node, L, L);
  case TensorOp::Gather:
    return gather(Node, FirstOperand, L);
  case TensorOp::Dot: {
    const DotChoice *C = Ops.dotChoice(N, L);
    return {C ? C->Clocks : Impossible};
  }
  case TensorOp::Convert: // A conversion.
  case TensorOp::Trans:
  case TensorOp::Reshape:
  case TensorOp::ExpandDims:
  case TensorOp::Broadcast:
  case TensorOp::Join:
  case TensorOp::Split:
    return {};
  }
  llvm_unreachable("covered switch");
}
