//===- PrivateArray.cpp - Arrays that only known accesses touch -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace f2layout;

std::optional<Refusal> f2layout::checkPrivate(const Function &F,
                                              const SharedObject &O) {
  const GlobalVariable &G = *O.Arrays.front();
  const Instruction *First = O.Accesses.front().I;
  if (!O.Opaque.empty())
    return Refusal{"ArrayNotPrivate", "unknown code may touch the array",
                   O.Opaque.front()};
  if (!canOwnArray(F, G))
    return Refusal{"ArrayNotPrivate",
                   "other modules may know the array by its name", First};
  if (!isa<UndefValue>(G.getInitializer()))
    return Refusal{"ArrayInitialised", "the array has initial values", First};
  return checkOrigins(O);
}

std::optional<Refusal> f2layout::checkOrigins(const SharedObject &O) {
  const GlobalVariable &G = *O.Arrays.front();
  for (const SharedAccess &A : O.Accesses) {
    SmallVector<const Value *, 4> Origins;
    getUnderlyingObjects(A.pointer(), Origins, nullptr, /*MaxLookup=*/0);
    if (any_of(Origins, [&](const Value *V) { return V != &G; }))
      return Refusal{"OtherMemory", "an access may go to other memory instead",
                     A.I};
  }
  return std::nullopt;
}
