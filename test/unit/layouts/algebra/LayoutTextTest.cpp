//===- LayoutTextTest.cpp - Layouts as text, both ways --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "test/unit/layouts/LayoutTesting.h"

using namespace f2layout;

namespace {

const char Tile32x8[] =
    "register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], "
    "warp=[[16,0]] -> [32,8]";

TEST(LayoutText, ReadsWhatItMeans) {
  LayoutSpec Spec{{{"register", {{0, 1}, {8, 0}}},
                   {"lane", {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                   {"warp", {{16, 0}}}},
                  {{"dim0", 32}, {"dim1", 8}},
                  {}};
  EXPECT_EQ(parsed(Tile32x8), get(LinearLayout::create(Spec)));
  Spec.Outputs = {{"m", 32}, {"n", 8}};
  Spec.Offset = {1, 7};
  EXPECT_EQ(parsed("register=[[0,1],[8,0]], "
                   "lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0]] -> "
                   "[m:32,n:8] ^ [1,7]"),
            get(LinearLayout::create(Spec)));
}

/// These texts are written exactly as they are read.
TEST(LayoutText, WritesWhatItRead) {
  for (const char *Text :
       {Tile32x8, "offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4] ^ [0,3]",
        "register=[[1]], lane=[[2]], warp=[], block=[[0]] -> [m:4]",
        "-> [m:4,n:2] ^ [3,1]", "-> []", "lane=[[],[]] -> []",
        "lane=[] -> [1,1]", "lane=[[1,0]] -> [dim1:2,dim0:2]",
        "offset=[[1]], block=[[2]] -> [4]",
        "offset=[[9223372036854775807]] -> [9223372036854775808]"})
    EXPECT_EQ(text(parseLayout(Text)), Text);
}

TEST(LayoutText, FreeFormIsNormalised) {
  EXPECT_EQ(text(parseLayout(" warp = [ ] ,\n\tlane=[[ 01 ] ]->[ dim0 : 2 ]^"
                             "[0]\r\n")),
            "lane=[[1]], warp=[] -> [2]");
  EXPECT_EQ(text(parseLayout("block=[[8]],warp=[[4]],lane=[[2]],register=[[1]]"
                             "->[16]")),
            "register=[[1]], lane=[[2]], warp=[[4]], block=[[8]] -> [16]");
}

TEST(LayoutText, SaysWhereAndWhatWasExpected) {
  struct {
    const char *Text, *Message;
  } Cases[] = {
      // Grammar.
      {"", "1:1: expected an input dimension (register, lane, warp, block or "
           "offset), found the end of the text"},
      {"thread=[[1]] -> [2]",
       "1:1: expected an input dimension (register, lane, warp, block or "
       "offset), found 'thread'"},
      {"lane=[[1]],, -> [2]",
       "1:12: expected an input dimension (register, lane, warp, block or "
       "offset), found ','"},
      {"lane", "1:5: expected '=', found the end of the text"},
      {"lane:[[1]] -> [2]", "1:5: expected '=', found ':'"},
      {"lane=1 -> [2]", "1:6: expected '[', found '1'"},
      {"lane=[1] -> [2]", "1:7: expected '[', found '1'"},
      {"lane=[[1],]", "1:11: expected '[', found ']'"},
      {"lane=[[1 -> [2]", "1:10: expected ',' or ']', found '->'"},
      {"lane=[[0,1=[0,2]]", "1:11: expected ',' or ']', found '='"},
      {"lane=[[1,]] -> [2]", "1:10: expected a coordinate, found ']'"},
      {"lane=[[-1]] -> [2]", "1:8: expected a coordinate, found '-'"},
      {"lane=[[x]] -> [2]", "1:8: expected a coordinate, found 'x'"},
      {"lane=[[1]", "1:10: expected ',' or ']', found the end of the text"},
      {"lane=[[1]]", "1:11: expected ',' or '->', found the end of the text"},
      {"lane=[[1]] > [2]", "1:12: expected ',' or '->', found '>'"},
      {"lane=[[1]]\n  [2]", "2:3: expected ',' or '->', found '['"},
      {"lane=[[1]] -> 2", "1:15: expected '[', found '2'"},
      {"lane=[[1]] -> [", "1:16: expected an output size or a name, found the "
                          "end of the text"},
      {"lane=[[1]] -> [2,]", "1:18: expected an output size, found ']'"},
      {"lane=[[1]] -> [m]", "1:17: expected ':', found ']'"},
      {"lane=[[1]] -> [m:]", "1:18: expected an output size, found ']'"},
      {"lane=[[1,0]] -> [m:2,2]",
       "1:22: expected a name, as for the first output, found '2'"},
      {"lane=[[1,0]] -> [2,n:2]",
       "1:20: expected a size without a name, as for the first output, found "
       "'n'"},
      {"lane=[[1]] -> [2] [",
       "1:19: expected '^' or the end of the text, found '['"},
      {"lane=[[1]] -> [2] ^", "1:20: expected '[', found the end of the text"},
      {"lane=[[1]] -> [2] ^ [0] ^ [0]",
       "1:25: expected the end of the text, found '^'"},
      {"lane=[[18446744073709551616]] -> [2]",
       "1:8: number is too large, expected less than 2^64"},
      {"lane=[[1]] -> [18446744073709551616]",
       "1:16: number is too large, expected less than 2^64"},
      {"offset=[[1]], lane=[[1]] -> [2]",
       "1:15: expected offset and block (memory) or register, lane, warp, "
       "block; found 'lane' after 'offset'"},
      {"lane=[[1]], offset=[[1]] -> [2]",
       "1:13: expected offset and block (memory) or register, lane, warp, "
       "block; found 'offset' after 'lane'"},
      {"lane=[[1]], block=[[1]], offset=[[1]] -> [2]",
       "1:26: expected offset and block (memory) or register, lane, warp, "
       "block; found 'offset' after 'lane'"},
      {"\x01", "1:1: expected an input dimension (register, lane, warp, block "
               "or offset), found '\\01'"},
      {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
       "1:1: expected an input dimension (register, lane, warp, block or "
       "offset), found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"},
      // Meaning.
      {"lane=[[1]], lane=[[1]] -> [2]",
       "1:13: input dimension 'lane' appears twice"},
      {"lane=[[1,1]] -> [m:2,m:2]", "1:22: output dimension 'm' appears twice"},
      {"lane=[[1]] -> [12]",
       "1:16: size 12 of output 'dim0' is not a power of two"},
      {"lane=[[1,0]] -> [2,0]",
       "1:20: size 0 of output 'dim1' is not a power of two"},
      {"lane=[[0,1],[0,9]] -> [4,8]",
       "1:16: image of lane bit 1 is 9 in 'dim1', expected less than its size "
       "8"},
      {"warp=[[1,0]],\nlane=[[0,1],\n      [4,0]] -> [m:4,n:8]",
       "3:8: image of lane bit 1 is 4 in 'm', expected less than its size 4"},
      {"lane=[[1]] -> [2,4]", "1:7: image of lane bit 0 has 1 coordinates, "
                              "expected 2, one for each output"},
      {"lane=[[1],[]] -> [2]", "1:11: image of lane bit 1 has 0 coordinates, "
                               "expected 1, one for each output"},
      {"lane=[[1]] -> [2] ^ [2]",
       "1:22: offset is 2 in 'dim0', expected less than its size 2"},
      {"lane=[[1]] -> [2] ^ [0,0]", "1:21: offset has 2 coordinates, expected "
                                    "1, one for each output"},
      {"lane=[[1]] -> [2] ^ []", "1:21: offset has 0 coordinates, expected 1, "
                                 "one for each output"},
      {"-> [18446744073709551616]",
       "1:5: number is too large, expected less than 2^64"},
  };
  for (auto [Text, Message] : Cases)
    EXPECT_EQ(text(parseLayout(Text)), std::string("error: ") + Message)
        << Text;
}

TEST(LayoutText, ReadsInverses) {
  LinearLayout Swizzled = parsed("offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]");
  LinearLayout Tile = parsed(Tile32x8);
  for (const LinearLayout &L : {Swizzled, Tile}) {
    LinearLayout Inverse = get(invert(L));
    EXPECT_EQ(get(parseInverse(toString(Inverse))), Inverse);
    EXPECT_NE(text(parseLayout(toString(Inverse))), toString(Inverse));
  }
  EXPECT_EQ(text(parseInverse("m=[[1]], lane=[[2]] -> [offset:4]")),
            "m=[[1]], lane=[[2]] -> [offset:4]");
  EXPECT_EQ(
      text(parseInverse("m=[[1]] -> [n:2]")),
      "error: 1:12: expected an output named register, lane, warp, block or "
      "offset, as an inverse has");
  EXPECT_EQ(text(parseInverse("3=[[1]] -> [lane:2]")),
            "error: 1:1: expected an input dimension, found '3'");
}

TEST(LayoutText, TooManyBits) {
  std::string Images = "[0]";
  for (unsigned I = 1; I < 64; ++I)
    Images += ",[0]";
  EXPECT_EQ(text(parseLayout("lane=[" + Images + "] -> [2]")),
            "error: 1:1: input dimension 'lane' has 64 bits, expected at most "
            "63");
}

LinearLayout randomReadable(Random &R) {
  auto Bits = [&](unsigned Limit) { return unsigned(R() % Limit); };
  std::vector<LayoutDim> Ins, Outs;
  if (R() % 4 == 0)
    Ins = {{"offset", Bits(20)}};
  else
    for (const char *Name : {"register", "lane", "warp", "block"})
      if (R() % 4)
        Ins.push_back({Name, Bits(7)});
  for (unsigned I = 0, N = R() % 4; I < N; ++I)
    Outs.push_back({(R() % 2 ? "dim" : "x.") + std::to_string(I), Bits(12)});
  return randomLayout(R, Ins, Outs);
}

TEST(LayoutText, ReadsWhatItWrote) {
  Random R(1);
  for (unsigned Round = 0; Round < 2000; ++Round) {
    LinearLayout L = randomReadable(R);
    EXPECT_EQ(parsed(toString(L)), L);
  }
}

/// Texts with a few characters changed, moved, doubled or cut off are either
/// read or refused; a layout that is read can be written again.
TEST(LayoutText, MutatedTextsAreReadOrRefused) {
  Random R(2);
  const char Alphabet[] = "[],=:^-> \n0123456789lanewrpoffset_.\0\xff\x80";
  unsigned Read = 0, Refused = 0;
  for (unsigned Round = 0; Round < 30000; ++Round) {
    std::string Text = toString(randomReadable(R));
    for (unsigned Change = 0, N = 1 + R() % 4; Change < N && !Text.empty();
         ++Change) {
      size_t At = R() % Text.size(), Length = R() % 5;
      switch (R() % 5) {
      case 0:
        Text[At] = Alphabet[R() % (sizeof(Alphabet) - 1)];
        break;
      case 1:
        Text.insert(At, 1, Alphabet[R() % (sizeof(Alphabet) - 1)]);
        break;
      case 2:
        Text.erase(At, Length);
        break;
      case 3:
        Text.insert(R() % Text.size(), Text.substr(At, Length));
        break;
      case 4:
        Text.resize(At);
        break;
      }
    }
    llvm::Expected<LinearLayout> L = parseLayout(Text);
    if (!L) {
      ++Refused;
      std::string Message = llvm::toString(L.takeError());
      // "line:column: ..." and nothing unprintable.
      EXPECT_EQ(Message.find_first_not_of("0123456789"), Message.find(':'));
      for (char C : Message)
        EXPECT_TRUE(C >= ' ' && C <= '~') << Message;
      continue;
    }
    ++Read;
    EXPECT_EQ(parsed(toString(*L)), *L);
  }
  EXPECT_GT(Read, 100u);
  EXPECT_GT(Refused, 1000u);
}

} // namespace
