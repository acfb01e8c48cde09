//===- SharedMemoryBudget.cpp - Whether shared arrays still fit -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

using ArraySet = SmallVector<const GlobalVariable *, 16>;
using FunctionSet = SmallPtrSet<const Function *, 8>;

static bool takesRoom(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && !G.isDeclaration() &&
         !G.use_empty();
}

/// The functions that use the constant's value; false if any function may.
static bool findUsers(const Constant &C, FunctionSet &Users) {
  return all_of(C.users(), [&](const User *U) {
    if (auto *I = dyn_cast<Instruction>(U)) {
      Users.insert(I->getFunction());
      return true;
    }
    auto *Inner = dyn_cast<Constant>(U);
    return Inner && !isa<GlobalValue>(Inner) && findUsers(*Inner, Users);
  });
}

/// An upper bound on the bytes for these arrays, for any order: each begins at
/// a multiple of the largest alignment.
static uint64_t mostBytes(ArrayRef<const GlobalVariable *> Arrays,
                          AlignOfArray AlignOf) {
  Align Most;
  for (const GlobalVariable *G : Arrays)
    Most = std::max(Most, AlignOf(*G));
  uint64_t Bytes = 0;
  for (const GlobalVariable *G : Arrays) {
    const uint64_t Size =
        G->getDataLayout().getTypeAllocSize(G->getValueType());
    // A single array is followed by no gap.
    Bytes += Arrays.size() == 1 ? Size : alignTo(Size, Most);
  }
  return Bytes;
}

bool f2layout::fitsSharedMemory(const GlobalVariable &G, AlignOfArray AlignOf,
                                uint64_t Limit) {
  ArraySet All;
  for (const GlobalVariable &Other : G.getParent()->globals())
    if (takesRoom(Other))
      All.push_back(&Other);
  if (mostBytes(All, AlignOf) <= Limit)
    return true;
  FunctionSet Users;
  if (!findUsers(G, Users))
    return false;
  return all_of(Users, [&](const Function *F) {
    if (!isKernel(*F) || !callsNobody(*F))
      return false;
    ArraySet Here;
    for (const GlobalVariable *Other : All) {
      FunctionSet Their;
      if (!findUsers(*Other, Their) || Their.contains(F))
        Here.push_back(Other);
    }
    return mostBytes(Here, AlignOf) <= Limit;
  });
}

/// What each of so many blocks may have.
static uint64_t bytesOfEach(const Target &T, uint64_t Blocks) {
  const uint64_t Each = T.Resident.SharedBytes / Blocks;
  return Each > T.Resident.KeptBytes
             ? std::min<uint64_t>(Each - T.Resident.KeptBytes, T.MaxSharedBytes)
             : 0;
}

uint64_t f2layout::affordableBytes(const Target &T, unsigned Threads) {
  return T.Resident.Threads
             ? bytesOfEach(T, divideCeil(3 * T.Resident.Threads / 4, Threads))
             : 0;
}

uint64_t f2layout::bytesForSameBlocks(const Target &T, unsigned Threads,
                                      uint64_t Bytes) {
  const uint64_t Each = Bytes + T.Resident.KeptBytes;
  if (!T.Resident.Threads || !Each)
    return 0;
  const uint64_t Blocks = std::min<uint64_t>(T.Resident.SharedBytes / Each,
                                             T.Resident.Threads / Threads);
  return Blocks ? bytesOfEach(T, Blocks) : 0;
}

bool f2layout::mayUseOtherArrays(const Function &F, const GlobalVariable &G) {
  return !callsNobody(F) ||
         any_of(G.getParent()->globals(), [&](const GlobalVariable &Other) {
           FunctionSet Users;
           return &Other != &G && takesRoom(Other) &&
                  (!findUsers(Other, Users) || Users.contains(&F));
         });
}

bool f2layout::fitsSharedMemory(const GlobalVariable &G, Align A,
                                uint64_t Limit) {
  auto AlignOf = [&](const GlobalVariable &Other) {
    const Align Now = Other.getAlign().valueOrOne();
    return &Other == &G ? std::max(A, Now) : Now;
  };
  return fitsSharedMemory(G, AlignOf, Limit);
}
