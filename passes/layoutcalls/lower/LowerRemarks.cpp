//===- LowerRemarks.cpp - What layout calls became ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/layoutcalls/lower/LowerFunction.h"
#include "passes/price/AccessCost.h"
#include <cmath>

#define DEBUG_TYPE "f2layout-lower"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

/// "gather of 4 x float became ", to be completed.
UserRemark FunctionLowering::beginRemark(const Lowering &L, StringRef Name,
                                         double Clocks,
                                         KernelRemarks &Out) const {
  const LayoutCall &C = L.C;
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, Name, *C.Call);
  R.Worth = Clocks * Out.timesOf(*C.Call->getParent());
  R << NV("Call",
          C.Kind == LayoutCallKind::Convert ? "conversion" : verbOf(C.Kind));
  if (C.isAlongAxis())
    R << " by " << NV("Operation", nameOf(C.Op));
  R << " of " << NV("Registers", 1u << C.Threads.inputBits("register")) << " x "
    << NV("ElementType", C.Element) << " became ";
  return R;
}

/// ": 5.5 clocks per warp".
void FunctionLowering::addClocks(UserRemark &R, double Clocks) const {
  R << ": " << NV("Clocks", clockText(Clocks)) << " clocks per "
    << vocabularyOf(F).Warp;
}

UserRemark FunctionLowering::windowsRemark(const Lowering &L,
                                           KernelRemarks &Out) const {
  const ScratchWindows &W = *L.Windows;
  UserRemark R = beginRemark(L, "ByWindows", 1, Out);
  R.Places = "calls";
  R.count("Stores", W.Stores.size(), "store") << " and ";
  R.count("Loads", 1u << L.C.Other.inputBits("register"), "load") << ", ";
  R.count("Windows", W.windows(), "time")
      << " through " << NV("Bytes", W.bytes()) << " bytes";
  if (L.Gathers) {
    const GatherPlan &P = *L.Gathers;
    addClocks(R, P.Cost.Clocks);
    if (P.RunnerUp != Route::Nothing)
      R << ", by shuffles " << NV("ShuffleClocks", clockText(P.RunnerUpClocks));
  }
  return R;
}

UserRemark FunctionLowering::gatherRemark(const Lowering &L,
                                          KernelRemarks &Out) const {
  const GatherPlan &P = *L.Gathers;
  UserRemark R = beginRemark(L, "GatherLowered", P.Cost.Clocks, Out);
  R.Places = "gathers";
  R.count("Shuffles", P.Cost.Shuffles, "shuffle") << ", ";
  R.count("Selects", P.Cost.Selects, "select") << " and ";
  R.count("Permutes", P.Cost.Permutes, "permute");
  addClocks(R, P.Cost.Clocks);
  if (P.RunnerUp != Route::Nothing)
    R << ", through memory " << NV("MemoryClocks", clockText(P.RunnerUpClocks));
  return R;
}

UserRemark FunctionLowering::conversionRemark(const Lowering &L,
                                              KernelRemarks &Out) const {
  const Plan &P = *L.Converts;
  UserRemark R = beginRemark(L, "ConversionLowered", P.Cost.Clocks, Out);
  R.Places = "conversions";
  R << NV("Shuffles", P.Cost.Shuffles) << " shuffles, "
    << NV("Stores", P.Cost.Stores) << " stores, " << NV("Loads", P.Cost.Loads)
    << " loads, " << NV("BlockBarriers", P.Cost.BlockBarriers)
    << " block barriers";
  addClocks(R, P.Cost.Clocks);
  R << ", bound " << NV("Bound", clockText(P.BoundClocks));
  return R;
}

