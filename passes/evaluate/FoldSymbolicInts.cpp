//===- FoldSymbolicInts.cpp - Operations on terms -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants fold exactly. If the low z bits of a symbolic part S are zero, S
// and the low z bits of the constant do not interact: masks and xors below 2^z
// change only the constant, and a right shift by up to z bits drops those bits.
// Every other operation becomes an atom.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/evaluate/ThreadEval.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace f2layout;

static std::optional<uint64_t> foldConstants(unsigned Opcode, unsigned Aux,
                                             uint64_t A, uint64_t B,
                                             unsigned Width) {
  APInt X(Width, A), Y(Width, B);
  bool BadShift = B >= Width;
  switch (Opcode) {
  case Instruction::Add:
    return (X + Y).getZExtValue();
  case Instruction::Sub:
    return (X - Y).getZExtValue();
  case Instruction::Mul:
    return (X * Y).getZExtValue();
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::Shl:
    return BadShift ? std::nullopt : std::optional(X.shl(B).getZExtValue());
  case Instruction::LShr:
    return BadShift ? std::nullopt : std::optional(X.lshr(B).getZExtValue());
  case Instruction::AShr:
    return BadShift ? std::nullopt : std::optional(X.ashr(B).getZExtValue());
  case Instruction::UDiv:
    return B ? std::optional(X.udiv(Y).getZExtValue()) : std::nullopt;
  case Instruction::URem:
    return B ? std::optional(X.urem(Y).getZExtValue()) : std::nullopt;
  case Instruction::SDiv:
    return B ? std::optional(X.sdiv(Y).getZExtValue()) : std::nullopt;
  case Instruction::SRem:
    return B ? std::optional(X.srem(Y).getZExtValue()) : std::nullopt;
  case Instruction::ICmp:
    return ICmpInst::compare(X, Y, static_cast<CmpInst::Predicate>(Aux));
  }
  return std::nullopt;
}

/// Low bits in which the symbolic part of A is known to be zero.
static unsigned lowZeros(const SymbolicIntTable &T, SymbolicInt A,
                         unsigned Width) {
  return T.known({A.Sym, 0}, Width).countMinTrailingZeros();
}

/// Comparisons in the three forms eq, ult, slt and their negations, so that
/// a < b and !(b <= a) are one term.
static SymbolicInt compare(SymbolicIntTable &T, unsigned Predicate,
                           SymbolicInt A, SymbolicInt B, unsigned Width) {
  auto P = static_cast<CmpInst::Predicate>(Predicate);
  bool Negate = false;
  if (P == CmpInst::ICMP_NE || P == CmpInst::ICMP_UGE ||
      P == CmpInst::ICMP_SGE || P == CmpInst::ICMP_ULE ||
      P == CmpInst::ICMP_SLE) {
    P = CmpInst::getInversePredicate(P);
    Negate = true;
  }
  if (P == CmpInst::ICMP_UGT || P == CmpInst::ICMP_SGT) {
    P = CmpInst::getSwappedPredicate(P);
    std::swap(A, B);
  }
  SymbolicInt R;
  if (A == B && !T.isVarying(A.Sym)) {
    R = {0, P == CmpInst::ICMP_EQ};
  } else if (P == CmpInst::ICMP_EQ && A.Sym == B.Sym && !T.isVarying(A.Sym)) {
    R = {0, 0}; // same symbolic part, other constant
  } else {
    KnownBits KA = T.known(A, Width), KB = T.known(B, Width);
    std::optional<bool> Known;
    if (!KA.isUnknown() || !KB.isUnknown())
      Known = compat::compare(KA, KB, P);
    if (Known)
      R = {0, *Known};
    else
      R = T.operation(Instruction::ICmp, P, {A, B}, 1, KnownBits(1));
  }
  return Negate ? T.add(R, {0, 1}, 1) : R;
}

