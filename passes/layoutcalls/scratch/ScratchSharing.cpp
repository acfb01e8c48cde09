//===- ScratchSharing.cpp - Which functions share scratch memory ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/scratch/ScratchSharing.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/launch/LaunchShape.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

static bool exchanges(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && isExchangeFunction(*Callee);
}

ScratchSharing::ScratchSharing(Module &M) {
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.hasAddressTaken())
      AddressTaken.insert(&F);
    if (!isKernel(F) && any_of(instructions(F), exchanges))
      Sharing.insert(&F);
  }
  CalleeMap Callees;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        addCallees(*Call, Callees[&F]);
  for (const Function &F : M)
    if (!F.isDeclaration())
      findReached(F, Callees);
  findArrays(M);
  for (const Function &F : M)
    if (isKernel(F) && isShared(F))
      SharingKernels.push_back(&F);
}

/// The possible callees among the functions that are defined here.
void ScratchSharing::addCallees(const CallBase &Call,
                                FunctionSet &Callees) const {
  if (Call.isInlineAsm())
    return;
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  if (!Callee)
    Callees.insert(AddressTaken.begin(), AddressTaken.end());
  else if (!Callee->isDeclaration())
    Callees.insert(Callee);
}

void ScratchSharing::findReached(const Function &F, const CalleeMap &Callees) {
  FunctionSet &Seen = Reached[&F];
  SmallVector<const Function *, 8> Todo = {&F};
  while (!Todo.empty()) {
    const Function *Next = Todo.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (auto It = Callees.find(Next); It != Callees.end())
      Todo.append(It->second.begin(), It->second.end());
  }
}

void ScratchSharing::findArrays(Module &M) {
  for (const GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != SharedSpace || !G.hasInitializer())
      continue;
    SmallVector<const User *, 8> Todo(G.users());
    while (!Todo.empty()) {
      const User *U = Todo.pop_back_val();
      if (auto *I = dyn_cast<Instruction>(U))
        Arrays[I->getFunction()].insert(&G);
      else if (isa<Constant>(U) && !isa<GlobalValue>(U))
        append_range(Todo, U->users());
    }
  }
}

bool ScratchSharing::comesToSharing(const Function &F) const {
  auto It = Reached.find(&F);
  return It != Reached.end() && any_of(It->second, [&](const Function *G) {
           return Sharing.contains(G);
         });
}

bool ScratchSharing::isShared(const Function &F) const {
  return comesToSharing(F);
}

bool ScratchSharing::mayUse(const CallBase &Call) const {
  FunctionSet Callees;
  addCallees(Call, Callees);
  return any_of(Callees, [&](const Function *F) { return comesToSharing(*F); });
}

uint64_t ScratchSharing::arrayBytes(const Function &F) const {
  SmallPtrSet<const GlobalVariable *, 8> There;
  for (const Function *G : Reached.find(&F)->second)
    if (auto It = Arrays.find(G); It != Arrays.end())
      There.insert(It->second.begin(), It->second.end());
  uint64_t Bytes = 0;
  // A gap before an array is smaller than the alignment of that array.
  for (const GlobalVariable *G : There)
    Bytes += alignTo(F.getDataLayout().getTypeAllocSize(G->getValueType()),
                     std::max(G->getAlign().valueOrOne(), Align(16)));
  return Bytes;
}

uint64_t ScratchSharing::room(const Function &F, uint64_t Limit) const {
  uint64_t Taken = arrayBytes(F);
  if (isShared(F))
    for (const Function *Kernel : SharingKernels)
      Taken = std::max(Taken, arrayBytes(*Kernel));
  return Limit - std::min(Limit, Taken);
}
