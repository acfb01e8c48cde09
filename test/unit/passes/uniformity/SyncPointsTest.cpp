//===- SyncPointsTest.cpp - The parts of a barrier ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/SyncPoints.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

namespace {

TEST(SyncPoints, EveryPartLeadsToThePoint) {
  ParsedKernel K(R"(
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(3) %p) {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  store i32 0, ptr addrspace(3) %p
  ret void
}
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
)");
  SyncPoints Points(K.function());
  ASSERT_EQ(Points.all().size(), 1u);
  const SyncPoint &P = Points.all()[0];
  EXPECT_EQ(P.K, SyncPoint::Block);
  EXPECT_EQ(P.instructions().size(), 4u);
  for (Instruction &I : instructions(K.function()))
    if (I.mayWriteToMemory() && !isa<StoreInst>(I))
      EXPECT_EQ(Points.of(&I), &P);
    else
      EXPECT_EQ(Points.of(&I), nullptr);
}

TEST(SyncPoints, OneCallIsAllItsParts) {
  ParsedKernel K(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(i32 %m) {
  call void @llvm.nvvm.bar.warp.sync(i32 %m)
  ret void
}
declare void @llvm.nvvm.bar.warp.sync(i32)
)");
  SyncPoints Points(K.function());
  ASSERT_EQ(Points.all().size(), 1u);
  const SyncPoint &P = Points.all()[0];
  EXPECT_EQ(P.K, SyncPoint::Warp);
  EXPECT_EQ(P.Mask, K.function().getArg(0));
  EXPECT_EQ(P.First, P.At);
  EXPECT_EQ(P.Last, P.At);
  EXPECT_EQ(P.instructions().size(), 1u);
}

TEST(SyncPoints, ErasedPointsAreReplacedWhereNoOtherIsBeside) {
  ParsedKernel K(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(3) %p) {
  store i32 0, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 3, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.barrier0()
  ret void
}
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
)");
  SyncPoints Points(K.function());
  ASSERT_EQ(Points.all().size(), 5u);
  EXPECT_FALSE(SyncPoints::neighboursOf(Points.all()[3]));
  EXPECT_FALSE(SyncPoints::neighboursOf(Points.all()[4]));
  auto Erase = [&](unsigned Point, const CallInst *Instead) {
    const SyncPoint P = Points.all()[Point];
    const auto Beside = SyncPoints::neighboursOf(P);
    ASSERT_TRUE(Beside);
    if (Instead)
      Instead->clone()->insertBefore(P.At->getIterator());
    P.At->eraseFromParent();
    Points.replace(P, *Beside);
    const SyncPoints Now(K.function());
    ASSERT_EQ(Points.all().size(), Now.all().size());
    for (auto [Old, New] : zip_equal(Points.all(), Now.all())) {
      EXPECT_EQ(Old.K, New.K);
      EXPECT_EQ(Old.At, New.At);
      EXPECT_EQ(Old.Mask, New.Mask);
      EXPECT_EQ(Points.of(Old.At), &Old);
    }
  };
  Erase(1, cast<CallInst>(Points.all()[2].At));
  EXPECT_EQ(Points.all().size(), 5u);
  Erase(0, nullptr);
  EXPECT_EQ(Points.all().size(), 4u);
}

} // namespace
