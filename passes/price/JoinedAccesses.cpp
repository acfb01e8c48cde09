//===- JoinedAccesses.cpp - Accesses that will run as one -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/JoinedAccesses.h"
#include "layouts/machine/Limits.h"
#include "passes/contiguity/Contiguity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

unsigned f2layout::countJoined(unsigned Count, unsigned Bytes, const Machine &M,
                               function_ref<bool(unsigned N)> Follows,
                               function_ref<bool(unsigned Bytes)> IsAligned) {
  unsigned Length = 1;
  while (Length < Count && Bytes * Length < MaxAccessBytes && Follows(Length))
    ++Length;
  for (unsigned N = bit_floor(Length); N > 1; N /= 2)
    if (Bytes * N <= MaxAccessBytes && M.shape(Bytes * N) &&
        IsAligned(Bytes * N))
      return N;
  return 1;
}

bool f2layout::mayWriteShared(const Instruction &I) {
  if (!I.mayWriteToMemory() || I.isDebugOrPseudoInst())
    return false;
  auto *S = dyn_cast<StoreInst>(&I);
  if (!S || S->isVolatile())
    return true;
  constexpr unsigned Generic = 0, Shared = 3;
  const unsigned Space = S->getPointerAddressSpace();
  return (Space == Generic || Space == Shared) &&
         !isa<AllocaInst>(getUnderlyingObject(S->getPointerOperand()));
}

LoadParts::LoadParts(SmallVector<const Instruction *, 16> Loads) {
  llvm::sort(Loads, [](const Instruction *A, const Instruction *B) {
    if (A->getParent() != B->getParent())
      return A->getParent() < B->getParent();
    return A != B && A->comesBefore(B);
  });
  for (unsigned N = 1; N < Loads.size(); ++N) {
    const Instruction *Before = Loads[N - 1], *Here = Loads[N];
    if (Before->getParent() != Here->getParent())
      continue;
    const Instruction *Last = lastWrite(Before);
    for (const Instruction *I = Before; I != Here; I = I->getNextNode())
      if (mayWriteShared(*I))
        Last = I;
    LastWrite[Here] = Last;
  }
}

/// Nothing between the accesses may touch what they touch.
static bool mayMeet(ArrayRef<Instruction *> Piece, AAResults &AA) {
  auto Before = [](const Instruction *A, const Instruction *B) {
    return A->comesBefore(B);
  };
  const bool IsStore = isa<StoreInst>(Piece.front());
  const Instruction *Last = *max_element(Piece, Before);
  for (Instruction *I = *min_element(Piece, Before); I != Last;
       I = I->getNextNode()) {
    if (is_contained(Piece, I) ||
        !(IsStore ? I->mayReadOrWriteMemory() : I->mayWriteToMemory()))
      continue;
    for (const Instruction *Access : Piece)
      if (isModOrRefSet(AA.getModRefInfo(I, MemoryLocation::get(Access))))
        return false;
  }
  return true;
}

JoinedBytes f2layout::findJoined(Function &F, FunctionAnalysisManager &AM,
                                 ArrayRef<SharedObject> Objects) {
  SmallPtrSet<const Instruction *, 32> OfObjects;
  for (const SharedObject &O : Objects)
    for (const SharedAccess &A : O.Accesses)
      OfObjects.insert(A.I);
  SmallVector<Instruction *, 32> Accesses;
  for (Instruction &I : instructions(F))
    if (OfObjects.contains(&I) && isa<LoadInst, StoreInst>(I) &&
        !I.isVolatile() && !I.isAtomic())
      Accesses.push_back(&I);
  JoinedBytes Joined;
  if (Accesses.size() < 2)
    return Joined;
  const Contiguity C(bitFormsContext(F, AM, /*AboutThreads=*/false), Accesses);
  AAResults &AA = AM.getResult<AAManager>(F);
  for (const ContiguousRun &R : C.runs()) {
    if (!R.hasFixedOrder() || R.Pieces.size() == R.Accesses.size())
      continue;
    for (const auto &[N, Piece] : enumerate(C.accessesByPiece(R))) {
      if (Piece.size() < 2 || !mayMeet(Piece, AA))
        continue;
      for (const Instruction *I : Piece)
        Joined[I] = 0;
      Joined[Piece.front()] = R.Pieces[N];
    }
  }
  return Joined;
}
