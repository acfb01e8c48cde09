//===- EmitLines.cpp - From reductions to IR ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/EmitLines.h"
#include "intrinsics/lines/ElementGroups.h"
#include "intrinsics/lines/LaneElements.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

using Elements = SmallVector<Value *, 16>;

class ReductionEmitter {
public:
  ReductionEmitter(const Reduction &R, LineOperation Op, EmitContext &C,
                   MoveEmitter EmitMove)
      : R(R), Op(Op), C(C), Lanes(C.T, C.B, C.LanePoint), EmitMove(EmitMove) {}
  Elements emit(ArrayRef<Value *> Sources);

private:
  Elements rename(const ReduceStep &S, const Elements &V) const;
  Elements fold(const ReduceStep &S, const Elements &V);
  unsigned foldsOneByOne(ArrayRef<ReduceStep> Steps, const Elements &V) const;
  Elements oneByOne(ArrayRef<ReduceStep> Folds, const Elements &V);
  Elements split(const ReduceStep &S, const Elements &V);
  Elements ofLane(const Elements &V, unsigned Xor);
  Elements warp(const Elements &V);
  unsigned together(const ReduceStep &S, const Elements &V) const;

  const Reduction &R;
  const LineOperation Op;
  EmitContext &C;
  LaneValues Lanes;
  const MoveEmitter EmitMove;
};

} // namespace

Elements ReductionEmitter::rename(const ReduceStep &S,
                                  const Elements &V) const {
  Elements New;
  for (unsigned Source : S.Sources)
    New.push_back(V[Source]);
  return New;
}

/// Left and right operands of each result. Of so many results in a row as
/// Together says, the operands are neighbours in words.
static Elements combine(IRBuilder<> &B, LineOperation Op,
                        ArrayRef<Value *> Left, ArrayRef<Value *> Right,
                        unsigned Together) {
  return zipElements(B, Left, Right, Together, [&](Value *L, Value *R) {
    return emitOperation(B, Op, L, R);
  });
}

/// Of a step's results, those that one instruction may combine: their operands
/// are at the same places in words.
unsigned ReductionEmitter::together(const ReduceStep &S,
                                    const Elements &V) const {
  const unsigned Results = registersAfter(S, R, V.size());
  const unsigned Most = elementsTogether(Op, V[0]->getType());
  if (Results % Most)
    return 1;
  for (unsigned I = 0; I < Results; ++I) {
    const auto [A, B] = operandsOf(S, I);
    if (A % Most != I % Most || B % Most != I % Most)
      return 1;
  }
  return Most;
}

Elements ReductionEmitter::ofLane(const Elements &V, unsigned Xor) {
  SmallVector<uint8_t, 64> FromLane;
  for (unsigned L = 0; L < C.T.M.lanes(); ++L)
    FromLane.push_back(L ^ Xor);
  return emitLaneElements(C.B, Lanes, V, FromLane);
}

/// Each lane combines one register of a pair, and sends the other one.
Elements ReductionEmitter::split(const ReduceStep &S, const Elements &V) {
  uint64_t Upper = 0;
  for (unsigned L = 0; L < C.T.M.lanes(); ++L)
    Upper |= uint64_t(L >> S.LaneBit & 1) << L;
  Value *IsUpper = Lanes.predicate(Upper);
  const unsigned Together = together(S, V);
  Elements Kept, Sent;
  for (unsigned I = 0, E = registersAfter(S, R, V.size()); I < E;
       I += Together) {
    const auto [Low, High] = operandsOf(S, I);
    const ArrayRef<Value *> All = V;
    Value *Lower = vectorOf(C.B, All.slice(Low, Together));
    Value *Upper = vectorOf(C.B, All.slice(High, Together));
    appendElements(C.B, C.B.CreateSelect(IsUpper, Upper, Lower), Together,
                   Kept);
    appendElements(C.B, C.B.CreateSelect(IsUpper, Lower, Upper), Together,
                   Sent);
  }
  return combine(C.B, Op, Kept, ofLane(Sent, S.Lanes), Together);
}

Elements ReductionEmitter::fold(const ReduceStep &S, const Elements &V) {
  Elements Moved = V, Left, Right;
  if (S.Lanes)
    Moved = ofLane(V, S.Lanes);
  for (unsigned I = 0, E = registersAfter(S, R, V.size()); I < E; ++I) {
    const auto [A, B] = operandsOf(S, I);
    Left.push_back(V[A]);
    Right.push_back(Moved[B]);
  }
  return combine(C.B, Op, Left, Right, together(S, V));
}

/// How many of the first steps are folds of registers that are better combined
/// in another order. Narrow elements are not, as they share instructions.
unsigned ReductionEmitter::foldsOneByOne(ArrayRef<ReduceStep> Steps,
                                         const Elements &V) const {
  if (!traitsOf(Op, C.T).OneByOne ||
      V[0]->getType()->getScalarSizeInBits() < 32)
    return 0;
  return Steps
      .take_while([](const ReduceStep &S) {
        return S.K == ReduceStep::Fold && !S.Lanes;
      })
      .size();
}

/// Each result is that of the same registers as after the folds, the lowest
/// number first.
Elements ReductionEmitter::oneByOne(ArrayRef<ReduceStep> Folds,
                                    const Elements &V) {
  std::vector<SmallVector<unsigned, 16>> Of;
  for (unsigned I = 0; I < V.size(); ++I)
    Of.push_back({I});
  for (const ReduceStep &S : Folds) {
    std::vector<SmallVector<unsigned, 16>> Next;
    for (unsigned I = 0, E = registersAfter(S, R, Of.size()); I < E; ++I) {
      const auto [A, B] = operandsOf(S, I);
      Next.push_back(Of[A]);
      append_range(Next.back(), Of[B]);
    }
    Of = std::move(Next);
  }
  Elements Results;
  for (SmallVector<unsigned, 16> &Registers : Of) {
    llvm::sort(Registers);
    Value *Sum = V[Registers[0]];
    for (unsigned Register : drop_begin(Registers))
      Sum = emitOperation(C.B, Op, Sum, V[Register]);
    Results.push_back(Sum);
  }
  return Results;
}

Elements ReductionEmitter::warp(const Elements &V) {
  Elements New;
  for (Value *Element : V)
    New.push_back(emitWarpReduction(C.B, Op, Element));
  return New;
}

Elements ReductionEmitter::emit(ArrayRef<Value *> Sources) {
  Elements V(Sources);
  for (ArrayRef<ReduceStep> Steps = R.Steps; !Steps.empty();
       Steps = Steps.drop_front()) {
    const ReduceStep &S = Steps.front();
    if (const unsigned Folds = foldsOneByOne(Steps, V); Folds > 1) {
      V = oneByOne(Steps.take_front(Folds), V);
      Steps = Steps.drop_front(Folds - 1);
      continue;
    }
    switch (S.K) {
    case ReduceStep::Rename:
      V = rename(S, V);
      break;
    case ReduceStep::Fold:
      V = fold(S, V);
      break;
    case ReduceStep::Split:
      V = split(S, V);
      break;
    case ReduceStep::Warp:
      V = warp(V);
      break;
    case ReduceStep::Move:
      V = EmitMove(S.Moved, V);
      break;
    }
  }
  return V;
}

SmallVector<Value *, 16> emitReduction(const Reduction &R, LineOperation Op,
                                       ArrayRef<Value *> Sources,
                                       EmitContext &C, MoveEmitter EmitMove) {
  return ReductionEmitter(R, Op, C, EmitMove).emit(Sources);
}

} // namespace intrinsics
} // namespace f2layout
