//===- CanonicalShared.cpp - One name for dynamic shared memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/CanonicalShared.h"
#include "intrinsics/target/AddressSpaces.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

const GlobalVariable *f2layout::canonicalShared(const GlobalVariable *G) {
  auto IsDynamic = [](const GlobalVariable &V) {
    return V.getAddressSpace() == SharedSpace && V.isDeclaration() &&
           V.getDataLayout().getTypeAllocSize(V.getValueType()) == 0;
  };
  if (!IsDynamic(*G))
    return G;
  for (const GlobalVariable &V : G->getParent()->globals())
    if (IsDynamic(V))
      return &V;
  return G;
}
