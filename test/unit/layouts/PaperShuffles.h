//===- PaperShuffles.h - The paper's rounds of shuffles, as a baseline ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zhou et al., "Linear Layouts" (arXiv 2505.23819; ASPLOS 2026), section 5.4,
// "Intra-warp Data Exchange". Elements are words over F2; layouts A and B name
// the element of each register bit and lane bit, and the warps' are the same.
//
//   V   register columns of both, as many as fit a word of 32 bits: elements
//       that differ by V travel as one vector
//   I   lane columns of both;  E and F  the other lane columns of A and of B
//   G   the sums of E and F in pairs
//   R   what completes V, I and G to a basis of all elements
//
// A round is a coset of span(V, I, G). It has one vector of each lane, before
// and after, so there are 2^|R| rounds of one vector each. For example, with
// two registers and two lanes of 32-bit elements,
//
//   A: register 1, lane 2     B: register 2, lane 1
//   V = {}, I = {}, E = {2}, F = {1}, G = {3}, R = {1}
//   round 0: elements 0 and 3: lane 0 sends its r0 to itself, lane 1 its r1
//   round 1: elements 1 and 2: lane 0 sends its r1 to lane 1, lane 1 its r0 to
//            lane 0
//
// There are two shuffles, because rounds in which nothing moves are not treated
// separately. (The planner's one-stage plan has one shuffle.)
//
// The algorithm is meant for layouts of unit vectors. For others a coset may
// have two vectors of one lane and none of another, and then there are no
// rounds.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_PAPERSHUFFLES_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_PAPERSHUFFLES_H

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace f2layout::test {

/// The elements of a warp's register bits and lane bits; all are independent.
struct WarpLayout {
  std::vector<uint32_t> Registers, Lanes;
};

/// Every xor of some of the words: number K is the xor of the words at K's
/// bits.
inline std::vector<uint32_t> sumsOf(const std::vector<uint32_t> &Words) {
  std::vector<uint32_t> Sums{0};
  for (uint32_t Word : Words)
    for (size_t K = 0, End = Sums.size(); K < End; ++K)
      Sums.push_back(Sums[K] ^ Word);
  return Sums;
}

/// The place of each element of a layout.
struct Place {
  unsigned Register, Lane;
};
inline std::map<uint32_t, Place> placesOf(const WarpLayout &L) {
  std::vector<uint32_t> OfRegister = sumsOf(L.Registers),
                        OfLane = sumsOf(L.Lanes);
  std::map<uint32_t, Place> Places;
  for (unsigned R = 0; R < OfRegister.size(); ++R)
    for (unsigned T = 0; T < OfLane.size(); ++T)
      Places[OfRegister[R] ^ OfLane[T]] = {R, T};
  return Places;
}

/// In a round each lane sends a vector to one lane.
struct PaperRound {
  std::vector<uint32_t> ToLane;              ///< for each sending lane
  std::vector<std::vector<uint32_t>> Vector; ///< its elements
};

struct PaperShuffles {
  unsigned WordsOfVector = 1;
  std::vector<PaperRound> Rounds;
  unsigned shuffles() const { return WordsOfVector * Rounds.size(); }
};

namespace detail {

inline std::vector<uint32_t> commonWords(const std::vector<uint32_t> &A,
                                         const std::vector<uint32_t> &B) {
  std::vector<uint32_t> Common;
  for (uint32_t Word : A)
    if (llvm::is_contained(B, Word))
      Common.push_back(Word);
  return Common;
}

inline std::vector<uint32_t> otherWords(const std::vector<uint32_t> &A,
                                        const std::vector<uint32_t> &B) {
  std::vector<uint32_t> Other;
  for (uint32_t Word : A)
    if (!llvm::is_contained(B, Word))
      Other.push_back(Word);
  return Other;
}

/// The words that complete Span to a basis of the span of all words.
inline std::vector<uint32_t> completion(std::vector<uint32_t> Span,
                                        const std::vector<uint32_t> &Words) {
  std::vector<uint32_t> Added;
  for (uint32_t Word : Words)
    if (!llvm::is_contained(sumsOf(Span), Word)) {
      Span.push_back(Word);
      Added.push_back(Word);
    }
  return Added;
}

/// The round of the coset First + span(V, U); std::nullopt if it does not have
/// exactly one vector of each lane, in A or in B.
inline std::optional<PaperRound> roundOf(uint32_t First,
                                         const std::vector<uint32_t> &V,
                                         const std::vector<uint32_t> &U,
                                         const std::map<uint32_t, Place> &InA,
                                         const std::map<uint32_t, Place> &InB) {
  std::vector<uint32_t> Vectors = sumsOf(U), Elements = sumsOf(V);
  PaperRound Round;
  Round.ToLane.resize(Vectors.size(), ~0u);
  Round.Vector.resize(Vectors.size());
  std::vector<bool> Taken(Vectors.size());
  for (uint32_t Vector : Vectors) {
    uint32_t Start = First ^ Vector;
    unsigned From = InA.at(Start).Lane, To = InB.at(Start).Lane;
    if (Round.ToLane[From] != ~0u || Taken[To])
      return std::nullopt;
    Round.ToLane[From] = To;
    Taken[To] = true;
    for (uint32_t Element : Elements)
      Round.Vector[From].push_back(Start ^ Element);
  }
  return Round;
}

} // namespace detail

/// The rounds for elements of that many bits; std::nullopt if there are none. A
/// and B have equally many registers and lanes, and the same elements.
inline std::optional<PaperShuffles>
paperShuffles(const WarpLayout &A, const WarpLayout &B, unsigned ElementBits) {
  using namespace detail;
  PaperShuffles Result;
  std::vector<uint32_t> V = commonWords(A.Registers, B.Registers);
  while (!V.empty() && ElementBits << V.size() > 32)
    V.pop_back();
  Result.WordsOfVector = std::max(1u, (ElementBits << V.size()) / 32);

  std::vector<uint32_t> U = commonWords(A.Lanes, B.Lanes); // I, and later G
  std::vector<uint32_t> E = otherWords(A.Lanes, B.Lanes),
                        F = otherWords(B.Lanes, A.Lanes);
  for (size_t K = 0; K < E.size(); ++K)
    U.push_back(E[K] ^ F[K]);

  std::vector<uint32_t> Basis = V;
  Basis.insert(Basis.end(), U.begin(), U.end());
  std::vector<uint32_t> All = A.Registers;
  All.insert(All.end(), A.Lanes.begin(), A.Lanes.end());
  const std::map<uint32_t, Place> InA = placesOf(A), InB = placesOf(B);
  for (uint32_t First : sumsOf(completion(Basis, All))) {
    std::optional<PaperRound> Round = roundOf(First, V, U, InA, InB);
    if (!Round)
      return std::nullopt;
    Result.Rounds.push_back(std::move(*Round));
  }
  return Result;
}

} // namespace f2layout::test

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_PAPERSHUFFLES_H
