//===- Scan.cpp - Every element becomes the result of those before it -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/Scan.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

uint64_t ScanDigit::with(uint64_t Number, unsigned Value) const {
  for (auto [I, Bit] : enumerate(Bits)) {
    Number &= ~(uint64_t(1) << Bit);
    Number |= uint64_t((Value ^ Inverted) >> I & 1) << Bit;
  }
  return Number;
}

unsigned ScanDigit::valueIn(uint64_t Number) const {
  unsigned Value = 0;
  for (auto [I, Bit] : enumerate(Bits))
    Value |= unsigned(Number >> Bit & 1) << I;
  return Value ^ Inverted;
}

/// The digits of a layout; none if a bit does not move by one bit of the
/// position or in no other dimension, or if two move by the same.
static std::optional<SmallVector<ScanDigit, 6>>
digitsOf(const LineImages &Images) {
  struct Place {
    ScanDigit::Kind K;
    unsigned Bit;
  };
  SmallVector<std::optional<Place>, 12> Holds(Images.AxisBits);
  for (auto [List, K] : {std::pair(&Images.Register, ScanDigit::Register),
                         {&Images.Lane, ScanDigit::Lane},
                         {&Images.Warp, ScanDigit::Warp}})
    for (auto [Bit, Image] : enumerate(*List)) {
      if (!Image.Along)
        continue;
      if (Image.Line || !isPowerOf2_64(Image.Along))
        return std::nullopt;
      std::optional<Place> &Place = Holds[Log2_64(Image.Along)];
      if (Place)
        return std::nullopt;
      Place = {K, unsigned(Bit)};
    }
  SmallVector<ScanDigit, 6> Digits;
  for (auto [I, Place] : enumerate(Holds)) {
    if (!Place)
      return std::nullopt;
    if (Digits.empty() || Digits.back().K != Place->K) {
      Digits.emplace_back();
      Digits.back().K = Place->K;
    }
    ScanDigit &D = Digits.back();
    D.Inverted |= unsigned(Images.Offset.Along >> I & 1) << D.Bits.size();
    D.Bits.push_back(Place->Bit);
  }
  return Digits;
}

/// Bits of registers that hold an element for each digit above Digits[N - 1].
static SmallVector<unsigned, 8> registersAbove(const Scan &S, unsigned N) {
  SmallVector<unsigned, 8> Bits;
  for (unsigned Bit = 0; Bit < S.RegisterBits; ++Bit)
    if (none_of(ArrayRef(S.Digits).take_front(N), [&](const ScanDigit &D) {
          return D.K == ScanDigit::Register && is_contained(D.Bits, Bit);
        }))
      Bits.push_back(Bit);
  return Bits;
}

/// A thread has room for the elements of all warps.
static bool fits(const Scan &S) {
  for (auto [N, D] : enumerate(S.Digits))
    if (D.K == ScanDigit::Warp &&
        1u << (registersAbove(S, N).size() + D.Bits.size()) > MaxPlanRegisters)
      return false;
  return true;
}

/// The layout of the same threads that has the lowest bits of the position in
/// registers, then in lanes, then in warps, then the lines in the same way.
static LineImages straightLayout(const LineImages &Of) {
  LineImages New;
  New.AxisBits = Of.AxisBits;
  New.LineBits = Of.LineBits;
  const unsigned Bits = Of.AxisBits + Of.LineBits,
                 Threads = Of.Lane.size() + Of.Warp.size();
  unsigned Next = 0;
  auto Add = [&](LineImageList &To, unsigned Count) {
    for (unsigned J = 0; J < Count; ++J, ++Next) {
      LineImage I;
      if (Next < Of.AxisBits)
        I.Along = uint64_t(1) << Next;
      else if (Next < Bits)
        I.Line = uint64_t(1) << (Next - Of.AxisBits);
      To.push_back(I);
    }
  };
  Add(New.Register, Bits > Threads ? Bits - Threads : 0);
  Add(New.Lane, Of.Lane.size());
  Add(New.Warp, Of.Warp.size());
  return New;
}

/// The elements of digit N as a tensor of lines of one element each: all that is
/// above the digit and beside it, then the digit in the highest bits. Bits of
/// lower digits hold copies.
static LineImages elementsOfDigit(const Scan &S, const LineImages &Images,
                                  unsigned N) {
  unsigned Below = 0;
  for (const ScanDigit &D : ArrayRef(S.Digits).take_front(N))
    Below += D.Bits.size();
  const unsigned Own = S.Digits[N].Bits.size();
  LineImages New;
  New.LineBits = Images.LineBits + Images.AxisBits - Below;
  auto Convert = [&](LineImage I) {
    const uint64_t Left = I.Along >> Below,
                   Digit = Left & maskTrailingOnes<uint64_t>(Own);
    return LineImage{I.Line | Left >> Own << Images.LineBits |
                         Digit << (New.LineBits - Own),
                     0};
  };
  for (unsigned Bit : registersAbove(S, N))
    New.Register.push_back(Convert(Images.Register[Bit]));
  for (const LineImage &I : Images.Lane)
    New.Lane.push_back(Convert(I));
  for (const LineImage &I : Images.Warp)
    New.Warp.push_back(Convert(I));
  New.Offset = Convert(Images.Offset);
  return New;
}

StringRef nameOf(ScanDigit::Kind K) {
  switch (K) {
  case ScanDigit::Register:
    return "register";
  case ScanDigit::Lane:
    return "lane";
  case ScanDigit::Warp:
    return "warp";
  }
  llvm_unreachable("covered switch");
}

