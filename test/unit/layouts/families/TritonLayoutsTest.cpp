//===- TritonLayoutsTest.cpp - Equal parameters, equal layouts ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of Triton's attributes on a tensor, as published with its tests
// of LinearLayoutConversions, register by register. The formulas of the other
// tests show that a layout is valid; these show that it is the same layout as
// Triton's, including the order of registers, where the family has a choice.
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

CgaLayout split(Sizes CtasPerCga, Sizes CtaSplitNum, Sizes CtaOrder) {
  llvm::Expected<CgaLayout> Cga =
      cgaFromSplit(CtasPerCga, CtaSplitNum, CtaOrder);
  if (Cga)
    return *Cga;
  ADD_FAILURE() << llvm::toString(Cga.takeError());
  return {};
}

template <typename ParamsT>
std::string on(const Extents &S, const ParamsT &Params) {
  return text(distributedLayout({Params}, S));
}

template <typename ParamsT>
std::string inMemory(const Extents &S, const ParamsT &Params) {
  return text(memoryLayout({Params}, S));
}

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

TEST(Triton, BlockedInOneDimension) {
  BlockedParams P{{1}, {4}, {4}, {0}, {}};
  EXPECT_EQ(on({16}, P), "register=[], lane=[[1],[2]], warp=[[4],[8]] -> [16]");
  EXPECT_EQ(on({128}, P), "register=[[16],[32],[64]], lane=[[1],[2]], "
                          "warp=[[4],[8]] -> [128]");
  EXPECT_EQ(on({8}, BlockedParams{{4}, {4}, {4}, {0}, {}}),
            "register=[[1],[2]], lane=[[4],[0]], warp=[[0],[0]] -> [8]");
  EXPECT_EQ(on({32}, BlockedParams{{2}, {4}, {1}, {0}, {}}),
            "register=[[1],[8],[16]], lane=[[2],[4]], warp=[] -> [32]");
}

TEST(Triton, BlockedOverBlocks) {
  EXPECT_EQ(on({32}, BlockedParams{{1}, {4}, {4}, {0}, split({4}, {2}, {0})}),
            "register=[], lane=[[1],[2]], warp=[[4],[8]], block=[[16],[0]] -> "
            "[32]");
  EXPECT_EQ(on({4}, BlockedParams{{1}, {1}, {4}, {0}, split({2}, {2}, {0})}),
            "register=[], lane=[], warp=[[1],[0]], block=[[2]] -> [4]");
  EXPECT_EQ(on({2}, BlockedParams{{1}, {1}, {1}, {0}, split({4}, {4}, {0})}),
            "register=[], lane=[], warp=[], block=[[1],[0]] -> [2]");
  EXPECT_EQ(
      on({64, 128},
         BlockedParams{
             {8, 1}, {8, 4}, {1, 4}, {0, 1}, split({1, 2}, {1, 2}, {1, 0})}),
      "register=[[1,0],[2,0],[4,0],[0,16],[0,32]], lane=[[8,0],[16,0],"
      "[32,0],[0,1],[0,2]], warp=[[0,4],[0,8]], block=[[0,64]] -> "
      "[64,128]");
  EXPECT_EQ(
      on({128, 16},
         BlockedParams{
             {1, 4}, {8, 4}, {4, 1}, {1, 0}, split({2, 2}, {2, 1}, {1, 0})}),
      "register=[[0,1],[0,2],[32,0]], lane=[[0,4],[0,8],[1,0],[2,0],"
      "[4,0]], warp=[[8,0],[16,0]], block=[[0,0],[64,0]] -> [128,16]");
  EXPECT_EQ(
      on({64, 1},
         BlockedParams{
             {8, 1}, {8, 4}, {1, 4}, {0, 1}, split({1, 2}, {1, 2}, {0, 1})}),
      "register=[[1,0],[2,0],[4,0]], lane=[[8,0],[16,0],[32,0],[0,0],"
      "[0,0]], warp=[[0,0],[0,0]], block=[[0,0]] -> [64,1]");
}

