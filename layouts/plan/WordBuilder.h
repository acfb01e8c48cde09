//===- WordBuilder.h - A word that differs from lane to lane --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes cannot index their registers by a lane-dependent number: "register (2 ^
// lane bits 0 and 1)" has to become selects. For each of four words separately
// that takes 3 selects per word, 12 in total. As a barrel network it takes two
// stages of one select per word, 8 in total:
//
//   want    lane & 3:  0  1  2  3         x0 = lane&1 ? w1 : w0
//   word 0             w0 w1 w2 w3        x1 = lane&1 ? w0 : w1
//   word 1             w1 w0 w3 w2        x2 = lane&1 ? w3 : w2
//   word 2             w2 w3 w0 w1        x3 = lane&1 ? w2 : w3
//   word 3             w3 w2 w1 w0        word 0 = lane&2 ? x2 : x0  ...
//
// The builder has no notion of a network. It builds a tree of selects for each
// wanted word, always deciding first on the simplest linear function of the
// lane that separates the candidates, and never makes a select twice. So the
// common parts of two trees are built once, and if all words follow a linear
// map, the result is the network. Lanes that do not use a node leave its mask
// free; the mask is completed to a linear one, so that more nodes are equal.
//
// Where no linear function separates (a rotation by `lane mod 7`), the binary
// digits of the rotation do: see Style::Deciding.
//
// Atoms. Words carry atoms of 1, 2 or 4 bytes. A wish names, for each lane and
// each slot of the word, the spot where the atom is. Slots of one lane may come
// from several words; byte permutes then merge them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_WORDBUILDER_H
#define F2LAYOUT_LAYOUTS_PLAN_WORDBUILDER_H

#include "layouts/plan/LaneFunctions.h"
#include "layouts/plan/Plan.h"
#include <array>
#include <map>
#include <optional>

namespace f2layout {
inline namespace layouts {

constexpr Word NoWord = ~0u;

/// Where an atom is: slot 0 of a word holds its least significant bytes.
struct Spot {
  Word W = NoWord;
  uint8_t Slot = 0;
  bool operator==(const Spot &O) const { return W == O.W && Slot == O.Slot; }
  explicit operator bool() const { return W != NoWord; }
};

/// What one word should hold: per lane and slot the spot of the atom, or none
/// if any byte is acceptable. A wish of a single lane applies to every lane.
using Wish = std::vector<std::array<Spot, 4>>;

/// Choices for which no rule is always best; routes try them.
struct Style {
  /// What trees decide on: linear functions of the lane where they separate;
  /// digits of the distance, mod the number of words, from lane 0's word; or
  /// the latter as a full rotation of the ring of words.
  enum Decision { Linear, Digits, Ring } Deciding = Linear;
  /// How the words that one packed word is made of are merged: by a permute for
  /// each further word; or in pairs, each pair giving the halves that hold its
  /// bytes, which another word may also want; or first by a tree of selects for
  /// the lane's first, second... word, ordered by number or by slot.
  enum Merge { Chain, ByHalves, ByNumber, BySlot } Merging = Chain;
  /// True if packed atoms travel in their destination's slots, false if in
  /// their source's.
  bool PlaceForReceiver = false;
};

class WordBuilder {
public:
  /// Appends steps to P, whose inputs must be set up.
  WordBuilder(Plan &P, unsigned AtomBytes, const Style &S);

  Word build(const Wish &W);
  Word shuffle(Word A, std::vector<uint8_t> From);
  Word newWord() { return P.NumWords++; }
  Wish emptyWish() const { return Wish(Lanes); }
  unsigned slots() const { return 4 / AtomBytes; }

private:
  struct Leaf {
    Word W;
    uint64_t Lanes;
    unsigned Key;
  };
  /// Per lane and slot: 0xff for any byte, else bit 2 for word B, and the slot.
  using Picks = std::vector<std::array<uint8_t, 4>>;

  std::optional<Word> wholeWord(const Wish &W) const;
  Word selectAmong(llvm::ArrayRef<Word> PerLane);
  Word tree(llvm::SmallVectorImpl<Leaf> &Leaves,
            llvm::ArrayRef<uint64_t> DigitMasks);
  Word rotate(llvm::ArrayRef<Word> Words, unsigned First,
              llvm::ArrayRef<uint64_t> DigitMasks);
  Word select(uint64_t Yes, uint64_t No, Word A, Word B, uint64_t Suggested);
  Word merge(llvm::ArrayRef<std::vector<Word>> Ports, const Wish &W);
  std::optional<Word> mergeHalves(const Wish &W);
  Word permute(Word A, Word B, Picks Pick);
  void completePicks(Picks &Pick);
  const LaneFunctions &functions();

  Plan &P;
  unsigned AtomBytes;
  unsigned Lanes;
  Style S;
  /// Made when a select first needs them.
  std::optional<LaneFunctions> Functions;
  struct Made {
    uint64_t Mask;
    Word W;
  };
  std::map<std::pair<Word, Word>, llvm::SmallVector<Made, 2>> Selects;
  std::map<std::pair<std::pair<Word, Word>, std::vector<uint16_t>>, Word>
      Permutes;
  std::map<std::pair<Word, std::vector<uint8_t>>, Word> Shuffles;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_WORDBUILDER_H
