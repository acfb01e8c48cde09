//===- PlacementTest.cpp - Where the elements of an array would go --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/Placement.h"
#include "passes/exchange/KernelCopy.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/swizzle/Readdress.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/KernelAnalysisManagers.h"
#include <set>

using namespace llvm;
using namespace f2layout;

namespace {

/// Each row of threads stores a row of 32 words. Lane x then loads the word
/// Stride * x + y.
std::string exchange(StringRef Stride) {
  return (R"(
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [1024 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %v) #0 {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %yr = shl nuw nsw i32 %y, 5
  %w = or disjoint i32 %yr, %x
  %pw = getelementptr [4 x i8], ptr addrspace(3) @tile, i32 %w
  store i32 %v, ptr addrspace(3) %pw
  call void @llvm.nvvm.barrier0()
  %xr = mul nuw nsw i32 %x, )" +
          Stride + R"(
  %r = add nuw nsw i32 %xr, %y
  %pr = getelementptr [4 x i8], ptr addrspace(3) @tile, i32 %r
  %l = load i32, ptr addrspace(3) %pr
  %po = getelementptr [4 x i8], ptr addrspace(1) %out, i32 %w
  store i32 %l, ptr addrspace(1) %po
  ret void
}
attributes #0 = { "nvvm.reqntid"="32,32" "target-cpu"="sm_90" }
)")
      .str();
}

class Kernel {
  KernelAnalysisManagers Managers;

public:
  ParsedKernel Parsed;
  FunctionAnalysisManager &AM = Managers.Functions;
  std::unique_ptr<KernelContext> C;
  std::unique_ptr<Placements> Placed;

  explicit Kernel(StringRef Text) : Parsed(Text) {
    Function &F = Parsed.function();
    const Options Opts;
    C = std::make_unique<KernelContext>(*KernelContext::of(F, AM, Opts));
    Placed = placementsOf(Opts)(F, AM, C->T);
  }
  const SharedObject &tileOf(Function &F) {
    return AM.getResult<SharedMemoryInfoAnalysis>(F).objects().front();
  }
};

TEST(Placement, MovesWhatHasConflicts) {
  Kernel K(exchange("32"));
  const Placement *P = K.Placed->of(K.tileOf(K.Parsed.function()));
  ASSERT_TRUE(P);
  // The 32 words that a warp loads are in as many banks.
  std::set<uint32_t> Banks;
  for (uint32_t Row = 0; Row < 32; ++Row)
    Banks.insert(P->Place(Row * 128) / 4 % 32);
  EXPECT_EQ(Banks.size(), 32u);
}

TEST(Placement, KeepsWhatHasNone) {
  Kernel K(exchange("1"));
  EXPECT_EQ(K.Placed->of(K.tileOf(K.Parsed.function())), nullptr);
}

TEST(Placement, IsThatOfTheKernelIfACopyAsks) {
  Kernel K(exchange("32"));
  Function &F = K.Parsed.function();
  const KernelCopy Copy(F, K.AM);
  // In the copy, nothing has conflicts any more.
  Instruction *Load = nullptr;
  for (Instruction &I : instructions(Copy.get()))
    if (I.getName() == "pr")
      Load = &I;
  ASSERT_TRUE(Load);
  Load->setOperand(1, Copy.of(K.Parsed.value("w")));
  const Placement *P = K.Placed->of(K.tileOf(Copy.get()));
  ASSERT_TRUE(P);
  EXPECT_EQ(P, K.Placed->of(K.tileOf(F)));
  const auto OfCopy = placementsOf({})(Copy.get(), K.AM, K.C->T);
  EXPECT_EQ(OfCopy->of(K.tileOf(Copy.get())), nullptr);
}

} // namespace
