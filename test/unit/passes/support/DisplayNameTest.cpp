//===- DisplayNameTest.cpp ------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/DisplayName.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

TEST(DisplayNameTest, LeavesPlainNamesAsTheyAre) {
  EXPECT_EQ("tile", displayName("tile"));
  EXPECT_EQ("tile.1", displayName("tile.1"));
  EXPECT_EQ("", displayName(""));
}

TEST(DisplayNameTest, DropsScopesAndSuffixes) {
  EXPECT_EQ("tb_sum", displayName("_ZZ10dot_kernelIfEvPKT_S2_PS0_iE6tb_sum"));
  EXPECT_EQ("local_data",
            displayName("_ZZN10mean_shift3gpu17mean_shift_tilingEPKfPfE10local_"
                        "data"));
  EXPECT_EQ("s", displayName("_ZZ12warpExchangeIcLi4ELb1EEvPT_PKS0_E1s.f2"));
}

TEST(DisplayNameTest, KeepsWhatCannotBeRead) {
  EXPECT_EQ("_Zx", displayName("_Zx"));
}

TEST(DisplayNameTest, NamesIntrinsicsAsTheSourceDoes) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(R"(
    declare i32 @llvm.nvvm.barrier0.or(i32)
    declare void @llvm.nvvm.bar.warp.sync(i32)
    declare void @llvm.nvvm.cp.async.commit.group()
    declare void @llvm.amdgcn.s.barrier()
    declare i32 @llvm.umax.i32(i32, i32)
    declare void @_Z4waitPi(ptr)
    define void @f(ptr %p, i1 %c, i32 %n) {
      %or = call i32 @llvm.nvvm.barrier0.or(i32 %n)
      call void @llvm.nvvm.bar.warp.sync(i32 -1)
      call void @llvm.nvvm.cp.async.commit.group()
      call void @llvm.amdgcn.s.barrier()
      %m = call i32 @llvm.umax.i32(i32 %n, i32 2)
      call void @_Z4waitPi(ptr %p)
      ret void
    })",
                                                  Error, Context);
  ASSERT_TRUE(M);
  std::vector<std::string> Names;
  for (const Instruction &I : M->getFunction("f")->getEntryBlock())
    if (auto *Call = dyn_cast<CallBase>(&I))
      Names.push_back(displayCallee(*Call));
  EXPECT_EQ(Names, (std::vector<std::string>{"__syncthreads_or", "__syncwarp",
                                             "__nvvm_cp_async_commit_group",
                                             "__builtin_amdgcn_s_barrier",
                                             "umax", "wait(int*)"}));
}

} // namespace
