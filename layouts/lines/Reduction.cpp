//===- Reduction.cpp - Every line of a tensor becomes one element ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/Reduction.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/lines/ReductionPlanner.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

Expected<Reduction> ReductionPlanner::withSplits(unsigned Splits) const {
  ReductionPlanner P = *this;
  P.foldLanes(Splits);
  return P.foldWarps();
}

Expected<Reduction> ReductionPlanner::plan() {
  keepDistinct();
  Directions D = directionsOf(Has);
  Left = std::move(D.Folds);
  Copies = std::move(D.LaneCopies);
  foldRegisters();
  Expected<Reduction> Best = withSplits(0);
  const unsigned InLanes =
      count_if(Left, [](const ThreadBits &B) { return !B.Warp; });
  const unsigned Most = std::min<unsigned>(InLanes, Has.Register.size());
  for (unsigned Splits = 1; Best && Splits <= Most; ++Splits) {
    Expected<Reduction> Other = withSplits(Splits);
    if (!Other)
      return Other.takeError();
    if (Other->Clocks < Best->Clocks)
      *Best = std::move(*Other);
  }
  return Best;
}

/// The dimensions of a reduction's result: those of the source without one.
static Error checkResult(const LinearLayout &From, uint64_t Axis,
                         const LinearLayout &To) {
  SmallVector<uint64_t> Wanted, There;
  for (auto [D, Size] : enumerate(shapeOf(From)))
    if (D != Axis && Size != 1)
      Wanted.push_back(Size);
  for (uint64_t Size : shapeOf(To))
    if (Size != 1)
      There.push_back(Size);
  if (Wanted == There)
    return Error::success();
  SmallVector<uint64_t> Left = shapeOf(From);
  Left.erase(Left.begin() + Axis);
  return layoutError("the destination's tensor is " + pointText(shapeOf(To)) +
                     ", expected " + pointText(Left) +
                     ", the source's without axis " + Twine(Axis));
}

Expected<Reduction> planReduction(const LinearLayout &From, uint64_t Axis,
                                  const LinearLayout &To, unsigned ElementBits,
                                  const Machine &M, FoldTraits Traits,
                                  const MovePlanner &Planner) {
  const StringRef Why = "a reduction stays in its block";
  if (Error E = checkLineThreads(From, "the source layout", M.LaneBits, Why))
    return E;
  if (Error E = checkLineThreads(To, "the destination layout", M.LaneBits, Why))
    return E;
  if (From.inputBits("warp") != To.inputBits("warp"))
    return layoutError(
        "the source layout has 2^" + Twine(From.inputBits("warp")) +
        " warps, the destination layout 2^" + Twine(To.inputBits("warp")) +
        ", expected the same" + copiesHint("warps"));
  if (Error E = checkLines(From, Axis))
    return E;
  if (Error E = checkResult(From, Axis, To))
    return E;
  return ReductionPlanner(From, unsigned(Axis), To, ElementBits, M, Traits,
                          Planner)
      .plan();
}

} // namespace layouts
} // namespace f2layout
