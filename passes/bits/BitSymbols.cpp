//===- BitSymbols.cpp - Sums of words, and bits of sums -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of BitForms that converts between its two representations. Words of
// a sum begin with a bit that is not zero (4 * [x0 x1], not [0 0 x0 x1]) and
// hold no ones, which belong to the constant. So one value has one sum, however
// it was computed.
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitForms.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The "opcode" of the atoms that represent words; no instruction has it.
static constexpr unsigned WordAtom = 1u << 16;
static constexpr unsigned MaxDepth = 300;

SymbolicInt BitForms::wordTerm(ArrayRef<Bit> Bits, uint64_t Coefficient,
                               unsigned Width) {
  unsigned Zeros = 0;
  while (!Bits.empty() && Bits.front().isZero()) {
    Bits = Bits.drop_front();
    ++Zeros;
  }
  if (Zeros >= Width)
    return {};
  Coefficient = (Coefficient << Zeros) & maskTrailingOnes<uint64_t>(Width);
  WordId Word = Table.word(Bits.take_front(Width));
  if (Word == 0 || Coefficient == 0)
    return {};
  // Known bits are in its own bits; the table is not asked for them.
  SymbolicInt One =
      Terms.operation(WordAtom, Word, {}, Width, KnownBits(Width));
  WordOfAtom[Terms.summands(One.Sym).front().first] = Word;
  return Terms.mul(One, Coefficient, Width);
}

SymbolicInt BitForms::termOfBits(ArrayRef<Bit> Bits) {
  unsigned Width = Bits.size();
  BitWord Unknown(Bits);
  uint64_t Ones = 0;
  for (unsigned N = 0; N < Width; ++N)
    if (Unknown[N].isOne()) {
      Ones |= 1ull << N;
      Unknown[N] = Bit();
    }
  return Terms.add(wordTerm(Unknown, 1, Width), {0, Ones}, Width);
}

SmallVector<BitForms::WordTerm, 4>
BitForms::summands(const SymbolicInt &Sum) const {
  SmallVector<WordTerm, 4> List;
  for (auto [Atom, Coefficient] : Terms.summands(Sum.Sym))
    List.push_back({WordOfAtom.lookup(Atom), Coefficient});
  return List;
}

BitWord BitForms::bitsOfTerm(const SymbolicInt &Sum, unsigned Width) {
  SmallVector<BitSummand, 4> List;
  for (const WordTerm &S : summands(Sum))
    List.push_back({Table.bits(S.Word), S.Coefficient});
  return Words.sum(List, Sum.Const, Width);
}

static uint64_t signExtendedFrom(uint64_t C, unsigned Width) {
  return Width < 64 && (C >> (Width - 1) & 1)
             ? C | ~maskTrailingOnes<uint64_t>(Width)
             : C;
}

/// The same sum in another width. Words are not negative; coefficients and the
/// constant are interpreted as signed.
SymbolicInt BitForms::retarget(const SymbolicInt &Sum, unsigned From,
                               unsigned To) {
  SymbolicInt Result = {0, signExtendedFrom(Sum.Const, From) &
                               maskTrailingOnes<uint64_t>(To)};
  for (const WordTerm &S : summands(Sum))
    Result = Terms.add(
        Result,
        wordTerm(Table.bits(S.Word), signExtendedFrom(S.Coefficient, From), To),
        To);
  return Result;
}

/// The least and the greatest value of a sum of words, if they can be computed
/// with 64 bits; else no value.
static std::optional<std::pair<int64_t, int64_t>>
narrowRange(const BitTable &Table, ArrayRef<BitForms::WordTerm> Words,
            uint64_t Constant, unsigned Width) {
  int64_t Min = SignExtend64(Constant, Width), Max = Min;
  for (const BitForms::WordTerm &S : Words) {
    const KnownBits Word = BitWords::known(Table.bits(S.Word));
    const uint64_t Least = Word.One.getZExtValue();
    const uint64_t Most = Word.getMaxValue().getZExtValue();
    const int64_t Factor = SignExtend64(S.Coefficient, Width);
    int64_t Low = 0, High = 0;
    if (Most > uint64_t(INT64_MAX) ||
        MulOverflow(Factor, int64_t(Least), Low) ||
        MulOverflow(Factor, int64_t(Most), High))
      return std::nullopt;
    if (AddOverflow(Min, std::min(Low, High), Min) ||
        AddOverflow(Max, std::max(Low, High), Max))
      return std::nullopt;
  }
  return std::make_pair(Min, Max);
}

