//===- GatherPlanTest.cpp - Plans of gathers, by their definition --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every plan is followed for every thread, register and index, by coordinates.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "layouts/check/GatherCheck.h"
#include "layouts/routes/GatherRoutes.h"
#include "gtest/gtest.h"
#include <map>

using namespace f2layout;

namespace {

LinearLayout read(llvm::StringRef Text) {
  return llvm::cantFail(parseLayout(Text));
}

/// A machine like an NVIDIA GPU, with warps of four lanes and four banks.
Machine machine() {
  Machine M;
  M.LaneBits = 2;
  M.Banks = 4;
  for (unsigned Bytes : {1, 2, 4})
    M.Shapes.push_back({Bytes, {1, 2}, {1, 2}});
  M.Shapes.push_back({8, {1}, {1}});
  M.Shapes.push_back({16, {}, {}});
  M.Costs.WarpBarrier = 1;
  M.Costs.BlockBarrier = 2;
  return M;
}

struct Case {
  LinearLayout From, To;
  unsigned Axis;

  Case(llvm::StringRef FromText, llvm::StringRef ToText, unsigned Axis)
      : From(read(FromText)), To(read(ToText)), Axis(Axis) {}

  LayoutPoint at(const LinearLayout &L, unsigned Register,
                 unsigned Thread) const {
    llvm::SmallVector<std::pair<llvm::StringRef, uint64_t>> Indices;
    if (L.inputShift("register"))
      Indices.push_back({"register", Register});
    Indices.push_back({"lane", Thread & 3});
    if (L.inputShift("warp"))
      Indices.push_back({"warp", Thread >> 2});
    return llvm::cantFail(L.apply(Indices));
  }
  Gather gather(unsigned Bits) const {
    return llvm::cantFail(gatherBetween(From, To, Axis, Bits));
  }
  /// Calls Check with every result, the thread, and the wanted coordinates.
  template <typename Fn> void forEach(Fn Check) const {
    const unsigned Threads = 4u << To.inputBits("warp");
    for (unsigned T = 0; T < Threads; ++T)
      for (unsigned R = 0; R < 1u << To.inputBits("register"); ++R)
        for (uint64_t I = 0; I < From.outputs()[Axis].size(); ++I) {
          LayoutPoint Want = at(To, R, T);
          Want[Axis] = I;
          Check(GatherPoint{I, R, T}, Want);
        }
  }
};

void followShuffles(const Case &C, const GatherShuffles &S) {
  C.forEach([&](const GatherPoint &P, const LayoutPoint &Want) {
    const uint64_t Choice = S.Choice.at(P);
    const auto &Candidate = S.Results[P.Register][Choice >> S.InsideBits];
    const unsigned Register =
        S.Words[Candidate.Word][Choice & ((1u << S.InsideBits) - 1)];
    const unsigned Lane =
        S.Lane.at({P.Index, 0, P.Thread}) ^ S.Lane.Offset ^ Candidate.Lane;
    ASSERT_LT(Lane, 4u);
    EXPECT_EQ(C.at(C.From, Register, Lane | (P.Thread & ~3u)), Want);
  });
}

void followMemory(const Case &C, const GatherMemory &Memory) {
  const ScratchPlaces &P = Memory.Places;
  std::map<uint64_t, LayoutPoint> Stored;
  for (unsigned T = 0; T < 4u << C.From.inputBits("warp"); ++T)
    for (const auto &Registers : Memory.Stores)
      for (size_t I = 0; I < Registers.size() && !(T & P.SpareThreads); ++I) {
        const uint64_t Place = P.Source.at(Registers[0], T) + I;
        EXPECT_EQ(Place, P.Source.at(Registers[I], T));
        EXPECT_TRUE(
            Stored.emplace(Place, C.at(C.From, Registers[I], T)).second);
        if (Memory.Group == Scope::Warp && Memory.windows() == 1) {
          EXPECT_EQ(Place >> (P.PlaceBits - C.From.inputBits("warp")), T >> 2);
        }
      }
  C.forEach([&](const GatherPoint &At, const LayoutPoint &Want) {
    uint64_t Place = P.Result.at(At.Register, At.Thread);
    for (unsigned J = 0; J < P.IndexColumns.size(); ++J)
      Place ^= At.Index >> J & 1 ? P.IndexColumns[J] : 0;
    EXPECT_EQ(Stored[Place], Want);
  });
}

const Case Cases[] = {
    // The axis in registers, in lanes, in both, in warps.
    {"register=[[1,0],[2,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> [4,8]",
     "register=[[1,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> [2,8]", 0},
    {"register=[[0,4]], lane=[[1,0],[2,0]], warp=[[0,1],[0,2]] -> [4,8]",
     "register=[[0,4],[1,0]], lane=[[0,0],[2,0]], warp=[[0,1],[0,2]] -> [4,8]",
     0},
    {"register=[[1,0],[0,1]], lane=[[2,0],[0,2]], warp=[[0,4]] -> [4,8]",
     "register=[[0,1]], lane=[[1,0],[0,2]], warp=[[0,4]] -> [2,8] ^ [1,1]", 0},
    {"register=[[1,0]], lane=[[0,1],[0,2]], warp=[[2,0]] -> [4,4]",
     "register=[], lane=[[0,1],[0,2]], warp=[[0,0]] -> [1,4]", 0},
    // The register depends on the lane; mixed images; copies; another warp's.
    {"register=[[1,0],[0,1],[2,0]], lane=[[1,2],[0,4]] -> [4,8]",
     "register=[[1,0]], lane=[[0,1],[0,2]], warp=[] -> [2,8]", 0},
    {"register=[[1,1],[0,1],[2,0]], lane=[[2,3],[0,2]], warp=[[0,4]] -> [4,8]",
     "register=[[0,2]], lane=[[0,1],[2,0]], warp=[[0,4]] -> [4,8]", 0},
    {"register=[[0,0],[1,0]], lane=[[0,1],[0,0]], warp=[[0,0]] -> [2,2]",
     "register=[[0,1]], lane=[[1,0],[2,0]], warp=[[0,1]] -> [4,2]", 0},
    {"lane=[[1],[2]], warp=[[0]] -> [4] ^ [3]",
     "lane=[[2],[1]], warp=[[4]] -> "
     "[8]",
     0},
    // Offsets that are a warp's and a register's.
    {"register=[[1,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> [2,8] ^ [1,4]",
     "register=[[1,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> [2,8] ^ [0,4]", 0},
    // The result is in other warps.
    {"register=[[1,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> [2,8]",
     "register=[[1,0]], lane=[[0,1],[0,4]], warp=[[0,2]] -> [2,8]", 0},
};

TEST(GatherPlan, EveryWayIsRight) {
  for (const Case &C : Cases)
    for (unsigned Bits : {8, 16, 32, 64}) {
      const Gather G = C.gather(Bits);
      C.forEach([&](const GatherPoint &P, const LayoutPoint &Want) {
        const uint64_t Image = G.Holder.at(P);
        EXPECT_EQ(C.at(C.From, G.registerOf(Image), G.threadOf(Image)), Want);
      });
      for (bool Fetches : {false, true})
        for (auto [Packs, Fills] :
             {std::pair(true, true), {true, false}, {false, false}}) {
          auto P = shuffleGather(G, {Fetches, Packs, Fills}, machine());
          EXPECT_EQ(P.has_value(), G.staysInWarp());
          if (!P)
            continue;
          followShuffles(C, *P->Shuffles);
          EXPECT_EQ(checkShuffles(*P->Shuffles, C.From, C.To, C.Axis), "");
          EXPECT_FALSE(Fetches && P->Shuffles->readsByIndex());
        }
      for (uint64_t Scratch : {1u << 20, 64u, 16u}) {
        auto P = memoryGather(C.From, C.To, C.Axis, G, machine(), Scratch);
        ASSERT_TRUE(P.has_value());
        EXPECT_LE(P->scratchBytes(), Scratch);
        followMemory(C, *P->Memory);
        EXPECT_EQ(checkMemory(*P->Memory, C.From, C.To, C.Axis), "");
      }
    }
}

TEST(GatherPlan, WhatStaysInTheWarp) {
  const bool Stays[] = {true, true, true, false, true,
                        true, true, true, true,  false};
  for (auto [C, Expected] : llvm::zip_equal(Cases, Stays))
    EXPECT_EQ(C.gather(32).staysInWarp(), Expected) << &C - Cases;
}

TEST(GatherPlan, RoundsFollowFromRegistersOfTheAxis) {
  const Case Deep("register=[[1],[2],[4]], lane=[[8],[16]] -> [32]",
                  "register=[], lane=[[1],[2]] -> [4]", 0);
  const unsigned Rounds[][2] = {{8, 2}, {16, 4}, {32, 8}, {64, 16}};
  for (auto [Bits, Expected] : Rounds) {
    auto P = shuffleGather(Deep.gather(Bits), {false, true}, machine());
    ASSERT_TRUE(P.has_value());
    EXPECT_EQ(P->Cost.Shuffles, Expected);
  }
  // Own registers need none, and nearly own ones one for all results.
  const Case Own("register=[[1,0],[2,0]], lane=[[0,1],[0,2]] -> [4,4]",
                 "register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]", 0);
  auto P = shuffleGather(Own.gather(8), {false, true}, machine());
  ASSERT_TRUE(P && P->Shuffles->staysInThread());
  EXPECT_EQ(P->Cost.Shuffles, 0u);
  const Case Near("register=[[1,0],[2,0]], lane=[[0,1],[0,2]] -> [4,4]",
                  "register=[[1,0]], lane=[[0,2],[0,1]] -> [2,4]", 0);
  P = shuffleGather(Near.gather(8), {false, true}, machine());
  ASSERT_TRUE(P.has_value());
  EXPECT_EQ(P->Cost.Shuffles, 1u);
}

TEST(GatherPlan, BanksOfLanesWithRowsOfTheirOwn) {
  // Each lane has a row, which runs down one bank: no index has a conflict.
  const Case Rows("register=[[1,0],[2,0],[4,0]], lane=[[0,1],[0,2]] -> [8,4]",
                  "register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]", 0);
  auto P =
      memoryGather(Rows.From, Rows.To, 0, Rows.gather(32), machine(), 1 << 20);
  ASSERT_TRUE(P.has_value());
  EXPECT_EQ(P->Cost.LoadWavefronts, 2.0);
  EXPECT_EQ(P->Cost.StoreWavefronts, 8.0);
  // All lanes share a row that is as long as there are banks.
  const Case One("register=[[0,1],[0,2]], lane=[[1,0],[2,0]] -> [4,4]",
                 "register=[[0,1],[0,2]], lane=[[0,0],[1,0]] -> [2,4]", 0);
  P = memoryGather(One.From, One.To, 0, One.gather(32), machine(), 1 << 20);
  ASSERT_TRUE(P.has_value());
  EXPECT_EQ(P->Cost.LoadWavefronts, 4.0);
}

TEST(GatherPlan, WindowsOfKnownRegisters) {
  const Case C("register=[[0,1],[0,2]], lane=[[1,0],[2,0]], warp=[[0,4]] "
               "-> [4,8]",
               "register=[[0,1],[0,2]], lane=[[1,0],[2,0]], warp=[[0,4]] "
               "-> [4,8]",
               0);
  auto P = memoryGather(C.From, C.To, 0, C.gather(32), machine(), 32);
  ASSERT_TRUE(P.has_value());
  EXPECT_EQ(P->Memory->windows(), 4u);
  EXPECT_TRUE(P->Memory->knowsWindows());
  EXPECT_EQ(P->Memory->Group, Scope::Warp);
  EXPECT_EQ(P->Cost.Loads, 4u);
  EXPECT_EQ(P->Cost.WarpBarriers, 7u);
  // The axis itself is larger than the memory.
  P = memoryGather(C.From, C.To, 0, C.gather(32), machine(), 8);
  ASSERT_TRUE(P.has_value());
  EXPECT_FALSE(P->Memory->knowsWindows());
  EXPECT_FALSE(
      memoryGather(C.From, C.To, 0, C.gather(32), machine(), 3).has_value());
}

TEST(GatherPlan, ChecksFindMistakes) {
  const Case &C = Cases[2];
  auto P = shuffleGather(C.gather(16), {false, true}, machine());
  ASSERT_TRUE(P.has_value());
  GatherShuffles S = *P->Shuffles;
  S.Results[1][0].Lane ^= 1;
  EXPECT_NE(checkShuffles(S, C.From, C.To, 0), "");
  S = *P->Shuffles;
  std::swap(S.Words[0][0], S.Words[0][1]);
  EXPECT_NE(checkShuffles(S, C.From, C.To, 0), "");
  S = *P->Shuffles;
  S.Lane.IndexColumns[1] ^= 1;
  EXPECT_NE(checkShuffles(S, C.From, C.To, 0), "");
  auto Q = memoryGather(C.From, C.To, 0, C.gather(16), machine(), 1 << 20);
  ASSERT_TRUE(Q.has_value());
  GatherMemory Memory = *Q->Memory;
  Memory.Places.IndexColumns[0] ^= 1;
  EXPECT_NE(checkMemory(Memory, C.From, C.To, 0), "");
  Memory = *Q->Memory;
  Memory.Stores.pop_back();
  EXPECT_NE(checkMemory(Memory, C.From, C.To, 0), "");
}

TEST(GatherPlan, OptionsAreFollowed) {
  const Case &C = Cases[1];
  const Gather G = C.gather(32);
  GatherOptions O;
  O.AllowShuffle = false;
  auto P = planGather(C.From, C.To, 0, G, machine(), O);
  ASSERT_TRUE(bool(P));
  EXPECT_TRUE(P->Memory.has_value());
  O.AllowShuffle = true;
  O.AllowShared = false;
  P = planGather(C.From, C.To, 0, G, machine(), O);
  ASSERT_TRUE(bool(P));
  EXPECT_TRUE(P->Shuffles.has_value());
  // Where shuffles cannot do it, memory does.
  P = planGather(Cases[3].From, Cases[3].To, 0, Cases[3].gather(32), machine(),
                 O);
  ASSERT_TRUE(bool(P));
  EXPECT_TRUE(P->Memory.has_value());
  O.ScratchLimit = 0;
  P = planGather(Cases[3].From, Cases[3].To, 0, Cases[3].gather(32), machine(),
                 O);
  EXPECT_FALSE(bool(P));
  llvm::consumeError(P.takeError());
}

} // namespace
