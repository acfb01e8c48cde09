//===- TargetTest.cpp - Known and unknown processors ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "compat/LLVMCompat.h"
#include "layouts/families/MatrixMoves.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

Expected<f2layout::Target> targetOf(StringRef TripleText, StringRef Cpu,
                                    StringRef Features = "") {
  LLVMContext C;
  Module M("test", C);
  compat::setTargetTriple(M, Triple(TripleText));
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                             GlobalValue::ExternalLinkage, "k", M);
  if (!Cpu.empty())
    F->addFnAttr("target-cpu", Cpu);
  if (!Features.empty())
    F->addFnAttr("target-features", Features);
  return getTarget(*F);
}

std::string whyNot(StringRef TripleText, StringRef Cpu,
                   StringRef Features = "") {
  Expected<f2layout::Target> T = targetOf(TripleText, Cpu, Features);
  return T ? "" : toString(T.takeError());
}

/// Phases of an access without conflicts, for a whole warp.
unsigned phases(const f2layout::Target &T, unsigned Bytes, bool Store) {
  const AccessShape *S = T.M.shape(Bytes);
  return T.M.lanes() >> (Store ? S->StorePhase : S->LoadPhase).size();
}

TEST(Target, EveryRowIsComplete) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    EXPECT_EQ(K.T.Maker, Cpu.isNvidia() ? Vendor::NVIDIA : Vendor::AMD);
    EXPECT_TRUE(StringRef(Cpu.Cpu).starts_with(K.T.Cpu));
    EXPECT_GE(K.T.MaxSharedBytes, 48u * 1024);
    EXPECT_EQ(K.T.MaxThreads, 1024u);
    EXPECT_GE(K.T.MaxRegisters, 255u);
    for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u}) {
      const AccessShape *S = K.T.M.shape(Bytes);
      ASSERT_TRUE(S) << Cpu.Cpu;
      for (const auto &Phase : {S->LoadPhase, S->StorePhase}) {
        // One phase never requests more than all banks hold, and every basis
        // vector is a lane number.
        EXPECT_LE((Bytes < 4 ? 4 : Bytes) << Phase.size(),
                  K.T.M.Banks * K.T.M.BankBytes);
        for (unsigned Lane : Phase)
          EXPECT_LT(Lane, K.T.M.lanes()) << Cpu.Cpu;
      }
    }
    EXPECT_GT(K.T.M.Costs.Shuffle, 0);
    EXPECT_GT(K.T.M.Costs.BlockBarrier, K.T.M.Costs.WarpBarrier);
  }
}

/// The PTX version matters, too; without one it is LLVM's choice for the
/// processor.
TEST(Target, MatricesComeWithPtxVersions) {
  auto Has = [](StringRef Cpu, StringRef Features) {
    Machine M = cantFail(targetOf("nvptx64-nvidia-cuda", Cpu, Features)).M;
    return std::tuple(!M.MatrixLoads.empty(), M.Transposes,
                      !M.MatrixStores.empty());
  };
  using All = std::tuple<bool, bool, bool>;
  EXPECT_EQ(Has("sm_75", ""), All(false, false, false));
  EXPECT_EQ(Has("sm_75", "+ptx65"), All(true, false, false));
  EXPECT_EQ(Has("sm_80", ""), All(true, false, false));
  EXPECT_EQ(Has("sm_80", "+sm_80,+ptx78"), All(true, true, false));
  const bool Stores = compat::HasStoreMatrix;
  EXPECT_EQ(Has("sm_90", ""), All(true, true, Stores));
  EXPECT_EQ(Has("sm_90a", "+ptx88"), All(true, true, Stores));
  // The calculator's targets have everything that the processor has.
  Machine M = cantFail(findTarget("sm_75")).M;
  EXPECT_TRUE(!M.MatrixLoads.empty() && M.Transposes && M.MatrixStores.empty());
  M = cantFail(findTarget("gfx950")).M;
  EXPECT_FALSE(M.Transposes || !M.MatrixStores.empty());
  EXPECT_EQ(M.MatrixLoads.size(), 2u);
  EXPECT_TRUE(cantFail(findTarget("gfx942")).M.MatrixLoads.empty());
}

/// Where each byte of a lane's words is: its row, and its place in the row.
static std::pair<unsigned, unsigned> placeOf(const MatrixTile &Tile,
                                             unsigned Lane, unsigned Byte) {
  auto Number = [&](ArrayRef<PlaceBit> Bits) {
    unsigned N = 0;
    for (auto [I, Bit] : enumerate(Bits))
      N |= ((isByteBit(Bit) ? Byte : Lane) >> bitNumber(Bit) & 1) << I;
    return N;
  };
  return {Number(Tile.rows()), Number(Tile.columns())};
}

