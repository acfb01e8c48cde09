//===- BitPhis.cpp - The bits of phis -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of BitForms for phis. A form on which all incoming values agree is
// the form of the phi: its symbols are leaves that dominate all predecessors,
// and so the phi's block. In a loop header this is true for bits that no
// iteration changes:
//
//   %i = phi [ %lane, %entry ], [ %next, %body ]
//   %next = add i32 %i, 64            %i = %lane + 64 * iteration
//   %q = phi [ %p, %entry ], [ %r, %body ]
//   %r = xor i32 %q, 1024             all bits of %p but bit 10
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/bits/BitForms.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

BitFacts BitForms::computeJoin(const PHINode &P, unsigned Depth) {
  unsigned Width = widthOf(&P);
  std::optional<BitFacts> Common;
  BitFacts Own = leaf(&P, Width);
  bool SameSum = true;
  for (unsigned N = 0; N < P.getNumIncomingValues(); ++N) {
    const Value *V = P.getIncomingValue(N);
    if (isa<PoisonValue>(V) ||
        !C.DT.isReachableFromEntry(P.getIncomingBlock(N)))
      continue;
    const BitFacts &In = lookup(V, Depth);
    if (!Common) {
      Common = In;
      continue;
    }
    for (unsigned I = 0; I < Width; ++I)
      if (Common->Bits[I] != In.Bits[I])
        Common->Bits[I] = Own.Bits[I];
    SameSum &= Common->Sum == In.Sum;
    Common->Range = Common->Range.unionWith(In.Range, ConstantRange::Unsigned);
    Common->IsCast |= In.IsCast;
  }
  if (!Common)
    return Own;
  if (!SameSum)
    Common->Sum = termOfBits(Common->Bits);
  return *Common;
}

//===----------------------------------------------------------------------===//
// Headers of loops
//===----------------------------------------------------------------------===//

/// The constant that Next adds to P.
static std::optional<uint64_t> constantStep(const PHINode &P, const Value *Next,
                                            const DataLayout &DL) {
  if (auto *O = dyn_cast<BinaryOperator>(Next)) {
    auto *By = dyn_cast<ConstantInt>(O->getOperand(1));
    if (By && O->getOperand(0) == &P && O->getOpcode() == Instruction::Add)
      return By->getZExtValue();
  }
  if (auto *G = dyn_cast<GEPOperator>(Next)) {
    APInt Offset(DL.getIndexTypeSizeInBits(G->getType()), 0);
    if (G->getPointerOperand() == &P && G->accumulateConstantOffset(DL, Offset))
      return Offset.getZExtValue();
  }
  return std::nullopt;
}

/// Bits of the loop's iteration number. Upper bits are zero if the number of
/// iterations is known.
BitWord BitForms::turnOf(const Loop &L, unsigned Width) {
  Support Needs;
  Needs.Loops = divergentLoops(&L);
  unsigned Turns = C.SE ? C.SE->getSmallConstantMaxTripCount(&L) : 0;
  unsigned Used = Turns ? Log2_64_Ceil(Turns) : Width;
  KnownBits Known(Width);
  Known.Zero.setBitsFrom(std::min(Used, Width));
  return Table.leaf(L.getHeader(), 0, Known, Needs);
}

