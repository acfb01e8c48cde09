//===- Emit.cpp - From plan steps to IR -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs through the steps and keeps the value of every word. Each kind of step
// has a file of its own; this one only knows their order.
//
//   w2 = select(lane in 0xAAAAAAAA, w0, w1)  ->  %p = (lane & 1) != 0   (once)
//                                                %2 = select %p, %0, %1
//   w3 = shuffle(w2, lane ^ 1)               ->  %3 = shfl.sync.bfly(%2, 1)
//
//===----------------------------------------------------------------------===//

#include "intrinsics/Emit.h"
#include "intrinsics/BytePermute.h"
#include "intrinsics/LaneMove.h"
#include "intrinsics/Packing.h"
#include "intrinsics/SharedAccess.h"

using namespace llvm;

namespace f2layout {

namespace {

class PlanEmitter {
public:
  PlanEmitter(const Plan &P, EmitContext &C)
      : P(P), C(C), Lanes(C.T, C.B, C.LanePoint), Shared(P, C, Lanes) {
    assert(P.LaneBits == C.T.M.LaneBits && "a plan for this target");
  }

  SmallVector<Value *, 8> emit(ArrayRef<Value *> Sources,
                               ArrayRef<Type *> ResultTypes);

private:
  void emitStep(const Step &S);
  Value *emitSelect(const Step &S);
  SmallVector<Value *, 4> wordsOf(const Step &S) const;

  const Plan &P;
  EmitContext &C;
  LaneValues Lanes;
  SharedAccess Shared;
  SmallVector<Value *, 32> Words;
};

} // namespace

Value *PlanEmitter::emitSelect(const Step &S) {
  Value *Predicate = Lanes.predicate(S.Mask);
  if (auto *Same = dyn_cast<ConstantInt>(Predicate))
    return Words[Same->isOne() ? S.A : S.B];
  return C.B.CreateSelect(Predicate, Words[S.A], Words[S.B]);
}

SmallVector<Value *, 4> PlanEmitter::wordsOf(const Step &S) const {
  SmallVector<Value *, 4> Values;
  for (Word W : S.Words)
    Values.push_back(Words[W]);
  return Values;
}

void PlanEmitter::emitStep(const Step &S) {
  switch (S.K) {
  case Step::Select:
    Words.push_back(emitSelect(S));
    return;
  case Step::Permute:
    Words.push_back(
        emitBytePermute(C.B, Lanes, Words[S.A], Words[S.B], S.Selector));
    return;
  case Step::Shuffle:
    Words.push_back(
        emitLaneMove(C.B, Lanes, Words[S.A], S.FromLane, C.WarpMask));
    return;
  case Step::Store:
    Shared.store(S, wordsOf(S));
    return;
  case Step::Load:
    Words.append(Shared.load(S));
    return;
  case Step::Barrier:
    emitBarrier(C.T, C.B, S.Sync, C.WarpMask);
    return;
  }
}

SmallVector<Value *, 8> PlanEmitter::emit(ArrayRef<Value *> Sources,
                                          ArrayRef<Type *> ResultTypes) {
  for (Value *W : packWords(C.B, Sources, P.ElementBits, P.NumInputs))
    Words.push_back(W);
  for (const Step &S : P.Steps)
    emitStep(S);
  SmallVector<Value *, 16> Outputs;
  for (Word W : P.Outputs)
    Outputs.push_back(Words[W]);
  // A plan may end before results that nobody looks at; any value will do.
  while (Outputs.size() * 32 < ResultTypes.size() * P.ElementBits)
    Outputs.push_back(C.B.getInt32(0));
  return unpackWords(C.B, Outputs, P.ElementBits, ResultTypes);
}

SmallVector<Value *, 8> emitPlan(const Plan &P, ArrayRef<Value *> Sources,
                                 ArrayRef<Type *> ResultTypes, EmitContext &C) {
  return PlanEmitter(P, C).emit(Sources, ResultTypes);
}

} // namespace f2layout
