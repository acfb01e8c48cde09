//===- CuteNotationTest.cpp - CuTe layouts as layouts of a tensor ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"
#include "test/unit/layouts/notations/NotationTesting.h"

using namespace f2layout;

namespace {

const char *Tile = "register=[[0,1],[8,0]], "
                   "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]";

TEST(CuteNotation, Threads) {
  EXPECT_EQ(read("(T32,V4) -> (M16,N8) ((4,8),(2,2)):((32,1),(16,8))"), Tile);
  EXPECT_EQ(read("(T32,V4) -> (M16,N8) ((4,8),(2,2)):((2@1,1@0),(1@1,8@0))"),
            Tile);
  EXPECT_EQ(written(Tile, Notation::Cute),
            "(T32,V4) -> (M16,N8) ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  EXPECT_EQ(written(Tile, Notation::Pycute),
            "(T32,V4) -> (M16,N8) ((4, 8), (2, 2)):((32, 1), (16, 8))");
  EXPECT_EQ(written(Tile, Notation::CuteType),
            "(T32,V4) -> (M16,N8) Layout<Shape<Shape<_4,_8>,Shape<_2,_2>>,"
            "Stride<Stride<_32,_1>,Stride<_16,_8>>>");
  // Threads beyond 32 are warps, unless these or lanes have a letter.
  EXPECT_EQ(read("(T128,V1) -> (M128) (128,1):(1,0)"),
            "register=[], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]] -> "
            "[128]");
  EXPECT_EQ(read("(L64,W2) -> (M128) (64,2):(1,64)"),
            "lane=[[1],[2],[4],[8],[16],[32]], warp=[[64]] -> [128]");
  EXPECT_EQ(written("register=[[1]], lane=[[2]], block=[[4]] -> [8] ^ [4]",
                    Notation::Cute),
            "(T2,V2,B2) -> (M8) _4 o (_2,_2,_2):(_2,_1,_-4)");
}

TEST(CuteNotation, Memory) {
  EXPECT_EQ(read("(4,8):(8,1)"),
            "offset=[[0,1],[0,2],[0,4],[1,0],[2,0]] -> [4,8]");
  const char *Swizzled = "offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]";
  EXPECT_EQ(written(Swizzled, Notation::Cute),
            "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
  EXPECT_EQ(read("Sw<2,0,2> o 0 o (4,4):(4,1)"), Swizzled);
  EXPECT_EQ(read("Sw<2,0,2> o 5 o (4,4):(4,1)"),
            "error: Sw<2,0,2> o 5 o (4,4):(4,1) is not linear: bit 0 "
            "of mode 0 (4) carries into the offset 5");
  // One dimension of several modes stays one.
  EXPECT_EQ(written("offset=[[2],[1]] -> [4]", Notation::Cute),
            "((_2,_2)):((_2,_1))");
  EXPECT_EQ(read("((_2,_2)):((_2,_1))"), "offset=[[2],[1]] -> [4]");
}

TEST(CuteNotation, Errors) {
  EXPECT_EQ(read("(4,8):(8,x)"),
            "error: 1:10: expected an integer or a tuple, found 'x'");
  EXPECT_EQ(read("(T32,V2) -> (M16,N8) ((4,8),(2,2)):((32,1),(16,8))"),
            "error: 1:6: size 2 differs from that of mode 1 of the layout, 4");
  EXPECT_EQ(read("(T32,V4) -> (M16,N4) ((4,8),(2,2)):((32,1),(16,8))"),
            "error: codes reach beyond 64, but the tensor has 64 elements");
  // Of 2^64 elements, the number of which needs 65 bits.
  EXPECT_EQ(read("(T2) -> (M4294967296,N4294967296) 2:4294967296"),
            "lane=[[0,1]] -> [4294967296,4294967296]");
  EXPECT_EQ(read("(T32,X4) -> (M16,N8) ((4,8),(2,2)):((32,1),(16,8))"),
            "error: 1:6: expected T, L, W, V or B and a size");
  EXPECT_EQ(read("(T32,V3) -> (M16) 1"),
            "error: 1:6: size 3 is no power of two");
  EXPECT_EQ(read("(4,8):(8,0)"), "error: two elements have the same offset, "
                                 "expected one for each");
  EXPECT_EQ(read("(4,8):(16,1)"),
            "error: the layout has gaps: 5 bits of coordinates are offsets of "
            "6 bits");
  EXPECT_EQ(read("(3,8):(8,1)"),
            "error: sizes of the layout are no powers of two, so it is a "
            "linear map on a part of a tensor only");
  EXPECT_EQ(read("(4,8):(1@0,1@1)"),
            "error: the layout gives coordinates, expected offsets in memory, "
            "or a comment such as '(T32,V4) -> (M16,N8)'");
  EXPECT_EQ(written("lane=[[1],[3],[7]] -> [8]", Notation::Cute),
            "error: the layout has no stride form, also behind a swizzle: bit "
            "0 of lane (1) and bit 1 of lane (3) have common bits");
  EXPECT_EQ(written("lane=[[1]] -> [m:2]", Notation::Cute),
            "error: output 'm' has a name, expected 'dim0'");
}

/// Whatever is written is read back as the same layout.
TEST(CuteNotation, RandomRoundTrips) {
  Random R(31);
  unsigned Threads = 0, Memory = 0;
  for (unsigned Round = 0; Round < 2000; ++Round) {
    Extents Shape = {16, 32};
    TritonAttribute A;
    if (Round % 2)
      A.Family = randomThreads(R, 2);
    else
      A.Family = randomMemory(R, 2);
    llvm::Expected<PaddedLayout> L = layoutOf(A, llvm::ArrayRef(Shape));
    if (!L || !L->Paddings.empty()) {
      llvm::consumeError(L.takeError());
      continue;
    }
    for (Notation N : {Notation::Cute, Notation::Pycute, Notation::CuteType}) {
      llvm::Expected<std::string> Text = writeLayout(L->Linear, N);
      if (!Text) {
        llvm::consumeError(Text.takeError());
        continue;
      }
      EXPECT_EQ(read(*Text), toString(L->Linear)) << *Text;
      (Round % 2 ? Threads : Memory) += 1;
    }
  }
  EXPECT_GT(Threads, 500u);
  EXPECT_GT(Memory, 500u);
}

} // namespace
