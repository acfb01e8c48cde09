//===- RecognitionTest.cpp - From layouts to parameters -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts that a family made are recognised as that family, and the recognised
// parameters make the same layout. Other tests compare the families themselves
// with the manuals.
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Recognition.h"
#include "test/unit/layouts/notations/NotationTesting.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace f2layout;
using llvm::StringRef;

namespace {

TEST(Recognition, BlockedFromImages) {
  EXPECT_EQ(written("register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],"
                    "[2,0],[4,0]], warp=[[8,0],[16,0]] -> [32,32]",
                    Notation::Blocked),
            "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], "
            "warpsPerCTA = [4, 1], order = [1, 0]}>");
  // Lanes 8 and 16 hold copies, since the tensor ends at column 32.
  EXPECT_EQ(written("register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[0,0],"
                    "[0,0]], warp=[[1,0],[0,0]], block=[[2,0]] -> [4,32]",
                    Notation::Blocked),
            "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], "
            "warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>");
  EXPECT_EQ(written("register=[[1,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], "
                    "warp=[] -> [8,8]",
                    Notation::Triton),
            "#ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], "
            "warpsPerCTA = [1, 1], order = [0, 1]}>");
}

TEST(Recognition, ResultsAndOperandsOfProducts) {
  EXPECT_EQ(written("register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],"
                    "[4,0]], warp=[[16,0]] -> [32,8]",
                    Notation::Triton),
            "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA "
            "= [2, 1], instrShape = [16, 8]}>");
  EXPECT_EQ(written("register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],"
                    "[2,0],[4,0]], warp=[] -> [16,16]",
                    Notation::DotOperand),
            "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = "
            "2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, "
            "8]}>, kWidth = 2}>");
  EXPECT_EQ(written("register=[[1,0],[2,0],[0,32]], lane=[[0,1],[0,2],[0,4],"
                    "[0,8],[4,0],[8,0]], warp=[[0,16],[16,0]] -> [32,64]",
                    Notation::AmdMfma),
            "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = "
            "[16, 16, 16], isTransposed = false}>");
  EXPECT_EQ(written("register=[[2,0],[4,0],[8,0]], lane=[[0,1],[0,2],[0,4],"
                    "[0,8],[1,0]] -> [16,16]",
                    Notation::AmdWmma),
            "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = "
            "[1, 1]}>");
}

TEST(Recognition, SlicesOfBlocked) {
  EXPECT_EQ(written("register=[], lane=[[0],[0],[1],[2],[4]], "
                    "warp=[[8],[16]] -> [32]",
                    Notation::Slice),
            "#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, "
            "1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, "
            "0]}>}>");
}

TEST(Recognition, SharedMemory) {
  EXPECT_EQ(written("offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]",
                    Notation::Triton),
            "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order "
            "= [1, 0]}>");
  EXPECT_EQ(written("offset=[[0,1],[0,2],[1,1],[2,2],[4,1],[8,2]] -> [16,4]",
                    Notation::Triton),
            "#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 4, "
            "order = [1, 0]}>");
  EXPECT_EQ(written("offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],"
                    "[4,16]] -> [8,32]",
                    Notation::NvmmaShared),
            "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, "
            "elementBitWidth = 16}>");
  EXPECT_EQ(text(writeLayout(
                {parsed("offset=[[0,1],[0,2],[1,0]] -> [2,4]"), {{4, 2}}},
                Notation::Triton)),
            "#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [2, 4]}>");
  EXPECT_EQ(text(writeLayout({parsed("offset=[[0,1],[1,0],[0,2]] -> [2,4]"),
                              {{4, 2}, {2, 1}}},
                             Notation::PaddedShared)),
            "#ttg.padded_shared<[4:+2, 2:+1] {offset = [[0, 1], [1, 0], [0, "
            "2]], block = []}>");
}

/// No family makes these layouts, so their images are listed.
TEST(Recognition, OtherPermutationsOfBitsAreLinear) {
  EXPECT_EQ(written("register=[[0,1],[0,0]], lane=[[2,0],[0,2],[1,0]], "
                    "warp=[[0,4],[0,0]] -> [4,8]",
                    Notation::Triton),
            "#ttg.linear<{register = [[0, 1], [0, 0]], lane = [[2, 0], [0, 2], "
            "[1, 0]], warp = [[0, 4], [0, 0]], block = []}>");
  EXPECT_EQ(
      written("offset=[[0,1],[2,0],[1,0],[0,3]] -> [4,4]", Notation::Triton),
      "#ttg.shared_linear<{offset = [[0, 1], [2, 0], [1, 0], [0, 3]]}, "
      "alignment = 16>");
}

TEST(Recognition, WhatIsNoPermutationIsGenericLinear) {
  // Three bits of two, a bit of two lanes, and a warp along both dimensions.
  const char *Generic[][2] = {
      {"register=[[3]], lane=[[1],[2],[4],[8],[16]] -> [32]",
       "register = [[3]], lane = [[1], [2], [4], [8], [16]], warp = []"},
      {"lane=[[1],[2],[4],[8],[8],[16]] -> [32]",
       "register = [], lane = [[1], [2], [4], [8], [8], [16]], warp = []"},
      {"lane=[[0,1],[0,2]], warp=[[1,1]] -> [2,4]",
       "register = [], lane = [[0, 1], [0, 2]], warp = [[1, 1]]"},
  };
  for (auto [Text, Images] : Generic)
    EXPECT_EQ(written(Text, Notation::Triton),
              std::string("#ttg.generic_linear<{") + Images + ", block = []}>");
}

/// Triton's own rules, from the text of the layout: whether each image of these
/// inputs is zero, or along one dimension, and if Single, by a power of two.
bool movesAlongOne(const LinearLayout &L, llvm::ArrayRef<StringRef> Inputs,
                   bool Single) {
  for (const LayoutSpec::Input &In : L.spec().Inputs) {
    if (!llvm::is_contained(Inputs, StringRef(In.Name)))
      continue;
    for (const LayoutPoint &Image : In.Images) {
      unsigned Moved = 0;
      for (uint64_t X : Image) {
        Moved += X != 0;
        if (Single && X & (X - 1))
          return false;
      }
      if (Moved > 1)
        return false;
    }
  }
  return true;
}

/// Counts elements; a layout of few bits has few places.
bool holdsEveryElement(const LinearLayout &L) {
  std::set<uint64_t> Held;
  for (uint64_t Place = 0; Place >> L.inputBits() == 0; ++Place)
    Held.insert(L.applyFlat(Place));
  return Held.size() >> L.outputBits() == 1;
}

/// Images that are not zero must all differ.
bool repeatsAnImage(const LinearLayout &L) {
  std::set<uint64_t> Seen;
  for (uint64_t Column : L.matrix().columns())
    if (Column && !Seen.insert(Column).second)
      return true;
  return false;
}

/// A layout has an attribute exactly if Triton accepts its images, and it is
/// linear exactly if they permute bits; finding it is always fast.
TEST(Recognition, RandomLayoutsHaveAnAttributeIfTritonTakesThem) {
  Random R(10);
  unsigned Linear = 0, Generic = 0, None = 0;
  for (unsigned I = 0; I < 600; ++I) {
    std::vector<LayoutDim> Outs;
    for (unsigned D = 0, Rank = 1 + R() % 3; D < Rank; ++D)
      Outs.push_back({"dim" + std::to_string(D), 1});
    LinearLayout L = randomLayout(
        R, {{"register", 1}, {"lane", unsigned(1 + R() % 3)}, {"warp", 1}},
        Outs);
    if (!L.isLinear())
      continue;
    bool Onto = holdsEveryElement(L);
    bool IsGeneric = Onto && movesAlongOne(L, {"register", "lane"}, false);
    bool IsLinear = Onto && !repeatsAnImage(L) &&
                    movesAlongOne(L, {"register", "lane", "warp"}, true);
    EXPECT_EQ(bool(recogniseLinear(L)), IsLinear) << toString(L);
    EXPECT_EQ(bool(recogniseGenericLinear(L)), IsGeneric) << toString(L);
    llvm::Expected<std::string> Text = writeLayout(L, Notation::Triton);
    ASSERT_EQ(bool(Text), IsLinear || IsGeneric) << toString(L);
    ++(IsLinear ? Linear : IsGeneric ? Generic : None);
    if (Text)
      EXPECT_EQ(read(*Text, Extents(Outs.size(), 2)), toString(L)) << *Text;
    else
      llvm::consumeError(Text.takeError());
  }
  EXPECT_GT(Linear, 20u);
  EXPECT_GT(Generic, 20u);
  EXPECT_GT(None, 20u);
}

/// Independent of the implementation: 2^n offsets of a memory layout that are
/// not copies hold 2^n elements.
TEST(Recognition, RandomMemoryIsSharedLinearIfOneToOne) {
  Random R(11);
  unsigned Count[2] = {0, 0};
  for (unsigned I = 0; I < 400; ++I) {
    LinearLayout L =
        randomLayout(R, {{"offset", unsigned(2 + R() % 3)}},
                     {{"dim0", 1}, {"dim1", 1 + unsigned(R() % 2)}});
    if (!L.isLinear())
      continue;
    unsigned Moving =
        llvm::count_if(L.matrix().columns(), [](uint64_t C) { return C != 0; });
    bool Is = holdsEveryElement(L) && Moving == L.outputBits();
    llvm::Expected<MemoryFamily> F = recogniseSharedLinear(L);
    EXPECT_EQ(bool(F), Is) << toString(L);
    ++Count[Is];
    llvm::consumeError(F.takeError());
  }
  EXPECT_GT(Count[0], 20u);
  EXPECT_GT(Count[1], 20u);
}

TEST(Recognition, SaysWhichImageBreaksWhichRule) {
  EXPECT_EQ(written("lane=[[1],[2],[4],[3]] -> [8]", Notation::Linear),
            "error: the layout is no #ttg.linear: image of lane bit 3 is [3], "
            "expected zero or a power of two in one dimension; "
            "'generic_linear', 'text', 'dump' and 'json' can say it");
  EXPECT_EQ(written("register=[[1]], lane=[[2],[1]] -> [4]", Notation::Linear),
            "error: the layout is no #ttg.linear: image of lane bit 1 is [1], "
            "expected another one than that of register bit 0; "
            "'generic_linear', 'text', 'dump' and 'json' can say it");
  EXPECT_EQ(written("lane=[[1]] -> [8]", Notation::Linear),
            "error: the layout is no #ttg.linear: no place holds the element "
            "[2], expected every element to be held; 'text', 'dump' and 'json' "
            "can say it");
  for (Notation N :
       {Notation::GenericLinear, Notation::Triton, Notation::Slice})
    EXPECT_NE(written("lane=[[0,1],[1,1]] -> [2,2]", N)
                  .find(": image of lane bit 1 is [1,1], expected it to move "
                        "along one dimension, as the images of all inputs but "
                        "warp; 'text', 'dump' and 'json' can say it"),
              std::string::npos);
  EXPECT_EQ(written("offset=[[1],[2],[3]] -> [4]", Notation::SharedLinear),
            "error: the layout is no #ttg.shared_linear: the images of offset "
            "bit 0, offset bit 1, offset bit 2 add up to zero, expected "
            "independent ones; 'text', 'dump' and 'json' can say it");
  EXPECT_EQ(written("offset=[[1]] -> [4]", Notation::Triton),
            "error: the layout is no layout of Triton's: no place holds the "
            "element [2], expected every element to be held; 'text', 'dump' "
            "and 'json' can say it");
}

TEST(Recognition, SaysWhyNot) {
  EXPECT_EQ(written("lane=[[1,1],[1,0]] -> [2,2]", Notation::Blocked),
            "error: the layout is no #ttg.blocked: image of lane bit 0 is "
            "[1,1], expected a power of two in one dimension");
  EXPECT_EQ(written("lane=[[2,0],[1,0]] -> [4,1]", Notation::Blocked),
            "error: the layout is no #ttg.blocked: no sizePerThread, "
            "threadsPerWarp, warpsPerCTA and order give this layout");
  EXPECT_EQ(written("offset=[[1]] -> [2]", Notation::AmdMfma),
            "error: the layout is no #ttg.amd_mfma: it is of memory, expected "
            "inputs register, lane and warp");
  EXPECT_EQ(written("lane=[[1]] -> [2] ^ [1]", Notation::Linear),
            "error: the layout is no #ttg.linear: the layout is affine, "
            "expected a linear one");
  EXPECT_EQ(written("lane=[[1]] -> [m:2]", Notation::Linear),
            "error: the layout is no #ttg.linear: output 0 is 'm', expected "
            "'dim0'");
  EXPECT_EQ(written("offset=[[1]] -> [2]", Notation::PaddedShared),
            "error: the layout is no #ttg.padded_shared: the layout has no "
            "padding, expected some");
  EXPECT_EQ(written("offset=[[0,1],[1,1]] -> [2,2]", Notation::NvmmaShared),
            "error: the layout is no #ttg.nvmma_shared: no swizzlingByteWidth "
            "and elementBitWidth give this layout");
}

//===----------------------------------------------------------------------===//
// Random families
//===----------------------------------------------------------------------===//

/// The attribute that a family of threads should be recognised as.
Notation notationOf(const DistributedFamily &F) {
  if (std::holds_alternative<BlockedParams>(F.Params))
    return Notation::Blocked;
  if (std::holds_alternative<SliceParams>(F.Params))
    return Notation::Slice;
  if (std::holds_alternative<DotOperandParams>(F.Params))
    return Notation::DotOperand;
  if (std::holds_alternative<MmaParams>(F.Params))
    return Notation::NvidiaMma;
  return std::holds_alternative<MfmaParams>(F.Params) ? Notation::AmdMfma
                                                      : Notation::AmdWmma;
}

Notation notationOf(const MemoryFamily &F) {
  if (std::holds_alternative<SwizzledSharedParams>(F.Params))
    return Notation::SwizzledShared;
  if (std::holds_alternative<RotatingSharedParams>(F.Params))
    return Notation::RotatingShared;
  return std::holds_alternative<NvmmaSharedParams>(F.Params)
             ? Notation::NvmmaShared
             : Notation::PaddedShared;
}

Extents randomShape(Random &R, unsigned Rank, unsigned LeastBits) {
  Extents Shape;
  for (unsigned D = 0; D < Rank; ++D)
    Shape.push_back(randomPower(R, 7 - LeastBits) << LeastBits);
  return Shape;
}

/// Writes the family's layout as its attribute, reads it on the shape and
/// compares. Counts it, unless the parameters are invalid for the shape.
template <typename FamilyT>
void expectRoundTrip(const FamilyT &F, const Extents &Shape,
                     std::map<Notation, unsigned> &Tested) {
  llvm::Expected<PaddedLayout> L = layoutOf({F, Shape}, llvm::ArrayRef(Shape));
  if (!L) {
    llvm::consumeError(L.takeError());
    return;
  }
  ++Tested[notationOf(F)];
  std::string Original = text(toTritonAttribute({F, Shape}));
  llvm::Expected<std::string> Text = writeLayout(*L, notationOf(F));
  if (Text) {
    EXPECT_EQ(read(*Text, Shape), toString(*L))
        << *Text << "\nfrom " << Original;
    return;
  }
  ADD_FAILURE() << Original << " on " << toString(Shape) << ": " << toString(*L)
                << "\n"
                << llvm::toString(Text.takeError());
}

TEST(Recognition, RandomFamiliesOfThreads) {
  Random R(7);
  std::map<Notation, unsigned> Tested;
  for (unsigned I = 0; I < 300 && !HasFailure(); ++I) {
    unsigned Rank = R() % 6 ? 2 : R() % 2 ? 1 : 3;
    DistributedFamily F = randomThreads(R, Rank);
    expectRoundTrip(F, randomShape(R, Rank, 2), Tested);
  }
  EXPECT_EQ(Tested.size(), 6u);
  for (auto [N, Count] : Tested)
    EXPECT_GT(Count, 10u) << nameOf(N).str();
}

TEST(Recognition, RandomFamiliesOfMemory) {
  Random R(8);
  std::map<Notation, unsigned> Tested;
  for (unsigned I = 0; I < 2000 && !HasFailure(); ++I) {
    unsigned Rank = R() % 4 ? 2 : 1 + R() % 3;
    MemoryFamily F = randomMemory(R, Rank);
    expectRoundTrip(F, randomShape(R, Rank, 3), Tested);
  }
  EXPECT_EQ(Tested.size(), 4u);
  for (auto [N, Count] : Tested)
    EXPECT_GT(Count, 50u) << nameOf(N).str();
}

} // namespace
