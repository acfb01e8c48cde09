//===- PlannedTest.cpp - Random conversions, planned and emitted ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the planner's plans for random conversions and runs them: every thread
// must get what the conversion's table says. The back end must accept them.
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "TestKernel.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

const TestCpu Kinds[] = {{"sm_90", "", 5},
                         {"gfx942", "", 6},
                         {"gfx950", "", 6},
                         {"gfx1201", "", 5},
                         {"gfx1100", "+wavefrontsize64", 6}};

/// A bijection of the indices below Size: affine, a permutation of bits, a
/// rotation by addition, or random.
std::vector<unsigned> randomBijection(unsigned Size, std::mt19937 &Random) {
  unsigned Bits = Log2_32(Size);
  std::vector<unsigned> Map(Size);
  std::iota(Map.begin(), Map.end(), 0u);
  unsigned Kind = Random() % 4;
  if (Kind == 3) {
    std::shuffle(Map.begin(), Map.end(), Random);
    return Map;
  }
  if (Kind == 2) {
    unsigned By = Random() % Size;
    for (unsigned &X : Map)
      X = (X + By) % Size;
    return Map;
  }
  std::vector<unsigned> Columns;
  for (unsigned J = 0; J < Bits; ++J)
    Columns.push_back(1u << J);
  std::shuffle(Columns.begin(), Columns.end(), Random);
  // Elementary steps keep it invertible.
  for (unsigned I = 0; Kind == 1 && I < 6; ++I) {
    unsigned A = Random() % Bits, B = Random() % Bits;
    if (A != B)
      Columns[A] ^= Columns[B];
  }
  unsigned Offset = Kind == 1 ? Random() % Size : 0;
  for (unsigned &X : Map) {
    unsigned Y = Offset;
    for (unsigned J = 0; J < Bits; ++J)
      if (X >> J & 1)
        Y ^= Columns[J];
    X = Y;
  }
  return Map;
}

Conversion randomConversion(unsigned LaneBits, Scope Group, unsigned Warps,
                            std::mt19937 &Random) {
  Conversion C;
  C.ElementBits = 8u << Random() % 4;
  C.LaneBits = LaneBits;
  C.Group = Group;
  C.NumThreads = (1u << LaneBits) * Warps;
  C.NumSources = C.NumResults = 1u << Random() % 4;
  std::vector<unsigned> From =
      randomBijection(C.NumSources * C.NumThreads, Random);
  for (unsigned X : From)
    C.Table.push_back(
        Holder{uint16_t(X / C.NumThreads), uint16_t(X % C.NumThreads)});
  C.Affine = fitAffine(C);
  return C;
}

/// Emits the plan in a kernel of integer sources and compares the results.
void checkPlanOn(const TestCpu &Cpu, const Conversion &C, const Plan &P,
                 std::mt19937 &Random) {
  TestKernel K(Cpu);
  // The plan of a warp must do the same in every warp.
  unsigned Warps = C.Group == Scope::Warp ? 3 : 1;
  unsigned Threads = C.NumThreads * Warps;
  Type *Ty = K.B.getIntNTy(C.ElementBits);
  SmallVector<Type *, 8> SourceTypes(C.NumSources, Ty);
  SmallVector<Type *, 8> ResultTypes(C.NumResults, Ty);
  EmitContext Context{K.T, K.B, nullptr};
  if (P.ScratchBytes) {
    Context.LinearThread = emitLinearThread(K.T, K.B, true);
    Context.ScratchStride = P.Group == Scope::Warp ? P.ScratchBytes : 0;
    Context.Scratch = K.shared(P.ScratchBytes * Warps, P.ScratchAlign);
  }
  auto *HolderFn =
      Function::Create(FunctionType::get(K.B.getVoidTy(), SourceTypes, false),
                       GlobalValue::ExternalLinkage, "holder", K.M);
  SmallVector<Value *, 8> Sources;
  BlockEvaluator E(K.T, Threads);
  std::vector<std::vector<uint64_t>> Numbers(C.NumSources);
  for (unsigned R = 0; R < C.NumSources; ++R) {
    std::vector<Constant *> PerThread;
    for (unsigned T = 0; T < Threads; ++T) {
      auto *Number = ConstantInt::get(
          Ty,
          compat::lowBits(C.ElementBits, uint64_t(Random()) << 32 | Random()));
      Numbers[R].push_back(cast<ConstantInt>(Number)->getZExtValue());
      PerThread.push_back(Number);
    }
    Sources.push_back(HolderFn->getArg(R));
    E.set(Sources[R], PerThread);
  }
  auto Results = emitPlan(P, Sources, ResultTypes, Context);
  E.run(*K.Entry);
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < Threads; ++T) {
      Holder H = C.holder(R, T % C.NumThreads);
      unsigned Warp = T - T % C.NumThreads;
      ASSERT_EQ(E.number(Results[R], T), Numbers[H.Register][Warp + H.Thread])
          << Cpu.Cpu << " result " << R << " thread " << T << "\n"
          << K.text();
    }
}

