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
