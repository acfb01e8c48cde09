//===- WordBuilder.cpp - A word that differs from lane to lane ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/WordBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

WordBuilder::WordBuilder(Plan &P, unsigned AtomBytes, const Style &S)
    : P(P), AtomBytes(AtomBytes), Lanes(1u << P.LaneBits), S(S) {}

const LaneFunctions &WordBuilder::functions() {
  if (!Functions)
    Functions.emplace(P.LaneBits);
  return *Functions;
}

//===----------------------------------------------------------------------===//
// Whole words: trees of selects
//===----------------------------------------------------------------------===//

Word WordBuilder::select(uint64_t Yes, uint64_t No, Word A, Word B,
                         uint64_t Suggested) {
  if (A == B || !No)
    return A;
  if (!Yes)
    return B;
  // The two operands in increasing order, so that a mask and its complement
  // meet.
  if (B < A) {
    std::swap(A, B);
    std::swap(Yes, No);
    Suggested = ~Suggested & functions().all();
  }
  SmallVector<Made, 2> &Known = Selects[{A, B}];
  for (const Made &M : Known)
    if ((Yes & ~M.Mask) == 0 && (No & M.Mask) == 0)
      return M.W;

  uint64_t Mask = Suggested;
  if (S.Deciding == Style::Linear)
    Mask = functions().complete(Yes, No).value_or(Suggested);
  Step T;
  T.K = Step::Select;
  // Lane 0 normally takes B: a predicate that is false at zero is linear, its
  // complement is not.
  bool Swap = Mask & 1;
  T.Mask = Swap ? ~Mask & functions().all() : Mask;
  T.A = Swap ? B : A;
  T.B = Swap ? A : B;
  P.Steps.push_back(std::move(T));
  Word W = newWord();
  Known.push_back({Mask, W});
  return W;
}

/// Moves the leaves that meet Mask to the front; nothing if one leaf has lanes
/// on both sides or all are on one side.
template <typename LeafT>
static std::optional<unsigned> separate(SmallVectorImpl<LeafT> &Leaves,
                                        uint64_t Mask) {
  unsigned Inside = 0;
  for (const LeafT &L : Leaves) {
    if ((L.Lanes & Mask) && (L.Lanes & ~Mask))
      return std::nullopt;
    Inside += (L.Lanes & Mask) != 0;
  }
  if (Inside == 0 || Inside == Leaves.size())
    return std::nullopt;
  std::stable_partition(Leaves.begin(), Leaves.end(),
                        [&](const LeafT &L) { return (L.Lanes & Mask) != 0; });
  return Inside;
}

Word WordBuilder::tree(SmallVectorImpl<Leaf> &Leaves,
                       ArrayRef<uint64_t> DigitMasks) {
  if (Leaves.size() == 1)
    return Leaves[0].W;
  uint64_t Mask = 0;
  std::optional<unsigned> Inside;
  if (S.Deciding == Style::Linear)
    for (uint64_t Linear : functions().linear())
      if ((Inside = separate(Leaves, Linear))) {
        Mask = Linear;
        break;
      }
  // Keys differ from leaf to leaf, so some digit of theirs separates.
  for (unsigned D = DigitMasks.size(); !Inside && D-- > 0;)
    if ((Inside = separate(Leaves, DigitMasks[D])))
      Mask = DigitMasks[D];
  SmallVector<Leaf, 8> In(Leaves.begin(), Leaves.begin() + *Inside);
  SmallVector<Leaf, 8> Out(Leaves.begin() + *Inside, Leaves.end());
  uint64_t Yes = 0, No = 0;
  for (const Leaf &L : In)
    Yes |= L.Lanes;
  for (const Leaf &L : Out)
    No |= L.Lanes;
  Word A = tree(In, DigitMasks);
  Word B = tree(Out, DigitMasks);
  return select(Yes, No, A, B, Mask);
}

/// The word `First + key of the lane` on the ring of Words. Rotates by one
/// binary digit of the key after the other, each digit for all lanes: so the
/// rings of other words differ in First only, and share what they pass.
Word WordBuilder::rotate(ArrayRef<Word> Words, unsigned First,
                         ArrayRef<uint64_t> DigitMasks) {
  if (DigitMasks.empty())
    return Words[First % Words.size()];
  uint64_t Yes = DigitMasks.back(), No = functions().all() & ~Yes;
  unsigned Distance = 1u << (DigitMasks.size() - 1);
  Word A = rotate(Words, First + Distance, DigitMasks.drop_back());
  Word B = rotate(Words, First, DigitMasks.drop_back());
  return select(Yes, No, A, B, Yes);
}

