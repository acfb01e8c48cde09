//===- DecodeValues.cpp - Operators, casts, parts of aggregates ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/decode/Decoder.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace f2layout::sim {

void Decoder::decodeBinary(const BinaryOperator &I, Inst &D) {
  D.Code = I.getType()->isFPOrFPVectorTy() ? Op::FloatBinary : Op::IntBinary;
  D.Sub = I.getOpcode();
  D.Ops = {operand(I.getOperand(0)), operand(I.getOperand(1))};
  if (auto *O = dyn_cast<OverflowingBinaryOperator>(&I)) {
    D.NSW = O->hasNoSignedWrap();
    D.NUW = O->hasNoUnsignedWrap();
  }
  if (auto *E = dyn_cast<PossiblyExactOperator>(&I))
    D.Exact = E->isExact();
  if (auto *O = dyn_cast<PossiblyDisjointInst>(&I))
    D.Exact = O->isDisjoint();
}

namespace {

/// Casts that differ only in the operation.
struct CastRow {
  unsigned Opcode;
  Op Code;
  uint8_t Sub =
      0; ///< For conversions to and from floats: the integer is signed.
};

} // namespace

static constexpr CastRow Casts[] = {
    {Instruction::Trunc, Op::Trunc},
    {Instruction::ZExt, Op::ZExt},
    {Instruction::SExt, Op::SExt},
    {Instruction::FPTrunc, Op::FPTrunc},
    {Instruction::FPExt, Op::FPExt},
    {Instruction::FPToUI, Op::FPToInt, false},
    {Instruction::FPToSI, Op::FPToInt, true},
    {Instruction::UIToFP, Op::IntToFP, false},
    {Instruction::SIToFP, Op::IntToFP, true},
    {Instruction::BitCast, Op::Bitcast},
    {Instruction::AddrSpaceCast, Op::AddrSpaceCast},
};

void Decoder::decodeCast(const CastInst &I, Inst &D) {
  D.Ops = {operand(I.getOperand(0))};
  if (isa<PtrToIntInst, IntToPtrInst>(I) ||
      unsigned(I.getOpcode()) == compat::PtrToAddr) {
    D.Code = D.DstBits > D.Bits ? Op::ZExt : Op::Trunc;
    return;
  }
  const CastRow *Row = find_if(
      Casts, [&](const CastRow &R) { return R.Opcode == I.getOpcode(); });
  if (Row == std::end(Casts))
    return unsupported(D, "cast");
  D.Code = Row->Code;
  D.Sub = Row->Sub;
  if (auto *T = dyn_cast<TruncInst>(&I)) {
    D.NSW = T->hasNoSignedWrap();
    D.NUW = T->hasNoUnsignedWrap();
  }
  if (isa<PossiblyNonNegInst>(I))
    D.Exact = I.hasNonNeg();
  if (D.Code == Op::Bitcast) {
    // Bit-packed vectors (<8 x i1> and the like) change shape.
    D.Imm = D.Bits % 8 != 0 || D.DstBits % 8 != 0;
    if (D.Imm && (D.Bits > 64 || D.DstBits > 64))
      unsupported(D, "bitcast of a wide bit vector");
  }
  if (D.Code == Op::AddrSpaceCast) {
    D.AS = I.getSrcTy()->getPointerAddressSpace();
    D.ToAS = I.getDestTy()->getPointerAddressSpace();
  }
}

void Decoder::decodeAggregate(const Instruction &I, Inst &D) {
  auto FieldAt = [&](Type *Ty, ArrayRef<unsigned> Indices) {
    uint32_t Off = 0;
    for (unsigned Index : Indices) {
      if (auto *S = dyn_cast<StructType>(Ty)) {
        for (unsigned K = 0; K < Index; ++K)
          Off += P.slotSize(S->getElementType(K));
        Ty = S->getElementType(Index);
      } else {
        Ty = cast<ArrayType>(Ty)->getElementType();
        Off += Index * P.slotSize(Ty);
      }
    }
    return Off;
  };
  auto Mask = [&](unsigned Base) {
    for (unsigned K = 0; K < D.DstSize; ++K)
      D.Mask.push_back(Base + K);
  };
  switch (I.getOpcode()) {
  case Instruction::ExtractValue: {
    auto &E = cast<ExtractValueInst>(I);
    D.Code = Op::Shuffle;
    D.Ops = {operand(E.getAggregateOperand())};
    Mask(FieldAt(E.getAggregateOperand()->getType(), E.getIndices()));
    return;
  }
  case Instruction::InsertValue: {
    auto &E = cast<InsertValueInst>(I);
    D.Code = Op::Shuffle;
    D.Ops = {operand(E.getAggregateOperand()),
             operand(E.getInsertedValueOperand())};
    Mask(0);
    unsigned At = FieldAt(E.getType(), E.getIndices());
    for (unsigned K = 0; K < D.Ops[1].Size; ++K)
      D.Mask[At + K] = D.Ops[0].Size + K;
    return;
  }
  case Instruction::ExtractElement: {
    auto &E = cast<ExtractElementInst>(I);
    D.Code = Op::ExtractElement;
    D.Ops = {operand(E.getVectorOperand()), operand(E.getIndexOperand())};
    return;
  }
  default: {
    auto &E = cast<InsertElementInst>(I);
    D.Code = Op::InsertElement;
    D.Ops = {operand(E.getOperand(0)), operand(E.getOperand(1)),
             operand(E.getOperand(2))};
    return;
  }
  }
}

void Decoder::decodeShuffle(const ShuffleVectorInst &I, Inst &D) {
  D.Code = Op::Shuffle;
  D.Ops = {operand(I.getOperand(0)), operand(I.getOperand(1))};
  uint32_t Each = (scalarBits(I.getType()) + 7) / 8;
  for (int M : I.getShuffleMask())
    for (uint32_t K = 0; K < Each; ++K)
      D.Mask.push_back(M < 0 ? -1 : int(M * Each + K));
}

} // namespace f2layout::sim
