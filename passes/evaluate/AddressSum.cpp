//===- AddressSum.cpp - An address as a sum of values times constants -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/AddressSum.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace f2layout;

/// Longer chains of arithmetic end in a value of their own.
static constexpr unsigned MaxDepth = 16;
/// So do sums of more operations.
static constexpr unsigned MaxOperations = 256;

namespace {

class Adder {
public:
  Adder(const GlobalVariable &Array, const DataLayout &DL)
      : Array(Array), DL(DL) {}
  void addPointer(Value *V);
  void addIndex(Value *V, uint32_t Times, unsigned Depth);
  AddressSum sum() const;

private:
  bool addOperands(Operator &O, uint32_t Times, unsigned Depth);
  bool addGEP(GEPOperator &G);

  const GlobalVariable &Array;
  const DataLayout &DL;
  MapVector<Value *, uint32_t> Times;
  uint32_t Constant = 0;
  unsigned Operations = 0;
};

} // namespace

/// Modulo 2^32 extensions and truncations of wide values change nothing.
static Value *lookThroughWidths(Value *V) {
  while (auto *C = dyn_cast<CastInst>(V)) {
    if (!isa<ZExtInst, SExtInst, TruncInst>(C) ||
        C->getSrcTy()->getIntegerBitWidth() < 32 ||
        C->getDestTy()->getIntegerBitWidth() < 32)
      break;
    V = C->getOperand(0);
  }
  return V;
}

static std::optional<uint32_t> constantOf(const Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return uint32_t(C->getValue().sextOrTrunc(32).getZExtValue());
  return std::nullopt;
}

bool Adder::addOperands(Operator &O, uint32_t Times, unsigned Depth) {
  Value *A = O.getOperand(0), *B = O.getNumOperands() > 1 ? O.getOperand(1) : A;
  const std::optional<uint32_t> C = constantOf(B);
  switch (O.getOpcode()) {
  case Instruction::Or:
    if (auto *Or = dyn_cast<PossiblyDisjointInst>(&O); !Or || !Or->isDisjoint())
      return false;
    [[fallthrough]];
  case Instruction::Add:
    addIndex(A, Times, Depth);
    addIndex(B, Times, Depth);
    return true;
  case Instruction::Sub:
    addIndex(A, Times, Depth);
    addIndex(B, 0 - Times, Depth);
    return true;
  case Instruction::Mul:
    if (C)
      addIndex(A, Times * *C, Depth);
    return C.has_value();
  case Instruction::Shl:
    if (!C || *C >= 32)
      return false;
    addIndex(A, Times << *C, Depth);
    return true;
  default:
    return false;
  }
}

void Adder::addIndex(Value *V, uint32_t Factor, unsigned Depth) {
  if (std::optional<uint32_t> C = constantOf(V)) {
    Constant += *C * Factor;
    return;
  }
  V = lookThroughWidths(V);
  auto *O = dyn_cast<Instruction>(V);
  if (O && Depth < MaxDepth && ++Operations < MaxOperations &&
      V->getType()->getIntegerBitWidth() >= 32 &&
      addOperands(*cast<Operator>(O), Factor, Depth + 1))
    return;
  Times[V] += Factor;
}

/// Indices narrower than 32 bits are extended with their sign.
bool Adder::addGEP(GEPOperator &G) {
  const unsigned Width = DL.getIndexTypeSizeInBits(G.getType());
  compat::OffsetMap Indices;
  APInt Offset(Width, 0);
  if (!G.collectOffset(DL, Width, Indices, Offset) ||
      any_of(Indices, [](const auto &I) {
        return !I.first->getType()->isIntegerTy() ||
               I.first->getType()->getIntegerBitWidth() < 32;
      }))
    return false;
  Constant += uint32_t(Offset.sextOrTrunc(32).getZExtValue());
  for (const auto &[V, Stride] : Indices)
    addIndex(V, uint32_t(Stride.sextOrTrunc(32).getZExtValue()), 0);
  return true;
}

void Adder::addPointer(Value *V) {
  while (V != &Array) {
    auto *G = dyn_cast<GEPOperator>(V);
    if (G && addGEP(*G)) {
      V = G->getPointerOperand();
    } else if (Operator::getOpcode(V) == Instruction::AddrSpaceCast) {
      V = cast<Operator>(V)->getOperand(0);
    } else {
      Times[V] += 1;
      return;
    }
  }
}

AddressSum Adder::sum() const {
  AddressSum S;
  S.Constant = Constant;
  for (const auto &[V, N] : Times)
    if (N)
      S.Parts.push_back({V, N});
  sort(S.Parts, [](const AddressSum::Part &A, const AddressSum::Part &B) {
    return A.Times > B.Times;
  });
  return S;
}

AddressSum f2layout::sumOfAddress(Value *Pointer, const GlobalVariable &Array,
                                  const DataLayout &DL) {
  Adder A(Array, DL);
  A.addPointer(Pointer);
  return A.sum();
}

AddressSum f2layout::sumOfIndex(Value *Index, const GlobalVariable &Array,
                                const DataLayout &DL) {
  Adder A(Array, DL);
  A.addIndex(Index, 1, 0);
  return A.sum();
}
