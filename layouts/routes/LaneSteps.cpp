//===- LaneSteps.cpp - Steps on words packed for them ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSteps.h"
#include "layouts/plan/PlanChain.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static bool parity(uint64_t X) { return popcount(X) % 2; }

LaneSteps::LaneSteps(const Conversion &Atoms)
    : Lanes(1u << Atoms.LaneBits), RegisterBits(Log2_32(Atoms.NumSources)),
      P(startPlan(Atoms)), B(P, atomBytes(Atoms), Style()),
      SlotBits(std::min(RegisterBits, Log2_32(B.slots()))),
      Where(size_t(Lanes) << RegisterBits) {
  Words Inputs;
  for (Word W = 0; W < P.NumInputs; ++W)
    Inputs.push_back(W);
  put(Inputs, ownPlaces());
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

LaneSteps::Places LaneSteps::ownPlaces() const {
  Places Bits;
  for (unsigned I = 0; I < RegisterBits; ++I)
    Bits.push_back(uint64_t(1) << I);
  return Bits;
}

/// Bit Order of a place states which one is first of a pair; all other bits are
/// the same for both.
LaneSteps::Places LaneSteps::placesFor(const LaneSwap &S,
                                       unsigned Order) const {
  Places Bits = ownPlaces();
  for (unsigned I = 0; I < RegisterBits; ++I)
    Bits[I] ^= S.Pair >> I & 1 ? S.First : 0;
  // These depend on each other: those of First sum to zero. One of them is
  // dropped.
  const unsigned Spare = S.First >> Order & 1 ? Order : Log2_64(S.First);
  Bits[Spare] = Bits[Order];
  Bits[Order] = S.First;
  return Bits;
}

/// Makes the words in which every register is at its place, xor Flip.
LaneSteps::Words LaneSteps::pack(const Places &Bits, unsigned Flip) {
  const BitMatrix ToRegister =
      *BitMatrix(RegisterBits, Bits).transpose().inverse();
  Words Packed;
  for (unsigned First = 0; First < registers(); First += B.slots()) {
    Wish W = B.emptyWish();
    for (unsigned Slot = 0; Slot < 1u << SlotBits; ++Slot) {
      unsigned Register = ToRegister.apply((First + Slot) ^ Flip);
      for (unsigned L = 0; L < Lanes; ++L)
        W[L][Slot] = at(Register, L);
    }
    Packed.push_back(B.build(W));
  }
  return Packed;
}

/// Records that every register is at its place, xor Flip, in these words.
void LaneSteps::put(ArrayRef<Word> W, const Places &Bits, unsigned Flip) {
  const BitMatrix ToPlace = BitMatrix(RegisterBits, Bits).transpose();
  const unsigned InWord = maskTrailingOnes<unsigned>(SlotBits);
  for (unsigned R = 0; R < registers(); ++R) {
    unsigned Place = ToPlace.apply(R) ^ Flip;
    for (unsigned L = 0; L < Lanes; ++L)
      at(R, L) = {W[Place >> SlotBits], uint8_t(Place & InWord)};
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::pair<Word, Word> LaneSteps::step(unsigned LaneBit, Word First,
                                      Word Second) {
  Step &S = P.Steps.emplace_back();
  S.K = Step::Swap;
  S.A = First;
  S.B = Second;
  S.LaneBit = LaneBit;
  Word Made = B.newWord();
  return {Made, B.newWord()};
}

void LaneSteps::swapApart(const LaneSwap &S) {
  const unsigned Order = std::max(Log2_64(S.First), SlotBits);
  const Places Bits = placesFor(S, Order);
  Words Packed = pack(Bits);
  const unsigned Other = 1u << (Order - SlotBits);
  for (unsigned W = 0; W < Packed.size(); ++W) {
    if (W & Other)
      continue;
    Word First = Packed[W], Second = Packed[W | Other];
    if (S.TurnsLane)
      std::swap(First, Second);
    std::tie(First, Second) = step(S.LaneBit, First, Second);
    if (S.TurnsPair)
      std::swap(First, Second);
    Packed[W] = First;
    Packed[W | Other] = Second;
  }
  put(Packed, Bits);
}

/// Every word as the lower and the upper lane of each pair had it. The atom
/// that a lane then has as register x was the register before that is sent to
/// its half: x itself or the other one of the pair.
void LaneSteps::swapDoubled(const LaneSwap &S) {
  SmallVector<std::pair<Word, Word>, 16> Both;
  for (Word W : pack(ownPlaces()))
    Both.push_back(step(S.LaneBit, W, W));
  for (unsigned R = 0; R < registers(); ++R)
    for (unsigned L = 0; L < Lanes; ++L) {
      const bool Upper = parity(R & S.First) ^ S.TurnsPair;
      const bool IsUpper = L >> S.LaneBit & 1;
      const bool SentHere = parity(R & S.First) == (IsUpper ^ S.TurnsLane);
      const unsigned From = SentHere ? R : R ^ S.Pair;
      const auto &[OfLower, OfUpper] = Both[From / B.slots()];
      at(R, L) = {Upper ? OfUpper : OfLower, uint8_t(From % B.slots())};
    }
}

void LaneSteps::swap(const LaneSwap &S, Packing How) {
  const uint64_t InWord = maskTrailingOnes<uint64_t>(SlotBits);
  const bool WholeWords = ((S.Pair | S.First) & InWord) == 0;
  if (RegisterBits == SlotBits || (How == Doubled && !WholeWords))
    swapDoubled(S);
  else
    swapApart(S);
}

/// The half of a word states which one is first of a pair.
void LaneSteps::transpose(const LaneSwap &S) {
  const unsigned Half = SlotBits - 1;
  const Places Bits = placesFor(S, Half);
  Words Packed = pack(Bits, S.TurnsLane << Half);
  for (Word &W : Packed) {
    Step &T = P.Steps.emplace_back();
    T.K = Step::Transpose;
    T.A = W;
    W = B.newWord();
  }
  put(Packed, Bits, S.TurnsPair << Half);
}

void LaneSteps::follow(const Plan &Next) {
  const Places Own = ownPlaces();
  put(appendPlan(P, pack(Own), Next), Own);
}

Plan LaneSteps::finish(const AffineMove &Rename) {
  for (unsigned First = 0; First < registers(); First += B.slots()) {
    Wish W = B.emptyWish();
    for (unsigned Slot = 0; Slot < 1u << SlotBits; ++Slot)
      for (unsigned L = 0; L < Lanes; ++L)
        W[L][Slot] = at(Rename.at(First + Slot, 0), L);
    P.Outputs.push_back(B.build(W));
  }
  P.By = Route::Shuffle;
  return std::move(P);
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

AffineMove f2layout::identityMap(const AffineMove &Like) {
  AffineMove Map = Like;
  for (unsigned I = 0; I < Map.RegisterColumns.size(); ++I)
    Map.RegisterColumns[I] = uint64_t(1) << I;
  Map.Offset = 0;
  return Map;
}

std::optional<Plan> f2layout::planBetween(const Conversion &Atoms,
                                          const AffineMove &Map,
                                          const Machine &M,
                                          const PlanOptions &O) {
  Conversion Between = Atoms;
  Between.Table.clear();
  Between.Affine = Map;
  std::vector<Plan> Plans =
      isLocal(Between) ? planRename(Between) : planShuffles(Between, M, O);
  for (Plan &P : Plans)
    pricePlan(P, M);
  auto Cheapest = min_element(Plans, [](const Plan &X, const Plan &Y) {
    return priceOf(X, false) < priceOf(Y, false);
  });
  if (Cheapest == Plans.end())
    return std::nullopt;
  return std::move(*Cheapest);
}
