//===- LaneSwapsTest.cpp - Factoring swaps out of maps --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factors of a map are composed again, element by element, as the header
// defines a swap, and compared with the map.
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSwaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned LaneBits = 6, Upper = 1 << 4 | 1 << 5;

AffineMove identityMove(unsigned RegisterBits) {
  AffineMove Map;
  Map.SourceRegisterBits = RegisterBits;
  Map.ThreadBits = LaneBits;
  for (unsigned I = 0; I < RegisterBits; ++I)
    Map.RegisterColumns.push_back(uint64_t(1) << I);
  for (unsigned J = 0; J < LaneBits; ++J)
    Map.ThreadColumns.push_back(uint64_t(1) << (RegisterBits + J));
  return Map;
}

uint64_t apply(const AffineMove &Map, uint64_t X) {
  const unsigned R = Map.SourceRegisterBits;
  return Map.at(X & ((uint64_t(1) << R) - 1), X >> R);
}

/// Applies a swap by the header's definition.
uint64_t apply(const LaneSwap &S, unsigned RegisterBits, uint64_t X) {
  const uint64_t Lane = uint64_t(1) << (RegisterBits + S.LaneBit);
  const bool First = popcount(X & S.First) % 2, WasLane = X & Lane;
  X &= ~Lane;
  if (First != S.TurnsLane)
    X |= Lane;
  if (First ^ WasLane ^ S.TurnsPair)
    X ^= S.Pair;
  return X;
}

/// Where the swaps and the map between them take the source element at Source:
/// the result that needs it.
void expectSame(const SwappedMap &Parts, const AffineMove &Map) {
  const unsigned R = Map.SourceRegisterBits;
  std::vector<uint64_t> WantedBy(size_t(1) << (R + LaneBits));
  for (uint64_t X = 0; X < WantedBy.size(); ++X)
    WantedBy[apply(Parts.Between, X)] = X;
  for (uint64_t Result = 0; Result < WantedBy.size(); ++Result) {
    uint64_t At = apply(Map, Result);
    for (const LaneSwap &S : Parts.Before)
      At = apply(S, R, At);
    At = WantedBy[At];
    for (const LaneSwap &S : Parts.After)
      At = apply(S, R, At);
    ASSERT_EQ(At, Result);
  }
}

/// The map that moves the listed index bits in a cycle, each to the next.
AffineMove cycle(unsigned RegisterBits, ArrayRef<unsigned> Bits) {
  AffineMove Map = identityMove(RegisterBits);
  for (unsigned I = 0; I < Bits.size(); ++I) {
    unsigned From = Bits[I], To = Bits[(I + 1) % Bits.size()];
    (From < RegisterBits ? Map.RegisterColumns[From]
                         : Map.ThreadColumns[From - RegisterBits]) = uint64_t(1)
                                                                     << To;
  }
  return Map;
}

TEST(LaneSwaps, CyclesOfARegisterBit) {
  constexpr unsigned R = 3;
  for (unsigned I = 0; I < R; ++I)
    for (unsigned Offset : {0u, 1u << (R + 4), 2u | 3u << (R + 4)}) {
      auto Taken = [&](ArrayRef<unsigned> Bits) {
        AffineMove Map = cycle(R, Bits);
        Map.Offset = Offset;
        std::optional<SwappedMap> Parts = takeSwapsOff(Map, Upper);
        EXPECT_TRUE(Parts);
        expectSame(*Parts, Map);
        return *Parts;
      };
      SwappedMap Four = Taken({I, R + 4}), Five = Taken({I, R + 5});
      // A swap of bit 5 cannot shift all lanes by 16.
      EXPECT_TRUE(Four.isSwapsAlone() || Offset >> (R + 5));
      EXPECT_TRUE(Five.isSwapsAlone() || Offset >> (R + 4) & 1);
      EXPECT_EQ(Four.Before.size() + Four.After.size(), 1u);
      for (bool Up : {false, true}) {
        SwappedMap Both = Taken(Up ? ArrayRef<unsigned>{I, R + 4, R + 5}
                                   : ArrayRef<unsigned>{I, R + 5, R + 4});
        EXPECT_TRUE(Both.isSwapsAlone());
        EXPECT_EQ(Both.Before.size() + Both.After.size(), 2u);
      }
      // One swap at one end, and a swap of r with lane bit 0 by other means.
      SwappedMap Mixed = Taken({I, R + 5, R});
      EXPECT_TRUE(Mixed.hasSwaps());
      EXPECT_FALSE(Mixed.isSwapsAlone());
      EXPECT_EQ(Mixed.Between.ThreadColumns[5], uint64_t(1) << (R + 5));
    }
}

TEST(LaneSwaps, NothingToTake) {
  constexpr unsigned R = 2;
  for (const AffineMove &Map :
       {identityMove(R), cycle(R, {0, 1}), cycle(R, {0, R + 3}),
        cycle(R, {R + 4, R + 5}), cycle(0, {4, 5})}) {
    std::optional<SwappedMap> Parts = takeSwapsOff(Map, Upper);
    ASSERT_TRUE(Parts);
    EXPECT_FALSE(Parts->hasSwaps());
    EXPECT_FALSE(Parts->isSwapsAlone());
  }
  AffineMove Map = cycle(R, {0, R + 4});
  EXPECT_FALSE(takeSwapsOff(Map, 0)->hasSwaps());
  Map.ThreadColumns[0] = 0;
  EXPECT_FALSE(takeSwapsOff(Map, Upper));
  Map = identityMove(R);
  Map.RegisterColumns.push_back(0);
  EXPECT_FALSE(takeSwapsOff(Map, Upper));
}

/// Register maps and swaps, one after the other, in any order.
TEST(LaneSwaps, RandomProductsOfSwaps) {
  std::mt19937 Random(3);
  unsigned Alone = 0, Some = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    const unsigned R = 1 + Random() % 4;
    AffineMove Map = identityMove(R);
    auto Add = [&](unsigned To, unsigned From) {
      if (To != From)
        Map.RegisterColumns[To] ^= Map.RegisterColumns[From];
    };
    const unsigned Swaps = Random() % 3;
    for (unsigned N = 0; N <= Swaps; ++N) {
      for (unsigned J = 0; J < 4; ++J)
        Add(Random() % R, Random() % R);
      if (N < Swaps)
        std::swap(Map.RegisterColumns[Random() % R],
                  Map.ThreadColumns[N == 0 ? 4 : 5]);
    }
    if (Random() % 4 == 0)
      std::swap(Map.ThreadColumns[Random() % 4],
                Map.RegisterColumns[Random() % R]);
    Map.Offset = Random() % (1u << (Random() % 2 ? R : R + LaneBits));
    std::optional<SwappedMap> Parts = takeSwapsOff(Map, Upper);
    ASSERT_TRUE(Parts);
    expectSame(*Parts, Map);
    Alone += Parts->isSwapsAlone();
    Some += Parts->hasSwaps();
  }
  EXPECT_GT(Some, 800u);
  EXPECT_GT(Alone, 300u);
}

} // namespace