TEST(Triton, BlockedInOrder) {
  EXPECT_EQ(on({1, 64}, BlockedParams{{1, 1}, {32, 1}, {1, 8}, {0, 1}, {}}),
            "register=[[0,8],[0,16],[0,32]], lane=[[0,0],[0,0],[0,0],[0,0],"
            "[0,0]], warp=[[0,1],[0,2],[0,4]] -> [1,64]");
  EXPECT_EQ(
      on({1024, 128},
         BlockedParams{
             {2, 2}, {4, 8}, {2, 2}, {1, 0}, split({2, 2}, {2, 2}, {1, 0})}),
      "register=[[0,1],[1,0],[0,32],[16,0],[32,0],[64,0],[128,0],"
      "[256,0]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], warp=[[0,16],"
      "[8,0]], block=[[0,64],[512,0]] -> [1024,128]");
  EXPECT_EQ(
      on({2, 1, 1, 1},
         BlockedParams{
             {1, 1, 1, 4}, {2, 1, 1, 16}, {1, 2, 4, 1}, {3, 0, 1, 2}, {}}),
      "register=[[0,0,0,0],[0,0,0,0]], lane=[[0,0,0,0],[0,0,0,0],"
      "[0,0,0,0],[0,0,0,0],[1,0,0,0]], warp=[[0,0,0,0],[0,0,0,0],"
      "[0,0,0,0]] -> [2,1,1,1]");
}

