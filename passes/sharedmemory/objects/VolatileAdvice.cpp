//===- VolatileAdvice.cpp - What would order volatile accesses ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/objects/VolatileAdvice.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Of what computes a condition or an index, so much is looked at.
static constexpr unsigned MaxConditionSlice = 64;

bool f2layout::dependsOnShared(const Value *V) {
  SmallSetVector<const Value *, 16> Slice;
  Slice.insert(V);
  for (unsigned N = 0; N < Slice.size() && N < MaxConditionSlice; ++N) {
    auto *I = dyn_cast<Instruction>(Slice[N]);
    if (!I || isa<CallBase, PHINode>(I))
      continue;
    if (auto *L = dyn_cast<LoadInst>(I))
      if (auto *G = dyn_cast<GlobalVariable>(
              getUnderlyingObject(L->getPointerOperand())))
        if (G->getAddressSpace() == SharedSpace)
          return true;
    compat::insertRange(Slice, I->operands());
  }
  return false;
}

/// The store writes what its block computes from a load of the array.
static bool isStep(const SharedObject &O, const StoreInst &S) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *, 8> Work = {S.getValueOperand()};
  while (!Work.empty() && Seen.size() < 16) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || I->getParent() != S.getParent() || isa<PHINode>(I) ||
        !Seen.insert(I).second)
      continue;
    if (isa<LoadInst>(I) &&
        any_of(O.Accesses, [&](const SharedAccess &A) { return A.I == I; }))
      return true;
    append_range(Work, I->operands());
  }
  return false;
}

/// The index is computed from the thread's place and from constants, and not
/// from data or from what a loop changes.
static bool hasFixedIndex(const SharedAccess &A) {
  SmallSetVector<const Value *, 16> Slice;
  Slice.insert(A.pointer());
  for (unsigned N = 0; N < Slice.size() && N < MaxConditionSlice; ++N) {
    auto *I = dyn_cast<Instruction>(Slice[N]);
    if (!I)
      continue;
    if (isa<PHINode, LoadInst>(I) ||
        (isa<CallBase>(I) && !classifyLaunchRead(I)))
      return false;
    compat::insertRange(Slice, I->operands());
  }
  return Slice.size() <= MaxConditionSlice;
}

/// The block runs only where shared memory has certain contents, as where the
/// greater of two numbers is kept.
static bool runsByShared(const BasicBlock &BB) {
  const BasicBlock *At = &BB;
  for (unsigned Up = 0; Up < 4; ++Up) {
    const BasicBlock *Before = At->getSinglePredecessor();
    auto *Br = dyn_cast_or_null<BranchInst>(Before ? Before->getTerminator()
                                                   : nullptr);
    if (!Br)
      return false;
    if (Br->isConditional() && dependsOnShared(Br->getCondition()))
      return true;
    At = Before;
  }
  return false;
}

/// What would order the accesses in place of volatile. A barrier between steps
/// of a reduction is not enough where all lanes of a warp take them:
///
///   s[t] += s[t + 16];   // lane 16 may store before lane 0 has loaded
///
/// Nothing is said of steps that would stay without volatile as well: their
/// distance is a variable, or the array's contents decide whether they store.
std::string f2layout::adviceForVolatile(const Function &F,
                                        const SharedObject &O) {
  bool IsReduction = false, MayGo = false;
  for (const SharedAccess &A : O.Accesses) {
    if (!A.isVolatile())
      continue;
    auto *S = dyn_cast<StoreInst>(A.I);
    IsReduction |= S && isStep(O, *S);
    MayGo |= S && hasFixedIndex(A) && !runsByShared(*S->getParent());
  }
  if (any_of(O.Accesses, [&](const SharedAccess &A) {
        return isa<LoadInst>(A.I) && A.isVolatile() && !hasFixedIndex(A);
      }))
    MayGo = false;
  if (!MayGo)
    return "";
  const StringRef Barrier = vocabularyOf(F).WarpBarrier;
  if (IsReduction)
    return ("; in place of volatile, if (lane < d) around each step from "
            "s[lane + d] to s[lane], then " +
            Barrier + ", would order them")
        .str();
  return ("; " + Barrier + ", in place of volatile, would order them").str();
}
