//===- BitForms.cpp - The bits of every integer and pointer ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitForms.h"
#include "compat/LLVMCompat.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Deeper expressions are leaves, so that no input overflows the stack.
static constexpr unsigned MaxDepth = 300;
/// A sum of more words becomes one word.
static constexpr unsigned MaxSummands = 8;

BitForms::BitForms(const BitFormsContext &C)
    : C(C), DL(C.F.getDataLayout()), Words(Table) {}

uint64_t BitForms::threadBits() {
  Support All = Table.support(lane(32).Bits);
  for (unsigned Dim : {DimX, DimY, DimZ})
    All |= Table.support(threadIndex(Dim, 32).Bits);
  return All.Threads;
}

unsigned BitForms::widthOf(const Value *V) const {
  Type *Ty = V->getType();
  if (Ty->isPointerTy()) {
    unsigned Width = DL.getIndexTypeSizeInBits(Ty);
    return Width <= 64 && Width == DL.getPointerTypeSizeInBits(Ty) ? Width : 0;
  }
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64)
    return Ty->getIntegerBitWidth();
  return 0;
}

const BitFacts *BitForms::of(const Value *V) {
  return widthOf(V) ? &lookup(V, 0) : nullptr;
}

const BitFacts &BitForms::lookup(const Value *V, unsigned Depth) {
  auto [It, New] = Memo.try_emplace(V);
  if (It->second)
    return *It->second;
  unsigned Width = widthOf(V);
  if (isa<UndefValue>(V)) {
    Undefined.push_back(std::make_unique<BitFacts>(fresh(V, Width)));
    return *Undefined.back();
  }
  if (!New || Depth > MaxDepth) {
    if (New)
      Memo.erase(V);
    auto &Leaf = Cyclic[V];
    if (!Leaf)
      Leaf = std::make_unique<BitFacts>(leaf(V, Width));
    return *Leaf;
  }
  auto Facts = std::make_unique<BitFacts>(compute(V, Width, Depth + 1));
  refine(*Facts, V);
  return *(Memo[V] = std::move(Facts));
}

BitFacts BitForms::compute(const Value *V, unsigned Width, unsigned Depth) {
  if (auto *I = dyn_cast<ConstantInt>(V))
    return constant(I->getZExtValue(), Width);
  if (isa<ConstantPointerNull>(V))
    return constant(0, Width);
  if (auto *G = dyn_cast<GlobalVariable>(V))
    return global(*G, Width);
  auto *I = dyn_cast<Instruction>(V);
  if (I && !C.DT.isReachableFromEntry(I->getParent()))
    return leaf(V, Width);
  if (auto R = classifyLaunchRead(V))
    return computeLaunchRead(V, *R, Width);
  if (auto *P = dyn_cast<PHINode>(V)) {
    const Loop *L = C.LI.getLoopFor(P->getParent());
    bool IsHeader = L && L->getHeader() == P->getParent();
    return IsHeader ? computeHeader(*P, *L, Depth) : computeJoin(*P, Depth);
  }
  if (auto *Call = dyn_cast<IntrinsicInst>(V))
    return computeIntrinsic(*Call, Depth);
  if (auto *O = dyn_cast<Operator>(V))
    return computeOperator(O, Width, Depth);
  return leaf(V, Width);
}

