//===- ReshapingTest.cpp - Other names and sizes for the same bits --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of the header, every message, then each operation on random
// layouts, index by index: what the new layout holds at an index is compared
// with arithmetic on indices.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Reshaping.h"
#include "test/unit/layouts/PointTesting.h"
#include <algorithm>

using namespace f2layout;
using llvm::StringRef;

namespace {

/// The row-major number of what is held at a flat index, by multiplication.
uint64_t rowMajor(const LinearLayout &L, uint64_t Flat) {
  auto Named = holds(L, cut(L.inputs(), Flat));
  uint64_t Number = 0;
  for (const LayoutDim &D : L.outputs())
    Number = Number * D.size() + Named[D.Name];
  return Number;
}

/// The same number of bits, cut at other places.
std::vector<LayoutDim> recut(Random &R, StringRef Prefix, unsigned Bits) {
  std::vector<LayoutDim> Dims;
  while (Bits || Dims.empty()) {
    unsigned Take = R() % (Bits + 1);
    Dims.push_back({Prefix.str() + std::to_string(Dims.size()), Take});
    Bits -= Take;
  }
  return Dims;
}

std::vector<StringRef> shuffledNames(Random &R,
                                     llvm::ArrayRef<LayoutDim> Dims) {
  std::vector<StringRef> Names;
  for (const LayoutDim &D : Dims)
    Names.push_back(D.Name);
  std::shuffle(Names.begin(), Names.end(), R);
  return Names;
}

/// Runs the test on two hundred random layouts.
template <typename Test> void onRandomLayouts(Test T) {
  Random R(1);
  for (unsigned I = 0; I < 200; ++I) {
    LinearLayout L =
        randomLayout(R, randomDims(R, "in", 4), randomDims(R, "out", 5));
    T(R, L);
  }
}

uint64_t indices(const LinearLayout &L) { return uint64_t(1) << L.inputBits(); }

//===----------------------------------------------------------------------===//
// Examples and messages
//===----------------------------------------------------------------------===//

const char *Rows = "register=[[0,1]], lane=[[1,0],[2,0]] -> [4,2]";

TEST(Reshaping, ExamplesOfTheHeader) {
  LinearLayout L = parsed(Rows);
  EXPECT_EQ(text(flattenOutputs(L, "offset")),
            "register=[[1]], lane=[[2],[4]] -> [offset:8]");
  EXPECT_EQ(text(flattenInputs(L, "thread")),
            "thread=[[0,1],[1,0],[2,0]] -> [4,2]");
  EXPECT_EQ(text(reshapeOutputs(L, {{"dim0", 1}, {"dim1", 1}, {"dim2", 1}})),
            "register=[[0,0,1]], lane=[[0,1,0],[1,0,0]] -> [2,2,2]");
  EXPECT_EQ(text(transposeOutputs(L, {"dim1", "dim0"})),
            "register=[[1,0]], lane=[[0,1],[0,2]] -> [dim1:2,dim0:4]");
  EXPECT_EQ(text(resizeInput(L, "lane", 3)),
            "register=[[0,1]], lane=[[1,0],[2,0],[0,0]] -> [4,2]");
  EXPECT_EQ(text(resizeInput(L, "lane", 1)),
            "register=[[0,1]], lane=[[1,0]] -> [4,2]");
  EXPECT_EQ(text(resizeOutput(L, "dim0", 1)),
            "register=[[0,1]], lane=[[1,0],[0,0]] -> [2,2]");
  EXPECT_EQ(text(concatInputs(parsed("register=[[1]] -> [4]"),
                              parsed("lane=[[2]] -> [4]"))),
            "register=[[1]], lane=[[2]] -> [4]");
  EXPECT_EQ(text(concatOutputs(parsed("lane=[[1],[2]] -> [m:4]"),
                               parsed("lane=[[1],[1]] -> [n:2]"))),
            "lane=[[1,1],[2,1]] -> [m:4,n:2]");
}

TEST(Reshaping, RenameAndSqueeze) {
  LinearLayout L = parsed("register=[[0,1]], lane=[] -> [m:1,n:2]");
  EXPECT_EQ(text(renameInput(L, "register", "offset")),
            "offset=[[0,1]], lane=[] -> [m:1,n:2]");
  EXPECT_EQ(text(renameOutput(L, "n", "k")),
            "register=[[0,1]], lane=[] -> [m:1,k:2]");
  EXPECT_EQ(text(withStandardOutputs(L)), "register=[[0,1]], lane=[] -> [1,2]");
  EXPECT_EQ(text(squeezeInput(L, "lane")), "register=[[0,1]] -> [m:1,n:2]");
  EXPECT_EQ(text(squeezeOutput(L, "m")), "register=[[1]], lane=[] -> [n:2]");
}

/// The identity over {2,4,8} with dimension 1 fastest, then 2, then 0: shape
/// and order are a reshape and a transposition of a line of elements.
TEST(Reshaping, IdentityOverAShapeInAnOrder) {
  LinearLayout Line = get(LinearLayout::identity(6, "register", "line"));
  LinearLayout Cut =
      get(reshapeOutputs(Line, {{"dim0", 1}, {"dim2", 3}, {"dim1", 2}}));
  EXPECT_EQ(text(transposeOutputs(Cut, {"dim0", "dim1", "dim2"})),
            "register=[[0,1,0],[0,2,0],[0,0,1],[0,0,2],[0,0,4],[1,0,0]] -> "
            "[2,4,8]");
}

TEST(Reshaping, Messages) {
  LinearLayout L = parsed(Rows);
  EXPECT_EQ(text(transposeInputs(L, {"lane"})),
            "error: cannot transpose: input dimension 'register' is not in the "
            "order, expected all of [register:2,lane:4]");
  EXPECT_EQ(text(transposeOutputs(L, {"dim1"})),
            "error: cannot transpose: output dimension 'dim0' is not in the "
            "order, expected all of [dim0:4,dim1:2]");
  EXPECT_EQ(text(transposeOutputs(L, {"dim1", "dim0", "dim1"})),
            "error: output dimension 'dim1' appears twice");
  EXPECT_EQ(text(reshapeInputs(L, {{"lane", 5}})),
            "error: cannot reshape inputs [register:2,lane:4] with 3 bits to "
            "[lane:32] with 5 bits, expected equal numbers");
  EXPECT_EQ(text(reshapeOutputs(L, {{"m", 1}, {"n", 1}})),
            "error: cannot reshape outputs [dim0:4,dim1:2] with 3 bits to "
            "[m:2,n:2] with 2 bits, expected equal numbers");
  EXPECT_EQ(text(renameInput(L, "warp", "block")),
            "error: layout has no input dimension 'warp', expected one of "
            "[register:2,lane:4]");
  EXPECT_EQ(text(renameOutput(L, "m", "n")),
            "error: layout has no output dimension 'm', expected one of "
            "[dim0:4,dim1:2]");
  EXPECT_EQ(text(renameOutput(L, "dim0", "dim1")),
            "error: output dimension 'dim1' appears twice");
  EXPECT_EQ(text(squeezeInput(L, "lane")),
            "error: cannot squeeze: input dimension 'lane' has size 4, "
            "expected 1");
  EXPECT_EQ(text(squeezeOutput(L, "dim1")),
            "error: cannot squeeze: output dimension 'dim1' has size 2, "
            "expected 1");
  EXPECT_EQ(text(resizeInput(L, "warp", 1)),
            "error: layout has no input dimension 'warp', expected one of "
            "[register:2,lane:4]");
  EXPECT_EQ(text(resizeInput(L, "lane", 64)),
            "error: cannot resize input dimension 'lane' to 64 bits, expected "
            "at most 63");
  EXPECT_EQ(text(resizeOutput(L, "dim0", 64)),
            "error: cannot resize output dimension 'dim0' to 64 bits, expected "
            "at most 63");
  EXPECT_EQ(text(concatInputs(L, parsed("warp=[] -> [2,4]"))),
            "error: cannot concatenate: the first layout has the outputs "
            "[dim0:4,dim1:2], the second [dim0:2,dim1:4], expected the same");
  EXPECT_EQ(text(concatInputs(L, L)),
            "error: input dimension 'register' appears twice");
  EXPECT_EQ(text(concatOutputs(L, parsed("lane=[[1],[2]] -> [n:4]"))),
            "error: cannot concatenate: the first layout has the inputs "
            "[register:2,lane:4], the second [lane:4], expected the same");
  EXPECT_EQ(text(concatOutputs(L, L)),
            "error: output dimension 'dim0' appears twice");
}

TEST(Strided, EveryStride) {
  for (unsigned Shift = 0; Shift < 6; ++Shift)
    for (unsigned Bits = 0; Bits < 6; ++Bits) {
      uint64_t Stride = 1 << Shift;
      LinearLayout L = get(LinearLayout::strided(Bits, Stride, "lane", "dim0"));
      EXPECT_EQ(L.outputs()[0].size(), Stride << Bits);
      for (uint64_t I = 0; I < uint64_t(1) << Bits; ++I)
        EXPECT_EQ(holds(L, {{"lane", I}})["dim0"], I * Stride);
    }
  EXPECT_EQ(text(LinearLayout::strided(2, 4, "lane", "dim0")),
            "lane=[[4],[8]] -> [16]");
  EXPECT_EQ(text(LinearLayout::strided(2, 3, "lane", "dim0")),
            "error: stride 3 from 'lane' to 'dim0' is not a power of two");
  EXPECT_EQ(text(LinearLayout::strided(60, 16, "lane", "dim0")),
            "error: output dimension 'dim0' has 64 bits, expected at most 63");
}

//===----------------------------------------------------------------------===//
// Random layouts, index by index
//===----------------------------------------------------------------------===//

TEST(Reshaping, TransposedLayoutsHoldTheSame) {
  onRandomLayouts([](Random &R, const LinearLayout &L) {
    LinearLayout Ins = get(transposeInputs(L, shuffledNames(R, L.inputs())));
    LinearLayout Outs = get(transposeOutputs(L, shuffledNames(R, L.outputs())));
    for (uint64_t X = 0; X < indices(L); ++X) {
      Indices At = cut(L.inputs(), X);
      EXPECT_EQ(holds(Ins, At), holds(L, At));
      EXPECT_EQ(holds(Outs, At), holds(L, At));
    }
  });
}

TEST(Reshaping, ReshapingKeepsFlatNumbers) {
  onRandomLayouts([](Random &R, const LinearLayout &L) {
    LinearLayout Ins = get(reshapeInputs(L, recut(R, "new", L.inputBits())));
    LinearLayout Outs = get(reshapeOutputs(L, recut(R, "new", L.outputBits())));
    LinearLayout FlatIn = get(flattenInputs(L, "all"));
    LinearLayout FlatOut = get(flattenOutputs(L, "all"));
    for (uint64_t X = 0; X < indices(L); ++X) {
      EXPECT_EQ(rowMajor(Ins, X), rowMajor(L, X));
      EXPECT_EQ(rowMajor(Outs, X), rowMajor(L, X));
      EXPECT_EQ(rowMajor(FlatOut, X), rowMajor(L, X));
      EXPECT_EQ(holds(FlatIn, {{"all", X}}), holds(L, cut(L.inputs(), X)));
    }
  });
}

TEST(Reshaping, ResizingByIndices) {
  onRandomLayouts([](Random &R, const LinearLayout &L) {
    unsigned Which = R() % L.inputs().size(), Bits = R() % 4;
    const LayoutDim &D = L.inputs()[Which];
    LinearLayout In = get(resizeInput(L, D.Name, Bits));
    for (uint64_t X = 0; X < uint64_t(1) << In.inputBits(); ++X) {
      Indices At = cut(In.inputs(), X), Old = At;
      Old[Which].second %= D.size();
      EXPECT_EQ(holds(In, At), holds(L, Old));
    }
    const LayoutDim &O = L.outputs()[R() % L.outputs().size()];
    LinearLayout Out = get(resizeOutput(L, O.Name, Bits));
    EXPECT_EQ(Out.outputBits(O.Name), Bits);
    for (uint64_t X = 0; X < indices(L); ++X) {
      Indices At = cut(L.inputs(), X);
      auto Expected = holds(L, At);
      Expected[O.Name] %= uint64_t(1) << Bits;
      EXPECT_EQ(holds(Out, At), Expected);
    }
  });
}

TEST(Reshaping, ConcatenationByIndices) {
  onRandomLayouts([](Random &R, const LinearLayout &L) {
    LinearLayout B = randomLayout(R, randomDims(R, "more", 3), L.outputs());
    LinearLayout Wide = get(concatInputs(L, B));
    for (uint64_t X = 0; X < indices(L); ++X)
      for (uint64_t Y = 0; Y < uint64_t(1) << B.inputBits(); ++Y) {
        Indices AtX = cut(L.inputs(), X), AtY = cut(B.inputs(), Y), Both = AtX;
        Both.insert(Both.end(), AtY.begin(), AtY.end());
        auto Sum = holds(L, AtX);
        for (auto &[Name, Coordinate] : holds(B, AtY))
          Sum[Name] ^= Coordinate;
        EXPECT_EQ(holds(Wide, Both), Sum);
      }
    LinearLayout C = randomLayout(R, L.inputs(), randomDims(R, "more", 3));
    LinearLayout Tall = get(concatOutputs(L, C));
    for (uint64_t X = 0; X < indices(L); ++X) {
      Indices At = cut(L.inputs(), X);
      auto Both = holds(L, At);
      for (auto &[Name, Coordinate] : holds(C, At))
        Both[Name] = Coordinate;
      EXPECT_EQ(holds(Tall, At), Both);
    }
  });
}

} // namespace
