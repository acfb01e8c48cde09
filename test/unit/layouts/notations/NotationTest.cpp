//===- NotationTest.cpp - Dumps, masks, JSON, and any text ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/LayoutJson.h"
#include "test/unit/layouts/notations/NotationTesting.h"
#include <algorithm>

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

/// The MFMA layout on 32x64, as the examples article prints it.
const char *MfmaDump = R"( - register=1 -> (1, 0)
   register=2 -> (2, 0)
   register=4 -> (0, 32)
 - lane=1 -> (0, 1)
   lane=2 -> (0, 2)
   lane=4 -> (0, 4)
   lane=8 -> (0, 8)
   lane=16 -> (4, 0)
   lane=32 -> (8, 0)
 - warp=1 -> (0, 16)
   warp=2 -> (16, 0)
 - block is a size 1 dimension
where out dims are: [dim0 (size 32), dim1 (size 64)]
)";

TEST(TritonDump, MfmaOfTheExamplesArticle) {
  const char *Layout = "register=[[1,0],[2,0],[0,32]], lane=[[0,1],[0,2],[0,4],"
                       "[0,8],[4,0],[8,0]], warp=[[0,16],[16,0]], block=[] -> "
                       "[32,64]";
  EXPECT_EQ(read(MfmaDump), Layout);
  EXPECT_EQ(written(Layout, Notation::Dump), MfmaDump);
}

TEST(TritonDump, OtherDimensions) {
  // identityStandardND of the examples article: outputs in their own order.
  EXPECT_EQ(read(" - register=1 -> (1, 0, 0)\n   register=2 -> (2, 0, 0)\n"
                 "   register=4 -> (4, 0, 0)\n   register=8 -> (0, 1, 0)\n"
                 "   register=16 -> (0, 2, 0)\n   register=32 -> (0, 0, 1)\n"
                 "where out dims are: [dim2 (size 8), dim1 (size 4), dim0 "
                 "(size 2)]"),
            "register=[[1,0,0],[2,0,0],[4,0,0],[0,1,0],[0,2,0],[0,0,1]] -> "
            "[dim2:8,dim1:4,dim0:2]");
  EXPECT_EQ(read("- vector=1 -> (8, 0)\n- bank=1 -> (0, 1)\n  bank=2 -> (4, 4)"
                 "\nwhere out dims are: [dim0, dim1]"),
            "vector=[[8,0]], bank=[[0,1],[4,4]] -> [16,8]");
  EXPECT_EQ(read("(empty layout)\n"), "-> []");
}

