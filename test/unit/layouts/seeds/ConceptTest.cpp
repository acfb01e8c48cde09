//===- ConceptTest.cpp - Layouts as basis vectors -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of the article "Triton Linear Layout: Concept" (December 2024,
// https://www.lei.chat/posts/triton-linear-layout-concept/): reads of global
// memory, the swizzle of a 16x32 tile, the accumulator of a 16x16 MFMA.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/families/Family.h"
#include "layouts/families/SwizzledShared.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/Plan.h"
#include "test/unit/layouts/families/FamilyTesting.h"
#include <set>

using namespace f2layout;

namespace {

/// Four elements a thread, 32 threads a warp: w, t and r have the strides 128,
/// 4 and 1, and a warp reads 512 bytes in a row.
TEST(Concept, ReadsOfGlobalMemory) {
  BlockedParams P{{4}, {32}, {4}, {0}, {}};
  LinearLayout L = get(blockedLayout(P, {512}));
  expectAtAllPlaces(L, [](const Place &At) -> LayoutPoint {
    return {At.Warp * 32 * 4 + At.Lane * 4 + At.Register};
  });
  EXPECT_EQ(consecutiveRegisters(L), 4u);
  llvm::Expected<Coalescing> C = coalescing(L, 32, 4);
  ASSERT_TRUE(bool(C));
  EXPECT_EQ(C->Bytes, 512u);
  EXPECT_EQ(C->Sectors, C->Best);
}

//===----------------------------------------------------------------------===//
// 16 x 32 words in 32 banks
//===----------------------------------------------------------------------===//

/// 32 banks of four bytes; a warp that reads words needs one wavefront.
Machine words() {
  Machine M;
  M.Shapes.push_back({4, {1, 2, 4, 8, 16}, {1, 2, 4, 8, 16}});
  return M;
}

/// A warp reads the words of these 32 elements.
struct Banks {
  unsigned Wavefronts, Different;
};
Banks read(const LinearLayout &Memory,
           const std::function<LayoutPoint(uint64_t)> &ElementOfLane) {
  LinearLayout OffsetOf = get(invert(Memory));
  std::vector<uint32_t> Addresses;
  std::set<uint32_t> Different;
  std::map<uint32_t, unsigned> OfBank;
  unsigned Most = 0;
  for (uint64_t Lane = 0; Lane < 32; ++Lane) {
    uint64_t Offset = OffsetOf.applyFlat(Memory.flatten(ElementOfLane(Lane)));
    Addresses.push_back(4 * Offset);
    Different.insert(Offset % 32);
    Most = std::max(Most, ++OfBank[Offset % 32]);
  }
  unsigned Wavefronts =
      countWavefronts(Addresses, 4, /*IsStore=*/false, words());
  EXPECT_EQ(Wavefronts, Most); // 32 different words
  return {Wavefronts, unsigned(Different.size())};
}

/// The first two columns: lane 2x + y reads (x, y).
LayoutPoint ofTwoColumns(uint64_t Lane) { return {Lane / 2, Lane % 2}; }

void expectNoConflictsInRows(const LinearLayout &Memory) {
  for (uint64_t Row = 0; Row < 16; ++Row) {
    Banks B =
        read(Memory, [&](uint64_t Lane) -> LayoutPoint { return {Row, Lane}; });
    EXPECT_EQ(B.Wavefronts, 1u);
    EXPECT_EQ(B.Different, 32u);
  }
}

TEST(Concept, WithoutASwizzleColumnsConflict) {
  LinearLayout Memory =
      get(swizzledSharedLayout({1, 1, 1, {1, 0}, {}}, {16, 32}));
  for (uint64_t O = 0; O < 512; ++O)
    ASSERT_EQ(Memory.point(Memory.applyFlat(O)), (LayoutPoint{O / 32, O % 32}));
  expectNoConflictsInRows(Memory);
  Banks Columns = read(Memory, ofTwoColumns);
  EXPECT_EQ(Columns.Wavefronts, 16u);
  EXPECT_EQ(Columns.Different, 2u); // "only two banks"
}

/// o is mapped to (o / 32, (o % 32) xor (o / 32)). Rows remain free of
/// conflicts. Sixteen rows cannot spread two columns over more than 16 banks
/// this way: a 16-way conflict becomes a 2-way conflict.
TEST(Concept, SwizzleOf16x32) {
  LinearLayout Memory =
      get(swizzledSharedLayout({1, 1, 16, {1, 0}, {}}, {16, 32}));
  for (uint64_t O = 0; O < 512; ++O)
    ASSERT_EQ(Memory.point(Memory.applyFlat(O)),
              (LayoutPoint{O / 32, (O % 32) ^ (O / 32)}));
  // A step along o adds (0,1) times a power of two; 32 adds (1,1).
  EXPECT_EQ(toString(Memory),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,1],[2,2],[4,4],[8,8]] "
            "-> [16,32]");
  expectNoConflictsInRows(Memory);
  Banks Columns = read(Memory, ofTwoColumns);
  EXPECT_EQ(Columns.Wavefronts, 2u);
  EXPECT_EQ(Columns.Different, 16u);
  // In every column the first two elements are in different banks.
  LinearLayout OffsetOf = get(invert(Memory));
  for (uint64_t Column = 0; Column < 32; ++Column)
    EXPECT_NE(OffsetOf.applyFlat(Column) % 32,
              OffsetOf.applyFlat(32 + Column) % 32);
}

