//===- ElementTraceTest.cpp - Elements that need no word ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ElementTrace.h"
#include "gtest/gtest.h"

using namespace f2layout;

static Step store(Word W, unsigned First, unsigned Bytes) {
  Step S;
  S.K = Step::Store;
  S.Words = {W};
  S.FirstByte = First;
  S.Bytes = Bytes;
  return S;
}

static Step load(unsigned Bytes) {
  Step S;
  S.K = Step::Load;
  S.Bytes = Bytes;
  S.Count = 1;
  return S;
}

static Step permute(Word A, Word B, std::vector<uint16_t> Selector) {
  Step S;
  S.K = Step::Permute;
  S.A = A;
  S.B = B;
  S.Selector = std::move(Selector);
  return S;
}

/// Two elements of 16 bits in w0.
static Plan halves() {
  Plan P;
  P.ElementBits = 16;
  P.NumSources = 2;
  P.NumInputs = 1;
  return P;
}

TEST(ElementTrace, StoredAndLoadedAlone) {
  Plan P = halves();
  P.Steps = {store(0, 0, 2), store(0, 2, 2), load(2), load(2),
             permute(1, 2, {0x5410})};
  P.Outputs = {3};
  ElementTrace T(P);
  EXPECT_FALSE(T.isNeeded(0)); // both halves are taken from where they are
  EXPECT_TRUE(T.isNeeded(1));
  EXPECT_TRUE(T.isNeeded(2));
  EXPECT_FALSE(T.isNeeded(3)); // the results are the loads
  EXPECT_EQ(T.packed() + T.unpacked(), 0u);
  EXPECT_EQ(T.sourceElement({0, 2}, 2), 1u);
  EXPECT_EQ(T.result(1).W, 2u);
  EXPECT_TRUE(T.isLoadedAlone(T.result(1), 2));
}

TEST(ElementTrace, WideAccesses) {
  Plan P = halves();
  P.Steps = {store(0, 0, 4), load(4)};
  P.Outputs = {1};
  ElementTrace T(P);
  EXPECT_TRUE(T.isNeeded(0));
  EXPECT_EQ(T.packed(), 1u);
  EXPECT_EQ(T.unpacked(), 1u); // the upper half
  EXPECT_FALSE(T.isLoadedAlone(T.result(0), 2));
}

TEST(ElementTrace, IncompleteWord) {
  Plan P = halves();
  P.ElementBits = 8;
  P.NumSources = 3;
  P.Steps = {store(0, 0, 4), load(1)};
  P.Outputs = {};
  EXPECT_EQ(ElementTrace(P).packed(), 2u);
}

TEST(ElementTrace, WhatDiffersByLaneIsNotFollowed) {
  Plan P = halves();
  P.Steps = {permute(0, 0, {0x3210, 0x1032})};
  P.Outputs = {1};
  ElementTrace T(P);
  EXPECT_TRUE(T.isNeeded(0));
  EXPECT_TRUE(T.isNeeded(1));
  EXPECT_EQ(T.result(0).W, 1u);
}

TEST(ElementTrace, PiecesOfTwoElementsAreNotFollowed) {
  Plan P = halves();
  P.Steps = {permute(0, 0, {0x0321})}; // a rotation by a byte
  P.Outputs = {1};
  ElementTrace T(P);
  EXPECT_EQ(T.result(0).W, 1u);
  EXPECT_EQ(T.result(1).W, 1u);
  EXPECT_TRUE(T.isNeeded(1));
}

/// Four elements of 16 bits in w0 and w1.
static Plan fourHalves() {
  Plan P = halves();
  P.NumSources = 4;
  P.NumInputs = 2;
  return P;
}

using Packed = ElementTrace::Elements;

TEST(ElementTrace, WordsArePackedFromAnyElements) {
  Plan P = fourHalves();
  P.Steps = {permute(0, 1, {0x5410}), store(2, 0, 4)};
  ElementTrace T(P);
  EXPECT_FALSE(T.isNeeded(0));
  EXPECT_FALSE(T.isNeeded(1));
  EXPECT_EQ(T.packedFrom(2), (Packed{0u, 2u}));
  EXPECT_EQ(T.packed(), 1u);
  // Through more than one permute, and twice the same element.
  P.Steps = {permute(0, 1, {0x5410}), permute(2, 1, {0x7676}), store(3, 0, 4)};
  ElementTrace Twice(P);
  EXPECT_FALSE(Twice.isNeeded(2));
  EXPECT_EQ(Twice.packedFrom(3), (Packed{3u, 3u}));
}

TEST(ElementTrace, OnlyBytesThatAreAskedFor) {
  Plan P = fourHalves();
  P.ElementBits = 8;
  P.NumSources = 8;
  // Bytes 0 and 2 of w0, which are no neighbours.
  P.Steps = {permute(0, 1, {0x7620}), store(2, 0, 2)};
  ElementTrace T(P);
  EXPECT_FALSE(T.isNeeded(0));
  EXPECT_FALSE(T.isNeeded(1));
  EXPECT_EQ(T.packedFrom(2), (Packed{0u, 2u, std::nullopt, std::nullopt}));
  EXPECT_EQ(T.packed(), 1u);
  // A shuffled word is not packed. What it is combined with is, and one element
  // alone needs no packing.
  Step Shuffle;
  Shuffle.K = Step::Shuffle;
  Shuffle.A = 0;
  P.Steps = {Shuffle, permute(2, 1, {0x7210}), store(3, 0, 4)};
  ElementTrace Mixed(P);
  EXPECT_TRUE(Mixed.packedFrom(2).empty());
  EXPECT_TRUE(Mixed.packedFrom(3).empty());
  EXPECT_EQ(Mixed.packedFrom(0), (Packed{0u, 1u, 2u, std::nullopt}));
  EXPECT_EQ(Mixed.packedFrom(1),
            (Packed{std::nullopt, std::nullopt, std::nullopt, 7u}));
  EXPECT_EQ(Mixed.packed(), 2u);
}

TEST(ElementTrace, WhatIsNotPackedFromElements) {
  // A permute that differs by lane.
  Plan P = fourHalves();
  P.Steps = {permute(0, 1, {0x5410, 0x7632}), store(2, 0, 4)};
  ElementTrace ByLane(P);
  EXPECT_TRUE(ByLane.packedFrom(2).empty());
  EXPECT_EQ(ByLane.packedFrom(1), (Packed{2u, 3u}));
  EXPECT_EQ(ByLane.packed(), 2u);
  // Words that the kernel holds.
  P.Steps = {permute(0, 1, {0x5410}), store(2, 0, 4)};
  P.PackedSources = true;
  ElementTrace Words(P);
  EXPECT_TRUE(Words.isNeeded(0));
  EXPECT_TRUE(Words.packedFrom(2).empty());
  EXPECT_EQ(Words.packed(), 0u);
}
