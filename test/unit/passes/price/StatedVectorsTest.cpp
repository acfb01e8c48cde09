//===- StatedVectorsTest.cpp ----------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/StatedVectors.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

struct Parsed {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  explicit Parsed(StringRef Body) {
    SMDiagnostic Error;
    M = parseAssemblyString("declare void @call()\n"
                            "define void @k(ptr %p, ptr %q) {\n" +
                                Body.str() + "  ret void\n}\n",
                            Error, Context);
  }
  const Function &kernel() const { return *M->getFunction("k"); }
};

constexpr char TwoWords[] = R"(
  %p1 = getelementptr i8, ptr %p, i64 4
  %a = load i32, ptr %p, align 8
  store i32 %a, ptr %q, align 4
  %b = load i32, ptr %p1, align 4
  %q1 = getelementptr i8, ptr %q, i64 4
  store i32 %b, ptr %q1, align 4
)";

TEST(StatedVectorsTest, OnlyAlignedNeighboursAreJoined) {
  const Parsed P(TwoWords);
  ASSERT_TRUE(P.M);
  const std::vector<HoistedLoads> Found = statedVectors(P.kernel());
  ASSERT_EQ(1u, Found.size()); // the stores are aligned to 4
  EXPECT_EQ("a", Found[0].At->getName());
  ASSERT_EQ(1u, Found[0].Loads.size());
  EXPECT_EQ("b", Found[0].Loads[0]->getName());
  EXPECT_TRUE(Found[0].Stores.empty());
}

TEST(StatedVectorsTest, BothWordsAreLiveAtATime) {
  const Parsed P(TwoWords);
  ASSERT_TRUE(P.M);
  EXPECT_EQ(registerPressure(P.kernel()) + 1,
            registerPressure(P.kernel(), statedVectors(P.kernel())));
}

TEST(StatedVectorsTest, NothingIsJoinedAcrossACall) {
  const Parsed P(R"(
  %p1 = getelementptr i8, ptr %p, i64 4
  %a = load i32, ptr %p, align 8
  call void @call()
  %b = load i32, ptr %p1, align 4
)");
  ASSERT_TRUE(P.M);
  EXPECT_TRUE(statedVectors(P.kernel()).empty());
}

TEST(StatedVectorsTest, StoresAreAtTheLast) {
  const Parsed P(R"(
  %q1 = getelementptr i8, ptr %q, i64 4
  store i32 1, ptr %q1, align 4
  store i32 2, ptr %q, align 8
)");
  ASSERT_TRUE(P.M);
  const std::vector<HoistedLoads> Found = statedVectors(P.kernel());
  ASSERT_EQ(1u, Found.size());
  EXPECT_EQ(Found[0].Stores[0], Found[0].At->getPrevNode());
}

} // namespace
