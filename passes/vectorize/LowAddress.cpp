//===- LowAddress.cpp - The low words of addresses as sums ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/LowAddress.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MaxDepth = 24;
static constexpr unsigned MaxVisits = 64;

void LowSum::add(Value *V, uint32_t Factor) {
  if (!Factor)
    return;
  uint32_t &Has = Terms[V];
  Has += Factor;
  if (!Has)
    Terms.erase(V);
}

void LowSum::add(const LowSum &S, uint32_t Factor) {
  Constant += S.Constant * Factor;
  for (auto [V, Of] : S.Terms)
    add(V, Of * Factor);
}

namespace {

class Walk {
public:
  explicit Walk(const Instruction *At, const DataLayout &DL) : At(At), DL(DL) {}
  bool take(Value *V, uint32_t Factor, unsigned Depth);
  LowSum Sum;

private:
  bool hasLowWord(const Type &Ty) const;
  bool existsAt(const Value *V) const;
  bool takeOperator(Operator &O, uint32_t Factor, unsigned Depth);
  bool takeGEP(GEPOperator &G, uint32_t Factor, unsigned Depth);

  const Instruction *At;
  const DataLayout &DL;
  unsigned Visits = 0;
};

} // namespace

/// A number of 32 or 64 bits, or a pointer of 64 bits that is one.
bool Walk::hasLowWord(const Type &Ty) const {
  if (auto *P = dyn_cast<PointerType>(&Ty))
    return P->getAddressSpace() <= 1 &&
           DL.getPointerSizeInBits(P->getAddressSpace()) == 64;
  return Ty.isIntegerTy(32) || Ty.isIntegerTy(64);
}

bool Walk::existsAt(const Value *V) const {
  if (!At)
    return false;
  auto *I = dyn_cast<Instruction>(V);
  return !I || I->getParent() != At->getParent() || I->comesBefore(At);
}

bool Walk::takeGEP(GEPOperator &G, uint32_t Factor, unsigned Depth) {
  compat::OffsetMap Variable;
  APInt Fixed(64, 0);
  if (DL.getIndexTypeSizeInBits(G.getType()) != 64 ||
      !G.collectOffset(DL, 64, Variable, Fixed))
    return false;
  Sum.Constant += uint32_t(Fixed.getZExtValue()) * Factor;
  for (auto &[Index, Scale] : Variable)
    if (!take(Index, uint32_t(Scale.getZExtValue()) * Factor, Depth))
      return false;
  return take(G.getPointerOperand(), Factor, Depth);
}

/// A value that is not a sum, difference, product or conversion is a term.
bool Walk::takeOperator(Operator &O, uint32_t Factor, unsigned Depth) {
  auto Operand = [&](unsigned N, uint32_t By) {
    return take(O.getOperand(N), Factor * By, Depth);
  };
  auto *Second =
      O.getNumOperands() > 1 ? dyn_cast<ConstantInt>(O.getOperand(1)) : nullptr;
  switch (O.getOpcode()) {
  case Instruction::GetElementPtr:
    return takeGEP(cast<GEPOperator>(O), Factor, Depth);
  case Instruction::Add:
    return Operand(0, 1) && Operand(1, 1);
  case Instruction::Sub:
    return Operand(0, 1) && Operand(1, ~0u);
  case Instruction::Or:
    if (!isa<PossiblyDisjointInst>(O) ||
        !cast<PossiblyDisjointInst>(O).isDisjoint())
      break;
    return Operand(0, 1) && Operand(1, 1);
  case Instruction::Mul:
    if (!Second)
      break;
    return Operand(0, Second->getZExtValue());
  case Instruction::Shl:
    if (!Second || Second->getValue().uge(32))
      break;
    return Operand(0, 1u << Second->getZExtValue());
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case compat::PtrToAddr:
  case Instruction::IntToPtr:
    if (!hasLowWord(*O.getOperand(0)->getType()))
      break;
    return Operand(0, 1);
  default:
    break;
  }
  Sum.add(&O, Factor);
  return true;
}

bool Walk::take(Value *V, uint32_t Factor, unsigned Depth) {
  if (!hasLowWord(*V->getType()) || isa<UndefValue>(V) || ++Visits > MaxVisits)
    return false;
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    Sum.Constant += uint32_t(C->getZExtValue()) * Factor;
    return true;
  }
  auto *O = dyn_cast<Operator>(V);
  // A conversion costs nothing, and what it converts may be a term already.
  if (!O || Depth > MaxDepth || (existsAt(V) && !isa<CastInst>(V))) {
    Sum.add(V, Factor);
    return true;
  }
  return takeOperator(*O, Factor, Depth + 1);
}

std::optional<LowSum> f2layout::lowAddress(Value *Pointer,
                                           const Instruction *At) {
  const DataLayout *DL = nullptr;
  if (auto *I = dyn_cast<Instruction>(Pointer))
    DL = &I->getDataLayout();
  else if (auto *A = dyn_cast<Argument>(Pointer))
    DL = &A->getParent()->getDataLayout();
  if (!DL)
    return std::nullopt;
  Walk W(At, *DL);
  if (!W.take(Pointer, 1, 0))
    return std::nullopt;
  return std::move(W.Sum);
}

Value *LowSumEmitter::word(Value *V) {
  return V->getType()->isPointerTy() ? B.CreatePtrToInt(V, B.getInt32Ty())
                                     : B.CreateTrunc(V, B.getInt32Ty());
}

Value *LowSumEmitter::emit(const LowSum &S, Value *Base) {
  // Sums first, since a difference needs something to be taken from.
  for (const bool Negative : {false, true})
    for (auto [V, Factor] : S.Terms) {
      if ((int32_t(Factor) < 0) != Negative)
        continue;
      const uint32_t By = Negative ? 0 - Factor : Factor;
      Value *&Product = Products[{V, By}];
      if (!Product) {
        Value *&Word = Products[{V, 1}];
        if (!Word)
          Word = word(V);
        Product = By == 1 ? Word : B.CreateMul(Word, B.getInt32(By));
      }
      if (Negative)
        Base = B.CreateSub(Base ? Base : B.getInt32(0), Product);
      else
        Base = Base ? B.CreateAdd(Base, Product) : Product;
    }
  return !Base         ? B.getInt32(S.Constant)
         : !S.Constant ? Base
                       : B.CreateAdd(Base, B.getInt32(S.Constant));
}
