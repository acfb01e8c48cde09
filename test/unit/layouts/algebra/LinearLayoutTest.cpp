//===- LinearLayoutTest.cpp - Labelled linear and affine maps -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/LayoutTesting.h"

using namespace f2layout;

namespace {

const char Tile16x16[] = "register=[[0,1],[1,0]], "
                         "lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], "
                         "warp=[[8,0]] -> [16,16]";

std::string created(const LayoutSpec &Spec) {
  return text(LinearLayout::create(Spec));
}

/// Each cell of the tile in the header, by arithmetic instead of xor.
TEST(LinearLayout, TileOfTheHeader) {
  LinearLayout L = parsed(Tile16x16);
  for (uint64_t Warp = 0; Warp < 2; ++Warp)
    for (uint64_t Lane = 0; Lane < 32; ++Lane)
      for (uint64_t Reg = 0; Reg < 4; ++Reg) {
        uint64_t Row = 8 * Warp + 2 * (Lane / 8) + Reg / 2;
        uint64_t Column = 2 * (Lane % 8) + Reg % 2;
        EXPECT_EQ(
            text(L.apply({{"register", Reg}, {"lane", Lane}, {"warp", Warp}})),
            toString(LayoutPoint{Row, Column}));
        EXPECT_EQ(L.applyFlat(Reg | Lane << 2 | Warp << 7), Row * 16 + Column);
      }
  EXPECT_EQ(text(L.apply({{"register", 3}, {"lane", 21}, {"warp", 1}})),
            "(13,11)");
  EXPECT_EQ(L.flatten({13, 11}), 219u);
  EXPECT_EQ(toString(L.point(219)), "(13,11)");
  EXPECT_EQ(text(L.apply({})), "(0,0)");
}

TEST(LinearLayout, SwizzleOfTheHeader) {
  LinearLayout L = parsed("offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]");
  for (uint64_t Row = 0; Row < 4; ++Row)
    for (uint64_t Column = 0; Column < 4; ++Column)
      EXPECT_EQ(text(L.apply({{"offset", Row * 4 + (Column ^ Row)}})),
                toString(LayoutPoint{Row, Column}));
  LinearLayout Reversed =
      parsed("offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4] ^ [0,3]");
  EXPECT_FALSE(Reversed.isLinear());
  for (uint64_t Offset = 0; Offset < 16; ++Offset)
    EXPECT_EQ(Reversed.applyFlat(Offset), L.applyFlat(Offset) ^ 3);
}

TEST(LinearLayout, Dimensions) {
  LinearLayout L = parsed(Tile16x16);
  EXPECT_EQ(L.inputBits(), 8u);
  EXPECT_EQ(L.outputBits(), 8u);
  EXPECT_EQ(L.inputBits("lane"), 5u);
  EXPECT_EQ(L.inputBits("block"), 0u);
  EXPECT_EQ(L.outputBits("dim1"), 4u);
  EXPECT_EQ(L.inputShift("lane"), 2u);
  EXPECT_EQ(L.inputShift("block"), std::nullopt);
  EXPECT_EQ(L.outputShift("dim0"), 4u);
  EXPECT_EQ(L.outputShift("dim1"), 0u);
  EXPECT_TRUE(L.isInjective());
  EXPECT_TRUE(L.isSurjective());
  EXPECT_FALSE(parsed("lane=[[1],[0]] -> [2]").isInjective());
  EXPECT_FALSE(parsed("lane=[[1]] -> [4]").isSurjective());
}

TEST(LinearLayout, Builders) {
  EXPECT_EQ(text(LinearLayout::identity(2, "register", "dim0")),
            "register=[[1],[2]] -> [4]");
  EXPECT_EQ(text(LinearLayout::zeros(2, "lane", "dim0")),
            "lane=[[0],[0]] -> [1]");
  EXPECT_EQ(text(LinearLayout::identity(0, "lane", "n")), "lane=[] -> [n:1]");
  EXPECT_EQ(text(LinearLayout::identity(64, "lane", "n")),
            "error: input dimension 'lane' has 64 bits, expected at most 63");
  EXPECT_EQ(text(LinearLayout::zeros(1000, "lane", "n")),
            "error: input dimension 'lane' has 1000 bits, expected at most 63");
}

TEST(LinearLayout, ApplyRejects) {
  LinearLayout L = parsed(Tile16x16);
  EXPECT_EQ(text(L.apply({{"lane", 32}})),
            "error: index 32 of 'lane' is out of range, expected less than 32");
  EXPECT_EQ(text(L.apply({{"lanes", 0}})),
            "error: layout has no input dimension 'lanes', expected one of: "
            "register, lane, warp");
}

TEST(LinearLayout, CreateRejects) {
  EXPECT_EQ(created({{{"lane", {{1}}}}, {{"n", 12}}, {}}),
            "error: size 12 of output 'n' is not a power of two");
  EXPECT_EQ(created({{{"lane", {{1}}}}, {{"n", 0}}, {}}),
            "error: size 0 of output 'n' is not a power of two");
  EXPECT_EQ(created({{{"lane", {{1}, {8}}}}, {{"n", 8}}, {}}),
            "error: image of lane bit 1 is 8 in 'n', expected less than its "
            "size 8");
  EXPECT_EQ(created({{{"lane", {{1}, {1, 2}}}}, {{"n", 8}}, {}}),
            "error: image of lane bit 1 has 2 coordinates, expected 1, one for "
            "each output");
  EXPECT_EQ(created({{{"lane", {}}, {"lane", {}}}, {{"n", 8}}, {}}),
            "error: input dimension 'lane' appears twice");
  EXPECT_EQ(created({{}, {{"n", 8}, {"n", 8}}, {}}),
            "error: output dimension 'n' appears twice");
  EXPECT_EQ(created({{{"a b", {}}}, {}, {}}),
            "error: input dimension 'a b' is not named by letters, digits, '_' "
            "and '.', a letter first");
  EXPECT_EQ(created({{}, {{"n", 8}}, {9}}),
            "error: offset is 9 in 'n', expected less than its size 8");
  EXPECT_EQ(created({{}, {{"n", 8}}, {1, 1}}),
            "error: offset has 2 coordinates, expected 1, one for each output");
  std::vector<LayoutPoint> Images;
  Images.resize(64, LayoutPoint{0});
  EXPECT_EQ(created({{{"lane", Images}}, {{"n", 2}}, {}}),
            "error: input dimension 'lane' has 64 bits, expected at most 63");
}

TEST(LinearLayout, FromMatrixRejects) {
  LayoutDim Lane{"lane", 2}, N{"n", 2};
  EXPECT_EQ(text(LinearLayout::fromMatrix({Lane}, {N}, BitMatrix(3, {1, 2}))),
            "error: matrix has 3 rows and 2 columns, expected 2 (output bits) "
            "and 2 (input bits)");
  EXPECT_EQ(
      text(LinearLayout::fromMatrix({Lane}, {N}, BitMatrix(2, {1, 2}), 4)),
      "error: flat offset 4 does not fit 2 output bits");
  EXPECT_EQ(text(LinearLayout::fromMatrix({Lane, Lane}, {N},
                                          BitMatrix(2, {1, 2, 1, 2}))),
            "error: input dimension 'lane' appears twice");
  EXPECT_EQ(text(LinearLayout::fromMatrix({}, {{"m", 64}}, BitMatrix())),
            "error: output dimension 'm' has 64 bits, expected at most 63");
  EXPECT_EQ(text(LinearLayout::fromMatrix({}, {{"m", 60}, {"n", 60}},
                                          BitMatrix::zero(120, 0),
                                          LongWord::unit(120))),
            "error: flat offset of 121 bits does not fit 120 output bits");
}

TEST(LinearLayout, HasManyDimensionsButNotAnyNumber) {
  LayoutSpec Spec;
  std::vector<LayoutDim> Dims;
  for (unsigned I = 0; I < 1024; ++I) {
    Spec.Inputs.push_back({"in" + std::to_string(I), {}});
    Spec.Outputs.push_back({"out" + std::to_string(I), 1});
    Dims.push_back({"d" + std::to_string(I), 0});
  }
  EXPECT_EQ(get(LinearLayout::create(Spec)).outputs().size(), 1024u);
  EXPECT_TRUE(bool(LinearLayout::fromMatrix(Dims, Dims, BitMatrix())));
  LayoutSpec MoreInputs = Spec, MoreOutputs = Spec;
  MoreInputs.Inputs.push_back({"more", {}});
  MoreOutputs.Outputs.push_back({"more", 1});
  std::string Inputs = "error: the layout has 1025 input dimensions, expected "
                       "at most 1024";
  std::string Outputs =
      "error: the layout has 1025 output dimensions, expected "
      "at most 1024";
  EXPECT_EQ(created(MoreInputs), Inputs);
  EXPECT_EQ(created(MoreOutputs), Outputs);
  std::vector<LayoutDim> More = Dims;
  More.push_back({"more", 0});
  EXPECT_EQ(text(LinearLayout::fromMatrix(More, Dims, BitMatrix())), Inputs);
  EXPECT_EQ(text(LinearLayout::fromMatrix(Dims, More, BitMatrix())), Outputs);
}

TEST(LinearLayout, AllOf64Bits) {
  LinearLayout L = get(LinearLayout::fromMatrix(
      {{"lane", 1}, {"warp", 63}, {"block", 0}}, {{"n", 63}, {"m", 1}},
      BitMatrix::identity(64), ~0ull));
  EXPECT_EQ(L.applyFlat(0), ~0ull);
  EXPECT_EQ(
      text(L.apply({{"lane", 1}, {"warp", (1ull << 63) - 1}, {"block", 0}})),
      "(0,0)");
  EXPECT_EQ(L.flatten(L.point(0x8123456789abcdef)), 0x8123456789abcdef);
  EXPECT_EQ(get(LinearLayout::create(L.spec())), L);
}

TEST(LinearLayout, SpecAndBack) {
  Random R(1);
  for (unsigned Round = 0; Round < 500; ++Round) {
    LinearLayout L = randomLayout(R,
                                  {{"register", unsigned(R() % 7)},
                                   {"lane", unsigned(R() % 7)},
                                   {"warp", unsigned(R() % 4)}},
                                  {{"a", unsigned(R() % 9)},
                                   {"b", unsigned(R() % 5)},
                                   {"c", unsigned(R() % 5)}});
    EXPECT_EQ(get(LinearLayout::create(L.spec())), L);
    uint64_t X = R() & ((uint64_t(1) << L.inputBits()) - 1);
    LayoutPoint P = L.point(L.applyFlat(X));
    EXPECT_EQ(L.flatten(P), L.applyFlat(X));
  }
}

} // namespace