/// The same with as many bits as necessary.
static std::pair<APInt, APInt> wideRange(const BitTable &Table,
                                         ArrayRef<BitForms::WordTerm> Words,
                                         uint64_t Constant, unsigned Width) {
  constexpr unsigned Wide = 160;
  auto Signed160 = [&](uint64_t C) {
    return APInt(64, signExtendedFrom(C, Width)).sext(Wide);
  };
  APInt Min = Signed160(Constant), Max = Min;
  for (const BitForms::WordTerm &S : Words) {
    KnownBits Word = BitWords::known(Table.bits(S.Word));
    APInt Factor = Signed160(S.Coefficient);
    APInt Low = Factor * Word.getMinValue().zext(Wide);
    APInt High = Factor * Word.getMaxValue().zext(Wide);
    Min += Factor.isNegative() ? High : Low;
    Max += Factor.isNegative() ? Low : High;
  }
  return {Min, Max};
}

/// The extension of a sum that does not wrap is the sum of wider words.
std::optional<SymbolicInt> BitForms::extendedInRange(const SymbolicInt &Sum,
                                                     unsigned From, unsigned To,
                                                     bool Signed) {
  const SmallVector<WordTerm, 4> Words = summands(Sum);
  const auto Narrow = narrowRange(Table, Words, Sum.Const, From);
  bool Fits;
  if (Narrow && From < 63) {
    const int64_t End = int64_t(1) << (From - Signed);
    Fits = Narrow->first >= (Signed ? -End : 0) && Narrow->second < End;
  } else {
    auto [Min, Max] = wideRange(Table, Words, Sum.Const, From);
    const APInt End = APInt::getOneBitSet(Min.getBitWidth(), From - Signed);
    Fits = Min.sge(Signed ? -End : APInt::getZero(Min.getBitWidth())) &&
           Max.slt(End);
  }
  if (!Fits)
    return std::nullopt;
  return retarget(Sum, From, To);
}

/// ext(a + b) is ext(a) + ext(b) where the flags say that a + b does not wrap;
/// a sum that wraps is poison and may be anything.
std::optional<SymbolicInt> BitForms::extendedByFlags(const Operator *O,
                                                     unsigned To, bool Signed,
                                                     unsigned Depth) {
  bool NoWrap = false;
  if (auto *B = dyn_cast<OverflowingBinaryOperator>(O))
    NoWrap = Signed ? B->hasNoSignedWrap() : B->hasNoUnsignedWrap();
  if (auto *D = dyn_cast<PossiblyDisjointInst>(O))
    NoWrap = D->isDisjoint();
  if (!NoWrap || Depth > MaxDepth)
    return std::nullopt;
  auto Operand = [&](unsigned N) {
    return extended(O->getOperand(N), To, Signed, Depth + 1);
  };
  auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
  switch (O->getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
  case Instruction::Sub: {
    const SymbolicInt Left = Operand(0), Right = Operand(1);
    return O->getOpcode() == Instruction::Sub ? Terms.sub(Left, Right, To)
                                              : Terms.add(Left, Right, To);
  }
  case Instruction::Mul:
    if (!C)
      return std::nullopt;
    return Terms.mul(Operand(0),
                     (Signed ? C->getValue().sext(To) : C->getValue().zext(To))
                         .getZExtValue(),
                     To);
  case Instruction::Shl:
    if (!C || C->getValue().uge(C->getBitWidth()))
      return std::nullopt;
    return Terms.mul(Operand(0), 1ull << C->getZExtValue(), To);
  default:
    return std::nullopt;
  }
}

/// The sum of a zext or sext.
SymbolicInt BitForms::extendedBy(const Operator *Extension, unsigned To,
                                 unsigned Depth) {
  // zext nneg is sext, too: whichever matches the flags below.
  const Value *V = Extension->getOperand(0);
  auto *NonNegative = dyn_cast<PossiblyNonNegInst>(Extension);
  auto *Inner = dyn_cast<OverflowingBinaryOperator>(V);
  const bool Signed = Extension->getOpcode() == Instruction::SExt ||
                      (NonNegative && NonNegative->hasNonNeg() && Inner &&
                       Inner->hasNoSignedWrap());
  return extended(V, To, Signed, Depth);
}

/// The sum of V extended to To bits.
SymbolicInt BitForms::extended(const Value *V, unsigned To, bool Signed,
                               unsigned Depth) {
  std::pair<const Value *, unsigned> Key = {V, To * 2 + Signed};
  auto Known = Extensions.find(Key);
  if (Known != Extensions.end())
    return Known->second;
  const BitFacts &Facts = lookup(V, Depth);
  unsigned From = Facts.width();
  std::optional<SymbolicInt> Result =
      extendedInRange(Facts.Sum, From, To, Signed);
  if (!Result)
    if (auto *O = dyn_cast<Operator>(V))
      Result = extendedByFlags(O, To, Signed, Depth);
  if (!Result)
    Result = termOfBits(Signed ? BitWords::signExtended(Facts.Bits, To)
                               : BitWords::resized(Facts.Bits, To));
  if (!isa<UndefValue>(V)) // undef may differ at the next use
    Extensions[Key] = *Result;
  return *Result;
}
