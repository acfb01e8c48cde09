//===- KernelWorkTest.cpp -------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/KernelWork.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/Passes/PassBuilder.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The work of the function, in instructions.
double workOf(StringRef Text) {
  const ParsedKernel Kernel(Text);
  PassBuilder Builder;
  FunctionAnalysisManager AM;
  Builder.registerFunctionAnalyses(AM);
  Function &F = Kernel.function();
  Machine One;
  One.Costs.Select = 1;
  return kernelWork(F, AM.getResult<LoopAnalysis>(F),
                    AM.getResult<ScalarEvolutionAnalysis>(F), One);
}

TEST(KernelWorkTest, WhatBecomesNoCodeIsFree) {
  EXPECT_EQ(3, workOf("define void @f(ptr %p, float %x, <4 x float> %v) {\n"
                      "  %q = getelementptr float, ptr %p, i32 4\n"
                      "  %y = fadd float %x, 1.0\n"
                      "  %e = extractelement <4 x float> %v, i32 1\n"
                      "  %z = fmul float %y, %e\n"
                      "  store float %z, ptr %q\n"
                      "  ret void\n"
                      "}\n"));
}

TEST(KernelWorkTest, VectorsCountByElement) {
  EXPECT_EQ(5, workOf("define void @f(ptr %p, <4 x float> %v) {\n"
                      "  %w = fadd <4 x float> %v, %v\n"
                      "  store <4 x float> %w, ptr %p\n"
                      "  ret void\n"
                      "}\n"));
}

TEST(KernelWorkTest, LoopsCountAsOftenAsTheyRun) {
  // Sixteen times: the sum, the next index and the comparison.
  EXPECT_EQ(48, workOf("define i32 @f(i32 %x) {\n"
                       "  br label %loop\n"
                       "loop:\n"
                       "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n"
                       "  %s = phi i32 [ 0, %0 ], [ %sum, %loop ]\n"
                       "  %sum = add i32 %s, %x\n"
                       "  %next = add i32 %i, 1\n"
                       "  %more = icmp ult i32 %next, 16\n"
                       "  br i1 %more, label %loop, label %done\n"
                       "done:\n"
                       "  ret i32 %sum\n"
                       "}\n"));
}

} // namespace
