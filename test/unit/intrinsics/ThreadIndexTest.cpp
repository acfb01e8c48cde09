//===- ThreadIndexTest.cpp - Thread indices, block sizes, attributes ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/ThreadIndex.h"
#include "TestKernel.h"
#include "intrinsics/lanes/AMDAttributes.h"
#include "intrinsics/steps/Barrier.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

const TestCpu Hopper{"sm_90", "", 5}, Mi300{"gfx942", "", 6};

TEST(ThreadIndex, EveryTargetCompiles) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    K.result(emitLane(K.T, K.B), 0);
    K.result(emitLinearThread(K.T, K.B, false), 1);
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      K.result(emitBlockSize(K.T, K.B, Dim), 2 + Dim);
    emitBarrier(K.T, K.B, Scope::Warp);
    emitBarrier(K.T, K.B, Scope::Block);
    std::string Assembly = K.assemble();
    SCOPED_TRACE(Assembly);
    if (Cpu.isNvidia()) {
      for (StringRef Name : {"%laneid", "%tid.z", "%ntid.x", "%ntid.z",
                             "bar.warp.sync \t-1", "bar.sync \t0"})
        EXPECT_GE(countOf(Assembly, Name), 1u) << Name.str();
    } else {
      EXPECT_GE(countOf(Assembly, "v_mbcnt_lo_u32_b32"), 1u);
      EXPECT_EQ(countOf(Assembly, "v_mbcnt_hi_u32_b32") > 0, Cpu.LaneBits == 6);
      EXPECT_GE(countOf(Assembly, "s_barrier"), 1u);
      EXPECT_GE(countOf(Assembly, "; wave barrier"), 1u);
      EXPECT_GE(countOf(Assembly, "hidden_group_size_z"), 1u);
    }
  }
}

TEST(ThreadIndex, OneDimensionNeedsNoBlockSize) {
  for (const TestCpu &Cpu : {Hopper, Mi300}) {
    TestKernel K(Cpu);
    size_t Before = K.Entry->size();
    emitLinearThread(K.T, K.B, true);
    EXPECT_EQ(K.Entry->size(), Before + 1);
  }
}

TEST(ThreadIndex, BlockSizeByCodeObjectVersion) {
  for (unsigned Version : {400u, 500u, 600u}) {
    TestKernel K(Mi300);
    K.M.addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version",
                      Version);
    K.result(emitBlockSize(K.T, K.B, 1), 0);
    std::string Text = K.text();
    EXPECT_EQ(countOf(Text, "call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr"),
              Version == 400 ? 1u : 0u);
    EXPECT_EQ(
        countOf(Text, "call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr"),
        Version == 400 ? 0u : 1u);
    EXPECT_EQ(countOf(Text, Version == 400 ? "i64 6" : "i64 14"), 1u) << Text;
    EXPECT_NE(K.assemble(), "");
  }
}

// helper <- middle <- kernel: the kernel must pass the values down. Nobody
// calls the stranger, which is not internal: LLVM 19 generates no code for an
// internal function without callers, and then crashes counting its registers.
TEST(AMDAttributes, PromisesAreTakenBackUpTheCallGraph) {
  TestKernel K(Mi300);
  auto *Ty = FunctionType::get(K.B.getVoidTy(), false);
  auto Make = [&](const char *Name) {
    auto *F = Function::Create(Ty, GlobalValue::InternalLinkage, Name, K.M);
    F->addFnAttr("target-cpu", "gfx942");
    F->addFnAttr("amdgpu-no-workitem-id-y");
    F->addFnAttr("amdgpu-no-implicitarg-ptr");
    ReturnInst::Create(K.Context, BasicBlock::Create(K.Context, "", F));
    return F;
  };
  Function *Helper = Make("helper"), *Middle = Make("middle"),
           *Stranger = Make("stranger");
  Stranger->setLinkage(GlobalValue::ExternalLinkage);
  K.F->addFnAttr("amdgpu-no-workitem-id-y");
  K.F->addFnAttr("amdgpu-no-dispatch-ptr");
  K.B.CreateCall(Middle)->addFnAttr(
      Attribute::get(K.Context, "amdgpu-no-workitem-id-y"));
  IRBuilder<> MB(Middle->front().getTerminator());
  MB.CreateCall(Helper);
  IRBuilder<> HB(Helper->front().getTerminator());
  emitLinearThread(K.T, HB, false);
  for (Function *F : {Helper, Middle, K.F}) {
    EXPECT_FALSE(F->hasFnAttribute("amdgpu-no-workitem-id-y"));
    EXPECT_FALSE(F->hasFnAttribute("amdgpu-no-implicitarg-ptr"));
  }
  EXPECT_TRUE(K.F->hasFnAttribute("amdgpu-no-dispatch-ptr"));
  EXPECT_TRUE(Stranger->hasFnAttribute("amdgpu-no-workitem-id-y"));
  for (Instruction &I : *K.Entry)
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      EXPECT_FALSE(Call->hasFnAttr("amdgpu-no-workitem-id-y"));
    }
  EXPECT_NE(K.assemble(), "");
}

// A kernel with the promise that no code reads implicit arguments.
TEST(AMDAttributes, ImplicitArgumentsAreReservedAgain) {
  for (StringRef Bytes : {"0", "256"}) {
    TestKernel K(Mi300);
    K.F->addFnAttr("amdgpu-implicitarg-num-bytes", Bytes);
    K.result(emitBlockSize(K.T, K.B, 0), 0);
    EXPECT_EQ(K.F->hasFnAttribute("amdgpu-implicitarg-num-bytes"),
              Bytes == "256");
    EXPECT_EQ(countOf(K.assemble(), "hidden_group_size_x"), 1u);
  }
}

// A function whose address is taken may be called by anyone.
TEST(AMDAttributes, UnknownCallersAreEverybody) {
  TestKernel K(Mi300);
  auto *Helper = Function::Create(FunctionType::get(K.B.getVoidTy(), false),
                                  GlobalValue::InternalLinkage, "helper", K.M);
  ReturnInst::Create(K.Context, BasicBlock::Create(K.Context, "", Helper));
  K.F->addFnAttr("amdgpu-no-dispatch-ptr");
  K.result(Helper, 0);
  dropPromise(*Helper, "amdgpu-no-dispatch-ptr");
  EXPECT_FALSE(K.F->hasFnAttribute("amdgpu-no-dispatch-ptr"));
}

} // namespace
