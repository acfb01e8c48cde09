//===- LaneSteps.h - Steps on words packed for them -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. A plan under construction that knows where the atom of
// each register of each lane is, while steps that swap lane bits with register
// bits (LaneSwaps.h) move them. Such a step requires the two registers of a
// pair at certain places: a swap in two words, at the same slot of both. Where
// they are elsewhere, words are repacked first:
//
//   halves a, b of w0; c, d of w1; pairs (a, b), (c, d)
//
//   apart:    w2 = permute(w0, w1)    a, c: the first of each pair
//             w3 = permute(w0, w1)    b, d
//             w4, w5 = swap(w2, w3)
//             and permutes back, which later permutes may absorb
//
//   doubled:  w2, w3 = swap(w0, w0)   what the lower lane of a pair of lanes
//                                     had, and the upper one
//             w4 = permute(w2, w3)    halves chosen by lane
//
// The second needs no other word and fewer permutes, the first needs half the
// swaps.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_LANESTEPS_H
#define F2LAYOUT_LAYOUTS_ROUTES_LANESTEPS_H

#include "layouts/plan/Plan.h"
#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/LaneSwaps.h"

namespace f2layout {
inline namespace layouts {

class LaneSteps {
public:
  /// For a conversion between equally many registers, 2^n.
  explicit LaneSteps(const Conversion &Atoms);

  /// How a swap repacks words: apart, or doubled.
  enum Packing { Apart, Doubled };
  void swap(const LaneSwap &S, Packing P);
  /// Transposes all words: a swap of lane bit 2 with one of registers, and of
  /// lane bits 0 and 3, 1 and 4. Only of whole words.
  void transpose(const LaneSwap &S);
  /// Appends another plan, register by register.
  void follow(const Plan &Next);
  /// The plan whose result R is register Rename.at(R, 0), in every lane.
  Plan finish(const AffineMove &Rename);

private:
  /// Linear functions of the register: the bits of its place in the words,
  /// those of the slot first.
  using Places = llvm::SmallVector<uint64_t, 8>;
  using Words = llvm::SmallVector<Word, 16>;

  Spot &at(unsigned Register, unsigned Lane) {
    return Where[size_t(Register) * Lanes + Lane];
  }
  unsigned registers() const { return 1u << RegisterBits; }
  Places ownPlaces() const;
  Places placesFor(const LaneSwap &S, unsigned Order) const;
  Words pack(const Places &Bits, unsigned Flip = 0);
  void put(llvm::ArrayRef<Word> W, const Places &Bits, unsigned Flip = 0);
  std::pair<Word, Word> step(unsigned LaneBit, Word First, Word Second);
  void swapApart(const LaneSwap &S);
  void swapDoubled(const LaneSwap &S);

  const unsigned Lanes, RegisterBits;
  Plan P;
  WordBuilder B;
  const unsigned SlotBits; ///< Bits of the register within a word.
  std::vector<Spot> Where;
};

/// The cheapest plan, by renaming or by shuffles, for what such steps leave of
/// a conversion, if there is one.
std::optional<Plan> planBetween(const Conversion &Atoms, const AffineMove &Map,
                                const Machine &M, const PlanOptions &O);

/// The map of the same shape that moves nothing.
AffineMove identityMap(const AffineMove &Like);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_LANESTEPS_H