TEST(TritonDump, NamesWhatIsWrongAndWhere) {
  EXPECT_EQ(read(" - lane=1 -> (0, 1)\n   lane=4 -> (0, 2)\nwhere out dims "
                 "are: [dim0, dim1]"),
            "error: 2:9: image of lane=4 after 1 others, expected that of the "
            "next power of two");
  EXPECT_EQ(read(" - lane=1 -> (0, 1)\n   warp=1 -> (0, 2)"),
            "error: 2:4: expected 'lane' or '-' before another input, found "
            "'warp'");
  EXPECT_EQ(read("- offset=1 -> (1)\n- block=1 -> (2)\n- warp is a size 1 "
                 "dimension\nwhere out dims are: [dim0]"),
            "error: 3:3: expected offset and block (memory) or register, lane, "
            "warp, block; found 'warp' after 'offset'");
  EXPECT_EQ(read(" - lane=1 -> (0, 1)\nwhere out dims are: [dim0]"),
            "error: 1:14: image has 2 coordinates, expected 1, one for each "
            "output");
  EXPECT_EQ(read(" - lane is a size 2 dimension"),
            "error: 1:19: input 'lane' has size 2 and 0 images, expected size "
            "1 and none");
  EXPECT_EQ(read(" - lane=1 -> (9)\nwhere out dims are: [dim0 (size 8)]"),
            "error: 1:14: image of lane bit 0 is 9 in 'dim0', expected less "
            "than its size 8");
  EXPECT_EQ(written("lane=[[1]] -> [2] ^ [1]", Notation::Dump),
            "error: Triton's dump has no place for the offset [1] of an affine "
            "layout");
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

TEST(Masks, OfTheFirstPrinciplesArticle) {
  std::string Layout =
      read("m_0 = (1, 0, 1), m_1 = (0, 1, 1), m_2 = (1, 1, 1)");
  EXPECT_EQ(Layout, "offset=[[7],[6],[5]] -> [8]");
  EXPECT_EQ(written(Layout, Notation::Masks),
            "[offset:8] -> [dim0:8]\nm0 = (1,0,1)\nm1 = (0,1,1)\nm2 = "
            "(1,1,1)\n");
  // o0 = b2 ^ b0, o1 = b1 ^ b0, o2 = b2 ^ b1 ^ b0, as in the article.
  LinearLayout L = parsed(Layout);
  for (uint64_t B = 0; B < 8; ++B) {
    uint64_t B0 = B & 1, B1 = B >> 1 & 1, B2 = B >> 2;
    EXPECT_EQ(L.applyFlat(B), (B2 ^ B0) | (B1 ^ B0) << 1 | (B2 ^ B1 ^ B0) << 2);
  }
}

TEST(Masks, OfSeveralDimensions) {
  EXPECT_EQ(read("[register:4, lane:2] -> [dim0:2, dim1:4]\n"
                 "m2 = (1,0,0)\nm0 = (1,0,1)\nm1 = (0,1,0)\n^ [1,3]"),
            "register=[[0,1],[0,2]], lane=[[1,1]] -> [2,4] ^ [1,3]");
  EXPECT_EQ(read("[lane:2] -> []"), "lane=[[]] -> []");
}

TEST(Masks, AreParities) {
  Random R(3);
  for (unsigned I = 0; I < 50; ++I) {
    LinearLayout L =
        randomLayout(R, {{"register", 2}, {"lane", 4}}, {{"a", 3}, {"b", 2}});
    std::string Text = toString(L);
    std::string Masks = text(writeLayout(L, Notation::Masks));
    EXPECT_EQ(read(Masks), Text);
    // Parse each mask from the text: the parity of the bits it selects.
    llvm::StringRef Rest = Masks;
    for (unsigned Row = 0; Row < 5; ++Row) {
      Rest = Rest.split('(').second;
      std::string Bits;
      for (char C : Rest.split(')').first)
        if (C != ',')
          Bits += C;
      uint64_t Mask = std::stoull(Bits, nullptr, 2);
      for (uint64_t In = 0; In < 64; ++In)
        EXPECT_EQ((L.applyFlat(In) ^ L.flatOffset()) >> Row & 1,
                  uint64_t(__builtin_parityll(Mask & In)));
    }
  }
}

TEST(Masks, NamesWhatIsWrongAndWhere) {
  EXPECT_EQ(read("m0 = (1,0,1), m0 = (0,1,1)"),
            "error: 1:15: mask 0 comes twice, expected once");
  EXPECT_EQ(read("m0 = (1,0,2)"),
            "error: 1:11: bit of a mask is 2, expected 0 or 1");
  EXPECT_EQ(read("m0 = (1,0,1)\nm1 = (1,1)"),
            "error: 2:6: mask 1 has 2 bits, expected 3 for [offset:8]");
  EXPECT_EQ(
      read("m0 = (1,0,1)\nm2 = (1,1,1)"),
      "error: 2:6: there is a mask 2, expected m0 and up for the 2 output "
      "bits of [dim0:4]");
  EXPECT_EQ(read("[lane:4] -> [dim0:4] m0 = (1,0)"),
            "error: 1:32: there are 1 masks, expected 2, one for each output "
            "bit of [dim0:4]");
  EXPECT_EQ(read("[lane:3] -> []"),
            "error: 1:7: size of 'lane' is 3, expected a power of two");
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

TEST(LayoutJson, WrittenForm) {
  EXPECT_EQ(
      text(writeLayout({parsed("offset=[[0,1],[1,0]] -> [2,2]"), {{4, 1}}},
                       Notation::Json)),
      R"({
  "text": "offset=[[0,1],[1,0]] -> [2,2]",
  "inputs": [
    {
      "name": "offset",
      "bases": [
        [0,1],
        [1,0]
      ]
    }
  ],
  "outputs": [
    {
      "name": "dim0",
      "size": 2
    },
    {
      "name": "dim1",
      "size": 2
    }
  ],
  "offset": [0,0],
  "paddings": [
    {
      "interval": 4,
      "amount": 1
    }
  ]
}
)");
}

TEST(LayoutJson, PartsMayBeMissing) {
  EXPECT_EQ(read(R"({"text": "lane=[[1]] -> [2] ^ [1]"})"),
            "lane=[[1]] -> [2] ^ [1]");
  EXPECT_EQ(read(R"({"inputs": [{"name": "bank", "bases": [[3], [1]]}],
                     "outputs": [{"name": "m", "size": 4}]})"),
            "bank=[[3],[1]] -> [m:4]");
  EXPECT_EQ(read(R"({"text": "offset=[[1]] -> [2]",
                     "paddings": [{"interval": 2, "amount": 1}]})"),
            "offset=[[1]] -> [2] [2:+1]");
}

