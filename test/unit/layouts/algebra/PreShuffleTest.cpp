//===- PreShuffleTest.cpp - Memory prepared for a layout of threads -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/PreShuffle.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;

static LinearLayout parse(StringRef Text) {
  return cantFail(parseLayout(Text));
}

/// What reshape to Sizes, trans by Order and a reshape to one dimension make of
/// a row-major list.
static std::vector<uint64_t> shuffled(ArrayRef<uint64_t> List,
                                      ArrayRef<uint64_t> Sizes,
                                      ArrayRef<unsigned> Order) {
  const unsigned Rank = Sizes.size();
  std::vector<uint64_t> Strides(Rank, 1), Result;
  for (unsigned D = Rank; D-- > 1;)
    Strides[D - 1] = Strides[D] * Sizes[D];
  std::vector<uint64_t> At(Rank, 0);
  for (size_t I = 0; I < List.size(); ++I) {
    uint64_t From = 0;
    for (unsigned D = 0; D < Rank; ++D)
      From += At[D] * Strides[Order[D]];
    Result.push_back(List[From]);
    for (unsigned D = Rank; D-- > 0;) {
      if (++At[D] < Sizes[Order[D]])
        break;
      At[D] = 0;
    }
  }
  return Result;
}

static std::vector<uint64_t> countingUp(uint64_t N) {
  std::vector<uint64_t> List(N);
  for (uint64_t I = 0; I < N; ++I)
    List[I] = I;
  return List;
}

static void checkSteps(const PreShuffle &P) {
  ASSERT_TRUE(P.Steps);
  const uint64_t N = uint64_t(1) << P.Memory.outputBits();
  const std::vector<uint64_t> Memory =
      shuffled(countingUp(N), P.Steps->Sizes, P.Steps->Order);
  for (uint64_t Offset = 0; Offset < N; ++Offset)
    EXPECT_EQ(Memory[Offset], P.Memory.applyFlat(Offset));
  EXPECT_EQ(shuffled(Memory, P.Steps->BackSizes, P.Steps->BackOrder),
            countingUp(N));
}

TEST(PreShuffle, Operand) {
  const LinearLayout A =
      parse("register=[[0,1],[8,0],[0,8]], "
            "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,16]");
  const PreShuffle P = cantFail(preShuffle(A, 8));
  EXPECT_EQ(toString(P.Memory), "offset=[[0,1],[8,0],[0,8],[0,2],[0,4],[1,0],"
                                "[2,0],[4,0]] -> [16,16]");
  EXPECT_EQ(P.VectorElements, 8u);
  EXPECT_EQ(P.VectorBefore, 2u);
  EXPECT_EQ(P.Loads, 1u);
  EXPECT_EQ(P.LoadsBefore, 4u);
  checkSteps(P);
  // With 16 bits and 8 bytes at once, the last register comes behind the lanes.
  const PreShuffle Narrow = cantFail(preShuffle(A, 16, 64));
  EXPECT_EQ(Narrow.VectorElements, 4u);
  EXPECT_EQ(Narrow.Loads, 2u);
  checkSteps(Narrow);
}

TEST(PreShuffle, Copies) {
  // Two lanes and two warps hold the same.
  const PreShuffle P = cantFail(preShuffle(
      parse("register=[[2],[1]], lane=[[4],[0],[8]], warp=[[0]] -> [16]"), 32));
  EXPECT_EQ(toString(P.Memory), "offset=[[2],[1],[4],[8]] -> [16]");
  EXPECT_EQ(P.VectorElements, 4u);
  checkSteps(P);
}

TEST(PreShuffle, NoSteps) {
  const PreShuffle P = cantFail(preShuffle(
      parse("register=[[1,0]], lane=[[1,1],[0,2],[2,2]] -> [4,4]"), 32));
  EXPECT_FALSE(P.Steps);
  EXPECT_EQ(P.VectorElements, 2u);
}

TEST(PreShuffle, Refused) {
  auto Why = [](StringRef Text) {
    Expected<PreShuffle> P = preShuffle(parse(Text), 32);
    return P ? std::string() : toString(P.takeError());
  };
  EXPECT_EQ(Why("register=[[1]] -> [4]"),
            "the layout does not hold every element, expected one that does");
  EXPECT_EQ(Why("register=[[1]] -> [2] ^ [1]"),
            "expected a linear layout of the registers, lanes and warps of one "
            "block");
  EXPECT_EQ(Why("offset=[[1]] -> [2]"),
            "expected a linear layout of the registers, lanes and warps of one "
            "block");
}

TEST(PreShuffle, Random) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round < 300; ++Round) {
    // A permutation of the bits of a tensor of two dimensions.
    const unsigned Rows = Random() % 5, Columns = 1 + Random() % 5;
    std::vector<LayoutPoint> Bits;
    for (unsigned I = 0; I < Rows; ++I)
      Bits.push_back({uint64_t(1) << I, 0});
    for (unsigned I = 0; I < Columns; ++I)
      Bits.push_back({0, uint64_t(1) << I});
    std::shuffle(Bits.begin(), Bits.end(), Random);
    LayoutSpec Spec;
    Spec.Inputs = {{"register", {}}, {"lane", {}}, {"warp", {}}};
    for (const LayoutPoint &P : Bits)
      Spec.Inputs[Random() % 3].Images.push_back(P);
    Spec.Outputs = {{"dim0", uint64_t(1) << Rows},
                    {"dim1", uint64_t(1) << Columns}};
    const LinearLayout L = cantFail(LinearLayout::create(Spec));
    const unsigned ElementBits = 4u << Random() % 4;
    const PreShuffle P = cantFail(preShuffle(L, ElementBits));
    checkSteps(P);
    const uint64_t Registers = Spec.Inputs[0].Images.size();
    EXPECT_EQ(P.VectorElements,
              std::min<uint64_t>(uint64_t(1) << Registers, 128 / ElementBits));
    EXPECT_GE(P.VectorElements, P.VectorBefore);
  }
}
