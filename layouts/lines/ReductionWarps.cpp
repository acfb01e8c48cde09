//===- ReductionWarps.cpp - Partial results of warps, together ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/ReductionPlanner.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

/// What the warps hold now: lines, and along the axis only what the differences
/// that are left lead to, each by one bit.
LineImages ReductionPlanner::partialResults() const {
  Echelon<uint64_t> Axis;
  // Filed again, with labels.
  for (uint64_t Done : Folded.reducedBasis()) {
    Echelon<uint64_t>::Entry E{Done, 0};
    Axis.insert(E);
  }
  for (auto [I, D] : enumerate(Left)) {
    Echelon<uint64_t>::Entry E{Has.of(D).Along, uint64_t(1) << I};
    Axis.insert(E);
  }
  LineImages P = Has;
  P.AxisBits = Left.size();
  auto Coset = [&](LineImage &I) {
    I.Along = Axis.reduce(Echelon<uint64_t>::Entry{I.Along, 0}).Label;
  };
  for (LineImageList *Images : {&P.Register, &P.Lane, &P.Warp})
    for_each(*Images, Coset);
  Coset(P.Offset);
  return P;
}

Error ReductionPlanner::moveTo(Reduction &To, const LineImages &From,
                               const LineImages &Next) {
  Expected<LineMove> Move =
      moveBetween(From.layout(), Next.layout(), ElementBits, M, Planner);
  if (!Move)
    return Move.takeError();
  if (isIdentity(Move->Wanted))
    return Error::success();
  To.Clocks += Move->Clocks + clocksBetween(To.Moves, *Move, M);
  ReduceStep S;
  S.K = ReduceStep::Move;
  S.Moved = To.Moves.size();
  To.Moves.push_back(std::move(*Move));
  To.Steps.push_back(std::move(S));
  return Error::success();
}

/// From whole lines to the registers that are wanted.
Error ReductionPlanner::finish(Reduction &To, const LineImages &From) {
  const DistinctRegisters D = distinctRegisters(Wants.Register);
  LineImages Distinct = Wants;
  Distinct.Register.clear();
  for (unsigned Bit : D.Kept)
    Distinct.Register.push_back(Wants.Register[Bit]);
  if (Error E = moveTo(To, From, Distinct))
    return E;
  if (D.areAll())
    return Error::success();
  SmallVector<unsigned, 16> Sources;
  for (unsigned W = 0; W < 1u << D.InKept.size(); ++W)
    Sources.push_back(D.keptOf(W));
  rename(To, std::move(Sources));
  return Error::success();
}

/// The folds of the lowest register bits, one after the other.
static ReduceStep foldOfLowestRegister() {
  ReduceStep S;
  S.Registers = 1;
  S.Pivot = 0;
  return S;
}

/// Images of one bit along the axis each.
static LineImageList placesAlong(unsigned Count) {
  LineImageList Images;
  for (unsigned J = 0; J < Count; ++J)
    Images.push_back({0, uint64_t(1) << J});
  return Images;
}

Expected<Reduction> ReductionPlanner::byRegisters(const LineImages &Partial) {
  Reduction New = R;
  const DistinctRegisters D = distinctRegisters(Wants.Register);
  LineImages Next = Wants;
  Next.AxisBits = Partial.AxisBits;
  Next.Register = placesAlong(Partial.AxisBits);
  for (unsigned Bit : D.Kept)
    Next.Register.push_back(Wants.Register[Bit]);
  if (Error E = moveTo(New, Partial, Next))
    return E;
  for (unsigned Bits = Next.Register.size(), J = 0; J < Partial.AxisBits; ++J)
    fold(New, 1u << --Bits, foldOfLowestRegister());
  LineImages Now = Wants;
  Now.Register.clear();
  for (unsigned Bit : D.Kept)
    Now.Register.push_back(Wants.Register[Bit]);
  if (Error E = finish(New, Now))
    return E;
  return New;
}

Expected<Reduction> ReductionPlanner::byLanes(const LineImages &Partial,
                                              unsigned InLanes) {
  Reduction New = R;
  const LineImages Lines = withoutAxis(Partial);
  const SpareBits Spare = spareBits(Lines);
  const unsigned InRegisters = Partial.AxisBits - InLanes;
  LineImages Next = Lines;
  Next.AxisBits = Partial.AxisBits;
  Next.Register = placesAlong(InRegisters);
  append_range(Next.Register, Lines.Register);
  for (unsigned J = 0; J < InLanes; ++J)
    Next.Lane[Spare.Lanes[J].Bit].Along = uint64_t(1) << (InRegisters + J);
  if (Error E = moveTo(New, Partial, Next))
    return E;
  for (unsigned Bits = Next.Register.size(), J = 0; J < InRegisters; ++J)
    fold(New, 1u << --Bits, foldOfLowestRegister());
  for (unsigned J = 0; J < InLanes; ++J) {
    ReduceStep S;
    S.Lanes = unsigned(Spare.Lanes[J].Difference.Lane);
    S.Registers = unsigned(Spare.Lanes[J].Difference.Register);
    fold(New, 1u << Lines.Register.size(), std::move(S));
  }
  if (Error E = finish(New, Lines))
    return E;
  return New;
}

Expected<Reduction> ReductionPlanner::byExchange(const LineImages &Partial) {
  Reduction New = R;
  LineImages Lines = withoutAxis(Partial);
  const SpareBits Spare = spareBits(Lines);
  const unsigned Exchanged =
      std::min<unsigned>({Partial.AxisBits, unsigned(Lines.Register.size()),
                          unsigned(Spare.Warps.size())});
  for (unsigned J = 0; J < Exchanged; ++J)
    Lines.Warp[Spare.Warps[J].Bit] = Lines.Register.pop_back_val();
  LineImages Next = Lines;
  Next.AxisBits = Partial.AxisBits;
  Next.Register = placesAlong(Partial.AxisBits);
  append_range(Next.Register, Lines.Register);
  if (Error E = moveTo(New, Partial, Next))
    return E;
  for (unsigned Bits = Next.Register.size(), J = 0; J < Partial.AxisBits; ++J)
    fold(New, 1u << --Bits, foldOfLowestRegister());
  if (Error E = finish(New, Lines))
    return E;
  return New;
}

Expected<Reduction> ReductionPlanner::foldWarps() {
  const LineImages Partial = partialResults();
  if (Left.empty()) {
    if (Error E = finish(R, withoutAxis(Partial)))
      return E;
    return std::move(R);
  }
  std::optional<Reduction> Best;
  auto Try = [&](Expected<Reduction> New) -> Error {
    if (!New)
      return New.takeError();
    if (!Best || New->Clocks < Best->Clocks)
      Best = std::move(*New);
    return Error::success();
  };
  // The exchange takes no more registers than there are, or one line's places.
  if (Error E = Try(byExchange(Partial)))
    return E;
  auto Fits = [](unsigned Bits) { return 1u << Bits <= MaxPlanRegisters; };
  const unsigned Wanted = distinctRegisters(Wants.Register).Kept.size();
  if (Fits(Wanted + Partial.AxisBits))
    if (Error E = Try(byRegisters(Partial)))
      return E;
  const unsigned Spare = std::min<unsigned>(
      spareBits(withoutAxis(Partial)).Lanes.size(), Partial.AxisBits);
  for (unsigned InLanes = 1; InLanes <= Spare; ++InLanes)
    if (Fits(Partial.Register.size() + Partial.AxisBits - InLanes))
      if (Error E = Try(byLanes(Partial, InLanes)))
        return E;
  return std::move(*Best);
}

} // namespace layouts
} // namespace f2layout
