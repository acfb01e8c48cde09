//===- DpasTest.cpp - Tensors in fragments of Intel's DPAS ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Dpas.h"
#include "layouts/families/Family.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

DpasParams params(Sizes Warps, unsigned OpsPerChannel, Sizes Cluster,
                  unsigned Threads) {
  DpasParams P;
  P.WarpsPerCta = Warps;
  P.OpsPerChannel = OpsPerChannel;
  P.RepCluster = Cluster;
  P.ThreadsPerWarp = Threads;
  return P;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

/// What a work item contributes to a row of A, by the types of operand a in
/// cl_intel_subgroup_matrix_multiply_accumulate: int8 for M = 8 where the
/// subgroup has 8 items, 32 bits; short8 where it has 16, 16 bits; and float4
/// for two rows a component where an element has 32.
unsigned elementsOfRow(const DpasParams &P) {
  unsigned ElementBits = 32 / P.OpsPerChannel;
  unsigned Bits = P.ThreadsPerWarp == 8 ? 32 : 16;
  return Bits > ElementBits ? Bits / ElementBits : 1;
}

enum Matrix { A, B, C };

/// A row and a column in the tile of one instruction.
struct Cell {
  uint64_t Row, Column;
};

/// How the lanes are distributed: Across of them along a row (of A, of C) or a
/// channel (of B), the others over Count rows or channels, and the elements of
/// one that a lane has. Few rows may leave lanes without a row, which hold
/// copies.
struct Spread {
  uint64_t Across, Count, Elements;
  uint64_t groups(const DpasParams &P) const {
    return P.ThreadsPerWarp / Across;
  }
  uint64_t registers(const DpasParams &P) const {
    return Elements * (Count > groups(P) ? Count / groups(P) : 1);
  }
  uint64_t rowOf(const DpasParams &P, uint64_t R, uint64_t Lane) const {
    return (Lane / Across + groups(P) * (R / Elements)) % Count;
  }
};

Spread spread(const DpasParams &P, Matrix Which) {
  uint64_t E = elementsOfRow(P);
  switch (Which) {
  case A:
    return {8 * P.OpsPerChannel / E, P.RepeatCount, E};
  case B:
    return {P.ExecutionSize, 8, P.OpsPerChannel};
  case C:
    break;
  }
  return {P.ExecutionSize, P.RepeatCount, 1};
}

Cell inTile(const DpasParams &P, Matrix Which, uint64_t R, uint64_t Lane) {
  Spread S = spread(P, Which);
  uint64_t Row = S.rowOf(P, R, Lane), Along = Lane % S.Across;
  switch (Which) {
  case A:
    return {Row, S.Elements * Along + R % S.Elements};
  case B:
    return {S.Elements * Row + R % S.Elements, Along};
  case C:
    break;
  }
  return {Row, Along};
}

LayoutPoint element(const DpasParams &P, Matrix Which, const Extents &Shape,
                    const Place &At) {
  unsigned Rank = Shape.size(), Row = Rank - 2, Column = Rank - 1;
  uint64_t Depth = 8 * P.OpsPerChannel;
  Extents Tile(Rank, 1);
  Tile[Row] = Which == B ? Depth : P.RepeatCount;
  Tile[Column] = Which == A ? Depth : P.ExecutionSize;
  Digits Register{At.Register}, OfWarp{At.Warp};
  Cell In =
      inTile(P, Which, Register.take(spread(P, Which).registers(P)), At.Lane);
  LayoutPoint Element(Rank, 0);
  Element[Row] = In.Row;
  Element[Column] = In.Column;
  unsigned K = Which == A ? Column : Which == B ? Row : Rank;
  auto AddCluster = [&](unsigned D) {
    if (D == K)
      return;
    uint64_t Tiles = sizeOrOne(P.RepCluster, D);
    Element[D] += Tile[D] * Register.take(Tiles);
    Tile[D] *= Tiles;
  };
  AddCluster(Column);
  AddCluster(Row);
  for (unsigned D = Rank; D-- > 0;) {
    uint64_t Mine = OfWarp.take(P.WarpsPerCta[D]);
    if (D == K)
      continue;
    Element[D] += Tile[D] * Mine;
    Tile[D] *= P.WarpsPerCta[D];
  }
  auto Repeat = [&](unsigned D) {
    Element[D] += Tile[D] * Register.take(repeats(Shape[D], Tile[D]));
    Element[D] %= Shape[D];
  };
  if (K < Rank)
    Repeat(K);
  for (unsigned D = Rank; D-- > 0;)
    if (D != K)
      Repeat(D);
  return Element;
}

void check(const DpasParams &P, const Extents &Shape) {
  for (Matrix Which : {A, B, C}) {
    LinearLayout L =
        get(Which == C ? dpasLayout(P, Shape)
                       : dpasOperandLayout(P, {unsigned(Which), {}, 0}, Shape));
    EXPECT_TRUE(L.isSurjective()) << toString(L);
    expectAtAllPlaces(
        L, [&](const Place &At) { return element(P, Which, Shape, At); });
  }
}

TEST(Dpas, TwoDimensions) {
  for (unsigned Ops : {1, 2, 4})
    for (unsigned Threads : {8, 16, 32})
      for (unsigned Columns : {8, 16})
        for (unsigned Repeat : {1, 2, 8})
          for (Sizes Cluster : {Sizes{}, Sizes{4, 2}})
            for (const Extents &Shape :
                 {Extents{8, 16}, Extents{64, 128}, Extents{4, 2}})
              if (Threads >= Columns) {
                DpasParams P = params({2, 4}, Ops, Cluster, Threads);
                P.ExecutionSize = Columns;
                P.RepeatCount = Repeat;
                check(P, Shape);
              }
}

TEST(Dpas, ThreeToFiveDimensions) {
  check(params({2, 2, 1}, 2, {1, 4, 2}, 16), {8, 32, 64});
  check(params({1, 2, 2, 2}, 4, {1, 1, 2, 1}, 32), {4, 2, 64, 32});
  check(params({2, 1, 2, 1, 2}, 1, {}, 16), {2, 4, 2, 16, 32});
}

/// One instruction: operands hold every element, and none twice.
TEST(Dpas, OperandsHoldEachElementOnce) {
  for (unsigned Ops : {1, 2, 4})
    for (unsigned Threads : {16, 32}) {
      DpasParams P = params({1, 1}, Ops, {}, Threads);
      EXPECT_TRUE(
          get(dpasOperandLayout(P, {0, {}, 0}, {8, 8 * Ops})).isInjective());
      EXPECT_TRUE(
          get(dpasOperandLayout(P, {1, {}, 0}, {8 * Ops, 16})).isInjective());
      EXPECT_TRUE(get(dpasLayout(P, {8, 16})).isInjective());
    }
}

/// cl_intel_subgroup_matrix_multiply_accumulate, from element to component,
/// work item and element in the component. In a subgroup of 8 a component of a
/// has 32 bits of a row, in one of 16 it has 16 bits; with 32-bit elements and
/// 16 items it has an element of two rows.
TEST(Dpas, OneInstructionAsInTheExtension) {
  for (unsigned Ops : {1, 2, 4})
    for (unsigned Items : {8, 16}) {
      DpasParams P = params({1, 1}, Ops, {}, Items);
      P.ExecutionSize = Items;
      unsigned Depth = 8 * Ops, Packed = Items == 8 ? Ops : Ops / 2;
      LinearLayout LA = get(dpasOperandLayout(P, {0, {}, 0}, {8, Depth}));
      LinearLayout LB = get(dpasOperandLayout(P, {1, {}, 0}, {Depth, Items}));
      LinearLayout LC = get(dpasLayout(P, {8, Items}));
      for (unsigned M = 0; M < 8; ++M)
        for (unsigned X = 0; X < Depth; ++X)
          EXPECT_TRUE(
              Packed ? holds(LA, M * Packed + X % Packed, X / Packed, {M, X})
                     : holds(LA, M / 2, X + 8 * (M % 2), {M, X}))
              << Ops << ", " << Items << ": " << M << ", " << X;
      for (unsigned N = 0; N < Items; ++N) {
        for (unsigned X = 0; X < Depth; ++X)
          EXPECT_TRUE(holds(LB, X / Ops * Ops + X % Ops, N, {X, N}));
        for (unsigned M = 0; M < 8; ++M)
          EXPECT_TRUE(holds(LC, M, N, {M, N}));
      }
    }
}

//===----------------------------------------------------------------------===//
// The expectations of Intel's Triton for the same parameters
//===----------------------------------------------------------------------===//

TEST(Dpas, OneInstructionInTriton) {
  EXPECT_EQ(text(dpasLayout(params({1, 1}, 2, {1, 1}, 32), {8, 16})),
            "register=[[2,0],[4,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], warp=[] -> [8,16]");
  EXPECT_EQ(text(dpasLayout(params({1, 1}, 1, {1, 1}, 16), {8, 16})),
            "register=[[1,0],[2,0],[4,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8]], warp=[] -> [8,16]");
  EXPECT_EQ(operandText(params({1, 1}, 4, {1, 1}, 32), 0, 0, {8, 32}),
            "register=[[0,1],[2,0],[4,0]], "
            "lane=[[0,2],[0,4],[0,8],[0,16],[1,0]], warp=[] -> [8,32]");
  EXPECT_EQ(operandText(params({1, 1}, 1, {1, 1}, 32), 0, 0, {8, 8}),
            "register=[[4,0]], lane=[[0,1],[0,2],[0,4],[1,0],[2,0]], warp=[] "
            "-> [8,8]");
  EXPECT_EQ(operandText(params({1, 1}, 4, {1, 1}, 32), 1, 0, {32, 16}),
            "register=[[1,0],[2,0],[8,0],[16,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[4,0]], warp=[] -> [32,16]");
}

TEST(Dpas, TensorsInTriton) {
  EXPECT_EQ(text(dpasLayout(params({2, 2}, 1, {4, 2}, 32), {64, 64})),
            "register=[[2,0],[4,0],[0,16],[8,0],[16,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], "
            "warp=[[0,32],[32,0]] -> [64,64]");
  EXPECT_EQ(text(dpasLayout(params({2, 2}, 2, {2, 2}, 32), {128, 128})),
            "register=[[2,0],[4,0],[0,16],[8,0],[0,64],[32,0],[64,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], "
            "warp=[[0,32],[16,0]] -> [128,128]");
  EXPECT_EQ(operandText(params({2, 2}, 2, {4, 2}, 32), 0, 0, {64, 64}),
            "register=[[2,0],[4,0],[8,0],[16,0],[0,16],[0,32]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], "
            "warp=[[0,0],[32,0]] -> [64,64]");
  EXPECT_EQ(operandText(params({2, 2}, 2, {4, 2}, 32), 1, 0, {64, 64}),
            "register=[[1,0],[4,0],[8,0],[0,16],[16,0],[32,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[2,0]], "
            "warp=[[0,32],[0,0]] -> [64,64]");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(Dpas, Errors) {
  auto Message = [](unsigned DpasParams::*Parameter, unsigned Value) {
    DpasParams P = params({1, 1}, 2, {}, 16);
    P.*Parameter = Value;
    return text(dpasLayout(P, {8, 16}));
  };
  EXPECT_EQ(Message(&DpasParams::RepeatCount, 3),
            "error: dpas: repeatCount is 3, expected 1, 2, 4 or 8");
  EXPECT_EQ(Message(&DpasParams::SystolicDepth, 4),
            "error: dpas: systolicDepth is 4, expected 8");
  EXPECT_EQ(Message(&DpasParams::ExecutionSize, 32),
            "error: dpas: executionSize is 32, expected 8 or 16");
  EXPECT_EQ(Message(&DpasParams::OpsPerChannel, 8),
            "error: dpas: opsPerChannel is 8, expected 1, 2 or 4");
  EXPECT_EQ(Message(&DpasParams::ThreadsPerWarp, 64),
            "error: dpas: threadsPerWarp is 64, expected 8, 16 or 32");
  EXPECT_EQ(Message(&DpasParams::ThreadsPerWarp, 8),
            "error: dpas: threadsPerWarp is 8, expected at least the execution "
            "size, 16");
  EXPECT_EQ(text(dpasLayout(params({1}, 2, {}, 16), {16})),
            "error: dpas: warpsPerCTA has 1 dimensions, expected at least 2");
  EXPECT_EQ(text(dpasLayout(params({1, 1, 1}, 2, {2, 1, 1}, 16), {2, 8, 16})),
            "error: dpas: repCluster of batch dimension 0 is 2, expected 1");
  EXPECT_EQ(operandText(params({1, 1}, 2, {}, 16), 2, 0, {8, 16}),
            "error: operand of dpas: opIdx is 2, expected 0 or 1");
}

} // namespace
