//===- Versioning.cpp - Two versions of a function behind a test ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/Versioning.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace f2layout;

void f2layout::versionFunction(Function &F,
                               function_ref<Value *(IRBuilder<> &)> MakeTest) {
  BasicBlock *Entry = &F.getEntryBlock();
  // Allocas stay static, and are shared: only one version runs. None is static
  // in a block that is no longer the entry.
  SmallVector<AllocaInst *, 4> Allocas;
  for (Instruction &I : *Entry)
    if (auto *A = dyn_cast<AllocaInst>(&I); A && A->isStaticAlloca())
      Allocas.push_back(A);
  auto *Dispatch = BasicBlock::Create(F.getContext(), "f2.dispatch", &F, Entry);
  for (AllocaInst *A : Allocas)
    A->moveBefore(*Dispatch, Dispatch->end());

  SmallVector<BasicBlock *, 16> Body;
  for (BasicBlock &BB : F)
    if (&BB != Dispatch)
      Body.push_back(&BB);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Copies;
  for (BasicBlock *BB : Body) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".orig", &F);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
  IRBuilder<> B(Dispatch);
  if (DISubprogram *SP = F.getSubprogram())
    B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
  Value *Test = MakeTest(B);
  B.CreateCondBr(Test, Entry, cast<BasicBlock>(Map[Entry]));
}

void f2layout::versionForShape(Function &F, const Target &T,
                               const std::array<unsigned, 3> &Size) {
  versionFunction(F, [&](IRBuilder<> &B) {
    Value *Same = B.getTrue();
    for (unsigned D = 0; D < 3; ++D) {
      Value *Has = emitBlockSize(T, B, D);
      Same = B.CreateAnd(Same, B.CreateICmpEQ(Has, B.getInt32(Size[D])));
    }
    return Same;
  });
}
