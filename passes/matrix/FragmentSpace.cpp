//===- FragmentSpace.cpp - Fragments in shared memory ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/FragmentSpace.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/sharedmemory/instructions/FragmentAccess.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "f2layout-matrix"

using namespace llvm;
using namespace f2layout;

static RewriteKind Spaces("f2layout-fragment-space",
                          "Fragments that are accessed as shared");

/// Longer chains of offsets stay generic.
static constexpr unsigned MaxDepth = 16;

static bool isShared(const Value *V) {
  return V->getType()->getPointerAddressSpace() == SharedSpace;
}

/// The offsets, from the last to the first, and the shared pointer that they
/// are added to; null if it is another one.
static Value *originOf(Value *P, SmallVectorImpl<GEPOperator *> &Offsets) {
  while (Offsets.size() < MaxDepth && !isShared(P)) {
    if (Operator::getOpcode(P) == Instruction::AddrSpaceCast) {
      P = cast<Operator>(P)->getOperand(0);
      return isShared(P) ? P : nullptr;
    }
    auto *G = dyn_cast<GEPOperator>(P);
    if (!G)
      return nullptr;
    Offsets.push_back(G);
    P = G->getPointerOperand();
  }
  return nullptr;
}

/// The same pointer to shared memory, computed where the generic one is. An
/// address on the way that does not wrap in the generic space may wrap in
/// shared memory, which begins at 0, unless each is in bounds of the array.
static Value *inShared(Value *Origin, ArrayRef<GEPOperator *> Offsets,
                       CallBase &Call) {
  IRBuilder<> B(&Call);
  Value *P = Origin;
  for (GEPOperator *G : reverse(Offsets)) {
    if (auto *I = dyn_cast<Instruction>(G))
      B.SetInsertPoint(I);
    else if (!isa<Constant>(P))
      B.SetInsertPoint(&Call);
    SmallVector<Value *, 4> Indices(G->indices());
    P = B.CreateGEP(G->getSourceElementType(), P, Indices, "",
                    G->isInBounds() ? G->getNoWrapFlags()
                                    : GEPNoWrapFlags::none());
  }
  return P;
}

static bool replace(CallBase &Call, KernelRemarks &Remarks) {
  Value *Generic = Call.getArgOperand(0);
  SmallVector<GEPOperator *, 4> Offsets;
  Value *Origin = originOf(Generic, Offsets);
  if (!Origin || !Spaces.mayRewrite(Remarks, DEBUG_TYPE, Call))
    return false;
  IRBuilder<> B(&Call);
  SmallVector<Value *, 12> Arguments(Call.args());
  Arguments.front() = inShared(Origin, Offsets, Call);
  CallInst *New = B.CreateIntrinsic(Call.getIntrinsicID(),
                                    {Arguments.front()->getType()}, Arguments);
  New->copyMetadata(Call);
  if (isa<FPMathOperator>(New))
    New->copyFastMathFlags(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Generic);
  return true;
}

bool f2layout::accessFragmentsAsShared(Function &F, KernelRemarks &Remarks) {
  SmallVector<CallBase *, 16> Fragments;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (fragmentOf(*Call) && !isShared(Call->getArgOperand(0)))
        Fragments.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Fragments)
    Changed |= replace(*Call, Remarks);
  return Changed;
}
