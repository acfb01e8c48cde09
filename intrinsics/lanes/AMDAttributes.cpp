//===- AMDAttributes.cpp - What a kernel promised not to need -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/AMDAttributes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

/// Adds the callers of F to Reached, and removes the attribute at the calls.
/// Returns false if F may have other callers.
static bool reachCallers(Function &F, StringRef Attribute,
                         SetVector<Function *> &Reached) {
  bool AllKnown = true;
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U)) {
      AllKnown = false;
      continue;
    }
    Call->removeFnAttr(Attribute);
    Reached.insert(Call->getFunction());
  }
  return AllKnown;
}

SetVector<Function *> dropPromise(Function &F, StringRef Attribute) {
  SetVector<Function *> Reached;
  Reached.insert(&F);
  bool AllKnown = true;
  for (unsigned I = 0; I < Reached.size(); ++I) {
    Reached[I]->removeFnAttr(Attribute);
    AllKnown &= reachCallers(*Reached[I], Attribute, Reached);
  }
  // Unknown code may call through a pointer.
  if (!AllKnown)
    for (Function &Other : *F.getParent()) {
      Other.removeFnAttr(Attribute);
      Reached.insert(&Other);
    }
  return Reached;
}

void needImplicitArguments(Function &F, unsigned Bytes) {
  constexpr StringLiteral Reserved = "amdgpu-implicitarg-num-bytes";
  for (Function *User : dropPromise(F, "amdgpu-no-implicitarg-ptr"))
    if (User->getFnAttributeAsParsedInteger(Reserved, Bytes) < Bytes)
      User->removeFnAttr(Reserved);
}

} // namespace intrinsics
} // namespace f2layout