/// Bits of P that are the same in the next iteration, whose value is Next. No
/// bits if it is not known how Next is computed from P.
APInt BitForms::keptByTurn(const PHINode &P, const Value *Next, unsigned Steps,
                           unsigned Depth) {
  unsigned Width = widthOf(&P);
  APInt None(Width, 0);
  if (Next == &P)
    return APInt::getAllOnes(Width);
  constexpr unsigned MaxSteps = 8;
  auto *O = dyn_cast<Operator>(Next);
  if (!O || Steps > MaxSteps)
    return None;
  auto Kept = [&](unsigned N) {
    return keptByTurn(P, O->getOperand(N), Steps + 1, Depth);
  };
  auto KnownOf = [&](unsigned N) {
    return BitWords::known(lookup(O->getOperand(N), Depth).Bits);
  };
  auto Below = [&](const APInt &Mask, unsigned Zeros) {
    return APInt::getLowBitsSet(Width, std::min(Zeros, Mask.countr_one()));
  };
  if (O->getOpcode() == Instruction::Select)
    return Kept(1) & Kept(2);
  if (auto *G = dyn_cast<GEPOperator>(O)) {
    APInt Base = Kept(0);
    if (Base.isZero())
      return None;
    compat::OffsetMap Variable;
    APInt Fixed(Width, 0);
    if (!G->collectOffset(DL, Width, Variable, Fixed))
      return None;
    unsigned Zeros = Fixed.isZero() ? Width : Fixed.countr_zero();
    for (auto &[Index, Scale] : Variable)
      if (widthOf(Index))
        Zeros = std::min(Zeros, Scale.countr_zero() +
                                    BitWords::known(lookup(Index, Depth).Bits)
                                        .countMinTrailingZeros());
      else
        Zeros = std::min(Zeros, Scale.countr_zero());
    return Below(Base, Zeros);
  }
  if (!isa<BinaryOperator>(O))
    return None;
  unsigned Chain = 0;
  APInt Mask = Kept(0);
  if (Mask.isZero() && O->getOpcode() != Instruction::Sub) {
    Chain = 1;
    Mask = Kept(1);
  }
  if (Mask.isZero())
    return None;
  KnownBits By = KnownOf(1 - Chain);
  switch (O->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return Below(Mask, By.countMinTrailingZeros());
  case Instruction::Xor:
  case Instruction::Or:
    return Mask & By.Zero;
  case Instruction::And:
    return Mask & By.One;
  default:
    return None;
  }
}

/// Bits that two constants have in common: a loop over 0 and 16 may have no
/// counter.
static APInt equalBits(const Value *A, const Value *B, unsigned Width) {
  auto *X = dyn_cast<ConstantInt>(A), *Y = dyn_cast<ConstantInt>(B);
  return X && Y ? ~(X->getValue() ^ Y->getValue()) : APInt(Width, 0);
}

BitFacts BitForms::computeHeader(const PHINode &P, const Loop &L,
                                 unsigned Depth) {
  unsigned Width = widthOf(&P);
  const Value *Start = nullptr;
  SmallVector<const Value *, 2> Latches;
  for (unsigned N = 0; N < P.getNumIncomingValues(); ++N) {
    const BasicBlock *From = P.getIncomingBlock(N);
    const Value *V = P.getIncomingValue(N);
    if (!C.DT.isReachableFromEntry(From))
      continue;
    if (L.contains(From))
      Latches.push_back(V);
    else if (Start && Start != V)
      return leaf(&P, Width);
    else
      Start = V;
  }
  if (!Start || Latches.empty() || isa<UndefValue>(Start))
    return leaf(&P, Width);
  BitFacts First = lookup(Start, Depth);
  BitFacts Facts = leaf(&P, Width);
  std::optional<uint64_t> Step;
  if (all_equal(Latches))
    Step = constantStep(P, Latches.front(), DL);
  if (Step) {
    BitFacts Exact = ofSum(
        Terms.add(First.Sum, wordTerm(turnOf(L, Width), *Step, Width), Width),
        Width);
    Exact.Range = Facts.Range;
    Facts = std::move(Exact);
  } else {
    APInt Kept = APInt::getAllOnes(Width);
    for (const Value *Next : Latches)
      Kept &= keptByTurn(P, Next, 0, Depth) | equalBits(Start, Next, Width);
    for (unsigned N = 0; N < Width; ++N)
      if (Kept[N])
        Facts.Bits[N] = First.Bits[N];
    Facts.Sum = Kept.isAllOnes() ? First.Sum : termOfBits(Facts.Bits);
  }
  if (C.SE && P.getType()->isIntegerTy())
    Facts.Range = Facts.Range.intersectWith(
        C.SE->getUnsignedRange(C.SE->getSCEV(const_cast<PHINode *>(&P))),
        ConstantRange::Unsigned);
  Facts.IsCast = First.IsCast;
  return Facts;
}