Word WordBuilder::selectAmong(ArrayRef<Word> PerLane) {
  SmallVector<Word, 8> Words;
  Word First = NoWord;
  for (Word W : PerLane)
    if (W != NoWord && W != First && !is_contained(Words, W)) {
      Words.push_back(W);
      First = Words[0];
    }
  if (Words.size() <= 1)
    return Words.empty() ? 0 : First;
  sort(Words);

  // Keys: the distance from the first lane's word, as a rotation or as a xor.
  // Words of one family then have the same keys in the same lanes.
  const unsigned N = Words.size();
  const unsigned Base = find(Words, First) - Words.begin();
  SmallVector<Leaf, 8> Leaves;
  for (unsigned I = 0; I < N; ++I)
    Leaves.push_back(
        {Words[I], 0,
         S.Deciding == Style::Linear ? I ^ Base : (I + N - Base) % N});
  for (unsigned L = 0; L < Lanes; ++L)
    if (PerLane[L] != NoWord)
      Leaves[lower_bound(Words, PerLane[L]) - Words.begin()].Lanes |=
          uint64_t(1) << L;
  SmallVector<uint64_t, 8> DigitMasks(Log2_32_Ceil(N) + 1, 0);
  for (const Leaf &L : Leaves)
    for (unsigned D = 0; D < DigitMasks.size(); ++D)
      DigitMasks[D] |= L.Key >> D & 1 ? L.Lanes : 0;
  while (!DigitMasks.empty() && !DigitMasks.back())
    DigitMasks.pop_back();
  return S.Deciding == Style::Ring ? rotate(Words, Base, DigitMasks)
                                   : tree(Leaves, DigitMasks);
}

Word WordBuilder::shuffle(Word A, std::vector<uint8_t> From) {
  completeLanes(From);
  if (isIdentity(From))
    return A;
  auto [It, New] = Shuffles.try_emplace({A, From}, NoWord);
  if (!New)
    return It->second;
  Step T;
  T.K = Step::Shuffle;
  T.A = A;
  T.FromLane = std::move(From);
  P.Steps.push_back(std::move(T));
  return It->second = newWord();
}

//===----------------------------------------------------------------------===//
// Packed words: byte permutes
//===----------------------------------------------------------------------===//

void WordBuilder::completePicks(Picks &Pick) {
  for (unsigned Slot = 0; Slot < slots(); ++Slot) {
    uint64_t Yes = 0, No = 0;
    uint8_t First = 0xff, Second = 0xff;
    bool Two = true;
    for (unsigned L = 0; L < Pick.size(); ++L) {
      uint8_t V = Pick[L][Slot];
      if (V == 0xff)
        continue;
      if (First == 0xff)
        First = V;
      if (V != First && Second == 0xff)
        Second = V;
      Two &= V == First || V == Second;
      (V == First ? No : Yes) |= uint64_t(1) << L;
    }
    // Unused bytes stay in place. One value: everywhere. Two: by a linear
    // predicate if there is one.
    if (First == 0xff)
      First = Slot;
    uint64_t Mask = 0;
    if (Yes && Two)
      Mask = functions().complete(Yes, No).value_or(0);
    for (unsigned L = 0; L < Pick.size(); ++L)
      if (Pick[L][Slot] == 0xff)
        Pick[L][Slot] = Mask >> L & 1 ? Second : First;
  }
}

Word WordBuilder::permute(Word A, Word B, Picks Pick) {
  // Operands in increasing order; with one operand, all from A.
  if (B < A || A == B) {
    for (auto &Lane : Pick)
      for (uint8_t &V : Lane)
        if (V != 0xff)
          V = A == B ? V & 3 : V ^ 4;
    std::swap(A, B);
  }
  // Does it come out as one operand?
  for (unsigned Side = 0; Side < 2; ++Side)
    if (all_of(Pick, [&](const std::array<uint8_t, 4> &Lane) {
          for (unsigned Slot = 0; Slot < slots(); ++Slot)
            if (Lane[Slot] != 0xff && Lane[Slot] != (Slot | Side << 2))
              return false;
          return true;
        }))
      return Side ? B : A;

  completePicks(Pick);
  std::vector<uint16_t> Selector;
  for (const auto &Lane : Pick) {
    uint16_t Sel = 0;
    for (unsigned Byte = 0; Byte < 4; ++Byte) {
      uint8_t V = Lane[Byte / AtomBytes];
      unsigned From = (V & 3) * AtomBytes + Byte % AtomBytes + (V & 4);
      Sel |= From << (4 * Byte);
    }
    Selector.push_back(Sel);
  }
  if (all_equal(Selector))
    Selector.resize(1);
  auto [It, New] = Permutes.try_emplace({{A, B}, Selector}, NoWord);
  if (!New)
    return It->second;
  Step T;
  T.K = Step::Permute;
  T.A = A;
  T.B = B;
  T.Selector = std::move(Selector);
  P.Steps.push_back(std::move(T));
  return It->second = newWord();
}

/// Each lane has its wish in the words of its ports; the words of a port are
/// first selected, then merged port by port.
Word WordBuilder::merge(ArrayRef<std::vector<Word>> Ports, const Wish &W) {
  Word Sum = selectAmong(Ports[0]);
  for (unsigned I = 0; I < Ports.size(); ++I) {
    if (I == 0 && Ports.size() > 1)
      continue;
    Word Next = I == 0 ? Sum : selectAmong(Ports[I]);
    Picks Pick(W.size(), {0xff, 0xff, 0xff, 0xff});
    for (unsigned L = 0; L < W.size(); ++L)
      for (unsigned Slot = 0; Slot < slots(); ++Slot) {
        const Spot &Want = W[L][Slot];
        if (!Want)
          continue;
        if (I > 0 && Ports[I][L] == Want.W)
          Pick[L][Slot] = Want.Slot | 4;
        else if (I <= 1 && Ports[0][L] == Want.W)
          Pick[L][Slot] = Want.Slot;
        else if (I > 1 && any_of(Ports.take_front(I), [&](const auto &Port) {
                   return Port[L] == Want.W;
                 }))
          Pick[L][Slot] = Slot; // Merged before.
      }
    Sum = permute(Sum, Next, std::move(Pick));
  }
  return Sum;
}