/// The instructions of a reduction's or a scan's moves.
static PlanCost costOfMoves(const LineLowering &Lines, unsigned ElementBits) {
  PlanCost Moves;
  for (const LineMove &M : Lines.moves()) {
    if (M.Places) {
      const PlaceAccesses A = accessesOf(*M.Places, ElementBits);
      Moves.Stores += A.Stores;
      Moves.Loads += A.Loads;
      ++Moves.BlockBarriers;
    }
    if (!M.Best)
      continue;
    Moves.Shuffles += M.Best->Cost.Shuffles;
    Moves.Stores += M.Best->Cost.Stores;
    Moves.Loads += M.Best->Cost.Loads;
    Moves.BlockBarriers += M.Best->Cost.BlockBarriers;
  }
  return Moves;
}

UserRemark FunctionLowering::linesRemark(const Lowering &L,
                                         KernelRemarks &Out) const {
  const LineLowering &Lines = *L.Lines;
  const PlanCost Moves = costOfMoves(Lines, L.C.ElementBits);
  const bool InWindows = any_of(
      Lines.moves(), [](const LineMove &M) { return !M.Best && !M.Places; });
  UserRemark R =
      beginRemark(L, "LinesLowered", InWindows ? 1 : Lines.clocks(), Out);
  R.Places = "calls";
  if (Lines.Reduces && Lines.Reduces->WarpReductions)
    R.count("WarpReductions", Lines.Reduces->WarpReductions, "reduction")
        << " of whole " << vocabularyOf(F).Warp << "s, ";
  R.count("Shuffles", Lines.shuffles() + Moves.Shuffles, "shuffle") << ", ";
  R.count("Stores", Moves.Stores, "store") << ", ";
  R.count("Loads", Moves.Loads, "load") << ", ";
  R.count("BlockBarriers", Moves.BlockBarriers, "block barrier");
  if (InWindows)
    R << ", and moves through memory of which there is too little for all at "
         "once";
  else
    addClocks(R, Lines.clocks());
  return R;
}

UserRemark FunctionLowering::choiceRemark(const Lowering &L,
                                          const Lowering::Choice &Choice,
                                          KernelRemarks &Out) const {
  const bool IsLater = L.Later && Choice.WhyNot.empty();
  // A move through memory in parts has no price.
  const bool HasClocks = Choice.WhyNot.empty() &&
                         std::isfinite(Choice.WideClocks) &&
                         std::isfinite(Choice.NarrowClocks);
  UserRemark R(IsLater ? UserRemark::Passed : UserRemark::Missed, DEBUG_TYPE,
               IsLater ? "WidenedLater" : "WidenedBefore", *L.C.Call);
  if (HasClocks)
    R.Worth = Out.timesOf(*L.C.Call->getParent()) *
              std::abs(Choice.WideClocks - Choice.NarrowClocks);
  R.Places = "calls";
  R << (L.C.Kind == LayoutCallKind::Gather ? "gather" : "conversion")
    << " of elements that are widened from " << NV("NarrowType", Choice.Narrow)
    << " to " << NV("WideType", Choice.Wide);
  if (!Choice.WhyNot.empty())
    R << " does not move the narrow ones: " << Choice.WhyNot;
  else
    R << (IsLater ? " moves the narrow ones" : " moves the wide ones");
  if (HasClocks) {
    addClocks(R, IsLater ? Choice.NarrowClocks : Choice.WideClocks);
    R << " with the widening, the " << (IsLater ? "wide" : "narrow") << " ones "
      << NV("OtherClocks",
            clockText(IsLater ? Choice.WideClocks : Choice.NarrowClocks));
  }
  R.Subject = R.text();
  return R;
}

void FunctionLowering::remark(const Lowering &L, KernelRemarks &Out) const {
  if (!L.C.exchanges())
    return;
  for (const Lowering::Choice &Choice : L.Choices)
    Out.add([&] { return choiceRemark(L, Choice, Out); });
  Out.add([&] {
    UserRemark R = L.Windows   ? windowsRemark(L, Out)
                   : L.Lines   ? linesRemark(L, Out)
                   : L.Gathers ? gatherRemark(L, Out)
                               : conversionRemark(L, Out);
    R.Subject = R.text();
    return R;
  });
}
