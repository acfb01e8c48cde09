//===- Reduction.cpp - Every line of a tensor becomes one element ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/Reduction.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/lines/LineDirections.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

/// R without bit Pivot.
static uint64_t removeBit(uint64_t R, unsigned Pivot) {
  const uint64_t Low = maskTrailingOnes<uint64_t>(Pivot);
  return (R & Low) | (R >> 1 & ~Low);
}

namespace {

/// Words that so many elements make.
unsigned wordsOf(unsigned Registers, unsigned ElementBits) {
  return divideCeil(Registers * ElementBits, 32);
}

class ReductionPlanner {
public:
  ReductionPlanner(const LinearLayout &From, unsigned Axis,
                   const LinearLayout &To, unsigned ElementBits,
                   const Machine &M, FoldTraits Traits,
                   const MovePlanner &Planner)
      : Has(lineImages(From, Axis)), Wants(lineImages(To)),
        ElementBits(ElementBits), M(M), Traits(Traits), Planner(Planner) {
    R.NumSources = 1u << Has.Register.size();
    R.NumResults = 1u << Wants.Register.size();
  }
  Expected<Reduction> plan();

private:
  void rename(Reduction &To, SmallVector<unsigned, 16> Sources) const;
  void fold(Reduction &To, unsigned Registers, ReduceStep Step) const;
  void keepDistinct();
  void foldRegisters();
  void foldLanes(unsigned Splits);
  bool splitLanes(const ThreadBits &D);
  Expected<Reduction> foldWarps();
  Expected<Reduction> withSplits(unsigned Splits) const;
  bool foldWarpAtOnce(ArrayRef<ThreadBits> Lanes);
  Error moveTo(Reduction &To, const LineImages &From, const LineImages &Next);
  Error finish(Reduction &To, const LineImages &From);
  LineImages partialResults() const;
  Expected<Reduction> byRegisters(const LineImages &Partial);
  Expected<Reduction> byLanes(const LineImages &Partial, unsigned InLanes);
  Expected<Reduction> byExchange(const LineImages &Partial);

  LineImages Has, Wants;
  const unsigned ElementBits;
  const Machine &M;
  const FoldTraits Traits;
  const MovePlanner &Planner;
  /// The differences that are left to fold.
  SmallVector<ThreadBits, 8> Left;
  SmallVector<ThreadBits, 8> Copies;
  Echelon<uint64_t> Folded; ///< What is along the axis and done.
  Reduction R;
};

} // namespace

void ReductionPlanner::rename(Reduction &To,
                              SmallVector<unsigned, 16> Sources) const {
  ReduceStep S;
  S.K = ReduceStep::Rename;
  S.Sources = std::move(Sources);
  To.Steps.push_back(std::move(S));
}

/// Adds the step, and its price, for so many results.
void ReductionPlanner::fold(Reduction &To, unsigned Registers,
                            ReduceStep Step) const {
  double Memory = 0, Alu = 0;
  if (Step.K != ReduceStep::Warp)
    Alu += Registers * std::max(1u, ElementBits / 32) * M.Costs.Select;
  const unsigned Words = wordsOf(Registers, ElementBits);
  if (Step.K == ReduceStep::Warp) {
    To.WarpReductions += Registers;
    Memory += Registers * Traits.WarpReduceClocks;
  } else if (Step.Lanes) {
    To.Shuffles += Words;
    if (!(M.Butterflies >> Step.Lanes & 1))
      Memory += Words * M.Costs.Shuffle;
    else
      (M.ButterflyPipe == Pipe::Alu ? Alu : Memory) +=
          Words * M.Costs.Butterfly;
    if (ElementBits < 32 && Registers > 1)
      Alu += 2 * Words * M.Costs.Permute;
    if (Step.K == ReduceStep::Split) {
      const unsigned Selects = 2 * Registers * std::max(1u, ElementBits / 32);
      To.Selects += Selects;
      Alu += Selects * M.Costs.Select;
    }
  }
  // The warp waits for what it has shuffled.
  if (Step.Lanes || Step.K == ReduceStep::Warp)
    To.Clocks += M.Costs.WarpBarrier;
  To.Operations += Step.K == ReduceStep::Warp ? 0 : Registers;
  To.Clocks += std::max(Memory, Alu);
  To.Steps.push_back(std::move(Step));
}