/// The same plan from memory to memory, through the back end.
std::string compilePlanOn(const TestCpu &Cpu, const Conversion &C,
                          const Plan &P) {
  TestKernel K(Cpu);
  Type *Ty = K.B.getIntNTy(C.ElementBits);
  EmitContext Context{K.T, K.B, nullptr};
  if (P.ScratchBytes) {
    Context.LinearThread = emitLinearThread(K.T, K.B, true);
    Context.ScratchStride = P.Group == Scope::Warp ? P.ScratchBytes : 0;
    Context.Scratch = K.shared(P.ScratchBytes * 4, P.ScratchAlign);
  }
  SmallVector<Value *, 8> Sources;
  for (unsigned R = 0; R < C.NumSources; ++R)
    Sources.push_back(K.source(Ty, R));
  SmallVector<Type *, 8> Types(C.NumResults, Ty);
  for (auto [R, V] : enumerate(emitPlan(P, Sources, Types, Context)))
    K.result(V, R);
  std::string Assembly = K.assemble();
  EXPECT_NE(Assembly, "");
  return Assembly;
}

void checkRandom(Scope Group, PlanOptions O, unsigned Seed, unsigned Rounds) {
  std::mt19937 Random(Seed);
  unsigned Planned = 0;
  for (const TestCpu &Cpu : known(Kinds)) {
    f2layout::Target T = TestKernel(Cpu).T;
    for (unsigned I = 0; I < Rounds; ++I) {
      unsigned Warps = Group == Scope::Warp ? 1 : 2u << Random() % 2;
      Conversion C = randomConversion(Cpu.LaneBits, Group, Warps, Random);
      PlanResult R = planConversion(C, T.M, O);
      if (!R.Best)
        continue;
      ++Planned;
      checkPlanOn(Cpu, C, *R.Best, Random);
      if (I % 4 == 0)
        compilePlanOn(Cpu, C, *R.Best);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
  EXPECT_GT(Planned, Rounds);
}

TEST(Planned, WarpByShuffles) {
  PlanOptions O;
  O.AllowShared = false;
  checkRandom(Scope::Warp, O, 11, 24);
}

TEST(Planned, WarpByShared) {
  PlanOptions O;
  O.AllowShuffle = false;
  checkRandom(Scope::Warp, O, 12, 24);
}

TEST(Planned, WarpCheapest) { checkRandom(Scope::Warp, {}, 13, 24); }

TEST(Planned, Block) { checkRandom(Scope::Block, {}, 14, 16); }

/// Result bit I (of register, then lane) is source bit To[I].
Conversion permutedBits(unsigned ElementBits, unsigned RegisterBits,
                        ArrayRef<unsigned> To) {
  AffineMove Map;
  Map.SourceRegisterBits = RegisterBits;
  Map.ThreadBits = To.size() - RegisterBits;
  for (auto [I, Bit] : enumerate(To))
    if (I < RegisterBits)
      Map.RegisterColumns.push_back(uint64_t(1) << Bit);
    else
      Map.ThreadColumns.push_back(uint64_t(1) << Bit);
  return cantFail(Conversion::affine(std::move(Map), ElementBits,
                                     To.size() - RegisterBits, Scope::Warp));
}

// On gfx950, swapping a register bit with lane bit 4 or 5 takes swap
// instructions and no other lane moves. So do cycles of all three.
TEST(Planned, LaneSwapsOfGfx950) {
  const TestCpu Gfx950{"gfx950", "", 6};
  if (!compat::knowsCpu(Gfx950.Cpu))
    GTEST_SKIP() << "this LLVM does not know gfx950";
  const f2layout::Target T = cantFail(findTarget("gfx950"));
  std::mt19937 Random(15);
  for (unsigned ElementBits : {8u, 16u, 32u, 64u})
    for (unsigned R = 1; R <= 5; ++R)
      for (unsigned Bit = 0; Bit < R; ++Bit)
        for (unsigned Way = 0; Way < 4; ++Way) {
          SmallVector<unsigned, 12> To(R + 6);
          std::iota(To.begin(), To.end(), 0u);
          if (Way != 1)
            std::swap(To[Bit], To[R + 4]);
          if (Way != 0) // two swaps of the bit are a cycle, either way
            std::swap(To[Way == 3 ? R + 4 : Bit], To[R + 5]);
          Conversion C = permutedBits(ElementBits, R, To);
          PlanResult P = planConversion(C, T.M);
          ASSERT_TRUE(P.Best) << P.WhyNot;
          const PlanCost &Cost = P.Best->Cost;
          EXPECT_EQ(Cost.Shuffles + Cost.Selects + Cost.Loads + Cost.Stores, 0u)
              << ElementBits << " bits, register bit " << Bit << " of " << R;
          EXPECT_GT(Cost.Swaps, 0u);
          if (R > 3)
            continue;
          checkPlanOn(Gfx950, C, *P.Best, Random);
          if (testing::Test::HasFatalFailure())
            return;
        }
}

/// A move of one word and the instruction for it.
struct NamedMove {
  const char *Instruction;
  enum { Everywhere, Gfx9, Gfx10On, Gfx10OnWave64 } On;
  unsigned (*From)(unsigned Lane);

  bool isOn(const TestCpu &Cpu) const {
    const bool IsNew = StringRef(Cpu.Cpu).size() == 7;
    switch (On) {
    case Everywhere:
      return true;
    case Gfx9:
      return !IsNew;
    case Gfx10On:
      return IsNew;
    case Gfx10OnWave64:
      return IsNew && Cpu.LaneBits == 6;
    }
    return false;
  }
};

const NamedMove NamedMoves[] = {
    {"quad_perm:[1,2,3,0]", NamedMove::Everywhere,
     [](unsigned L) { return (L & ~3u) | ((L + 1) & 3); }},
    {"quad_perm:[2,3,0,1]", NamedMove::Everywhere,
     [](unsigned L) { return L ^ 2; }},
    {"row_half_mirror", NamedMove::Everywhere,
     [](unsigned L) { return L ^ 7; }},
    {"row_mirror", NamedMove::Everywhere, [](unsigned L) { return L ^ 15; }},
    {"row_ror:3", NamedMove::Everywhere,
     [](unsigned L) { return (L & ~15u) | ((L - 3) & 15); }},
    {"row_newbcast:9", NamedMove::Gfx9,
     [](unsigned L) { return (L & ~15u) | 9; }},
    {"row_share:9", NamedMove::Gfx10On,
     [](unsigned L) { return (L & ~15u) | 9; }},
    {"row_xmask:6", NamedMove::Gfx10On, [](unsigned L) { return L ^ 6; }},
    {"dpp8:[3,4,5,6,7,0,1,2]", NamedMove::Gfx10On,
     [](unsigned L) { return (L & ~7u) | ((L + 3) & 7); }},
    {"v_permlane16_b32", NamedMove::Gfx10On,
     [](unsigned L) { return (L & ~15u) | ((5 * L + 1) & 15); }},
    {"v_permlanex16_b32", NamedMove::Gfx10On,
     [](unsigned L) { return ((L ^ 16) & ~15u) | ((5 * L + 1) & 15); }},
    {"v_permlane64_b32", NamedMove::Gfx10OnWave64,
     [](unsigned L) { return L ^ 32; }},
    {"v_readlane_b32", NamedMove::Everywhere, [](unsigned) { return 5u; }},
    {"ds_swizzle_b32", NamedMove::Gfx9, [](unsigned L) { return L ^ 20; }},
    {"ds_bpermute_b32", NamedMove::Everywhere,
     [](unsigned L) { return (L & ~31u) | ((9 * L + 5) & 31); }},
};

// The conversion of one register needs one instruction, and the plan uses it.
TEST(Planned, NamedLaneMovesOfAmd) {
  PlanOptions O;
  O.AllowShared = false;
  std::mt19937 Random(16);
  for (const TestCpu &Cpu : known(Kinds)) {
    if (Cpu.isNvidia())
      continue;
    for (const NamedMove &Move : NamedMoves) {
      if (!Move.isOn(Cpu))
        continue;
      Conversion C;
      C.LaneBits = Cpu.LaneBits;
      C.NumThreads = 1u << Cpu.LaneBits;
      C.NumSources = C.NumResults = 1;
      for (unsigned L = 0; L < C.NumThreads; ++L)
        C.Table.push_back(Holder{0, uint16_t(Move.From(L))});
      C.Affine = fitAffine(C);
      PlanResult P = planConversion(C, TestKernel(Cpu).T.M, O);
      ASSERT_TRUE(P.Best) << P.WhyNot;
      EXPECT_EQ(P.Best->Cost.Shuffles, 1u);
      checkPlanOn(Cpu, C, *P.Best, Random);
      if (testing::Test::HasFatalFailure())
        return;
      std::string Assembly = compilePlanOn(Cpu, C, *P.Best);
      EXPECT_NE(Assembly.find(Move.Instruction), std::string::npos)
          << Cpu.Cpu << " " << Move.Instruction << "\n"
          << Assembly;
    }
  }
}

} // namespace
