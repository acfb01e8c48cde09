//===- Scan.cpp - Every element becomes the result of those before it -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/Scan.h"
#include "layouts/lines/ScanDigits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

namespace {

class ScanPlanner {
public:
  ScanPlanner(const LinearLayout &L, unsigned Axis, ScanKind Kind,
              unsigned ElementBits, const Machine &M, FoldTraits Traits,
              const MovePlanner &Planner)
      : Images(lineImages(L, Axis)), Exclusive(Kind.Exclusive),
        ElementBits(ElementBits), M(M), Traits(Traits), Planner(Planner) {
    S.NumRegisters = 1u << Images.Register.size();
    if (Kind.Reverse)
      Images.Offset.Along ^= maskTrailingOnes<uint64_t>(Images.AxisBits);
  }
  Expected<Scan> plan();

private:
  void keepDistinct();
  Error straighten();
  Expected<unsigned> addMove(const LineImages &From, const LineImages &To,
                             double WithPlan = 0);
  Expected<Scan> scan();
  bool findDigits();
  Error addMoves();
  Error exchange(unsigned N);
  double clocksOf(double Operations) const;
  double clocksOfLanes(const ScanDigit &D, unsigned RegisterBits) const;
  /// Words of 32 bits of 2^RegisterBits elements.
  unsigned wordsOf(unsigned RegisterBits) const {
    return divideCeil(ElementBits << RegisterBits, 32);
  }
  void countShuffles();

  LineImages Images;
  /// The layout of the call, if another one is scanned.
  std::optional<LineImages> Before;
  const bool Exclusive;
  const unsigned ElementBits;
  const Machine &M;
  const FoldTraits Traits;
  const MovePlanner &Planner;
  Scan S;
};

} // namespace

void ScanPlanner::keepDistinct() {
  const DistinctRegisters D = distinctRegisters(Images.Register);
  for (unsigned K = 0; K < 1u << D.Kept.size(); ++K)
    S.Sources.push_back(D.registerOf(K));
  for (unsigned R = 0; R < S.NumRegisters; ++R)
    S.Results.push_back(D.keptOf(R));
  LineImageList Kept;
  for (unsigned Bit : D.Kept)
    Kept.push_back(Images.Register[Bit]);
  Images.Register = std::move(Kept);
}

Expected<unsigned> ScanPlanner::addMove(const LineImages &From,
                                        const LineImages &To, double WithPlan) {
  Expected<LineMove> Move = moveBetween(From.layout(), To.layout(), ElementBits,
                                        M, Planner, WithPlan);
  if (!Move)
    return Move.takeError();
  S.Clocks += Move->Clocks + clocksBetween(S.Moves, *Move, M);
  S.Moves.push_back(std::move(*Move));
  return S.Moves.size() - 1;
}

/// From now on, another layout is scanned.
Error ScanPlanner::straighten() {
  const LineImages Straight = straightLayout(Images);
  Expected<unsigned> To = addMove(Images, Straight);
  if (!To)
    return To.takeError();
  S.To = *To;
  Before = Images;
  Images = Straight;
  return Error::success();
}

/// What steps of shuffles do not hide: they wait for each other.
double ScanPlanner::clocksOf(double Operations) const {
  return Operations * M.Costs.Select / 2;
}

/// Clocks of a digit in lanes, without the moves.
double ScanPlanner::clocksOfLanes(const ScanDigit &D,
                                  unsigned RegisterBits) const {
  const unsigned Steps = D.Bits.size() - D.InRegisters;
  const unsigned Words = wordsOf(RegisterBits),
                 Moved = wordsOf(RegisterBits - D.InRegisters);
  // Elements of which a group has one lie alone in their words.
  const bool Alone =
      D.InRegisters && ElementBits << (RegisterBits - D.InRegisters) < 32;
  const unsigned Combined = Alone ? 1u << RegisterBits : Words;
  double Operations = Combined * (Steps + D.InRegisters * 0.5);
  if (Alone)
    Operations += Combined;
  // Every step selects, unless it may combine an element with itself.
  if (!Traits.Idempotent || D.InRegisters)
    Operations += Moved * Steps;
  return Moved * Steps * M.Costs.Shuffle + clocksOf(Operations);
}

/// Brings bits of a digit in lanes to registers where that is cheaper.
Error ScanPlanner::exchange(unsigned N) {
  ScanDigit &D = S.Digits[N];
  const LineImages Has = elementsOfDigit(S, Images, N);
  const unsigned Registers = Has.Register.size();
  ScanDigit Other = D;
  Other.InRegisters = std::min<unsigned>(Registers, D.Bits.size());
  if (!Other.InRegisters)
    return Error::success();
  const LineImages Next = exchanged(Has, Other);
  const double Clocks = S.Clocks;
  const size_t Moves = S.Moves.size();
  Expected<unsigned> To = addMove(Has, Next);
  if (!To)
    return To.takeError();
  Expected<unsigned> From = addMove(Next, Has);
  if (!From)
    return From.takeError();
  Other.To = *To;
  Other.From = *From;
  const double Old = clocksOfLanes(D, Registers),
               New = S.Clocks - Clocks + clocksOfLanes(Other, Registers);
  if (New < Old) {
    D = Other;
    return Error::success();
  }
  S.Clocks = Clocks;
  S.Moves.resize(Moves);
  return Error::success();
}