TEST(Triton, BlockedOperands) {
  auto Parent = distributed(BlockedParams{{2, 4}, {8, 4}, {2, 4}, {1, 0}, {}});
  EXPECT_EQ(on({32, 16}, DotOperandParams{0, Parent, 0}),
            "register=[[0,1],[0,2],[0,4],[0,8],[1,0]], lane=[[0,0],[0,0],[2,0],"
            "[4,0],[8,0]], warp=[[0,0],[0,0],[16,0]] -> [32,16]");
  EXPECT_EQ(on({16, 64}, DotOperandParams{1, Parent, 0}),
            "register=[[0,1],[0,2],[1,0],[2,0],[4,0],[8,0]], lane=[[0,4],[0,8],"
            "[0,0],[0,0],[0,0]], warp=[[0,16],[0,32],[0,0]] -> [16,64]");
  auto Batched = distributed(
      BlockedParams{{2, 2, 4}, {2, 4, 4}, {2, 2, 2}, {2, 1, 0}, {}});
  EXPECT_EQ(on({16, 32, 4}, DotOperandParams{0, Batched, 0}),
            "register=[[0,0,1],[0,0,2],[0,1,0],[1,0,0],[0,16,0],[8,0,0]], "
            "lane=[[0,0,0],[0,0,0],[0,2,0],[0,4,0],[2,0,0]], warp=[[0,0,0],"
            "[0,8,0],[4,0,0]] -> [16,32,4]");
  EXPECT_EQ(on({16, 4, 64}, DotOperandParams{1, Batched, 0}),
            "register=[[0,0,1],[0,0,2],[0,1,0],[0,2,0],[1,0,0],[0,0,32],"
            "[8,0,0]], lane=[[0,0,4],[0,0,8],[0,0,0],[0,0,0],[2,0,0]], "
            "warp=[[0,0,16],[0,0,0],[4,0,0]] -> [16,4,64]");
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

MmaParams mma(unsigned Version, Sizes InstrShape, Sizes Warps,
              CgaLayout Cga = {}) {
  return {Version, 0, Warps, InstrShape, Cga};
}

const std::string MmaLanes = "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], ";

TEST(Triton, MmaResults) {
  MmaParams P = mma(2, {16, 8}, {1, 1});
  EXPECT_EQ(on({16, 16}, P),
            "register=[[0,1],[8,0],[0,8]], " + MmaLanes + "warp=[] -> [16,16]");
  EXPECT_EQ(on({32, 32}, P), "register=[[0,1],[8,0],[0,8],[0,16],[16,0]], " +
                                 MmaLanes + "warp=[] -> [32,32]");
  EXPECT_EQ(on({16, 128}, P),
            "register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], " + MmaLanes +
                "warp=[] -> [16,128]");
}

TEST(Triton, MmaResultsInBatchesOverBlocks) {
  MmaParams P =
      mma(2, {1, 16, 8}, {16, 1, 1}, split({4, 2, 2}, {4, 2, 1}, {2, 1, 0}));
  std::string Registers = "register=[[0,0,1],[0,8,0],[0,0,8],[0,0,16],[0,0,32],"
                          "[0,0,64],[0,16,0],[0,32,0]], ";
  std::string Lanes = "lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], ";
  EXPECT_EQ(on({64, 128, 128}, P),
            Registers + Lanes +
                "warp=[[1,0,0],[2,0,0],[4,0,0],[8,0,0]], block=[[0,0,0],"
                "[0,64,0],[16,0,0],[32,0,0]] -> [64,128,128]");
  EXPECT_EQ(on({1, 128, 128}, P),
            Registers + Lanes +
                "warp=[[0,0,0],[0,0,0],[0,0,0],[0,0,0]], block=[[0,0,0],"
                "[0,64,0],[0,0,0],[0,0,0]] -> [1,128,128]");
}

TEST(Triton, WgmmaResults) {
  for (unsigned N : {16, 8})
    EXPECT_EQ(on({64, 16}, mma(3, {16, N, 8}, {4, 1})),
              "register=[[0,1],[8,0],[0,8]], " + MmaLanes +
                  "warp=[[16,0],[32,0]] -> [64,16]");
  EXPECT_EQ(on({128, 16}, mma(3, {16, 16, 8}, {4, 1})),
            "register=[[0,1],[8,0],[0,8],[64,0]], " + MmaLanes +
                "warp=[[16,0],[32,0]] -> [128,16]");
  EXPECT_EQ(on({1024, 1024}, mma(3, {16, 16, 8}, {4, 1})),
            "register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64],[0,128],[0,256],"
            "[0,512],[64,0],[128,0],[256,0],[512,0]], " +
                MmaLanes + "warp=[[16,0],[32,0]] -> [1024,1024]");
  MmaParams P = mma(3, {16, 32, 16}, {4, 2});
  EXPECT_EQ(on({64, 32}, P), "register=[[0,1],[8,0],[0,8],[0,16]], " +
                                 MmaLanes +
                                 "warp=[[16,0],[32,0],[0,0]] -> [64,32]");
  EXPECT_EQ(on({256, 64}, P),
            "register=[[0,1],[8,0],[0,8],[0,16],[64,0],[128,0]], " + MmaLanes +
                "warp=[[16,0],[32,0],[0,32]] -> [256,64]");
  MmaParams Many = mma(3, {16, 16, 8}, {4, 4});
  EXPECT_EQ(on({16, 16}, Many), "register=[[0,1],[8,0],[0,8]], " + MmaLanes +
                                    "warp=[[0,0],[0,0],[0,0],[0,0]] -> "
                                    "[16,16]");
  EXPECT_EQ(on({32, 32}, Many), "register=[[0,1],[8,0],[0,8]], " + MmaLanes +
                                    "warp=[[16,0],[0,0],[0,16],[0,0]] -> "
                                    "[32,32]");
}

TEST(Triton, MmaOperands) {
  auto One = distributed(mma(2, {16, 8}, {1, 1}));
  EXPECT_EQ(on({16, 64}, DotOperandParams{0, One, 8}),
            "register=[[0,1],[0,2],[0,4],[8,0],[0,32]], lane=[[0,8],[0,16],"
            "[1,0],[2,0],[4,0]], warp=[] -> [16,64]");
  EXPECT_EQ(on({64, 8}, DotOperandParams{1, One, 8}),
            "register=[[1,0],[2,0],[4,0],[32,0]], lane=[[8,0],[16,0],[0,1],"
            "[0,2],[0,4]], warp=[] -> [64,8]");
  auto Four = distributed(mma(2, {16, 8}, {4, 1}));
  EXPECT_EQ(on({128, 128}, DotOperandParams{0, Four, 8}),
            "register=[[0,1],[0,2],[0,4],[8,0],[0,32],[0,64],[64,0]], "
            "lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]] -> "
            "[128,128]");
  EXPECT_EQ(on({128, 64}, DotOperandParams{1, Four, 8}),
            "register=[[1,0],[2,0],[4,0],[32,0],[64,0],[0,8],[0,16],[0,32]], "
            "lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,0]] -> "
            "[128,64]");
  auto Square = distributed(mma(2, {16, 8}, {2, 2}));
  EXPECT_EQ(on({64, 128}, DotOperandParams{0, Square, 8}),
            "register=[[0,1],[0,2],[0,4],[8,0],[0,32],[0,64],[32,0]], "
            "lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[0,0],[16,0]] -> "
            "[64,128]");
  EXPECT_EQ(on({128, 32}, DotOperandParams{1, Square, 8}),
            "register=[[1,0],[2,0],[4,0],[32,0],[64,0],[0,16]], lane=[[8,0],"
            "[16,0],[0,1],[0,2],[0,4]], warp=[[0,8],[0,0]] -> [128,32]");
}

TEST(Triton, MmaOperandsInBatches) {
  auto Parent = distributed(mma(2, {1, 16, 8}, {2, 4, 2}));
  EXPECT_EQ(on({16, 128, 128}, DotOperandParams{0, Parent, 8}),
            "register=[[0,0,1],[0,0,2],[0,0,4],[0,8,0],[0,0,32],[0,0,64],"
            "[0,64,0],[2,0,0],[4,0,0],[8,0,0]], lane=[[0,0,8],[0,0,16],[0,1,0],"
            "[0,2,0],[0,4,0]], warp=[[0,0,0],[0,16,0],[0,32,0],[1,0,0]] -> "
            "[16,128,128]");
  EXPECT_EQ(on({8, 128, 64}, DotOperandParams{1, Parent, 8}),
            "register=[[0,1,0],[0,2,0],[0,4,0],[0,32,0],[0,64,0],[0,0,16],"
            "[0,0,32],[2,0,0],[4,0,0]], lane=[[0,8,0],[0,16,0],[0,0,1],[0,0,2],"
            "[0,0,4]], warp=[[0,0,8],[0,0,0],[0,0,0],[1,0,0]] -> [8,128,64]");
}

TEST(Triton, WgmmaOperands) {
  auto Parent = distributed(mma(3, {16, 16, 8}, {4, 1}));
  EXPECT_EQ(on({128, 32}, DotOperandParams{0, Parent, 2}),
            "register=[[0,1],[8,0],[0,8],[0,16],[64,0]], " + MmaLanes +
                "warp=[[16,0],[32,0]] -> [128,32]");
  auto Two = distributed(mma(3, {16, 16, 8}, {4, 2}));
  EXPECT_EQ(on({128, 64}, DotOperandParams{0, Two, 4}),
            "register=[[0,1],[0,2],[8,0],[0,16],[0,32],[64,0]], lane=[[0,4],"
            "[0,8],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[0,0]] -> "
            "[128,64]");
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

TEST(Triton, SlicesOfBlocked) {
  auto Parent = distributed(BlockedParams{
      {2, 4}, {4, 2}, {2, 2}, {1, 0}, split({2, 2}, {2, 2}, {1, 0})});
  EXPECT_EQ(on({128}, SliceParams{0, Parent}),
            "register=[[1],[2],[16],[32]], lane=[[4],[0],[0]], warp=[[8],[0]], "
            "block=[[64],[0]] -> [128]");
  EXPECT_EQ(on({128}, SliceParams{1, Parent}),
            "register=[[1],[16],[32]], lane=[[0],[2],[4]], warp=[[0],[8]], "
            "block=[[0],[64]] -> [128]");
  auto Short = distributed(BlockedParams{{1, 4}, {8, 4}, {2, 2}, {0, 1}, {}});
  EXPECT_EQ(on({1}, SliceParams{0, Short}),
            "register=[], lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]] -> [1]");
  auto Four = distributed(BlockedParams{
      {1, 1, 1, 4}, {2, 1, 1, 16}, {1, 2, 4, 1}, {3, 0, 1, 2}, {}});
  EXPECT_EQ(on({2, 1, 1}, SliceParams{3, Four}),
            "register=[], lane=[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[1,0,0]], "
            "warp=[[0,0,0],[0,0,0],[0,0,0]] -> [2,1,1]");
}

TEST(Triton, SlicesOfMma) {
  auto Parent = distributed(mma(2, {16, 8}, {2, 2}));
  EXPECT_EQ(on({16}, SliceParams{0, Parent}),
            "register=[[1]], lane=[[2],[4],[0],[0],[0]], warp=[[8],[0]] -> "
            "[16]");
  EXPECT_EQ(on({128}, SliceParams{0, Parent}),
            "register=[[1],[16],[32],[64]], lane=[[2],[4],[0],[0],[0]], "
            "warp=[[8],[0]] -> [128]");
  EXPECT_EQ(on({8}, SliceParams{1, Parent}),
            "register=[], lane=[[0],[0],[1],[2],[4]], warp=[[0],[0]] -> [8]");
  EXPECT_EQ(on({128}, SliceParams{1, Parent}),
            "register=[[8],[32],[64]], lane=[[0],[0],[1],[2],[4]], "
            "warp=[[0],[16]] -> [128]");
}

TEST(Triton, SlicesOfOperands) {
  auto V2 =
      distributed(DotOperandParams{0, distributed(mma(2, {16, 8}, {1, 1})), 8});
  EXPECT_EQ(on({16}, SliceParams{1, V2}),
            "register=[[8]], lane=[[0],[0],[1],[2],[4]], warp=[] -> [16]");
  auto V3 = distributed(
      DotOperandParams{0, distributed(mma(3, {16, 16, 8}, {4, 1})), 2});
  EXPECT_EQ(on({16}, SliceParams{0, V3}),
            "register=[[1],[8]], lane=[[2],[4],[0],[0],[0]], warp=[[0],[0]] -> "
            "[16]");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

SwizzledSharedParams shared(unsigned Vec, unsigned PerPhase, unsigned MaxPhase,
                            Sizes Order) {
  return {Vec, PerPhase, MaxPhase, Order, {}};
}

TEST(Triton, SwizzledShared) {
  const std::string Columns = "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],";
  EXPECT_EQ(inMemory({8}, shared(1, 1, 1, {0})), "offset=[[1],[2],[4]] -> [8]");
  EXPECT_EQ(inMemory({4, 4}, shared(1, 1, 1, {0, 1})),
            "offset=[[1,0],[2,0],[0,1],[0,2]] -> [4,4]");
  EXPECT_EQ(inMemory({32, 32}, shared(1, 1, 4, {1, 0})),
            Columns + "[1,1],[2,2],[4,0],[8,0],[16,0]] -> [32,32]");
  EXPECT_EQ(inMemory({32, 32}, shared(1, 2, 4, {1, 0})),
            Columns + "[1,0],[2,1],[4,2],[8,0],[16,0]] -> [32,32]");
  EXPECT_EQ(inMemory({4, 8}, shared(2, 1, 4, {1, 0})),
            "offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]");
  EXPECT_EQ(inMemory({32, 32}, shared(2, 2, 4, {1, 0})),
            Columns + "[1,0],[2,2],[4,4],[8,0],[16,0]] -> [32,32]");
  EXPECT_EQ(inMemory({2, 4, 32, 32}, shared(2, 2, 4, {3, 2, 1, 0})),
            "offset=[[0,0,0,1],[0,0,0,2],[0,0,0,4],[0,0,0,8],[0,0,0,16],"
            "[0,0,1,0],[0,0,2,2],[0,0,4,4],[0,0,8,0],[0,0,16,0],[0,1,0,0],"
            "[0,2,0,0],[1,0,0,0]] -> [2,4,32,32]");
  EXPECT_EQ(inMemory({4, 8}, shared(1, 1, 4, {0, 1})),
            "offset=[[1,0],[2,0],[1,1],[2,2],[0,4]] -> [4,8]");
  // One column: phases have no effect.
  EXPECT_EQ(inMemory({64, 1}, shared(2, 2, 4, {1, 0})),
            "offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]] -> [64,1]");
}

NvmmaSharedParams nvmma(unsigned Width, bool Transposed, unsigned Bits,
                        bool Fp4Padded = false) {
  return {Width, Transposed, Bits, Fp4Padded, {}};
}

TEST(Triton, NvmmaShared) {
  EXPECT_EQ(inMemory({8, 16}, nvmma(32, false, 16)),
            "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8]] -> [8,16]");
  EXPECT_EQ(inMemory({128, 16}, nvmma(32, false, 16)),
            "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8],[8,0],[16,0],"
            "[32,0],[64,0]] -> [128,16]");
  EXPECT_EQ(inMemory({8, 32}, nvmma(64, false, 16)),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16]] -> "
            "[8,32]");
  EXPECT_EQ(inMemory({8, 64}, nvmma(128, false, 16)),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],"
            "[4,32]] -> [8,64]");
  EXPECT_EQ(inMemory({8, 64}, nvmma(128, false, 32)),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[0,32]]"
            " -> [8,64]");
  EXPECT_EQ(inMemory({128, 128}, nvmma(128, true, 32)),
            "offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[4,1],[8,2],[16,4],[0,8],"
            "[0,16],[0,32],[0,64],[32,0],[64,0]] -> [128,128]");
  EXPECT_EQ(inMemory({32, 4, 64}, nvmma(64, false, 32)),
            "offset=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,1,0],[0,2,4],[1,0,8],"
            "[2,0,0],[4,0,0],[8,0,0],[16,0,0],[0,0,16],[0,0,32]] -> "
            "[32,4,64]");
  EXPECT_EQ(inMemory({64, 4, 32}, nvmma(64, true, 32)),
            "offset=[[1,0,0],[2,0,0],[4,0,0],[8,0,0],[0,0,4],[4,0,8],[8,0,16],"
            "[0,1,0],[0,2,0],[0,0,1],[0,0,2],[16,0,0],[32,0,0]] -> "
            "[64,4,32]");
  EXPECT_EQ(inMemory({32, 64}, nvmma(128, false, 8, true)),
            "offset=[[0,1],[0,2],[0,4],[0,0],[0,8],[0,16],[0,32],[1,8],[2,16],"
            "[4,32],[8,0],[16,0]] -> [32,64]");
}

