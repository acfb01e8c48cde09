//===- SlicingTest.cpp - Parts of layouts, copies and free bits -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Slicing.h"
#include "test/unit/layouts/PointTesting.h"
#include <set>

using namespace f2layout;

namespace {

std::string say(const std::vector<InputBits> &All) {
  std::string Text;
  for (const InputBits &B : All)
    Text += B.Name + ":" + std::to_string(B.Bits) + " ";
  return Text;
}

const char *Rows = "register=[[1,0],[2,0]], "
                   "lane=[[0,1],[0,2],[0,4],[0,8]], warp=[[0,16]] -> [4,32]";

TEST(Slicing, ExamplesOfTheHeader) {
  LinearLayout L = parsed(Rows);
  LinearLayout Sums = get(sliceOutput(L, "dim1"));
  EXPECT_EQ(toString(Sums), "register=[[1],[2]], lane=[[0],[0],[0],[0]], "
                            "warp=[[0]] -> [4]");
  EXPECT_EQ(say(freeBits(Sums)), "register:0 lane:15 warp:1 ");
  EXPECT_EQ(text(sliceInput(L, "warp", 1)),
            "register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8]] -> [4,32] "
            "^ [0,16]");
  auto Fewer = withoutFreeRegisters(parsed("register=[[1],[0],[2]] -> [4]"));
  ASSERT_TRUE(bool(Fewer));
  EXPECT_EQ(Fewer->Keep.toString(), "register=[[1],[4]] -> [register:8]");
  EXPECT_EQ(Fewer->Broadcast.toString(),
            "register=[[1],[0],[2]] -> [register:4]");
  EXPECT_EQ(toString(Fewer->Layout), "register=[[1],[2]] -> [4]");
}

/// A free bit need not have a zero image.
TEST(Slicing, FreeAndBroadcastBits) {
  LinearLayout L = parsed("register=[[1],[2]], lane=[[3],[4]], "
                          "warp=[[0],[5]] -> [8]");
  EXPECT_EQ(say(freeBits(L)), "register:0 lane:1 warp:3 ");
  EXPECT_EQ(say(broadcastBits(L)), "register:0 lane:0 warp:1 ");
}

TEST(Slicing, Messages) {
  LinearLayout L = parsed("lane=[[1],[2]] -> [4]");
  EXPECT_EQ(text(sliceInput(L, "warp", 0)),
            "error: layout has no input dimension 'warp', expected one of "
            "[lane:4]");
  EXPECT_EQ(text(sliceInput(L, "lane", 4)),
            "error: cannot slice: index 4 of 'lane' is out of range, expected "
            "less than 4");
  EXPECT_EQ(text(sliceOutput(L, "m")),
            "error: layout has no output dimension 'm', expected one of "
            "[dim0:4]");
  EXPECT_EQ(llvm::toString(withoutFreeRegisters(L).takeError()),
            "layout has no input dimension 'register', expected one of "
            "[lane:4]");
}

TEST(Slicing, SlicesByPoints) {
  Random R(31);
  for (unsigned I = 0; I < 200; ++I) {
    LinearLayout L =
        randomLayout(R, randomDims(R, "in", 3), randomDims(R, "out", 5));
    unsigned Which = R() % L.inputs().size();
    const LayoutDim &D = L.inputs()[Which];
    uint64_t Index = R() % D.size();
    LinearLayout In = get(sliceInput(L, D.Name, Index));
    const LayoutDim &Gone = L.outputs()[R() % L.outputs().size()];
    LinearLayout Out = get(sliceOutput(L, Gone.Name));
    for (uint64_t X = 0; X < uint64_t(1) << L.inputBits(); ++X) {
      Indices At = cut(L.inputs(), X);
      auto Held = holds(L, At);
      if (At[Which].second == Index) {
        Indices Rest = At;
        Rest.erase(Rest.begin() + Which);
        EXPECT_EQ(holds(In, Rest), Held);
      }
      Held.erase(Gone.Name);
      EXPECT_EQ(holds(Out, At), Held);
    }
  }
}

/// The number of copies of an element is 2 to the number of free bits. Free
/// registers, lanes and warps are counted one after the other: copies in one
/// thread, in other lanes of the warp, in other warps.
TEST(Slicing, FreeBitsCountCopies) {
  Random R(32);
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout L = randomLayout(
        R, {{"warp", 1}, {"lane", 2}, {"register", 2}}, randomDims(R, "d", 4));
    using Element = std::map<std::string, uint64_t>;
    std::set<Element> Thread, Warp, All;
    for (uint64_t X = 0; X < 32; ++X) {
      Indices At = cut(L.inputs(), X);
      Element E = holds(L, At);
      All.insert(E);
      if (At[0].second == 0)
        Warp.insert(E);
      if (At[0].second == 0 && At[1].second == 0)
        Thread.insert(E);
    }
    std::vector<InputBits> Free = freeBits(L);
    auto Copies = [&](unsigned Input) {
      return size_t(1) << __builtin_popcountll(Free[Input].Bits);
    };
    EXPECT_EQ(Copies(2), 4 / Thread.size());
    EXPECT_EQ(Copies(1) * Copies(2), 16 / Warp.size());
    EXPECT_EQ(Copies(0) * Copies(1) * Copies(2), 32 / All.size());
    // Zero images are free, and no change of index changes the element.
    for (auto [Zero, Any] : llvm::zip(broadcastBits(L), Free)) {
      EXPECT_EQ(Zero.Bits & ~Any.Bits, 0u);
      for (uint64_t Index = 0; Index < uint64_t(1) << L.inputBits(Zero.Name);
           ++Index)
        EXPECT_EQ(holds(L, {{Zero.Name, Index & Zero.Bits}}), holds(L, {}));
    }
  }
}

TEST(Slicing, WithoutFreeRegistersByPoints) {
  Random R(33);
  for (unsigned I = 0; I < 200; ++I) {
    LinearLayout L =
        randomLayout(R, {{"register", 3}, {"lane", 2}}, randomDims(R, "d", 4));
    auto Fewer = withoutFreeRegisters(L);
    ASSERT_TRUE(bool(Fewer));
    std::set<std::map<std::string, uint64_t>> Held;
    for (uint64_t Reg = 0; Reg < 8; ++Reg) {
      for (uint64_t Lane = 0; Lane < 4; ++Lane)
        EXPECT_EQ(
            holds(Fewer->Layout,
                  {{"register", Fewer->Broadcast.source(Reg)}, {"lane", Lane}}),
            holds(L, {{"register", Reg}, {"lane", Lane}}));
      Held.insert(holds(L, {{"register", Reg}}));
    }
    EXPECT_EQ(Fewer->Keep.numResults(), Held.size());
    for (uint64_t Reg = 0; Reg < Held.size(); ++Reg)
      EXPECT_EQ(Fewer->Broadcast.source(Fewer->Keep.source(Reg)), Reg);
  }
}

} // namespace