void Scan::print(raw_ostream &OS) const {
  OS << "scan of " << NumRegisters << " registers, " << Sources.size()
     << " of them distinct\n";
  if (To)
    OS << "  move " << *To << " to " << (1u << RegisterBits) << " registers\n";
  for (const ScanDigit &D : Digits) {
    OS << "  digit of " << D.count() << ": " << nameOf(D.K) << " bits ["
       << joinNumbers(D.Bits, " ") << "]";
    if (D.Inverted)
      OS << ", inverted " << D.Inverted;
    if (D.K == ScanDigit::Warp)
      OS << ", by move " << D.Moved;
    OS << "\n";
  }
  if (From)
    OS << "  move " << *From << " back\n";
  OS << "  cost: " << Shuffles << " shuffles, " << Moves.size()
     << " moves\n  clocks: " << format("%.2f", Clocks) << "\n";
  for (auto [N, M] : enumerate(Moves)) {
    OS << "move " << N << ": ";
    printMove(M, OS);
  }
}

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
  Expected<unsigned> addMove(const LineImages &From, const LineImages &To);
  Error addWarpMoves();
  Error exchange(unsigned N);
  double clocksOfLanes(const ScanDigit &D, unsigned RegisterBits) const;
  void keepLast(ScanDigit &D, LineMove &Move);
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
                                        const LineImages &To) {
  Expected<LineMove> Move =
      moveBetween(From.layout(), To.layout(), ElementBits, M, Planner);
  if (!Move)
    return Move.takeError();
  S.Clocks += Move->Clocks + clocksBetween(S.Moves, *Move, M);
  S.Moves.push_back(std::move(*Move));
  return S.Moves.size() - 1;
}

/// Finds the digits, if necessary those of another layout.
Error ScanPlanner::straighten() {
  S.RegisterBits = Images.Register.size();
  if (auto Digits = digitsOf(Images)) {
    S.Digits = std::move(*Digits);
    if (fits(S))
      return Error::success();
  }
  const LineImages Straight = straightLayout(Images);
  Expected<unsigned> To = addMove(Images, Straight);
  if (!To)
    return To.takeError();
  S.To = *To;
  Before = Images;
  Images = Straight;
  S.RegisterBits = Images.Register.size();
  S.Digits = *digitsOf(Images);
  return Error::success();
}

/// The lowest bits of a digit, as many as InRegisters says, change places with
/// the highest bits of registers.
static LineImages exchanged(LineImages I, const ScanDigit &D) {
  const unsigned First = I.Register.size() - D.InRegisters;
  for (unsigned J = 0; J < D.InRegisters; ++J)
    std::swap(I.Register[First + J], I.Lane[D.Bits[J]]);
  return I;
}

/// Clocks of a digit in lanes, without the moves.
double ScanPlanner::clocksOfLanes(const ScanDigit &D,
                                  unsigned RegisterBits) const {
  auto Words = [&](unsigned Elements) {
    return double(divideCeil(ElementBits * Elements, 32));
  };
  const unsigned All = 1u << RegisterBits,
                 Steps = D.Bits.size() - D.InRegisters;
  const double Moved = Words(All >> D.InRegisters);
  // Every step combines and, unless that is no change, selects.
  double Alu = Words(All) * (Steps + D.InRegisters * 0.5) +
               (Traits.Idempotent ? 0 : Moved * Steps);
  return std::max(Moved * Steps * M.Costs.Shuffle, Alu * M.Costs.Select) +
         Steps * M.Costs.WarpBarrier;
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
  if (getenv("F2_SHOW"))
    errs() << "lanes " << Old << " exchanged " << New << " of which moves "
           << S.Clocks - Clocks << "\n";
  if (getenv("F2_EXCHANGE") ? atoi(getenv("F2_EXCHANGE")) : New < Old) {
    D = Other;
    return Error::success();
  }
  S.Clocks = Clocks;
  S.Moves.resize(Moves);
  return Error::success();
}

Error ScanPlanner::addWarpMoves() {
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
    Expected<unsigned> Move = addMove(Has, Wants);
    if (!Move)
      return Move.takeError();
    D.Moved = *Move;
    if (N && N + 1 == S.Digits.size())
      keepLast(S.Digits[N - 1], S.Moves[*Move]);
  }
  return Error::success();
}

/// The last lanes of the groups of a digit store what the warps get, and what
/// the others have is not asked for.
void ScanPlanner::keepLast(ScanDigit &D, LineMove &Move) {
  if (D.K != ScanDigit::Lane || !Move.Places)
    return;
  D.LastStays = true;
  Move.Places->Storing |= D.with(0, D.count() - 1);
}

/// A shuffle for each bit of a digit in lanes, one for the lanes before unless
/// that is a difference, and one for the last result if it is asked for.
void ScanPlanner::countShuffles() {
  for (unsigned N = 0; N < S.Digits.size(); ++N) {
    ScanDigit &D = S.Digits[N];
    if (D.K != ScanDigit::Lane)
      continue;
    D.Subtracts = Traits.Invertible && ElementBits >= 32;
    const unsigned Words =
        divideCeil(ElementBits << registersAbove(S, N).size(), 32);
    const unsigned Each = (D.InRegisters ? 0 : D.Bits.size()) +
                          ((N > 0 || Exclusive) && !D.Subtracts) +
                          (N + 1 < S.Digits.size() && !D.LastStays);
    S.Shuffles += Words * Each;
    S.Clocks += Words * Each * M.Costs.Shuffle;
  }
}

Expected<Scan> ScanPlanner::plan() {
  keepDistinct();
  if (Error E = straighten())
    return E;
  if (Error E = addWarpMoves())
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