/// The tiles of ldmatrix and stmatrix are those of the layout families.
TEST(Target, TilesAreThoseOfTheFamilies) {
  const Machine M = cantFail(findTarget("sm_100a")).M;
  const std::vector<MatrixMoveParams> Families[] = {
      {{MatrixMoveShape::M8N8, 1, false, 16},
       {MatrixMoveShape::M8N8, 1, true, 16},
       {MatrixMoveShape::M16N16, 1, true, 8}},
      {{MatrixMoveShape::M8N8, 1, false, 16},
       {MatrixMoveShape::M8N8, 1, true, 16},
       {MatrixMoveShape::M16N8, 1, true, 8}}};
  for (bool IsStore : {false, true}) {
    const auto &Tiles = IsStore ? M.MatrixStores : M.MatrixLoads;
    ASSERT_EQ(Tiles.size(), 3u);
    for (auto [Tile, P] : zip(Tiles, Families[IsStore])) {
      EXPECT_TRUE(Tile.isPermutation());
      LinearLayout Layout = cantFail(matrixMoveLayout(P));
      const unsigned Size = P.ElementBits / 8, Bytes = 4 * Tile.words(),
                     LaneAt = Log2_32(Bytes / Size);
      for (unsigned Lane = 0; Lane < 32; ++Lane)
        for (unsigned Byte = 0; Byte < Bytes; ++Byte) {
          LayoutPoint At =
              Layout.point(Layout.matrix().apply(Byte / Size | Lane << LaneAt));
          EXPECT_EQ(
              placeOf(Tile, Lane, Byte),
              std::pair(unsigned(At[0]), unsigned(At[1] * Size + Byte % Size)));
        }
    }
  }
  // Bytes need a processor's own features, or its family's.
  EXPECT_EQ(cantFail(findTarget("sm_100")).M.MatrixLoads.size(), 2u);
  EXPECT_EQ(cantFail(findTarget("sm_120f")).M.MatrixStores.size(), 3u);
  EXPECT_EQ(cantFail(findTarget("sm_90a")).M.MatrixLoads.size(), 2u);
}

/// Those of gfx950, written with numbers of lanes.
TEST(Target, TransposingReads) {
  const Machine M = cantFail(findTarget("gfx950")).M;
  ASSERT_EQ(M.MatrixLoads.size(), 2u);
  for (const MatrixTile &Tile : M.MatrixLoads) {
    EXPECT_TRUE(Tile.isPermutation());
    const unsigned Size = 1u << Tile.unitBits(), PerLane = 8 / Size;
    for (unsigned Lane = 0; Lane < 64; ++Lane)
      for (unsigned E = 0; E < PerLane; ++E)
        EXPECT_EQ(
            placeOf(Tile, Lane, E * Size),
            std::pair(Lane / 16 * 16 + E * (16 / PerLane) + Lane % 16 / PerLane,
                      Lane % PerLane * Size));
  }
  EXPECT_EQ(M.MatrixLoads[0].unitBits(), 1u);
  EXPECT_EQ(M.MatrixLoads[1].unitBits(), 0u);
}

TEST(Target, Phases) {
  auto Hopper = cantFail(targetOf("nvptx64-nvidia-cuda", "sm_90a"));
  EXPECT_EQ(Hopper.Cpu, "sm_90");
  EXPECT_EQ(phases(Hopper, 16, false), 4u);
  EXPECT_EQ(phases(Hopper, 8, true), 2u);
  auto Mi300 = cantFail(targetOf("amdgcn-amd-amdhsa", "gfx942"));
  EXPECT_EQ(Mi300.M.LaneBits, 6u);
  EXPECT_EQ(phases(Mi300, 16, false), 8u);
  EXPECT_EQ(phases(Mi300, 4, true), 2u);
  auto Mi350 = cantFail(findTarget("gfx950"));
  EXPECT_EQ(Mi350.M.Banks, 64u);
  EXPECT_EQ(phases(Mi350, 16, false), 4u);
  EXPECT_EQ(Mi350.MaxSharedBytes, 160u * 1024);
}