TEST(LayoutJson, HasNoOtherKeys) {
  EXPECT_EQ(read(R"({"text": "lane=[[1]] -> [2]", "ofset": [1]})"),
            "error: JSON: key 'ofset' of a layout is unknown, expected some of "
            "text, inputs, outputs, offset, paddings");
  EXPECT_EQ(read(R"({"text": "lane=[[1]] -> [2]", "zeta": 1, "alpha": 2})"),
            read(R"({"alpha": 2, "text": "lane=[[1]] -> [2]", "zeta": 1})"));
  EXPECT_EQ(read(R"({"inputs": [{"name": "lane", "bases": [[1]], "bits": 1}],
                     "outputs": [{"name": "m", "size": 4}]})"),
            "error: JSON: key 'bits' of an input is unknown, expected some of "
            "name, bases");
  EXPECT_EQ(read(R"({"inputs": [{"name": "lane", "bases": [[1]]}],
                     "outputs": [{"name": "m", "size": 4, "bits": 2}]})"),
            "error: JSON: key 'bits' of an output is unknown, expected some of "
            "name, size");
  EXPECT_EQ(read(R"({"text": "offset=[[1]] -> [2]", "paddings":
                     [{"interval": 2, "amount": 1, "at": 0}]})"),
            "error: JSON: key 'at' of a padding is unknown, expected some of "
            "interval, amount");
  EXPECT_EQ(read(R"({"layuot": {"text": "lane=[[1]] -> [2]"}})"),
            "error: JSON: key 'layuot' of a layout is unknown, expected some "
            "of text, inputs, outputs, offset, paddings");
  // An answer may have more keys than the layout that it wraps.
  EXPECT_EQ(read(R"({"rank": 1, "layout": {"text": "lane=[[1]] -> [2]"}})"),
            "lane=[[1]] -> [2]");
  EXPECT_EQ(read(R"({"layout": {"text": "lane=[[1]] -> [2]", "rank": 1}})"),
            "error: JSON: key 'rank' of a layout is unknown, expected some of "
            "text, inputs, outputs, offset, paddings");
}

TEST(LayoutJson, NamesWhatIsWrong) {
  EXPECT_EQ(read("{}"),
            "error: JSON: the object is without \"inputs\" and \"outputs\" and "
            "without \"text\", expected one of the two");
  EXPECT_EQ(read(R"({"text": "lane=[[1]] -> [4"})"),
            "error: JSON: \"text\": 1:17: expected ',' or ']', found the end "
            "of the text");
  EXPECT_EQ(read(R"({"inputs": [{"name": "lane", "bases": [[9]]}],
                     "outputs": [{"name": "m", "size": 4}]})"),
            "error: JSON: image of lane bit 0 is 9 in 'm', expected less than "
            "its size 4");
  EXPECT_EQ(read(R"({"inputs": [{"name": "lane", "bases": [[-1]]}],
                     "outputs": [{"name": "m", "size": 4}]})"),
            "error: JSON: coordinate in \"bases\" is missing or no number, "
            "expected a number from 0 to 2^64 - 1");
  EXPECT_EQ(read(R"({"text": "lane=[[1]] -> [2]", "inputs": [],
                     "outputs": []})"),
            "error: JSON: \"text\" is not what \"inputs\" and \"outputs\" say, "
            "expected '-> []'");
  EXPECT_EQ(read(R"({"text": "offset=[[1]] -> [2]",
                     "paddings": [{"interval": 3, "amount": 1}]})"),
            "error: padded shared: padding [3:+1], expected powers of two");
}