TensorMemoryParams tmem(unsigned BlockM, unsigned BlockN, CgaLayout Cga = {}) {
  return {BlockM, BlockN, 1, Cga};
}

TEST(Triton, TensorMemory) {
  const std::string Rows = "row=[[1,0],[2,0],[4,0],[8,0],";
  const std::string Cols = "col=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]";
  EXPECT_EQ(inMemory({128, 64}, tmem(64, 64)),
            Rows + "[64,0],[16,0],[32,0]], " + Cols + "] -> [128,64]");
  EXPECT_EQ(inMemory({64, 64}, tmem(64, 64)),
            Rows + "[0,0],[16,0],[32,0]], " + Cols + "] -> [64,64]");
  EXPECT_EQ(inMemory({256, 128}, tmem(64, 64)),
            Rows + "[64,0],[16,0],[32,0]], " + Cols +
                ",[128,0],[0,64]] -> [256,128]");
  EXPECT_EQ(inMemory({64, 256}, tmem(64, 64)),
            Rows + "[0,64],[16,0],[32,0]], " + Cols + ",[0,128]] -> [64,256]");
  const std::string AllRows = Rows + "[16,0],[32,0],[64,0]], ";
  EXPECT_EQ(inMemory({128, 128}, tmem(128, 128)),
            AllRows + Cols + ",[0,64]] -> [128,128]");
  EXPECT_EQ(inMemory({256, 256}, tmem(128, 128)),
            AllRows + Cols + ",[0,64],[128,0],[0,128]] -> [256,256]");
  EXPECT_EQ(inMemory({128, 128}, tmem(128, 64, {{{0, 1}}})),
            AllRows + Cols + "], block=[[0,64]] -> [128,128]");
  TensorMemoryParams Padded = tmem(128, 64);
  Padded.Fp4Padded = true;
  EXPECT_EQ(inMemory({128, 64}, Padded),
            AllRows + "col=[[0,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]] -> "
                      "[128,64]");
}

} // namespace
