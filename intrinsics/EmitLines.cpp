//===- EmitLines.cpp - From reductions to IR ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/EmitLines.h"
#include "intrinsics/LaneElements.h"

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
  Elements split(const ReduceStep &S, const Elements &V);
  Elements ofLane(const Elements &V, unsigned Xor);
  Elements warp(const Elements &V);

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

namespace {
/// The registers of the two operands of each result.
struct Operands {
  Elements Left, Right;
  /// Results 2 n and 2 n + 1 are of neighbours in both operands.
  bool ArePairs = false;
};
} // namespace

static Value *pairOf(IRBuilder<> &B, Value *Low, Value *High) {
  Value *Pair = PoisonValue::get(FixedVectorType::get(Low->getType(), 2));
  Pair = B.CreateInsertElement(Pair, Low, uint64_t(0));
  return B.CreateInsertElement(Pair, High, uint64_t(1));
}

static Elements combine(IRBuilder<> &B, LineOperation Op, const Operands &Of) {
  const auto &[Left, Right, ArePairs] = Of;
  Elements New;
  if (ArePairs) {
    for (unsigned I = 0; I < Left.size(); I += 2) {
      Value *Pair = emitOperation(B, Op, pairOf(B, Left[I], Left[I + 1]),
                                  pairOf(B, Right[I], Right[I + 1]));
      New.push_back(B.CreateExtractElement(Pair, uint64_t(0)));
      New.push_back(B.CreateExtractElement(Pair, uint64_t(1)));
    }
    return New;
  }
  for (auto [L, R] : zip_equal(Left, Right))
    New.push_back(emitOperation(B, Op, L, R));
  return New;
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
  Operands Of;
  Elements Sent;
  for (unsigned I = 0, E = registersAfter(S, R, V.size()); I < E; ++I) {
    const auto [Low, High] = operandsOf(S, I);
    Of.Left.push_back(C.B.CreateSelect(IsUpper, V[High], V[Low]));
    Sent.push_back(C.B.CreateSelect(IsUpper, V[Low], V[High]));
  }
  Of.Right = ofLane(Sent, S.Lanes);
  return combine(C.B, Op, Of);
}

Elements ReductionEmitter::fold(const ReduceStep &S, const Elements &V) {
  Operands Of;
  Elements Moved = V;
  if (S.Lanes)
    Moved = ofLane(V, S.Lanes);
  const unsigned Results = registersAfter(S, R, V.size());
  // LLVM selects instructions for two halves in one word.
  Of.ArePairs = Results > 1 && V[0]->getType()->isHalfTy();
  for (unsigned I = 0; I < Results; ++I) {
    const auto [A, B] = operandsOf(S, I);
    Of.Left.push_back(V[A]);
    Of.Right.push_back(Moved[B]);
    Of.ArePairs &= A % 2 == I % 2 && B % 2 == I % 2;
  }
  return combine(C.B, Op, Of);
}

Elements ReductionEmitter::warp(const Elements &V) {
  Elements New;
  for (Value *Element : V)
    New.push_back(emitWarpReduction(C.B, Op, Element));
  return New;
}

Elements ReductionEmitter::emit(ArrayRef<Value *> Sources) {
  Elements V(Sources);
  for (const ReduceStep &S : R.Steps)
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
  return V;
}

SmallVector<Value *, 16> emitReduction(const Reduction &R, LineOperation Op,
                                       ArrayRef<Value *> Sources,
                                       EmitContext &C, MoveEmitter EmitMove) {
  return ReductionEmitter(R, Op, C, EmitMove).emit(Sources);
}

} // namespace intrinsics
} // namespace f2layout