BitFacts BitForms::computeOperator(const Operator *O, unsigned Width,
                                   unsigned Depth) {
  switch (O->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return computeBinary(O, Depth);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return computeLogic(O->getOpcode(), O, Depth);
  case Instruction::ICmp:
    return computeComparison(cast<ICmpInst>(O), Depth);
  case Instruction::Select:
    return computeSelect(O, Depth);
  case Instruction::GetElementPtr:
    return computeGEP(cast<GEPOperator>(O), Depth);
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case compat::PtrToAddr:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
    return computeCast(O, Width, Depth);
  case Instruction::Freeze: {
    // If the operand is never undefined it is a copy; else it may choose anew.
    const Value *V = O->getOperand(0);
    bool Defined =
        (isa<Argument>(V) && C.Launch.IsKernel) || classifyLaunchRead(V) ||
        isGuaranteedNotToBeUndefOrPoison(V, C.AC, cast<Instruction>(O), &C.DT);
    return Defined ? lookup(V, Depth) : leaf(O, Width);
  }
  default:
    return leaf(O, Width);
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static ConstantRange rangeOf(const Operator *O, const ConstantRange &A,
                             const ConstantRange &B) {
  auto Opcode = Instruction::BinaryOps(O->getOpcode());
  if (auto *W = dyn_cast<OverflowingBinaryOperator>(O))
    return A.overflowingBinaryOp(Opcode, B, W->getNoWrapKind());
  return A.binaryOp(Opcode, B);
}

BitFacts BitForms::computeBinary(const Operator *O, unsigned Depth) {
  const BitFacts &A = lookup(O->getOperand(0), Depth);
  const BitFacts &B = lookup(O->getOperand(1), Depth);
  unsigned Width = A.width(), Opcode = O->getOpcode();
  std::optional<uint64_t> Factor = BitWords::asConstant(B.Bits);
  if (Opcode == Instruction::Shl && Factor)
    Factor = *Factor < Width ? std::optional(1ull << *Factor) : std::nullopt;
  BitFacts Facts(Width);
  switch (Opcode) {
  case Instruction::Add:
    Facts = sumOf(A, B, false);
    break;
  case Instruction::Sub:
    Facts = sumOf(A, B, true);
    break;
  case Instruction::Mul:
  case Instruction::Shl:
    if (Factor)
      Facts = ofSum(Terms.mul(A.Sum, *Factor, Width), Width);
    else if (Opcode == Instruction::Mul)
      Facts = ofBits(Words.multiply(A.Bits, B.Bits));
    else
      Facts = ofBits(Words.shift(Opcode, A.Bits, B.Bits));
    break;
  case Instruction::LShr:
  case Instruction::AShr:
    Facts = ofBits(Words.shift(Opcode, A.Bits, B.Bits));
    break;
  default:
    Facts = ofBits(Words.divide(Opcode, A.Bits, B.Bits));
    break;
  }
  Facts.Range = rangeOf(O, A.Range, B.Range);
  return Facts;
}

BitFacts BitForms::sumOf(const BitFacts &A, const BitFacts &B, bool Minus) {
  unsigned Width = A.width();
  BitFacts Facts(Width);
  Facts.Sum =
      Minus ? Terms.sub(A.Sum, B.Sum, Width) : Terms.add(A.Sum, B.Sum, Width);
  if (!Minus && BitWords::areDisjoint(A.Bits, B.Bits)) {
    Facts.Bits = Words.bitwise(Instruction::Or, A.Bits, B.Bits);
  } else if (Terms.summands(Facts.Sum.Sym).size() > MaxSummands) {
    uint64_t Sign = Minus ? ~0ull : 1ull;
    Facts.Bits = Words.sum({{A.Bits, 1}, {B.Bits, Sign}}, 0, Width);
    Facts.Sum = termOfBits(Facts.Bits);
  } else {
    Facts.Bits = bitsOfTerm(Facts.Sum, Width);
  }
  return Facts;
}

/// If two words differ only in constants: what must be added to From.
static std::optional<uint64_t> constantStep(ArrayRef<Bit> From,
                                            ArrayRef<Bit> To) {
  uint64_t Step = 0;
  for (unsigned N = 0; N < From.size(); ++N) {
    if (From[N] == To[N])
      continue;
    if (!From[N].isConstant() || !To[N].isConstant())
      return std::nullopt;
    Step += To[N].isOne() ? 1ull << N : 0 - (1ull << N);
  }
  return Step;
}

/// And, or, xor. O is the operator or a call of llvm.ptrmask.
BitFacts BitForms::computeLogic(unsigned Opcode, const Operator *O,
                                unsigned Depth) {
  const BitFacts &A = lookup(O->getOperand(0), Depth);
  const BitFacts &B = lookup(O->getOperand(1), Depth);
  unsigned Width = A.width();
  auto *D = dyn_cast<PossiblyDisjointInst>(O);
  bool Disjoint =
      Opcode != Instruction::And &&
      ((D && D->isDisjoint()) || BitWords::areDisjoint(A.Bits, B.Bits));
  BitFacts Facts(Width);
  Facts.Bits = Words.bitwise(Disjoint ? unsigned(Instruction::Xor) : Opcode,
                             A.Bits, B.Bits);
  Facts.Range = A.Range.binaryOp(Instruction::BinaryOps(Opcode), B.Range);
  Facts.IsCast = A.IsCast;
  if (Disjoint) {
    Facts.Sum = Terms.add(A.Sum, B.Sum, Width);
    if (Terms.summands(Facts.Sum.Sym).size() <= MaxSummands)
      return Facts;
  } else if (auto Step = constantStep(A.Bits, Facts.Bits)) {
    Facts.Sum =
        Terms.add(A.Sum, {0, *Step & maskTrailingOnes<uint64_t>(Width)}, Width);
    return Facts;
  } else if (auto Step = constantStep(B.Bits, Facts.Bits)) {
    Facts.Sum =
        Terms.add(B.Sum, {0, *Step & maskTrailingOnes<uint64_t>(Width)}, Width);
    return Facts;
  }
  Facts.Sum = termOfBits(Facts.Bits);
  return Facts;
}

BitFacts BitForms::computeComparison(const ICmpInst *I, unsigned Depth) {
  if (!widthOf(I->getOperand(0)))
    return leaf(I, 1);
  const BitFacts &A = lookup(I->getOperand(0), Depth);
  const BitFacts &B = lookup(I->getOperand(1), Depth);
  if (A.IsCast || B.IsCast)
    return leaf(I, 1);
  CmpInst::Predicate P = I->getPredicate();
  if (A.Range.icmp(P, B.Range))
    return constant(1, 1);
  if (A.Range.icmp(CmpInst::getInversePredicate(P), B.Range))
    return constant(0, 1);
  return ofBits({Words.compare(P, A.Bits, B.Bits)});
}

BitFacts BitForms::choice(Bit Condition, const BitFacts &A, const BitFacts &B) {
  if (Condition.isConstant())
    return Condition.isOne() ? A : B;
  unsigned Width = A.width();
  BitFacts Facts(Width);
  Facts.Bits = Words.choose(Condition, A.Bits, B.Bits);
  Facts.Range = A.Range.unionWith(B.Range, ConstantRange::Unsigned);
  Facts.IsCast = A.IsCast || B.IsCast;
  if (A.Sum.Sym == B.Sum.Sym) // b + c * (a - b)
    Facts.Sum = Terms.add(
        B.Sum, wordTerm({Condition}, A.Sum.Const - B.Sum.Const, Width), Width);
  else
    Facts.Sum = termOfBits(Facts.Bits);
  return Facts;
}

BitFacts BitForms::computeSelect(const Operator *O, unsigned Depth) {
  if (!widthOf(O->getOperand(0)))
    return leaf(O, widthOf(O));
  Bit Condition = lookup(O->getOperand(0), Depth).Bits.front();
  const BitFacts &A = lookup(O->getOperand(1), Depth);
  const BitFacts &B = lookup(O->getOperand(2), Depth);
  return choice(Condition, A, B);
}

/// An index as a sum of Width bits; for an extension, without its bits.
SymbolicInt BitForms::offsetOf(const Value *Index, unsigned Width,
                               unsigned Depth) {
  const unsigned From = widthOf(Index);
  if (From < Width)
    return extended(Index, Width, /*Signed=*/true, Depth);
  auto *Extension = dyn_cast<CastInst>(Index);
  if (From == Width && Extension && isa<ZExtInst, SExtInst>(Extension) &&
      widthOf(Extension->getOperand(0)) && !Memo.contains(Index) &&
      C.DT.isReachableFromEntry(Extension->getParent()) &&
      (!C.AC || C.AC->assumptionsFor(const_cast<Value *>(Index)).empty()))
    return extendedBy(cast<Operator>(Index), Width, Depth + 1);
  return retarget(lookup(Index, Depth).Sum, From, Width);
}

/// The sum that a getelementptr computes; no value if a summand has no forms.
std::optional<AddressFacts> BitForms::addUp(const GEPOperator *G,
                                            unsigned Depth) {
  AddressFacts Facts;
  Facts.Width = widthOf(G);
  compat::OffsetMap Variable;
  APInt Fixed(Facts.Width, 0);
  if (!widthOf(G->getPointerOperand()) ||
      !G->collectOffset(DL, Facts.Width, Variable, Fixed))
    return std::nullopt;
  const AddressFacts Base = addressOf(G->getPointerOperand(), Depth);
  Facts.IsCast = Base.IsCast;
  Facts.Sum = Terms.add(Base.Sum, {0, Fixed.getZExtValue()}, Facts.Width);
  for (auto &[Index, Scale] : Variable) {
    if (!widthOf(Index))
      return std::nullopt;
    const SymbolicInt Offset = offsetOf(Index, Facts.Width, Depth);
    Facts.Sum = Terms.add(Facts.Sum,
                          Terms.mul(Offset, Scale.getZExtValue(), Facts.Width),
                          Facts.Width);
  }
  return Facts;
}

AddressFacts BitForms::addressOf(const Value *Pointer, unsigned Depth) {
  auto Known = Addresses.find(Pointer);
  if (Known != Addresses.end())
    return Known->second;
  auto *G = dyn_cast<GEPOperator>(Pointer);
  auto *I = dyn_cast<Instruction>(Pointer);
  const bool MayAdd = G && Depth <= MaxDepth && !Memo.contains(Pointer) &&
                      (!I || C.DT.isReachableFromEntry(I->getParent())) &&
                      (!I || !C.AC || C.AC->assumptionsFor(Pointer).empty());
  if (MayAdd) {
    std::optional<AddressFacts> Sum = addUp(G, Depth + 1);
    if (Sum && Terms.summands(Sum->Sum.Sym).size() <= MaxSummands)
      return Addresses[Pointer] = *Sum;
  }
  const BitFacts &Facts = lookup(Pointer, Depth);
  return {Facts.Sum, Facts.width(), Facts.IsCast};
}

std::optional<AddressFacts> BitForms::address(const Value *Pointer) {
  if (!widthOf(Pointer))
    return std::nullopt;
  return addressOf(Pointer, 0);
}

BitFacts BitForms::computeGEP(const GEPOperator *G, unsigned Depth) {
  const std::optional<AddressFacts> Sum = addUp(G, Depth);
  if (!Sum)
    return leaf(G, widthOf(G));
  BitFacts Facts = ofSum(Sum->Sum, Sum->Width);
  if (Terms.summands(Sum->Sum.Sym).size() > MaxSummands)
    Facts.Sum = termOfBits(Facts.Bits);
  Facts.IsCast = Sum->IsCast;
  return Facts;
}

BitFacts BitForms::computeCast(const Operator *O, unsigned Width,
                               unsigned Depth) {
  const Value *V = O->getOperand(0);
  unsigned From = widthOf(V), Opcode = O->getOpcode();
  if (!From)
    return leaf(O, Width);
  const BitFacts &Source = lookup(V, Depth);
  bool ToInteger =
      Opcode == Instruction::PtrToInt || Opcode == compat::PtrToAddr;
  if (ToInteger && Source.IsCast)
    return leaf(O, Width);
  BitFacts Facts = Source;
  if (Opcode == Instruction::AddrSpaceCast)
    Facts.IsCast = true;
  if (Width == From)
    return Facts;
  bool Signed = Opcode == Instruction::SExt;
  Facts.Bits = Signed ? BitWords::signExtended(Source.Bits, Width)
                      : BitWords::resized(Source.Bits, Width);
  Facts.Range = Width < From ? Source.Range.truncate(Width)
                : Signed     ? Source.Range.signExtend(Width)
                             : Source.Range.zeroExtend(Width);
  // Inside of its array an address wraps in no width.
  if (Width < From || Opcode == Instruction::AddrSpaceCast) {
    Facts.Sum = retarget(Source.Sum, From, Width);
    return Facts;
  }
  Facts.Sum = extendedBy(O, Width, Depth);
  return Facts;
}