/// Four bytes of four words, the same in every lane. Each two words give the
/// halves that the bytes are in: transposing 4 x 4 bytes takes eight permutes,
/// and not twelve.
std::optional<Word> WordBuilder::mergeHalves(const Wish &W) {
  if (slots() != 4 || !all_equal(W))
    return std::nullopt;
  std::array<Spot, 4> Want = W[0];
  SmallVector<Word, 4> From;
  for (const Spot &S : Want)
    if (S && !is_contained(From, S.W))
      From.push_back(S.W);
  if (From.size() != 4)
    return std::nullopt;
  sort(From);
  std::array<Word, 2> Pair;
  std::array<Spot, 4> Now = Want;
  for (unsigned Second : {0u, 1u}) {
    // The halves of both words, side by side.
    Picks Pick(1, {0xff, 0xff, 0xff, 0xff});
    for (unsigned Which : {0u, 1u}) {
      unsigned Slot = find_if(Want,
                              [&](const Spot &S) {
                                return S.W == From[2 * Second + Which];
                              }) -
                      Want.begin();
      unsigned Half = Want[Slot].Slot & 2;
      for (unsigned B : {0u, 1u})
        Pick[0][2 * Which + B] = (Half + B) | Which << 2;
      Now[Slot].Slot = 2 * Which + (Want[Slot].Slot & 1);
    }
    Pair[Second] =
        permute(From[2 * Second], From[2 * Second + 1], std::move(Pick));
    for (unsigned Which : {0u, 1u})
      for (Spot &S : Now)
        if (S.W == From[2 * Second + Which])
          S.W = Pair[Second];
  }
  Picks Pick(1, {0xff, 0xff, 0xff, 0xff});
  for (unsigned Slot = 0; Slot < 4; ++Slot)
    Pick[0][Slot] = Now[Slot].Slot | (Now[Slot].W == Pair[1]) << 2;
  return permute(Pair[0], Pair[1], std::move(Pick));
}

/// The word that all lanes want unchanged, the most frequent wish. Words that
/// no lane uses are not distinguished.
std::optional<Word> WordBuilder::wholeWord(const Wish &W) const {
  Word Whole = NoWord;
  for (const std::array<Spot, 4> &Lane : W)
    for (unsigned Slot = 0; Slot < slots(); ++Slot) {
      const Spot &Want = Lane[Slot];
      if (!Want)
        continue;
      if (Want.Slot != Slot || (Whole != NoWord && Want.W != Whole))
        return std::nullopt;
      Whole = Want.W;
    }
  return Whole == NoWord ? 0 : Whole;
}

Word WordBuilder::build(const Wish &W) {
  if (std::optional<Word> Whole = wholeWord(W))
    return *Whole;
  bool Plain = true; // Every lane takes one word unchanged.
  std::vector<SmallVector<Word, 4>> OfLane(W.size());
  SmallVector<Word, 8> All;
  for (unsigned L = 0; L < W.size(); ++L) {
    for (unsigned Slot = 0; Slot < slots(); ++Slot) {
      const Spot &Want = W[L][Slot];
      if (!Want)
        continue;
      Plain &= Want.Slot == Slot;
      if (!is_contained(OfLane[L], Want.W))
        OfLane[L].push_back(Want.W);
      if (!is_contained(All, Want.W))
        All.push_back(Want.W);
    }
    Plain &= OfLane[L].size() <= 1;
  }
  if (All.empty())
    return 0;

  if (S.Merging == Style::ByHalves)
    if (std::optional<Word> Merged = mergeHalves(W))
      return *Merged;
  std::vector<std::vector<Word>> Ports;
  auto Port = [&](unsigned I) -> std::vector<Word> & {
    while (Ports.size() <= I)
      Ports.emplace_back(W.size(), NoWord);
    return Ports[I];
  };
  sort(All);
  bool Chain = All.size() <= 2 ||
               ((S.Merging == Style::Chain || S.Merging == Style::ByHalves) &&
                All.size() <= 8);
  if (!Plain && Chain) {
    for (unsigned I = 0; I < All.size(); ++I)
      Port(I).assign(W.size(), All[I]);
    return merge(Ports, W);
  }
  for (unsigned L = 0; L < W.size(); ++L) {
    if (S.Merging != Style::BySlot)
      sort(OfLane[L]);
    for (unsigned I = 0; I < OfLane[L].size(); ++I)
      Port(I)[L] = OfLane[L][I];
  }
  return Plain ? selectAmong(Ports[0]) : merge(Ports, W);
}
