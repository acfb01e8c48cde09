//===- AddressProbe.cpp - Rule out neighbours by an example ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AddressProbe.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// threadIdx.x of the thread in the example. Its y and z are 0.
static constexpr uint64_t ThreadX = 13;
static constexpr unsigned MaxDepth = 100;

static unsigned widthOf(const Value *V, const DataLayout &DL) {
  Type *Ty = V->getType();
  if (!Ty->isIntegerTy() && !Ty->isPointerTy())
    return 0;
  const uint64_t Width = DL.getTypeSizeInBits(Ty).getFixedValue();
  return Width <= 64 ? Width : 0;
}

uint64_t AddressProbe::of(const Value *V, unsigned Depth) {
  if (auto *C = dyn_cast<ConstantInt>(V); C && C->getBitWidth() <= 64)
    return C->getZExtValue();
  auto [It, New] = Memo.try_emplace(V, 0);
  if (!New)
    return It->second;
  const unsigned Width = widthOf(V, DL);
  const uint64_t Number =
      Width == 0 || Depth > MaxDepth ? unknown(V) : compute(V, Depth + 1);
  return Memo[V] = Number & maskTrailingOnes<uint64_t>(Width ? Width : 64);
}

/// A different number for each value; pointers are far apart.
uint64_t AddressProbe::unknown(const Value *V) {
  ++Unknowns;
  return uint64_t(Unknowns) << (V->getType()->isPointerTy() ? 24 : 12);
}

static uint64_t binary(unsigned Opcode, uint64_t A, uint64_t B,
                       unsigned Width) {
  switch (Opcode) {
  case Instruction::Add:
    return A + B;
  case Instruction::Sub:
    return A - B;
  case Instruction::Mul:
    return A * B;
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::Shl:
    return B < Width ? A << B : 0;
  case Instruction::LShr:
    return B < Width ? A >> B : 0;
  case Instruction::AShr:
    return SignExtend64(A, Width) >> std::min<uint64_t>(B, Width - 1);
  case Instruction::UDiv:
    return B ? A / B : 0;
  case Instruction::URem:
    return B ? A % B : 0;
  case Instruction::SDiv:
    // The least number has no negative, so dividing it by -1 overflows.
    if (B && SignExtend64(B, Width) == -1)
      return 0 - A;
    return B ? SignExtend64(A, Width) / SignExtend64(B, Width) : 0;
  case Instruction::SRem:
    if (B && SignExtend64(B, Width) == -1)
      return 0;
    return B ? SignExtend64(A, Width) % SignExtend64(B, Width) : 0;
  default:
    return 0;
  }
}

static bool compare(const ICmpInst &I, uint64_t A, uint64_t B, unsigned Width) {
  return ICmpInst::compare(APInt(Width, A), APInt(Width, B), I.getPredicate());
}

/// The sum that a getelementptr computes.
uint64_t AddressProbe::addUp(const GEPOperator &G, unsigned Depth) {
  const unsigned Width = DL.getIndexTypeSizeInBits(G.getType());
  compat::OffsetMap Variable;
  APInt Fixed(Width, 0);
  if (Width > 64 || !G.collectOffset(DL, Width, Variable, Fixed))
    return unknown(&G);
  uint64_t Sum = of(G.getPointerOperand(), Depth) + Fixed.getZExtValue();
  for (auto &[Index, Scale] : Variable)
    if (const unsigned From = widthOf(Index, DL))
      Sum += SignExtend64(of(Index, Depth), From) * Scale.getZExtValue();
  return Sum;
}

/// The same number for the same intrinsic with the same operands.
uint64_t AddressProbe::ofCall(const IntrinsicInst &I, unsigned Depth) {
  if (!I.doesNotAccessMemory())
    return unknown(&I);
  hash_code Hash = hash_value(unsigned(I.getIntrinsicID()));
  for (const Value *Operand : I.args())
    Hash = hash_combine(Hash, of(Operand, Depth));
  return uint64_t(size_t(Hash) & 0xfff) << 12;
}

uint64_t AddressProbe::compute(const Value *V, unsigned Depth) {
  if (isa<ConstantPointerNull>(V))
    return 0;
  if (const std::optional<LaunchRead> Read = classifyLaunchRead(V)) {
    if (Read->K == LaunchRead::ThreadIndex)
      return Read->Dim == 0 ? ThreadX : 0;
    if (Read->K == LaunchRead::Lane)
      return ThreadX;
    return unknown(V);
  }
  auto *O = dyn_cast<Operator>(V);
  if (!O)
    return unknown(V);
  auto Operand = [&](unsigned N) { return of(O->getOperand(N), Depth); };
  auto WidthOf = [&](unsigned N) { return widthOf(O->getOperand(N), DL); };
  if (auto *G = dyn_cast<GEPOperator>(O))
    return addUp(*G, Depth);
  if (auto *I = dyn_cast<IntrinsicInst>(O))
    return ofCall(*I, Depth);
  if (auto *I = dyn_cast<ICmpInst>(O))
    return WidthOf(0) ? compare(*I, Operand(0), Operand(1), WidthOf(0)) : 0;
  if (isa<BinaryOperator>(O))
    return binary(O->getOpcode(), Operand(0), Operand(1), WidthOf(0));
  switch (O->getOpcode()) {
  case Instruction::SExt:
    return SignExtend64(Operand(0), WidthOf(0));
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case compat::PtrToAddr:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
    return WidthOf(0) ? Operand(0) : unknown(V);
  case Instruction::Select:
    return O->getOperand(0)->getType()->isIntegerTy(1)
               ? Operand(Operand(0) ? 1 : 2)
               : unknown(V);
  default:
    return unknown(V);
  }
}