//===----------------------------------------------------------------------===//
// Any notation
//===----------------------------------------------------------------------===//

TEST(Notation, NamesAreUnique) {
  for (Notation N : allNotations())
    EXPECT_TRUE(notationByName(nameOf(N)) == N) << nameOf(N).str();
  EXPECT_EQ(allNotations().size(), 22u);
  EXPECT_FALSE(notationByName("cutlass"));
}

TEST(Notation, IsRecognised) {
  auto Is = [](llvm::StringRef Text) {
    return nameOf(recogniseNotation(Text)).str();
  };
  EXPECT_EQ(Is("lane=[[1]] -> [2]"), "text");
  EXPECT_EQ(Is("-> [4]"), "text");
  EXPECT_EQ(Is("{ [lane] -> [x = lane] }"), "isl");
  EXPECT_EQ(Is("{ S[] -> [] }"), "isl");
  EXPECT_EQ(Is("{\"layout\": 1}"), "json");
  EXPECT_EQ(Is(""), "text");
  EXPECT_EQ(Is(MfmaDump), "dump");
  EXPECT_EQ(Is("(empty layout)"), "dump");
  EXPECT_EQ(Is("lane=1 -> (0, 1)"), "dump");
  EXPECT_EQ(Is("m0 = (1)"), "masks");
  for (const char *Cute :
       {"(4,8):(8,1)", "((2,2),3):((24,2),8)", "_4:_1", "8", "(_4,8)",
        "(T32,V4) -> (M16,N8) (32,4):(1,32)", "Sw<2,0,2> o 0 o 4:1",
        "S<2,0,2> o 0 o 4:1", "SW_2_0_2 o 0 o 4:1", "Layout<_4,_1>",
        "cute::Layout<cute::C<4>,cute::C<1>>", "ArithTuple(0,0) o (2,2)"})
    EXPECT_EQ(Is(Cute), "cute") << Cute;
  EXPECT_EQ(Is("[lane:2] -> [m:2] m_0=(1)"), "masks");
  EXPECT_EQ(Is("\n // why\n#ttg.linear<{}>"), "ttg");
  EXPECT_EQ(Is(" {}"), "json");
}

TEST(Notation, AgreesWithTheShape) {
  EXPECT_EQ(read("lane=[[1]] -> [2]", {2}), "lane=[[1]] -> [2]");
  EXPECT_EQ(read("lane=[[1]] -> [2]", {2, 2}),
            "error: the layout has shape 2, expected 2x2");
}

TEST(Notation, TextDumpMasksAndJsonKeepEverything) {
  Random R(5);
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout L = randomLayout(
        R, {{"register", unsigned(R() % 3)}, {"lane", unsigned(R() % 6)}},
        {{"dim0", unsigned(R() % 5)}, {"dim1", unsigned(R() % 5)}});
    for (Notation N :
         {Notation::Text, Notation::Dump, Notation::Masks, Notation::Json}) {
      if (N == Notation::Dump && !L.isLinear())
        continue;
      llvm::Expected<std::string> Text = writeLayout(L, N);
      ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
      EXPECT_EQ(read(*Text), toString(L)) << *Text;
    }
  }
}

/// The bits of a 4x8 tile in any order, one of them swizzled by another, and
/// one bit without effect. Only warps may be swizzled.
TEST(Notation, ListedImagesAreReadAgain) {
  Random R(6);
  for (unsigned I = 0; I < 200; ++I) {
    bool Memory = R() % 2, Swizzled = R() % 2;
    std::vector<LayoutPoint> Images = {{1, 0}, {2, 0}, {0, 1},
                                       {0, 2}, {0, 4}, {0, 0}};
    std::shuffle(Images.begin(), Images.end(), R);
    LayoutPoint &Changed = Images[Memory ? 0 : 5];
    bool IsZero = Changed == LayoutPoint{0, 0}; // no copies of others
    for (unsigned D = 0; Swizzled && !(Memory && IsZero) && D < 2; ++D)
      Changed[D] ^= Images[1][D];
    auto Next = Images.begin();
    auto Input = [&](const char *Name, unsigned Bits) {
      Next += Bits;
      return LayoutSpec::Input{Name, {Next - Bits, Next}};
    };
    std::vector<LayoutSpec::Input> Inputs;
    if (Memory)
      Inputs = {Input("offset", 5), Input("block", 1)};
    else
      Inputs = {Input("register", 2), Input("lane", 3), Input("warp", 1)};
    LinearLayout L =
        get(LinearLayout::create({Inputs, {{"dim0", 4}, {"dim1", 8}}, {}}));
    Notation N = Memory     ? Notation::SharedLinear
                 : Swizzled ? Notation::GenericLinear
                            : Notation::Linear;
    llvm::Expected<std::string> Text = writeLayout(L, N);
    ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
    EXPECT_EQ(read(*Text), toString(L)) << *Text;
    // The first family that fits gives the same layout.
    Text = writeLayout(L, Notation::Triton);
    ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
    EXPECT_EQ(read(*Text, {4, 8}), toString(L)) << *Text;
  }
}