//===----------------------------------------------------------------------===//
// V_MFMA_F32_16X16X16_F16, the result
//===----------------------------------------------------------------------===//

/// The article's table has register r of thread t in row r + 4 (t / 16), column
/// t % 16. The formula it prints below, m = r + t / 16, is an erratum: it would
/// put thread 16's register 0 and thread 0's register 1 at the same place.
TEST(Concept, TableOfMfma) {
  MfmaParams P;
  P.WarpsPerCta = {1, 1};
  P.InstrShape = {16, 16, 16};
  LinearLayout L = get(mfmaLayout(P, {16, 16}));
  // The table read row by row: groups of four rows, of 16 threads each.
  for (uint64_t M = 0; M < 16; ++M)
    for (uint64_t N = 0; N < 16; ++N) {
      uint64_t Register = M % 4, Thread = 16 * (M / 4) + N;
      EXPECT_EQ(elementAt(L, {Register, Thread}), (LayoutPoint{M, N}));
    }
  EXPECT_EQ(elementAt(L, {0, 16}), (LayoutPoint{4, 0}));
  auto Printed = [](uint64_t R, uint64_t T) {
    return LayoutPoint{R + T / 16, T % 16};
  };
  EXPECT_EQ(Printed(0, 16), Printed(1, 0));
  EXPECT_NE(elementAt(L, {0, 16}), Printed(0, 16));
}

/// Register bits add 1 and 2 to m; lane bits 0 to 3 count along n, bits 4 and 5
/// add 4 and 8 to m. (The article lists vectors as (n, m).)
TEST(Concept, BasisVectorsOfMfma) {
  MfmaParams P;
  P.WarpsPerCta = {1, 1};
  P.InstrShape = {16, 16, 16};
  LayoutSpec Spec = get(mfmaLayout(P, {16, 16})).spec();
  const std::vector<LayoutPoint> Registers = {{0, 0b1}, {0, 0b10}};
  const std::vector<LayoutPoint> Lanes = {{0b1, 0},    {0b10, 0},  {0b100, 0},
                                          {0b1000, 0}, {0, 0b100}, {0, 0b1000}};
  auto Turned = [](std::vector<LayoutPoint> Images) {
    for (LayoutPoint &P : Images)
      std::swap(P[0], P[1]);
    return Images;
  };
  ASSERT_GE(Spec.Inputs.size(), 2u);
  EXPECT_EQ(Spec.Inputs[0].Name, "register");
  EXPECT_EQ(Turned(Spec.Inputs[0].Images), Registers);
  EXPECT_EQ(Spec.Inputs[1].Name, "lane");
  EXPECT_EQ(Turned(Spec.Inputs[1].Images), Lanes);
}

} // namespace
