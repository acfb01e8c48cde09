//===- TritonTypeTest.cpp - Types with a layout inside, and places --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A type's layout is that of its attribute on its shape. Expected layouts are
// those of the same attribute with the shape given explicitly, which
// TritonAttributeTest.cpp checks.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "test/unit/layouts/notations/NotationTesting.h"
#include "llvm/ADT/STLExtras.h"

using namespace f2layout;

namespace {

const std::string Blocked =
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], "
    "warpsPerCTA = [4, 1], order = [1, 0]}>";
const std::string Swizzled =
    "#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, "
    "0]}>";

/// The layout, and the width of an element.
std::string typed(const std::string &Text) {
  llvm::Expected<TypedLayout> L = readTypedLayout(Text);
  if (!L)
    return "error: " + llvm::toString(L.takeError());
  return toString(L->Layout) + " of " +
         (L->ElementBits ? std::to_string(*L->ElementBits) : "unknown") +
         " bits";
}

TEST(TritonType, ShapeAndElementsOfATensor) {
  std::string Layout = read(Blocked, {64, 32});
  ASSERT_EQ(Layout.find("error"), std::string::npos) << Layout;
  for (auto [Element, Bits] :
       {std::pair("f16", 16), std::pair("bf16", 16), std::pair("f8E4M3FN", 8),
        std::pair("f4E2M1FN", 4), std::pair("i1", 1), std::pair("ui32", 32),
        std::pair("f64", 64), std::pair("!tt.ptr<f16>", 64),
        std::pair("!tt.ptr<tensor<4xf32>, 1>", 64)})
    EXPECT_EQ(
        typed(std::string("tensor<64x32x") + Element + ", " + Blocked + ">"),
        Layout + " of " + std::to_string(Bits) + " bits");
  EXPECT_EQ(typed("register=[[1]], lane=[] -> [2]"),
            "register=[[1]], lane=[] -> [2] of unknown bits");
}

TEST(TritonType, OneAndThreeDimensions) {
  EXPECT_EQ(typed("tensor<4xi8, #ttg.linear<{register = [[1]], lane = [[2]], "
                  "warp = []}>>"),
            "register=[[1]], lane=[[2]], warp=[] -> [4] of 8 bits");
  std::string Cube = "#ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp "
                     "= [1, 8, 4], warpsPerCTA = [2, 1, 1], order = [2, 1, "
                     "0]}>";
  EXPECT_EQ(typed("tensor<2x8x16xf32, " + Cube + ">"),
            read(Cube, {2, 8, 16}) + " of 32 bits");
}

TEST(TritonType, Memory) {
  std::string Expected = read(Swizzled, {16, 32}) + " of 16 bits";
  for (const char *Rest : {"", ", #smem", ", #ttg.shared_memory",
                           ", #smem, mutable", ", #smem, mutable, 2x16x32"})
    for (const char *Name : {"!ttg.memdesc", "!tt.memdesc"})
      EXPECT_EQ(
          typed(std::string(Name) + "<16x32xf16, " + Swizzled + Rest + ">"),
          Expected);
  auto Part = [&](const std::string &Rest) {
    return typed("!ttg.memdesc<16x32xf16, " + Swizzled + Rest);
  };
  EXPECT_NE(Part(", #smem, mutable, 64x32>").find("expected the whole"),
            std::string::npos);
  EXPECT_NE(Part(", garbage (((, 12>").find("expected '>'"), std::string::npos);
  EXPECT_EQ(typed("!ttg.memdesc<4x8xf32, #ttg.padded_shared<[8:+2] {order = "
                  "[1, 0], shape = [4, 8]}>, #smem>"),
            "offset=[[0,1],[0,2],[0,4],[1,0],[2,0]] -> [4,8] [8:+2] of 32 "
            "bits");
}