//===----------------------------------------------------------------------===//
// Broken texts
//===----------------------------------------------------------------------===//

/// A text with up to two characters or pieces changed, removed or doubled.
std::string mutated(Random &R, std::string Text) {
  static const char Alphabet[] = "[](){}<>,=:+-^#\"m019 \n/\xff";
  for (unsigned I = 0, N = R() % 3; I < N && !Text.empty(); ++I) {
    size_t At = R() % Text.size();
    switch (R() % 4) {
    case 0:
      Text[At] = Alphabet[R() % (sizeof(Alphabet) - 1)];
      break;
    case 1:
      Text.erase(At, 1 + R() % 4);
      break;
    case 2:
      Text.insert(At, Text.substr(R() % Text.size(), R() % 12));
      break;
    default:
      Text.insert(At, 1, Alphabet[R() % (sizeof(Alphabet) - 1)]);
    }
  }
  return Text;
}

/// Reads what it can; what is read can be written as text and read again.
TEST(Notation, BrokenTextsGiveALayoutOrAMessage) {
  Random R(9);
  const std::string Texts[] = {
      MfmaDump,
      "m0 = (1,0,1), m1 = (0,1,1), m2 = (1,1,1)",
      "[register:4, lane:2] -> [dim0:2, dim1:4]\nm0 = (1,0,1)\nm1 = (0,1,0)\n"
      "m2 = (1,0,0)\n^ [1,3]",
      R"({"inputs": [{"name": "lane", "bases": [[1], [2]]}], "outputs":
         [{"name": "m", "size": 4}], "offset": [0], "paddings": []})",
      "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA "
      "= [2, 1], instrShape = [16, 8]}>\n#ttg.dot_op<{opIdx = 0, parent = "
      "#mma, kWidth = 2}>",
      "#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], "
      "threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], "
      "CGALayout = [[1, 0]]}>}>",
      "#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = "
      "[[0, 1]], warp = [[1, 0], [2, 0]]}, instrShape = [16, 16, 32]}>",
      "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, "
      "16], isTransposed = false, tilesPerWarp = [1, 2]}>",
      "#ttg.linear<{register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2]], warp "
      "= [], block = []}>",
      "#ttg.padded_shared<[4:+4, 16:+1] {order = [1, 0], shape = [2, 32]}>",
      "#ttg.padded_shared<[4:+4] {offset = [[1], [2], [4]], block = []}>",
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, "
      "elementBitWidth = 16, CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], "
      "CTAOrder = [1, 0]}>",
      "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, "
      "0]}>",
      "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>",
  };
  unsigned Read = 0, Refused = 0;
  for (unsigned I = 0; I < 20000; ++I) {
    std::string Text = mutated(R, Texts[R() % std::size(Texts)]);
    const Extents Shapes[] = {{32, 64}, {128, 64}, {128}, {8, 4, 2}};
    llvm::Expected<PaddedLayout> L =
        R() % 4 ? readLayout(Text, llvm::ArrayRef(Shapes[R() % 4]))
                : readLayout(Text);
    if (!L) {
      ++Refused;
      EXPECT_FALSE(llvm::toString(L.takeError()).empty()) << Text;
      continue;
    }
    ++Read;
    EXPECT_EQ(read(toLayoutJson(*L)), toString(*L)) << Text;
  }
  EXPECT_GT(Read, 500u);
  EXPECT_GT(Refused, 500u);
}

} // namespace
