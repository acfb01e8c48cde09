//===- ElementFunction.cpp - Values computed element by element -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/ElementFunction.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace f2layout;

/// Longer functions are not moved as a whole.
static constexpr unsigned MaxSteps = 8;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The index, if it is a constant inside of the vector.
static std::optional<int> indexInside(const Value *V, const Type *Vector) {
  auto *C = dyn_cast<ConstantInt>(V);
  auto *Ty = dyn_cast<FixedVectorType>(Vector);
  if (!C || !Ty || C->getValue().uge(Ty->getNumElements()))
    return std::nullopt;
  return int(C->getZExtValue());
}

/// One step from a vector or a scalar to where the element comes from; false
/// if it is made here.
static bool comesFrom(VectorElement &E) {
  if (E.Index < 0) {
    auto *X = dyn_cast<ExtractElementInst>(E.V);
    std::optional<int> I =
        X ? indexInside(X->getIndexOperand(), X->getVectorOperandType())
          : std::nullopt;
    if (!I)
      return false;
    E = {X->getVectorOperand(), *I};
    return true;
  }
  if (auto *X = dyn_cast<InsertElementInst>(E.V)) {
    std::optional<int> I = indexInside(X->getOperand(2), X->getType());
    if (!I)
      return false;
    E = *I == E.Index ? VectorElement{X->getOperand(1), -1}
                      : VectorElement{X->getOperand(0), E.Index};
    return true;
  }
  auto *X = dyn_cast<ShuffleVectorInst>(E.V);
  if (!X || X->getMaskValue(E.Index) < 0)
    return false;
  const int I = X->getMaskValue(E.Index);
  const int Width =
      cast<FixedVectorType>(X->getOperand(0)->getType())->getNumElements();
  E = I < Width ? VectorElement{X->getOperand(0), I}
                : VectorElement{X->getOperand(1), I - Width};
  return true;
}

/// Longer chains of inserts are not followed to their end.
static constexpr unsigned MaxInserts = 4 * MaxPlanRegisters;

/// False if a register is a constant.
static bool follow(ElementStage &S) {
  for (VectorElement &E : S.Registers) {
    // In code that never runs, a value may be its own operand.
    for (unsigned N = 0; N < MaxInserts && comesFrom(E); ++N)
      ;
    if (isa<Constant>(E.V))
      return false;
  }
  return true;
}

/// The element of a constant operand; null if it is not a constant.
static Constant *constantOf(const Value *V, int Index) {
  auto *C = const_cast<Constant *>(dyn_cast<Constant>(V));
  if (!C || Index < 0)
    return C;
  return C->getAggregateElement(Index);
}

/// Every integer of so many bits is such a float.
static bool isExact(const CastInst &I) {
  const unsigned Bits = I.getSrcTy()->getScalarSizeInBits();
  const unsigned Signs = I.getOpcode() == Instruction::SIToFP ? 1 : 0;
  return int(Bits - Signs) <=
         I.getDestTy()->getScalarType()->getFPMantissaWidth();
}

static bool isInjective(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::FPExt:
  case Instruction::BitCast:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Xor:
  case Instruction::FNeg:
    return true;
  case Instruction::UIToFP:
  case Instruction::SIToFP:
    return isExact(cast<CastInst>(I));
  default:
    return false;
  }
}

static bool isStep(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::BitCast: {
    // An element must stay one.
    auto *From = dyn_cast<FixedVectorType>(I.getOperand(0)->getType()),
         *To = dyn_cast<FixedVectorType>(I.getType());
    return From && To ? From->getNumElements() == To->getNumElements()
                      : !From && !To;
  }
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FNeg:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return true;
  default:
    return false;
  }
}

/// The register that a step makes its result from; nothing if it is not one, or
/// another than that of the registers before.
static std::optional<VectorElement> readStep(const VectorElement &E,
                                             ElementStep &Step) {
  auto *I = dyn_cast<Instruction>(E.V);
  if (!I || !isStep(*I))
    return std::nullopt;
  unsigned Source = 0;
  Constant *Operand = nullptr;
  if (isa<BinaryOperator>(I)) {
    Source = isa<Constant>(I->getOperand(0));
    Operand = constantOf(I->getOperand(1 - Source), E.Index);
    if (!Operand || isa<UndefValue>(Operand))
      return std::nullopt;
  }
  const VectorElement Next{I->getOperand(Source), E.Index};
  if (Step.Of.empty()) {
    Step.Operand = Operand;
    Step.OperandFirst = Source == 1;
    Step.Injective = isInjective(*I);
  } else {
    const Instruction *First = Step.Of[0];
    if (First->getOpcode() != I->getOpcode() ||
        First->getType()->getScalarType() != E.type() ||
        First->getOperand(Source)->getType()->getScalarType() != Next.type() ||
        Step.Operand != Operand || Step.OperandFirst != (Source == 1))
      return std::nullopt;
  }
  Step.Of.push_back(I);
  return Next;
}

