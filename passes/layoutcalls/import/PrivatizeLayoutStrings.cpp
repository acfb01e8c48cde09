//===- PrivatizeLayoutStrings.cpp - Keep strings through ThinLTO's import -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/import/PrivatizeLayoutStrings.h"
#include "passes/launch/LaunchShape.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

/// The available_externally text that an operand points to, or null.
static GlobalVariable *textOnLoan(Value *Operand) {
  if (!Operand->getType()->isPointerTy())
    return nullptr;
  auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  return G && G->isConstant() && G->hasAvailableExternallyLinkage() ? G
                                                                    : nullptr;
}

static GlobalVariable *copyOf(GlobalVariable &G) {
  auto *Copy = new GlobalVariable(
      *G.getParent(), G.getValueType(), /*isConstant=*/true,
      GlobalValue::PrivateLinkage, G.getInitializer(), G.getName(), &G,
      G.getThreadLocalMode(), G.getAddressSpace());
  Copy->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Copy->setAlignment(G.getAlign());
  return Copy;
}

namespace {

/// One copy of each text, however many calls name it.
class TextOwner {
public:
  void own(CallBase &Call);
  bool hasCopies() const { return !Copies.empty(); }

private:
  DenseMap<GlobalVariable *, GlobalVariable *> Copies;
};

} // namespace

void TextOwner::own(CallBase &Call) {
  for (Use &Operand : Call.args()) {
    GlobalVariable *G = textOnLoan(Operand);
    if (!G)
      continue;
    GlobalVariable *&Copy = Copies[G];
    if (!Copy)
      Copy = copyOf(*G);
    Operand = ConstantExpr::getPointerBitCastOrAddrSpaceCast(
        Copy, Operand->getType());
  }
}

PreservedAnalyses PrivatizeLayoutStringsPass::run(Module &M,
                                                  ModuleAnalysisManager &) {
  if (!isForGpu(M))
    return PreservedAnalyses::all();
  TextOwner Texts;
  for (Function &F : M) {
    if (!isLayoutFunction(F))
      continue;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == &F)
        Texts.own(*Call);
  }
  return Texts.hasCopies() ? PreservedAnalyses::none()
                           : PreservedAnalyses::all();
}
