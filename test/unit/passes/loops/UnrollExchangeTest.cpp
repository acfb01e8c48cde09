//===- UnrollExchangeTest.cpp - Which loops are unrolled ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/loops/UnrollExchange.h"
#include "passes/uniformity/SyncPoints.h"
#include "test/unit/passes/AnalysisManagers.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// A loop of 16 iterations, each of which loads Type from shared memory and
/// calls the barrier if there is one.
std::string loopKernel(StringRef Type, StringRef Barrier) {
  return (R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [16 x )" +
          Type + R"(] undef, align 16
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %p = getelementptr )" +
          Type + R"(, ptr addrspace(3) @s, i32 %i
  %v = load )" +
          Type + R"(, ptr addrspace(3) %p
  store volatile )" +
          Type + R"( %v, ptr addrspace(1) %out
)" + Barrier +
          R"(
  %n = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %n, 16
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
)")
      .str();
}

/// Whether the loop is unrolled if its iterations may load so many words.
bool isUnrolled(const std::string &Text, unsigned Words) {
  ParsedKernel K(Text);
  AnalysisManagers Managers;
  FunctionAnalysisManager &FAM = Managers.Functions;
  FAM.registerPass([] { return SyncPointsAnalysis(); });
  Function &F = K.function();
  SharedArraySet Arrays;
  Arrays.insert(F.getParent()->getNamedGlobal("s"));
  const bool Changed = unrollExchangeLoops(F, FAM, Arrays, nullptr,
                                           {UnrolledTrips::Constant, Words});
  EXPECT_FALSE(verifyFunction(F, &errs()));
  EXPECT_EQ(Changed, FAM.getResult<LoopAnalysis>(F).empty());
  return Changed;
}

TEST(UnrollExchange, IterationsTogetherFitInRegisters) {
  EXPECT_TRUE(isUnrolled(loopKernel("i32", ""), 16));
  EXPECT_FALSE(isUnrolled(loopKernel("i32", ""), 15));
  EXPECT_TRUE(isUnrolled(loopKernel("i8", ""), 4));
  EXPECT_FALSE(isUnrolled(loopKernel("double", ""), 31));
}

TEST(UnrollExchange, RoundsAreExchangesOfTheirOwn) {
  // So many rounds are too many in any case; half of them are not.
  std::string Rounds = loopKernel("i32", "  call void @llvm.nvvm.barrier0()");
  EXPECT_FALSE(isUnrolled(Rounds, ~0u));
  Rounds.replace(Rounds.find("%n, 16"), 6, "%n, 8");
  EXPECT_TRUE(isUnrolled(Rounds, 1));
}

} // namespace
