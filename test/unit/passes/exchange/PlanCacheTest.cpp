//===- PlanCacheTest.cpp --------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/PlanCache.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Every lane reads the value of the lane whose number differs in Mask.
Conversion exchangeBy(unsigned Mask) {
  Conversion C;
  C.ElementBits = 32;
  C.LaneBits = 5;
  C.Group = Scope::Warp;
  C.NumThreads = 32;
  C.NumSources = C.NumResults = 1;
  for (unsigned T = 0; T < C.NumThreads; ++T)
    C.Table.push_back(
        {static_cast<uint16_t>(0), static_cast<uint16_t>(T ^ Mask)});
  C.Affine = fitAffine(C);
  return C;
}

/// A machine on which every plan by shuffles costs more.
Machine withSlowShuffles(const Machine &M) {
  Machine Slow = M;
  Slow.Costs.Shuffle *= 8;
  Slow.Costs.Butterfly *= 8;
  return Slow;
}

class PlanCacheTest : public testing::Test {
protected:
  LLVMContext Context;
  Module M{"plans", Context};

  PlanCacheTest() { compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda")); }

  Function &function(StringRef Cpu, StringRef Features) {
    auto *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), {}),
                               GlobalValue::ExternalLinkage, "k", M);
    F->addFnAttr("target-cpu", Cpu);
    F->addFnAttr("target-features", Features);
    return *F;
  }
  static double clocks(const PlanResult &R) {
    return R.Best ? R.Best->Cost.Clocks : -1;
  }
};

TEST_F(PlanCacheTest, EqualConversionsOfOneProcessorSharePlans) {
  Function &F = function("sm_90", "+ptx80"), &G = function("sm_90", "+ptx80");
  Expected<Target> T = getTarget(F);
  ASSERT_TRUE(bool(T));
  PlanCache Cache;
  const double First = clocks(Cache.plan(exchangeBy(3), F, T->M, {}));
  EXPECT_EQ(First, clocks(planConversion(exchangeBy(3), T->M, {})));
  // Prices that are not G's show whether the plan is made anew.
  const Machine Slow = withSlowShuffles(T->M);
  ASSERT_NE(First, clocks(planConversion(exchangeBy(3), Slow, {})));
  EXPECT_EQ(First, clocks(Cache.plan(exchangeBy(3), G, Slow, {})));
}

TEST_F(PlanCacheTest, OtherProcessorsAndFeaturesDoNot) {
  Function &F = function("sm_90", "+ptx80");
  Expected<Target> T = getTarget(F);
  ASSERT_TRUE(bool(T));
  PlanCache Cache;
  Cache.plan(exchangeBy(3), F, T->M, {});
  const Machine Slow = withSlowShuffles(T->M);
  const double Anew = clocks(planConversion(exchangeBy(3), Slow, {}));
  for (Function *G :
       {&function("sm_90", "+ptx84"), &function("sm_80", "+ptx80")})
    EXPECT_EQ(Anew, clocks(Cache.plan(exchangeBy(3), *G, Slow, {})));
}

TEST_F(PlanCacheTest, OtherOptionsAndTablesDoNot) {
  Function &F = function("sm_90", "+ptx80");
  Expected<Target> T = getTarget(F);
  ASSERT_TRUE(bool(T));
  PlanOptions ByMemory;
  ByMemory.AllowShuffle = false;
  PlanCache Cache;
  EXPECT_EQ(Route::Shuffle, Cache.plan(exchangeBy(3), F, T->M, {}).Best->By);
  EXPECT_NE(Route::Shuffle,
            Cache.plan(exchangeBy(3), F, T->M, ByMemory).Best->By);
  EXPECT_EQ(Route::Nothing, Cache.plan(exchangeBy(0), F, T->M, {}).Best->By);
}

} // namespace