/// An additional dimension, of any size, counts buffers; the layout is of one.
TEST(TritonType, MemoryOfSeveralBuffers) {
  const std::string Nvmma =
      "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, "
      "elementBitWidth = 16";
  struct {
    std::string Layout;
    Extents Shape;
  } Cases[] = {
      {Swizzled, {16, 32}},
      {"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
       "[0]}>",
       {64}},
      {"#ttg.amd_rotating_shared<{vec = 2, perPhase = 1, maxPhase = 4, order "
       "= [2, 1, 0]}>",
       {2, 8, 8}},
      {Nvmma + "}>", {8, 32}},
      {Nvmma + ", rank = 3}>", {2, 8, 32}},
      {Nvmma + ", CGALayout = [[1, 0]]}>", {16, 32}},
      {Nvmma + ", CGALayout = [[1, 0, 0]]}>", {2, 8, 32}},
      {"#ttg.padded_shared<[8:+2] {order = [1, 0], shape = [4, 8]}>", {4, 8}},
      {"#ttg.padded_shared<[2:+2] {offset = [[0, 1], [1, 0]], block = []}>",
       {2, 2}},
      {"#ttg.shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>",
       {2, 2}},
      {"#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = "
       "1>",
       {128, 64}},
  };
  for (const auto &C : Cases) {
    std::string Sizes = shapeText(C.Shape) + "x";
    std::string One = read(C.Layout, C.Shape);
    ASSERT_EQ(One.find("error"), std::string::npos) << One;
    for (const char *Buffers : {"", "1x", "2x", "3x"})
      for (const char *Allocated : {"", "3x", "7x3x"}) {
        std::string Rest = ", " + C.Layout + ", #smem, mutable";
        if (*Allocated)
          Rest += ", " + (Allocated + shapeText(C.Shape));
        EXPECT_EQ(
            typed("!ttg.memdesc<" + (Buffers + Sizes) + "f16" + Rest + ">"),
            One + " of 16 bits");
      }
    EXPECT_NE(typed("!ttg.memdesc<2x2x" + Sizes + "f16, " + C.Layout + ">")
                  .find("error: 1:14: the type has " +
                        std::to_string(C.Shape.size() + 2) +
                        " dimensions, expected " +
                        std::to_string(C.Shape.size()) +
                        " as its layout, or one more in front that counts "
                        "buffers"),
              std::string::npos);
  }
  EXPECT_EQ(typed("!ttg.memdesc<0x16x32xf16, " + Swizzled + ">"),
            "error: 1:14: there are 0 buffers, expected some");
  // Of each buffer a part, and buffers of another shape.
  for (const char *Allocated : {"2x32x32", "2x16x64", "16x32"})
    EXPECT_NE(typed("!ttg.memdesc<2x16x32xf16, " + Swizzled +
                    ", #smem, mutable, " + Allocated + ">")
                  .find("expected the whole"),
              std::string::npos);
  EXPECT_EQ(typed("!ttg.memdesc<3x8x8xf32, #ttg.padded_shared<[8:+2] {order = "
                  "[1, 0], shape = [4, 8]}>, #smem>"),
            "error: 1:14: the type has shape 8x8, expected 4x8 as its layout "
            "says");
  EXPECT_EQ(read("!ttg.memdesc<3x16x32xf16, " + Swizzled + ">", {16, 32}),
            read(Swizzled, {16, 32}));
  // Threads have no buffers.
  EXPECT_NE(typed("tensor<2x64x32xf16, " + Blocked + ">").find("error"),
            std::string::npos);
}

TEST(TritonType, ShortNames) {
  EXPECT_EQ(typed("#shared = " + Swizzled + "\n#smem = #ttg.shared_memory\n" +
                  "!ttg.memdesc<16x32xf16, #shared, #smem>"),
            read(Swizzled, {16, 32}) + " of 16 bits");
  EXPECT_EQ(typed("#a = " + Blocked + "\n// what %3 is\ntensor<64x32xf16, #a>"),
            read(Blocked, {64, 32}) + " of 16 bits");
}

