//===- ExamplesTest.cpp - Layouts built and used --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of the article "Triton Linear Layout: Examples" (January 2026,
// https://www.lei.chat/posts/triton-linear-layout-examples/): identities and
// products, the layout of an MFMA result, the widest access by division, and
// what kind of exchange a conversion needs.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/Vectorisation.h"
#include "layouts/families/Family.h"
#include "layouts/families/SwizzledShared.h"
#include "test/unit/layouts/PointTesting.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>

using namespace f2layout;

namespace {

/// Triton's dump of a layout whose outputs it lists in this order.
std::string dump(const LinearLayout &L,
                 llvm::ArrayRef<llvm::StringRef> OutputOrder) {
  LinearLayout Ordered = get(transposeOutputs(L, OutputOrder));
  std::string Text;
  LayoutSpec Spec = Ordered.spec();
  for (const LayoutSpec::Input &In : Spec.Inputs) {
    if (In.Images.empty())
      Text += " - " + In.Name + " is a size 1 dimension\n";
    for (size_t Bit = 0; Bit < In.Images.size(); ++Bit) {
      Text += (Bit ? "   " : " - ") + In.Name + "=" +
              std::to_string(uint64_t(1) << Bit) + " -> (";
      for (size_t I = 0; I < In.Images[Bit].size(); ++I)
        Text += (I ? ", " : "") + std::to_string(In.Images[Bit][I]);
      Text += ")\n";
    }
  }
  Text += "where out dims are: [";
  for (size_t I = 0; I < Spec.Outputs.size(); ++I)
    Text += (I ? ", " : "") + Spec.Outputs[I].Name + " (size " +
            std::to_string(Spec.Outputs[I].Size) + ")";
  return Text + "]";
}

LinearLayout identity(uint64_t Size, llvm::StringRef In, llvm::StringRef Out) {
  return get(LinearLayout::identity(llvm::Log2_64(Size), In, Out));
}

LinearLayout operator*(const LinearLayout &Inner, const LinearLayout &Outer) {
  return get(product(Inner, Outer));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

TEST(Examples, ElementaryMaps) {
  LinearLayout Line = identity(4, "register", "dim0");
  LinearLayout Nothing = get(LinearLayout::zeros(2, "lane", "dim0"));
  LinearLayout Spread = get(LinearLayout::strided(2, 8, "lane", "dim0"));
  for (uint64_t I = 0; I < 4; ++I) {
    EXPECT_EQ(Line.applyFlat(I), I);
    EXPECT_EQ(Nothing.applyFlat(I), 0u);
    EXPECT_EQ(Spread.applyFlat(I), 8 * I);
  }
  EXPECT_EQ(LinearLayout().inputBits(), 0u);
  EXPECT_EQ(LinearLayout().applyFlat(0), 0u);
}

/// 16 threads in a row with four registers each.
TEST(Examples, ThreadsOfFourElements) {
  LinearLayout L = identity(4, "register", "n") * identity(16, "lane", "n");
  for (uint64_t Lane = 0; Lane < 16; ++Lane)
    for (uint64_t R = 0; R < 4; ++R)
      EXPECT_EQ(text(L.apply({{"register", R}, {"lane", Lane}})),
                toString(LayoutPoint{4 * Lane + R}));
}

TEST(Examples, TheOrderOfFactorsMatters) {
  LinearLayout Id4 = identity(4, "i", "o");
  LinearLayout Zeros2 = get(LinearLayout::zeros(1, "i", "o"));
  LinearLayout Modulo = Id4 * Zeros2, Divided = Zeros2 * Id4;
  for (uint64_t X = 0; X < 8; ++X) {
    EXPECT_EQ(text(Modulo.apply({{"i", X}})), toString(LayoutPoint{X % 4}));
    EXPECT_EQ(text(Divided.apply({{"i", X}})), toString(LayoutPoint{X / 2}));
  }
}

/// The identity over a shape: one dimension after the other, Order[0] first.
LinearLayout identityOver(llvm::StringRef In, llvm::ArrayRef<uint64_t> Shape,
                          llvm::ArrayRef<unsigned> Order) {
  LinearLayout L;
  for (unsigned D : Order)
    L = L * identity(Shape[D], In, "dim" + std::to_string(D));
  return L;
}

TEST(Examples, IdentityOfThreeDimensions) {
  LinearLayout L = identityOver("register", {2, 4, 8}, {2, 1, 0});
  EXPECT_EQ(dump(L, {"dim2", "dim1", "dim0"}),
            " - register=1 -> (1, 0, 0)\n"
            "   register=2 -> (2, 0, 0)\n"
            "   register=4 -> (4, 0, 0)\n"
            "   register=8 -> (0, 1, 0)\n"
            "   register=16 -> (0, 2, 0)\n"
            "   register=32 -> (0, 0, 1)\n"
            "where out dims are: [dim2 (size 8), dim1 (size 4), dim0 (size "
            "2)]");
  for (uint64_t I = 0; I < 64; ++I)
    EXPECT_EQ(holds(L, {{"register", I}}),
              (std::map<std::string, uint64_t>{
                  {"dim0", I / 32}, {"dim1", I / 8 % 4}, {"dim2", I % 8}}));
}

TEST(Examples, OneWarpOfMfma) {
  LinearLayout Product = identity(4, "register", "dim0") *
                         identity(16, "lane", "dim1") *
                         identity(64 / 16, "lane", "dim0");
  MfmaParams P;
  P.WarpsPerCta = {1, 1};
  P.InstrShape = {16, 16, 16};
  LinearLayout L = get(mfmaLayout(P, {16, 16}));
  EXPECT_TRUE(sameMap(Product, L)) << toString(Product);
}

TEST(Examples, MfmaOn32x64) {
  MfmaParams P;
  P.WarpsPerCta = {2, 2};
  P.InstrShape = {16, 16, 16};
  LinearLayout L = get(mfmaLayout(P, {32, 64}));
  LinearLayout Block = get(LinearLayout::zeros(0, "block", "dim0"));
  EXPECT_EQ(dump(L * Block, {"dim0", "dim1"}),
            " - register=1 -> (1, 0)\n"
            "   register=2 -> (2, 0)\n"
            "   register=4 -> (0, 32)\n"
            " - lane=1 -> (0, 1)\n"
            "   lane=2 -> (0, 2)\n"
            "   lane=4 -> (0, 4)\n"
            "   lane=8 -> (0, 8)\n"
            "   lane=16 -> (4, 0)\n"
            "   lane=32 -> (8, 0)\n"
            " - warp=1 -> (0, 16)\n"
            "   warp=2 -> (16, 0)\n"
            " - block is a size 1 dimension\n"
            "where out dims are: [dim0 (size 32), dim1 (size 64)]");
}

//===----------------------------------------------------------------------===//
// Threads and shared memory
//===----------------------------------------------------------------------===//

/// The article's loop: halve the width until the tile divides.
uint64_t widestByDivision(const LinearLayout &Conversion, unsigned Bits) {
  uint64_t Elements = 128 / Bits;
  while (Elements > 1 &&
         !leftDivide(Conversion, identity(Elements, "register", "offset")))
    Elements /= 2;
  return Elements;
}

/// The same by checking every thread: registers in groups of n that are n
/// consecutive offsets, the first a multiple of n.
uint64_t widestByThreads(const LinearLayout &Conversion, unsigned Bits) {
  uint64_t Registers = uint64_t(1) << Conversion.inputBits("register");
  uint64_t All = uint64_t(1) << Conversion.inputBits();
  for (uint64_t N = 128 / Bits; N > 1; N /= 2) {
    bool Fits = N <= Registers;
    for (uint64_t X = 0; Fits && X < All; ++X) {
      uint64_t Group = Conversion.applyFlat(X / N * N);
      Fits = Group % N == 0 && Conversion.applyFlat(X) == Group + X % N;
    }
    if (Fits)
      return N;
  }
  return 1;
}

TEST(Examples, LargestVectorisationByDivision) {
  // Rows of eight f16, 4 x 8 lanes, in shared memory that keeps vectors of
  // Vec elements whole.
  BlockedParams Threads{{1, 8}, {4, 8}, {1, 1}, {1, 0}, {}};
  LinearLayout Distributed = get(blockedLayout(Threads, {4, 64}));
  for (unsigned Vec : {1, 2, 4, 8}) {
    LinearLayout Shared =
        get(swizzledSharedLayout({Vec, 1, 4, {1, 0}, {}}, {4, 64}));
    LinearLayout Conversion =
        get(compose(Distributed, get(sublayout(get(invert(Shared)),
                                               {"dim1", "dim0"}, {"offset"}))));
    EXPECT_EQ(widestByDivision(Conversion, 16), Vec);
    EXPECT_EQ(widestByThreads(Conversion, 16), Vec);
  }
}

TEST(Examples, DivisionIsWhatThreadsSee) {
  Random R(41);
  std::map<uint64_t, unsigned> Seen;
  for (unsigned I = 0; I < 600; ++I) {
    // Products of a vector and another factor, sometimes modified.
    unsigned Inner = R() % 4;
    LinearLayout Rest = randomBijection(
        R, {{"register", 3 - Inner}, {"lane", 2}}, {{"offset", 5 - Inner}});
    LinearLayout L = get(
        LinearLayout::fromMatrix(Rest.inputs(), Rest.outputs(), Rest.matrix()));
    if (Inner)
      L = get(
          product(get(LinearLayout::identity(Inner, "register", "offset")), L));
    unsigned Bits = 16 << R() % 2;
    uint64_t Widest = widestByDivision(L, Bits);
    EXPECT_EQ(Widest, widestByThreads(L, Bits)) << toString(L);
    ++Seen[Widest];
    // largestVector may rename registers, so it finds at least as much.
    llvm::Expected<Vectorisation> V = largestVector(L, Bits);
    ASSERT_TRUE(bool(V));
    EXPECT_GE(V->Elements, Widest);
  }
  for (uint64_t Elements : {1, 2, 4, 8})
    EXPECT_GT(Seen[Elements], 5u) << Elements;
}

//===----------------------------------------------------------------------===//
// What a conversion needs
//===----------------------------------------------------------------------===//

/// The slowest of block, warp, lane that some value leaves, by checking every
/// value; "register" if it only changes registers, "nothing" if not even that.
std::string byValues(const LinearLayout &Conversion) {
  std::string Needs = "nothing";
  for (llvm::StringRef Dim : {"register", "lane", "warp", "block"})
    for (uint64_t X = 0; X < uint64_t(1) << Conversion.inputBits(); ++X) {
      Indices To = cut(Conversion.inputs(), X);
      uint64_t Here = 0;
      for (auto [Name, Index] : To)
        if (Name == Dim)
          Here = Index;
      if (holds(Conversion, To)[Dim.str()] != Here)
        Needs = Dim.str();
    }
  return Needs;
}

/// The article's test: from the slowest dimension down, is it the identity?
std::string byAlgebra(const LinearLayout &Conversion) {
  for (llvm::StringRef Dim : {"block", "warp", "lane", "register"})
    if (!isTrivialOver(Conversion, {Dim}))
      return Dim.str();
  return "nothing";
}

/// Maps wanted places to held places, in the order of the inputs.
LinearLayout conversion(const LinearLayout &Wanted, const LinearLayout &Held) {
  return get(compose(Wanted, get(invert(Held))));
}

TEST(Examples, BlockWarpOrLane) {
  LinearLayout Held = parsed("register=[[1],[2]], lane=[[4],[8]], "
                             "warp=[[16]], block=[[32]] -> [64]");
  auto Needs = [&](const char *Wanted) {
    LinearLayout C = conversion(parsed(Wanted), Held);
    EXPECT_EQ(byAlgebra(C), byValues(C)) << Wanted;
    return byAlgebra(C);
  };
  EXPECT_EQ(Needs("register=[[1],[2]], lane=[[4],[8]], warp=[[16]], "
                  "block=[[32]] -> [64]"),
            "nothing");
  EXPECT_EQ(Needs("register=[[2],[1]], lane=[[4],[8]], warp=[[16]], "
                  "block=[[32]] -> [64]"),
            "register");
  EXPECT_EQ(Needs("register=[[4],[2]], lane=[[1],[8]], warp=[[16]], "
                  "block=[[32]] -> [64]"),
            "lane");
  EXPECT_EQ(Needs("register=[[1],[2]], lane=[[4],[16]], warp=[[8]], "
                  "block=[[32]] -> [64]"),
            "warp");
  EXPECT_EQ(Needs("register=[[32],[2]], lane=[[4],[8]], warp=[[16]], "
                  "block=[[1]] -> [64]"),
            "block");
}

/// For layouts that map one element to a bit, the test is exact.
TEST(Examples, BlockWarpOrLaneOfRandomLayouts) {
  Random R(42);
  std::map<std::string, unsigned> Seen;
  const std::vector<LayoutDim> Ins = {
      {"register", 2}, {"lane", 2}, {"warp", 1}, {"block", 1}};
  auto OfBits = [&](const std::vector<unsigned> &Order) {
    llvm::SmallVector<uint64_t> Columns;
    for (unsigned Bit : Order)
      Columns.push_back(uint64_t(1) << Bit);
    return get(LinearLayout::fromMatrix(Ins, LayoutDim{"dim0", 6},
                                        BitMatrix(6, Columns)));
  };
  for (unsigned I = 0; I < 400; ++I) {
    std::vector<unsigned> Held = {0, 1, 2, 3, 4, 5};
    std::shuffle(Held.begin(), Held.end(), R);
    // Wanted is Held after a move among the lowest dimensions.
    std::vector<unsigned> Wanted = Held;
    std::shuffle(Wanted.begin(), Wanted.begin() + R() % 7, R);
    LinearLayout C = conversion(OfBits(Wanted), OfBits(Held));
    EXPECT_EQ(byAlgebra(C), byValues(C)) << toString(C);
    ++Seen[byAlgebra(C)];
  }
  for (const char *Need : {"nothing", "register", "lane", "warp", "block"})
    EXPECT_GT(Seen[Need], 5u) << Need;
}

/// For other linear layouts the test is too strict: here the lane depends on
/// the warp, so the image of the warp is not only itself, and still every value
/// stays in its warp. The origin of values decides, not the image of warp bits:
/// the warp's row of the matrix, not its column.
TEST(Examples, TheTestIsTooStrictForSwizzledWarps) {
  LinearLayout C = conversion(
      parsed(
          "register=[[1]], lane=[[2],[4]], warp=[[12]], block=[[16]] -> [32]"),
      parsed(
          "register=[[1]], lane=[[2],[4]], warp=[[8]], block=[[16]] -> [32]"));
  EXPECT_EQ(byAlgebra(C), "warp");
  EXPECT_EQ(byValues(C), "lane");
  EXPECT_EQ(text(sublayout(C, {"register", "lane", "warp"}, {"warp"})),
            "register=[[0]], lane=[[0],[0]], warp=[[1]] -> [warp:2]");
}

} // namespace