static KnownBits knownOf(SymbolicIntTable &T, unsigned Opcode, SymbolicInt A,
                         SymbolicInt B, unsigned Width) {
  KnownBits L = T.known(A, Width), R = T.known(B, Width);
  switch (Opcode) {
  case Instruction::And:
    return L & R;
  case Instruction::Or:
    return L | R;
  case Instruction::Xor:
    return L ^ R;
  case Instruction::Shl:
    return KnownBits::shl(L, R);
  case Instruction::LShr:
    return KnownBits::lshr(L, R);
  case Instruction::AShr:
    return KnownBits::ashr(L, R);
  case Instruction::Mul:
    return KnownBits::mul(L, R);
  case Instruction::UDiv:
    return KnownBits::udiv(L, R);
  case Instruction::URem:
    return KnownBits::urem(L, R);
  }
  return KnownBits(Width);
}

/// A is symbolic, C constant.
static std::optional<SymbolicInt> foldMask(SymbolicIntTable &T, unsigned Opcode,
                                           SymbolicInt A, uint64_t C,
                                           unsigned Width) {
  uint64_t Low = maskTrailingOnes<uint64_t>(lowZeros(T, A, Width));
  uint64_t High = maskTrailingOnes<uint64_t>(Width) & ~Low;
  switch (Opcode) {
  case Instruction::And:
    if ((C & High) == 0)
      return SymbolicInt{0, A.Const & C};
    if ((C & High) == High)
      return SymbolicInt{A.Sym, A.Const & (C | High)};
    break;
  case Instruction::Or:
    if ((C & High) == 0)
      return SymbolicInt{A.Sym, A.Const | C};
    break;
  case Instruction::Xor:
    if ((C & High) == 0)
      return SymbolicInt{A.Sym, A.Const ^ C};
    if (C == maskTrailingOnes<uint64_t>(Width)) // ~A is -1 - A
      return T.sub({0, C}, A, Width);
    break;
  }
  return std::nullopt;
}

SymbolicInt f2layout::foldBinary(SymbolicIntTable &T, unsigned Opcode,
                                 unsigned Aux, SymbolicInt A, SymbolicInt B,
                                 unsigned Width) {
  if (A.isConst() && B.isConst())
    if (auto C = foldConstants(Opcode, Aux, A.Const, B.Const, Width))
      return {0, *C};
  switch (Opcode) {
  case Instruction::ICmp:
    return compare(T, Aux, A, B, Width);
  case Instruction::Add:
    return T.add(A, B, Width);
  case Instruction::Sub:
    return T.sub(A, B, Width);
  case Instruction::Mul:
    if (B.isConst())
      return T.mul(A, B.Const, Width);
    if (A.isConst())
      return T.mul(B, A.Const, Width);
    break;
  case Instruction::Shl:
    if (B.isConst() && B.Const < Width)
      return T.mul(A, 1ull << B.Const, Width);
    break;
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor: {
    if (Opcode == Instruction::Xor && Width == 1)
      return T.add(A, B, 1);
    if (KnownBits::haveNoCommonBitsSet(T.known(A, Width), T.known(B, Width)))
      return Opcode == Instruction::And ? SymbolicInt{0, 0}
                                        : T.add(A, B, Width);
    std::optional<SymbolicInt> R;
    if (B.isConst())
      R = foldMask(T, Opcode, A, B.Const, Width);
    else if (A.isConst())
      R = foldMask(T, Opcode, B, A.Const, Width);
    if (R)
      return *R;
    if (B.Sym < A.Sym)
      std::swap(A, B);
    break;
  }
  case Instruction::LShr:
  case Instruction::AShr:
    if (B.isConst() && B.Const < Width && B.Const <= lowZeros(T, A, Width))
      A.Const &= ~maskTrailingOnes<uint64_t>(B.Const);
    break;
  }
  return T.operation(Opcode, Aux, {A, B}, Width,
                     knownOf(T, Opcode, A, B, Width));
}
