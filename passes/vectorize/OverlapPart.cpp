//===- OverlapPart.cpp - A part that tests and exists twice ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/OverlapPart.h"
#include "compat/LLVMCompat.h"
#include "passes/price/VersionPrice.h"
#include "passes/vectorize/AccessPermute.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

SmallVector<Instruction *, 16> MovedRun::accesses() const {
  SmallVector<Instruction *, 16> All;
  for (const VectorGroup &G : Groups)
    append_range(All, G.Accesses);
  return All;
}

unsigned OverlapPart::accessesBefore() const {
  unsigned Sum = 0;
  for (const MovedRun &R : Runs)
    Sum += R.From;
  return Sum;
}

unsigned OverlapPart::accessesAfter() const {
  unsigned Sum = 0;
  for (const MovedRun &R : Runs)
    Sum += R.Groups.size();
  return Sum;
}

double OverlapPart::saved() const {
  double Sum = 0;
  for (const MovedRun &R : Runs)
    Sum += R.Saved;
  return Sum * Weight;
}

double OverlapPart::priceOfTest() const {
  return (priceOfPart(0) + Pairs.size() * ClocksOfPair) * Weight;
}

static void join(const MovedRun &R) {
  SmallVector<Value *, 16> Pointers;
  auto *P = const_cast<Value *>(getLoadStorePointerOperand(R.Span.Access));
  for (auto [G, Offset] : zip(R.Groups, R.Offsets)) {
    IRBuilder<> B(R.At);
    const Align A = R.IsAligned ? Align(G.Bytes)
                                : getLoadStoreAlignment(G.Accesses.front());
    joinAt(G, R.At, Offset ? B.CreatePtrAdd(P, B.getInt64(Offset)) : P, A);
  }
  for (Instruction *I : R.accesses()) {
    Value *Address = const_cast<Value *>(getLoadStorePointerOperand(I));
    I->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }
}

std::pair<BasicBlock *, BasicBlock *>
f2layout::versionPart(const OverlapPart &P, const KernelInputs &Inputs) {
  Instruction *Begin = P.Region.Begin;
  prepareTest(P.Pairs, *Begin);
  versionRegion(P.Region, [&](IRBuilder<> &B) {
    Value *Apart = emitTest(B, P.Pairs, *Begin);
    return any_of(P.Zeros, [](unsigned Count) { return Count != 0; })
               ? B.CreateAnd(Apart, Inputs.emitTest(B, P.Zeros))
               : Apart;
  });
  BasicBlock *Tested = Begin->getParent();
  auto *Branch =
      cast<BranchInst>(Tested->getSinglePredecessor()->getTerminator());
  // The accesses between two runs are where they were: each run is joined at
  // its own place.
  for (const MovedRun &R : P.Runs)
    join(R);
  return {Tested, Branch->getSuccessor(1)};
}
