//===- LastingAddressesTest.cpp - Registers that new addresses take -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/LastingAddresses.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace f2layout;

namespace {

const char Head[] = "target triple = \"nvptx64-nvidia-cuda\"\n"
                    "@s = internal addrspace(3) global [4096 x i32] poison\n"
                    "define ptx_kernel void @k(i32 %n, i1 %c) {\n";

std::string address(unsigned Number) {
  const std::string N = std::to_string(Number);
  return "  %m" + N + " = mul i32 %n, " + N + "\n  %p" + N +
         " = getelementptr i32, ptr addrspace(3) @s, i32 %m" + N + "\n";
}
std::string load(unsigned Number, std::string Name) {
  return "  %" + Name + " = load i32, ptr addrspace(3) %p" +
         std::to_string(Number) + "\n";
}
std::string store(unsigned Number) {
  return "  store i32 %n, ptr addrspace(3) %p" + std::to_string(Number) + "\n";
}

unsigned lastingIn(const std::string &Body) {
  ParsedKernel K(Head + Body + "}\n");
  Function &F = K.function();
  DominatorTree DT(F);
  LoopInfo LI(DT);
  const auto Objects = collectSharedObjects(F);
  EXPECT_EQ(Objects.size(), 1u);
  return LastingAddresses(F, LI).of(Objects.front());
}

TEST(LastingAddresses, CountsThoseOfOneStage) {
  std::string Body;
  for (unsigned Stage = 0; Stage < 20; ++Stage) {
    const unsigned A = 2 * Stage + 1, B = A + 1;
    Body += address(A) + address(B) + load(A, "a" + std::to_string(Stage)) +
            load(B, "b" + std::to_string(Stage)) + store(A) + store(B);
  }
  EXPECT_EQ(lastingIn(Body + "  ret void\n"), 2u);
}

TEST(LastingAddresses, CountsThoseThatAreUsedLater) {
  std::string Body;
  for (unsigned N = 1; N <= 7; ++N)
    Body += address(N) + load(N, "v" + std::to_string(N));
  EXPECT_EQ(lastingIn(Body + "  ret void\n"), 0u);
  Body += "  br i1 %c, label %then, label %end\nthen:\n";
  for (unsigned N = 1; N <= 7; ++N)
    Body += store(N);
  EXPECT_EQ(lastingIn(Body + "  br label %end\nend:\n  ret void\n"), 7u);
}

TEST(LastingAddresses, LastAsLongAsALoop) {
  // Three addresses are computed before the loop, one in it. Each is used once.
  const std::string Body =
      address(1) + address(2) + address(3) +
      "  br label %loop\nloop:\n"
      "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n" +
      load(1, "a") + load(2, "b") + load(3, "d") +
      "  %q = getelementptr i32, ptr addrspace(3) @s, i32 %i\n"
      "  %e = load i32, ptr addrspace(3) %q\n"
      "  %next = add i32 %i, 1\n"
      "  %more = icmp ult i32 %next, %n\n"
      "  br i1 %more, label %loop, label %end\nend:\n  ret void\n";
  EXPECT_EQ(lastingIn(Body), 3u);
}

} // namespace
