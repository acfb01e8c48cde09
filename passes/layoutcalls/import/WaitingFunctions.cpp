//===- WaitingFunctions.cpp - Make functions around conversions convergent ===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/import/WaitingFunctions.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace f2layout;

static constexpr Attribute::AttrKind Promises[] = {
    Attribute::Memory, Attribute::NoSync, Attribute::Speculatable};

static bool mark(Function &F) {
  bool Changed = !F.hasFnAttribute(Attribute::Convergent);
  F.addFnAttr(Attribute::Convergent);
  for (Attribute::AttrKind Promise : Promises) {
    Changed |= F.hasFnAttribute(Promise);
    F.removeFnAttr(Promise);
  }
  return Changed;
}

/// Attributes of the call alone; the callee has its own.
static bool mark(CallBase &Call) {
  bool Changed = false;
  for (Attribute::AttrKind Promise : Promises) {
    Changed |= Call.getAttributes().hasFnAttr(Promise);
    Call.removeFnAttr(Promise);
  }
  return Changed;
}

bool f2layout::markWaitingFunctions(Module &M) {
  bool Changed = false;
  SmallSetVector<Function *, 16> Waiting;
  for (Function &F : M)
    if (isExchangeFunction(F))
      Waiting.insert(&F);
  for (unsigned I = 0; I < Waiting.size(); ++I) {
    Function *Called = Waiting[I];
    const bool IsOurs = isExchangeFunction(*Called);
    if (!IsOurs)
      Changed |= mark(*Called);
    for (const Use &U : Called->uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U))
        continue;
      if (!IsOurs)
        Changed |= mark(*Call);
      Waiting.insert(Call->getFunction());
    }
  }
  return Changed;
}