/// The last lanes of the groups of a digit store what the warps get, and what
/// the others have is not asked for.
static void keepLast(ScanDigit &D, ScratchPlaces &Places) {
  D.LastStays = true;
  Places.Storing |= D.with(0, D.count() - 1);
}

Error ScanPlanner::addMoves() {
  for (unsigned N = 0; N < S.Digits.size(); ++N) {
    ScanDigit &D = S.Digits[N];
    if (D.K == ScanDigit::Lane)
      if (Error E = exchange(N))
        return E;
    if (D.K != ScanDigit::Warp)
      continue;
    const LineImages Has = elementsOfDigit(S, Images, N);
    LineImages Wants = Has;
    const unsigned Bits = D.Bits.size();
    for (unsigned J = 0; J < Bits; ++J) {
      const LineImage Bit{uint64_t(1) << (Has.LineBits - Bits + J), 0};
      if (Bits > 1)
        Wants.Register.push_back(Bit);
      else
        Wants.Offset ^= Bit;
    }
    const bool MayStay =
        N && N + 1 == S.Digits.size() && S.Digits[N - 1].K == ScanDigit::Lane;
    const double Shuffles =
        MayStay ? wordsOf(Has.Register.size()) * M.Costs.Shuffle : 0;
    Expected<unsigned> Move = addMove(Has, Wants, Shuffles);
    if (!Move)
      return Move.takeError();
    D.Moved = *Move;
    if (MayStay && S.Moves[*Move].Places)
      keepLast(S.Digits[N - 1], *S.Moves[*Move].Places);
    // The other warps' blocks, and for each bit what lies before.
    S.Clocks += clocksOf(wordsOf(Has.Register.size()) * (D.count() + Bits - 1));
  }
  return Error::success();
}

/// A shuffle for each bit of a digit in lanes, one for the lanes before unless
/// that is a difference, and one for the last result if it is asked for.
void ScanPlanner::countShuffles() {
  for (unsigned N = 0; N < S.Digits.size(); ++N) {
    ScanDigit &D = S.Digits[N];
    if (D.K != ScanDigit::Lane)
      continue;
    D.Subtracts = Traits.Invertible && ElementBits >= 32;
    const unsigned Bits = registersAbove(S, N).size();
    const unsigned Steps = D.Bits.size() - D.InRegisters;
    const unsigned Each = ((N > 0 || Exclusive) && !D.Subtracts) +
                          (N + 1 < S.Digits.size() && !D.LastStays);
    S.Shuffles += wordsOf(Bits) * Each + wordsOf(Bits - D.InRegisters) * Steps;
    S.Clocks += wordsOf(Bits) * Each * M.Costs.Shuffle + clocksOfLanes(D, Bits);
  }
}

/// The scan of the layout that is known now.
Expected<Scan> ScanPlanner::scan() {
  if (Error E = addMoves())
    return E;
  if (Before) {
    Expected<unsigned> From = addMove(Images, *Before);
    if (!From)
      return From.takeError();
    S.From = *From;
  }
  countShuffles();
  return std::move(S);
}

/// Finds the digits of the layout.
bool ScanPlanner::findDigits() {
  S.RegisterBits = Images.Register.size();
  std::optional<SmallVector<ScanDigit, 6>> Digits = digitsOf(Images);
  if (Digits)
    S.Digits = std::move(*Digits);
  return Digits && fits(S);
}

Expected<Scan> ScanPlanner::plan() {
  keepDistinct();
  ScanPlanner Moved = *this;
  const bool IsStraight = findDigits();
  // Another layout has another order.
  if (IsStraight && !Traits.AnyOrder)
    return scan();
  if (Error E = Moved.straighten())
    return E;
  Moved.findDigits();
  Expected<Scan> Best = Moved.scan();
  if (!IsStraight || !Best)
    return Best;
  Expected<Scan> Own = scan();
  if (!Own)
    return Own.takeError();
  if (Own->Clocks <= Best->Clocks)
    *Best = std::move(*Own);
  return Best;
}

Expected<Scan> planScan(const LinearLayout &L, uint64_t Axis, ScanKind Kind,
                        unsigned ElementBits, const Machine &M,
                        FoldTraits Traits, const MovePlanner &Planner) {
  if (Error E = checkLineThreads(L, "the source layout", M.LaneBits,
                                 "a scan stays in its block"))
    return E;
  if (Error E = checkLines(L, Axis))
    return E;
  return ScanPlanner(L, unsigned(Axis), Kind, ElementBits, M, Traits, Planner)
      .plan();
}

} // namespace layouts
} // namespace f2layout
