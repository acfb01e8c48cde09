//===- OwnArray.cpp - Arrays whose alignment and size we may choose -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::canOwnArray(const Function &F, const GlobalVariable &G) {
  if (G.isDeclaration() || G.isAbsoluteSymbolRef())
    return false;
  return G.canIncreaseAlignment() || (!G.isInterposable() && callsNobody(F));
}

GlobalVariable *f2layout::ownArray(Function &F, GlobalVariable &G, Align Need,
                                   uint64_t Bytes) {
  const uint64_t Now = F.getDataLayout().getTypeAllocSize(G.getValueType());
  return resizedArray(F, G, Need, std::max(Bytes, Now));
}

GlobalVariable *f2layout::resizedArray(Function &F, GlobalVariable &G,
                                       Align Need, uint64_t Bytes) {
  Need = std::max(Need, G.getAlign().valueOrOne());
  const bool Resized =
      Bytes != F.getDataLayout().getTypeAllocSize(G.getValueType());
  if (!Resized && G.getAlign().valueOrOne() == Need)
    return &G;
  if (!Resized && G.canIncreaseAlignment()) {
    G.setAlignment(Need);
    return &G;
  }
  Type *Ty = G.getValueType();
  Constant *Initial = G.getInitializer();
  if (Resized) {
    Ty = ArrayType::get(Type::getInt8Ty(F.getContext()), Bytes);
    // Bytes that no thread writes stay undef if they were: the upper half of
    // zext(undef) is zero, but all of zext(poison) is poison, and LLVM may drop
    // a store of it.
    Initial =
        isa<PoisonValue>(Initial) ? PoisonValue::get(Ty) : UndefValue::get(Ty);
  }
  auto *Copy = new GlobalVariable(
      *F.getParent(), Ty, G.isConstant(), GlobalValue::InternalLinkage, Initial,
      G.getName() + ".f2", &G, G.getThreadLocalMode(), G.getAddressSpace());
  Copy->copyAttributesFrom(&G);
  Copy->copyMetadata(&G, 0);
  // A local symbol must not be hidden or protected; setLinkage restores that.
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setAlignment(Need);
  convertUsersOfConstantsToInstructions({&G}, &F);
  G.replaceUsesWithIf(Copy, [&](Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    return I && I->getFunction() == &F;
  });
  return Copy;
}