TEST(TritonType, NamesWhatIsWrongAndWhere) {
  auto In = [](const std::string &Text) { return typed(Text); };
  EXPECT_EQ(In("tensor<64x32xf16>"), "error: 1:17: expected ',' and a layout, "
                                     "found '>'");
  EXPECT_EQ(In("tensor<64x32, " + Blocked + ">"),
            "error: 1:10: expected sizes and an element's type, as 64x32xf16");
  EXPECT_EQ(In("tensor<64x?xf16, " + Blocked + ">"),
            "error: 1:11: expected an element's type, as f16, found '?'");
  EXPECT_EQ(In("tensor<64x32xg7, " + Blocked + ">"),
            "error: 1:8: element type 'g7' is not known, expected one as f16, "
            "bf16, f8E4M3FN, i32 or !tt.ptr<...>");
  EXPECT_EQ(In("tensor<16x32xf16, " + Swizzled + ">"),
            "error: 1:19: layout of a tensor is one of memory, expected one of "
            "threads");
  EXPECT_EQ(In("!ttg.memdesc<64x32xf16, " + Blocked + ", #smem>"),
            "error: 1:25: layout of memory is one of threads, expected one of "
            "memory");
  EXPECT_EQ(In("!tt.ptr<f16>"), "error: 1:1: type '!tt.ptr' has no layout, "
                                "expected tensor<...> or !ttg.memdesc<...>");
  EXPECT_EQ(In("tensor<64x32xf16, " + Blocked),
            "error: 1:" + std::to_string(19 + Blocked.size()) +
                ": expected '>', found the end of the text");
  EXPECT_EQ(In("!ttg.memdesc<8x8xf32, #ttg.padded_shared<[8:+2] {order = [1, "
               "0], shape = [4, 8]}>, #smem>"),
            "error: 1:14: the type has shape 8x8, expected 4x8 as its layout "
            "says");
  // The error is in the shape, of the type or given separately.
  EXPECT_EQ(In("tensor<64xf16, " + Blocked + ">"),
            "error: 1:8: blocked: the tensor [64] has 1 dimensions, expected "
            "2");
  EXPECT_EQ(In("tensor<64x24xf16, " + Blocked + ">"),
            "error: 1:8: blocked: 'dim1' of the tensor has size 24, expected a "
            "power of two");
  EXPECT_EQ(read("tensor<64x32xf16, " + Blocked + ">", {32, 32}),
            "error: 1:8: attribute: the layout has shape 64x32, expected "
            "32x32");
  EXPECT_EQ(read("tensor<4xf16, #ttg.linear<{register = [[1], [2]], lane = [], "
                 "warp = []}>>",
                 {8}),
            "error: 1:8: attribute: the layout has shape 4, expected 8");
}

/// Makes each parameter in turn invalid: the error has its place.
TEST(TritonType, PlacesOfParameters) {
  struct {
    const char *Before, *Wrong, *After, *Message;
    Extents Shape;
  } Cases[] = {
      {"#ttg.blocked<{sizePerThread = ",
       "[3, 1]",
       ", threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>",
       "blocked: sizePerThread is [3,1]",
       {64, 32}},
      {"#ttg.blocked<{sizePerThread = [1, 1],\n  threadsPerWarp = ",
       "[32]",
       ", warpsPerCTA = [4, 1], order = [1, 0]}>",
       "blocked: threadsPerWarp is [32]",
       {64, 32}},
      {"#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4],\n"
       "warpsPerCTA = [4, 1],\n\torder = ",
       "[1, 1]",
       "}>",
       "blocked: order is [1,1]",
       {64, 32}},
      {"#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], "
       "warpsPerCTA = [4, 1], order = [1, 0], CGALayout = ",
       "[[1]]",
       "}>",
       "tile: the image of block bit 0",
       {64, 32}},
      {"#ttg.nvidia_mma<{versionMajor = ",
       "5",
       ", warpsPerCTA = [1, 1], instrShape = [16, 8]}>",
       "mma: versionMajor is 5",
       {64, 32}},
      {"#ttg.dot_op<{opIdx = ",
       "2",
       ", parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], "
       "instrShape = [16, 8]}>, kWidth = 2}>",
       "operand of mma: opIdx is 2",
       {64, 32}},
      {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, "
       "warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = ",
       "3",
       "}>",
       "operand of mma: kWidth is 3",
       {64, 32}},
      {"#ttg.slice<{dim = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA "
       "= [2, 2], instrShape = ",
       "[7, 16, 16]",
       ", isTransposed = false}>}>",
       "mfma: instrShape is 7x16",
       {64}},
      {"#ttg.slice<{dim = ",
       "2",
       ", parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], "
       "instrShape = [16, 16, 16], isTransposed = false}>}>",
       "slice: dim is 2",
       {64}},
      {"#ttg.swizzled_shared<{vec = 8, perPhase = ",
       "3",
       ", maxPhase = 4, order = [1, 0]}>",
       "swizzled shared: perPhase is 3",
       {64, 32}},
      {"",
       "#ttg.padded_shared<[3:+2] {order = [1, 0], shape = [4, 8]}>",
       "",
       "padded shared: padding [3:+2]",
       {4, 8}},
  };
  for (const auto &C : Cases) {
    std::string Before = C.Before;
    size_t Line = llvm::count(Before, '\n') + 1;
    size_t Column = Before.size() - (Before.rfind('\n') + 1) + 1;
    std::string Said = read(Before + C.Wrong + C.After, C.Shape);
    std::string Expected = "error: " + std::to_string(Line) + ":" +
                           std::to_string(Column) + ": " + C.Message;
    EXPECT_EQ(Said.substr(0, Expected.size()), Expected);
  }
}

} // namespace