void ReductionPlanner::keepDistinct() {
  const DistinctRegisters D = distinctRegisters(Has.Register);
  if (D.areAll())
    return;
  SmallVector<unsigned, 16> Sources;
  for (unsigned K = 0; K < 1u << D.Kept.size(); ++K)
    Sources.push_back(D.registerOf(K));
  rename(R, std::move(Sources));
  LineImageList Images;
  for (unsigned Bit : D.Kept)
    Images.push_back(Has.Register[Bit]);
  Has.Register = std::move(Images);
}

void ReductionPlanner::foldRegisters() {
  while (!Left.empty() && !Left.front().Lane && !Left.front().Warp) {
    const ThreadBits D = Left.front();
    Left.erase(Left.begin());
    Folded.insert(Has.of(D).Along);
    ReduceStep S;
    S.Registers = unsigned(D.Register);
    S.Pivot = Log2_64(D.Register);
    // Of two registers that were folded, either may stand for both.
    auto Renumber = [&](ThreadBits &Other) {
      if (Other.Register >> S.Pivot & 1)
        Other ^= D;
      Other.Register = removeBit(Other.Register, S.Pivot);
    };
    for_each(Left, Renumber);
    for_each(Copies, Renumber);
    Has.Register.erase(Has.Register.begin() + S.Pivot);
    fold(R, 1u << Has.Register.size(), std::move(S));
  }
}

/// One instruction instead of folds of lanes: all lanes must be folded, or hold
/// copies that do no harm. Registers must be the same everywhere.
bool ReductionPlanner::foldWarpAtOnce(ArrayRef<ThreadBits> Lanes) {
  if (!Traits.WarpReduceClocks || !Traits.AnyOrder || ElementBits > 32)
    return false;
  if (Lanes.size() < M.LaneBits &&
      (!Traits.Idempotent || Lanes.size() + Copies.size() < M.LaneBits))
    return false;
  auto MovesRegisters = [](const ThreadBits &D) { return D.Register != 0; };
  if (any_of(Lanes, MovesRegisters) ||
      (Lanes.size() < M.LaneBits && any_of(Copies, MovesRegisters)))
    return false;
  if (Traits.WarpReduceClocks + M.Costs.WarpBarrier >=
      Lanes.size() * (M.Costs.Butterfly + M.Costs.WarpBarrier))
    return false;
  ReduceStep S;
  S.K = ReduceStep::Warp;
  fold(R, 1u << Has.Register.size(), std::move(S));
  return true;
}

/// Two lanes share the registers. The lanes that differ by D differ by the
/// register's image afterwards.
bool ReductionPlanner::splitLanes(const ThreadBits &D) {
  if (D.Register || Has.Register.empty())
    return false;
  ReduceStep S;
  S.K = ReduceStep::Split;
  S.Lanes = unsigned(D.Lane);
  S.Pivot = Has.Register.size() - 1;
  S.LaneBit = Log2_64(D.Lane);
  for (ThreadBits &Other : Left) {
    // The lane's bit says which register it is now.
    if ((Other.Lane >> S.LaneBit & 1) != (Other.Register >> S.Pivot & 1))
      Other.Lane ^= D.Lane;
    Other.Register &= ~(uint64_t(1) << S.Pivot);
  }
  Has.Lane[S.LaneBit] ^= Has.Register.pop_back_val();
  fold(R, 1u << Has.Register.size(), std::move(S));
  return true;
}

void ReductionPlanner::foldLanes(unsigned Splits) {
  SmallVector<ThreadBits, 8> Lanes;
  while (Lanes.size() < Left.size() && !Left[Lanes.size()].Warp)
    Lanes.push_back(Left[Lanes.size()]);
  const bool AtOnce = !Lanes.empty() && !Splits && foldWarpAtOnce(Lanes);
  for (unsigned N = 0; N < Lanes.size(); ++N) {
    const ThreadBits D = Left.front();
    Left.erase(Left.begin());
    Folded.insert(Has.of(D).Along);
    if (AtOnce || (N < Splits && splitLanes(D)))
      continue;
    ReduceStep S;
    S.Lanes = unsigned(D.Lane);
    S.Registers = unsigned(D.Register);
    fold(R, 1u << Has.Register.size(), std::move(S));
  }
}

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
