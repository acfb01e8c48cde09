//===- BitIntrinsics.cpp - The bits of intrinsics -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of BitForms for intrinsics: minima and maxima are choices, reversals
// and funnel shifts rename bits, ptrmask is an "and"; other functions of
// integers are named by their operands.
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitForms.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace f2layout;

/// If the operands are equal, either one is the result.
static std::optional<CmpInst::Predicate> takesFirstIf(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::umin:
    return CmpInst::ICMP_ULE;
  case Intrinsic::umax:
    return CmpInst::ICMP_UGE;
  case Intrinsic::smin:
    return CmpInst::ICMP_SLE;
  case Intrinsic::smax:
    return CmpInst::ICMP_SGE;
  default:
    return std::nullopt;
  }
}

/// A function of one or two integers, and of nothing else.
static bool isFunctionOfIntegers(const IntrinsicInst &I) {
  return I.arg_size() >= 1 && I.arg_size() <= 2 &&
         I.hasFnAttr(Attribute::Speculatable) && I.doesNotAccessMemory() &&
         !I.isConvergent();
}

BitFacts BitForms::computeIntrinsic(const IntrinsicInst &I, unsigned Depth) {
  unsigned Width = widthOf(&I);
  if (!all_of(I.args(), [&](const Use &U) { return widthOf(U.get()); }))
    return leaf(&I, Width);
  Intrinsic::ID ID = I.getIntrinsicID();
  if (ID == Intrinsic::ptrmask) {
    // It masks the number, which is different for a cast pointer.
    bool Masks = widthOf(I.getArgOperand(1)) == Width &&
                 !lookup(I.getArgOperand(0), Depth).IsCast;
    return Masks ? computeLogic(Instruction::And, cast<Operator>(&I), Depth)
                 : leaf(&I, Width);
  }
  if (auto P = takesFirstIf(ID)) {
    const BitFacts &A = lookup(I.getArgOperand(0), Depth);
    const BitFacts &B = lookup(I.getArgOperand(1), Depth);
    Bit First = Words.compare(*P, A.Bits, B.Bits);
    if (A.Range.icmp(*P, B.Range))
      First = Bit::constant(true);
    else if (A.Range.icmp(CmpInst::getInversePredicate(*P), B.Range))
      First = Bit::constant(false);
    BitFacts Facts = choice(First, A, B);
    Facts.Range = ConstantRange::intrinsic(ID, {A.Range, B.Range});
    return Facts;
  }
  if (ID == Intrinsic::bitreverse || ID == Intrinsic::bswap) {
    const BitFacts &A = lookup(I.getArgOperand(0), Depth);
    unsigned Flip = ID == Intrinsic::bswap ? 7 : 0;
    BitWord Bits;
    for (unsigned N = 0; N < Width; ++N)
      Bits.push_back(A.Bits[(Width - 1 - N) ^ Flip]);
    return ofBits(std::move(Bits));
  }
  if (ID == Intrinsic::fshl || ID == Intrinsic::fshr) {
    const BitFacts &High = lookup(I.getArgOperand(0), Depth);
    const BitFacts &Low = lookup(I.getArgOperand(1), Depth);
    if (auto By =
            BitWords::asConstant(lookup(I.getArgOperand(2), Depth).Bits)) {
      unsigned First = *By % Width;
      if (ID == Intrinsic::fshl)
        First = Width - First;
      BitWord Both(Low.Bits);
      append_range(Both, High.Bits);
      return ofBits(BitWord(ArrayRef<Bit>(Both).slice(First, Width)));
    }
  }
  if (!isFunctionOfIntegers(I))
    return leaf(&I, Width);
  const BitFacts &A = lookup(I.getArgOperand(0), Depth);
  ArrayRef<Bit> B;
  if (I.arg_size() == 2)
    B = lookup(I.getArgOperand(1), Depth).Bits;
  return ofBits(Words.opaque(Instruction::Call, ID, A.Bits, B, Width));
}