// Conversions of 32 registers of 32 bits, there and back, that exchange so many
// lane bits with register bits: clocks of a warp on an H100, by shuffles and
// through shared memory.
TEST(Target, CalibratedOnHopper) {
  auto T = cantFail(targetOf("nvptx64-nvidia-cuda", "sm_90"));
  const MachineCosts &C = T.M.Costs;
  auto Shuffles = [&](unsigned Bits) {
    return std::max(64 * C.Butterfly, 128 * Bits * C.Select);
  };
  EXPECT_NEAR(Shuffles(1) / 70.2, 1, 0.1);
  EXPECT_NEAR(Shuffles(2) / 137, 1, 0.1);
  EXPECT_NEAR(Shuffles(3) / 200, 1, 0.1);
  EXPECT_NEAR((128 * C.Wavefront + 2 * C.WarpBarrier) / 135, 1, 0.1);
}

TEST(Target, WaveSizes) {
  StringRef Amd = "amdgcn-amd-amdhsa";
  EXPECT_EQ(cantFail(targetOf(Amd, "gfx1100")).M.LaneBits, 5u);
  auto Wave64 =
      cantFail(targetOf(Amd, "gfx1100", "+dl-insts,+wavefrontsize64"));
  EXPECT_EQ(Wave64.M.LaneBits, 6u);
  EXPECT_EQ(Wave64.Moves.BpermuteReach, 32u);
  EXPECT_EQ(cantFail(targetOf(Amd, "gfx1201", "+wavefrontsize32")).M.LaneBits,
            5u);
  EXPECT_NE(whyNot(Amd, "gfx90a", "+wavefrontsize32").find("32 lanes"),
            std::string::npos);
}

/// A name finds the same target as its function, for both vendors.
TEST(Target, FoundByName) {
  auto Same = [](const f2layout::Target &A, const f2layout::Target &B) {
    return A.Cpu == B.Cpu && A.Maker == B.Maker &&
           A.M.LaneBits == B.M.LaneBits && A.M.Banks == B.M.Banks &&
           A.M.Costs.Shuffle == B.M.Costs.Shuffle &&
           A.MaxSharedBytes == B.MaxSharedBytes;
  };
  EXPECT_TRUE(Same(cantFail(findTarget("sm_90a")),
                   cantFail(targetOf("nvptx64-nvidia-cuda", "sm_90a"))));
  EXPECT_TRUE(Same(cantFail(findTarget("gfx942")),
                   cantFail(targetOf("amdgcn-amd-amdhsa", "gfx942"))));
  EXPECT_TRUE(Same(
      cantFail(findTarget("gfx1100", 6)),
      cantFail(targetOf("amdgcn-amd-amdhsa", "gfx1100", "+wavefrontsize64"))));
  EXPECT_EQ(toString(findTarget("gfx942", 5).takeError()),
            "gfx942 has waves of 64 lanes, not of 32");
  EXPECT_EQ(toString(findTarget("sm_90", 6).takeError()),
            "sm_90 has waves of 32 lanes, not of 64");
  std::string Unknown = toString(findTarget("sm_9").takeError());
  EXPECT_NE(Unknown.find("unknown processor 'sm_9'"), std::string::npos);
  EXPECT_NE(Unknown.find("sm_90, "), std::string::npos);
  EXPECT_NE(Unknown.find("gfx1201"), std::string::npos);
}

TEST(Target, UnknownProcessorsAreErrors) {
  StringRef Nvidia = "nvptx64-nvidia-cuda", Amd = "amdgcn-amd-amdhsa";
  for (StringRef Cpu : {"", "sm_20", "sm_9", "sm_90x", "gfx942", "a", "f"}) {
    std::string Why = whyNot(Nvidia, Cpu);
    EXPECT_NE(Why.find("known are sm_75"), std::string::npos) << Why;
    EXPECT_NE(Why.find(Cpu.empty() ? "no \"target-cpu\"" : Cpu.str()),
              std::string::npos);
  }
  for (StringRef Cpu : {"", "gfx900", "gfx1250", "sm_90", "generic"}) {
    std::string Why = whyNot(Amd, Cpu);
    EXPECT_NE(Why.find(compat::knowsCpu(Cpu) ? "known are gfx90a" : "LLVM"),
              std::string::npos)
        << Why;
  }
  EXPECT_NE(whyNot("amdgcn-amd-amdpal", "gfx1100").find("amdhsa"),
            std::string::npos);
  EXPECT_NE(whyNot("x86_64-unknown-linux-gnu", "znver3").find("not a GPU"),
            std::string::npos);
  EXPECT_NE(whyNot("", "").find("not a GPU"), std::string::npos);
}

} // namespace