ElementFunction f2layout::elementFunctionOf(Value *V) {
  ElementFunction F;
  ElementStage S;
  if (auto *Ty = dyn_cast<FixedVectorType>(V->getType()))
    for (unsigned R = 0; R < Ty->getNumElements(); ++R)
      S.Registers.push_back({V, int(R)});
  else
    S.Registers.push_back({V, -1});
  while (follow(S)) {
    F.Stages.push_back(S);
    ElementStep Step;
    ElementStage Next;
    for (const VectorElement &E : S.Registers) {
      std::optional<VectorElement> From = readStep(E, Step);
      if (!From)
        return F;
      Next.Registers.push_back(*From);
    }
    if (F.Steps.size() == MaxSteps || !follow(Next))
      return F;
    F.Steps.push_back(std::move(Step));
    S = std::move(Next);
  }
  return F;
}

/// With denormal numbers flushed where the function says so.
static Constant *foldBinary(const Instruction &Like, Constant *L, Constant *R) {
  const DataLayout &DL = Like.getDataLayout();
  return Like.getType()->isFPOrFPVectorTy()
             ? ConstantFoldFPInstOperands(Like.getOpcode(), L, R, DL, &Like)
             : ConstantFoldBinaryOpOperands(Like.getOpcode(), L, R, DL);
}

/// What the steps make of a constant; null if that is not known.
static Constant *evaluate(ArrayRef<ElementStep> Steps, Constant *C) {
  for (const ElementStep &S : reverse(Steps)) {
    const Instruction &Like = *S.Of[0];
    const DataLayout &DL = Like.getDataLayout();
    if (Like.isCast())
      C = ConstantFoldCastOperand(Like.getOpcode(), C, S.result(), DL);
    else if (!S.Operand)
      C = ConstantFoldUnaryOpOperand(Like.getOpcode(), C, DL);
    else
      C = foldBinary(Like, S.OperandFirst ? S.Operand : C,
                     S.OperandFirst ? C : S.Operand);
    if (!C || !(isa<ConstantInt>(C) || isa<ConstantFP>(C)))
      return nullptr;
  }
  return C;
}

bool ElementFunction::isInjective(unsigned Count) const {
  const auto Taken = ArrayRef(Steps).take_front(Count);
  if (all_of(Taken, [](const ElementStep &S) { return S.Injective; }))
    return true;
  auto *Ty = dyn_cast<IntegerType>(Stages[Count].type());
  if (!Ty || Ty->getBitWidth() > 8)
    return false;
  SmallPtrSet<Constant *, 32> Seen; // Constants are unique.
  for (unsigned V = 0; V < 1u << Ty->getBitWidth(); ++V) {
    Constant *C = evaluate(Taken, ConstantInt::get(Ty, V));
    if (!C)
      return false;
    auto *Float = dyn_cast<ConstantFP>(C);
    if (!(Float && Float->isNaN()) && !Seen.insert(C).second)
      return false;
  }
  return true;
}

Value *ElementStage::vector() const {
  Value *V = Registers[0].V;
  auto *Ty = dyn_cast<FixedVectorType>(V->getType());
  if (!Ty || Ty->getNumElements() != Registers.size())
    return nullptr;
  for (auto [R, E] : enumerate(Registers))
    if (E.V != V || E.Index != int(R))
      return nullptr;
  return V;
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

Value *f2layout::emitStage(IRBuilderBase &B, const ElementStage &S,
                           bool AsVector) {
  auto ScalarOf = [&](const VectorElement &E) {
    return E.Index < 0 ? E.V : B.CreateExtractElement(E.V, uint64_t(E.Index));
  };
  if (!AsVector)
    return ScalarOf(S.Registers[0]);
  if (Value *V = S.vector())
    return V;
  Value *V =
      PoisonValue::get(FixedVectorType::get(S.type(), S.Registers.size()));
  for (auto [R, E] : enumerate(S.Registers))
    V = B.CreateInsertElement(V, ScalarOf(E), uint64_t(R));
  return V;
}

static Value *emitStep(IRBuilderBase &B, const ElementStep &S, Value *V) {
  const Instruction &Like = *S.Of[0];
  auto OfShape = [&](Type *Ty) { return V->getType()->getWithNewType(Ty); };
  if (auto *Cast = dyn_cast<CastInst>(&Like))
    return B.CreateCast(Cast->getOpcode(), V, OfShape(S.result()));
  if (!S.Operand)
    return B.CreateUnOp(cast<UnaryOperator>(Like).getOpcode(), V);
  Value *C = S.Operand;
  if (auto *Ty = dyn_cast<FixedVectorType>(V->getType()))
    C = ConstantVector::getSplat(Ty->getElementCount(), S.Operand);
  return B.CreateBinOp(cast<BinaryOperator>(Like).getOpcode(),
                       S.OperandFirst ? C : V, S.OperandFirst ? V : C);
}

Value *f2layout::emitSteps(IRBuilderBase &B, ArrayRef<ElementStep> Steps,
                           Value *V) {
  for (const ElementStep &S : reverse(Steps)) {
    V = emitStep(B, S, V);
    // What holds for every register holds for the vector.
    if (auto *I = dyn_cast<Instruction>(V)) {
      I->copyIRFlags(S.Of[0]);
      for (const Instruction *Other : S.Of)
        I->andIRFlags(Other);
    }
  }
  return V;
}
