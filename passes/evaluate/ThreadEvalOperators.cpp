//===- ThreadEvalOperators.cpp - Operators --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/evaluate/ThreadEvalZip.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

using namespace llvm;
using namespace f2layout;

/// Chains of sums share operands, and each operand may be asked for twice.
ThreadEval::Entry &ThreadEval::extended(const Value *V, unsigned To,
                                        bool Signed, unsigned Depth) {
  std::pair<const Value *, unsigned> Key = {V, To * 2 + Signed};
  auto [It, First] = Extensions.try_emplace(Key);
  if (!First && It->second)
    return *It->second;
  if (!First) // a sum of itself, in code that never runs
    return Unknown = variesFrom(derived(V, 2 * To + Signed), 0);
  if (Added)
    Added->push_back(Key);
  auto New = std::make_unique<Entry>(computeExtended(V, To, Signed, Depth));
  return *(Extensions[Key] = std::move(New));
}

/// ext(a + b) is ext(a) + ext(b) where the flags say that a + b does not wrap;
/// a wrapped sum is poison and may be anything.
ThreadEval::Entry ThreadEval::computeExtended(const Value *V, unsigned To,
                                              bool Signed, unsigned Depth) {
  unsigned From = widthOf(V);
  if (auto *O = dyn_cast<BinaryOperator>(V); O && Depth < MaxDepth) {
    bool NoWrap = false;
    if (isa<OverflowingBinaryOperator>(O))
      NoWrap = Signed ? O->hasNoSignedWrap() : O->hasNoUnsignedWrap();
    if (auto *D = dyn_cast<PossiblyDisjointInst>(O))
      NoWrap = D->isDisjoint();
    if (NoWrap && (O->getOpcode() == Instruction::Add ||
                   O->getOpcode() == Instruction::Or)) {
      Entry Kept;
      const Entry &A =
          keep(extended(O->getOperand(0), To, Signed, Depth + 1), Kept);
      const Entry &B = extended(O->getOperand(1), To, Signed, Depth + 1);
      return sum(V, A, B, To, 2 * To + Signed);
    }
    auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
    if (NoWrap && C &&
        (O->getOpcode() == Instruction::Mul ||
         (O->getOpcode() == Instruction::Shl && C->getValue().ult(From)))) {
      APInt Factor =
          O->getOpcode() == Instruction::Mul
              ? (Signed ? C->getValue().sext(To) : C->getValue().zext(To))
              : APInt::getOneBitSet(To, C->getZExtValue());
      Entry A = extended(O->getOperand(0), To, Signed, Depth + 1);
      scale(V, A, Factor.getZExtValue(), To, 2 * To + Signed);
      return A;
    }
  }
  Entry E = lookup(V, Depth);
  extend(V, E, From, To, Signed);
  return E;
}

ThreadEval::Entry ThreadEval::pointerCast(const Operator *O, unsigned Depth) {
  const Value *Source = O->getOperand(0);
  unsigned From = widthOf(Source), To = widthOf(O);
  if (!From)
    return uniformOr(O, 0);
  Entry E = lookup(Source, Depth);
  if (From == To)
    return E;
  // The pointer's object stays; its offset is re-expressed in the new width.
  auto IsObject = [](const Value *V) { return isa<GlobalVariable>(V); };
  map(O, E, [&](SymbolicInt X) {
    SymId Rest = 0;
    const Value *Object = Terms.splitOpaque(X.Sym, From, IsObject, Rest);
    if (!Object)
      return From > To ? Terms.truncate(X, From, To)
                       : Terms.extend(X, From, To, false);
    SymbolicInt Offset = {Rest, X.Const};
    Offset = From > To ? Terms.truncate(Offset, From, To)
                       : Terms.extend(Offset, From, To, true);
    return Terms.add(Terms.opaque(Object, KnownBits(To)), Offset, To);
  });
  return E;
}

ThreadEval::Entry ThreadEval::computeBinary(const Operator *O, unsigned Depth) {
  unsigned Opcode = O->getOpcode(), Aux = 0;
  if (auto *Cmp = dyn_cast<ICmpInst>(O))
    Aux = Cmp->getPredicate();
  unsigned Width = widthOf(O->getOperand(0));
  if (!Width)
    return uniformOr(O, 0);
  bool Disjoint = isa<PossiblyDisjointInst>(O) &&
                  cast<PossiblyDisjointInst>(O)->isDisjoint();
  if (Disjoint)
    Opcode = Instruction::Add;
  Entry Kept;
  const Entry &A = keep(lookup(O->getOperand(0), Depth), Kept);
  const Entry &B = lookup(O->getOperand(1), Depth);
  if (std::optional<Entry> R = combineConstants(A, B, Opcode, Width))
    return std::move(*R);
  const bool MayVary = !A.Values.sharedSym() || !B.Values.sharedSym();
  if (Opcode == Instruction::Add && !MayVary)
    return sum(O, A, B, Width);
  Entry R = zip(O, A, B, [&](SymbolicInt X, SymbolicInt Y) {
    return foldBinary(Terms, Opcode, Aux, X, Y, Width);
  });
  // A constant is added to what varies, or there is nothing left of it.
  const bool IsSum =
      Opcode == Instruction::Add || (Opcode == Instruction::Xor && Width == 1);
  const bool IsProduct =
      Opcode == Instruction::And || Opcode == Instruction::Mul;
  if (!MayVary || !(IsSum || IsProduct))
    return R;
  std::vector<SymbolicInt> Exact = R.Values.vec();
  for (unsigned T = 0; T < NumThreads; ++T) {
    SymbolicInt X = A.Values[T], Y = B.Values[T];
    if (isVarying(Y))
      std::swap(X, Y);
    if (!isVarying(X) || !Y.isConst())
      continue;
    if (IsSum)
      Exact[T] = Terms.add(X, Y, Width);
    else if (Y.Const == 0)
      Exact[T] = {0, 0};
  }
  return {ThreadValues(std::move(Exact)), R.Reads};
}

/// V is neither undef nor poison when At runs. Arguments of kernels are bits
/// that the host passed, and special registers hold bits too.
static bool isDefined(const Value *V, const Instruction *At,
                      const DominatorTree &DT, unsigned Depth = 0) {
  if (isa<Argument>(V) || classifyLaunchRead(V) ||
      isGuaranteedNotToBeUndefOrPoison(V, /*AC=*/nullptr, At, &DT))
    return true;
  auto *O = dyn_cast<Operator>(V);
  if (!O || isa<PHINode>(O) || Depth == 4 || canCreateUndefOrPoison(O))
    return false;
  return all_of(O->operands(), [&](const Use &U) {
    return isDefined(U.get(), At, DT, Depth + 1);
  });
}

/// Computes V, which is P ? X : Y, in thread T.
SymbolicInt ThreadEval::select(const Value *V, SymbolicInt P, SymbolicInt X,
                               SymbolicInt Y, unsigned Width, unsigned T) {
  if (P.isConst())
    return P.Const ? X : Y;
  if (X == Y)
    return X;
  if (isVarying(P) || isVarying(X) || isVarying(Y))
    return {derived(V) + T, 0};
  return Terms.operation(Instruction::Select, 0, {P, X, Y}, Width,
                         KnownBits(Width));
}

ThreadEval::Entry ThreadEval::computeOperator(const Operator *O,
                                              unsigned Depth) {
  unsigned Width = widthOf(O);
  switch (O->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::ICmp:
    return computeBinary(O, Depth);
  case Instruction::ZExt:
  case Instruction::SExt: {
    bool Signed = O->getOpcode() == Instruction::SExt;
    if (!widthOf(O->getOperand(0)))
      return uniformOr(O, 0);
    return extended(O->getOperand(0), Width, Signed, Depth);
  }
  case Instruction::Trunc: {
    unsigned From = widthOf(O->getOperand(0));
    if (!From)
      return uniformOr(O, 0);
    Entry E = lookup(O->getOperand(0), Depth);
    map(O, E, [&](SymbolicInt X) { return Terms.truncate(X, From, Width); });
    return E;
  }
  case Instruction::Select: {
    Entry KeptC, KeptA;
    const Entry &C = keep(lookup(O->getOperand(0), Depth), KeptC);
    if (!widthOf(O->getOperand(0)))
      return uniformOr(O, 0);
    const Entry &A = keep(lookup(O->getOperand(1), Depth), KeptA);
    const Entry &B = lookup(O->getOperand(2), Depth);
    std::vector<SymbolicInt> Chosen;
    Chosen.reserve(NumThreads);
    for (unsigned T = 0; T < NumThreads; ++T)
      Chosen.push_back(
          select(O, C.Values[T], A.Values[T], B.Values[T], Width, T));
    return {ThreadValues(std::move(Chosen)),
            uint8_t(A.Reads | B.Reads | C.Reads)};
  }
  case Instruction::GetElementPtr:
    return computeGEP(cast<GEPOperator>(O), Depth);
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return pointerCast(O, Depth);
  case Instruction::Freeze:
    // Where there is nothing to freeze, it is a copy; else each execution in
    // each thread may choose a value of its own. An example of an iteration,
    // of which no proof is made, is one in which nothing is undefined.
    if (Shape.Iteration || isDefined(O->getOperand(0), cast<FreezeInst>(O), DT))
      return lookup(O->getOperand(0), Depth);
    return varies(O);
  case Instruction::Load:
    if (auto *L = dyn_cast<LoadInst>(O); L && L->isSimple())
      if (auto *P = dyn_cast<Constant>(L->getPointerOperand()))
        if (auto *C =
                dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConstPtr(
                    const_cast<Constant *>(P), L->getType(), DL)))
          return constant(C->getZExtValue());
    return uniformOr(O, 0);
  default:
    return uniformOr(O, 0);
  }
}

ThreadEval::Entry ThreadEval::computeGEP(const GEPOperator *G, unsigned Depth) {
  unsigned Width = widthOf(G);
  compat::OffsetMap Variable;
  APInt Fixed(DL.getIndexTypeSizeInBits(G->getType()), 0);
  if (!widthOf(G->getPointerOperand()) || Width != Fixed.getBitWidth() ||
      !G->collectOffset(DL, Width, Variable, Fixed))
    return uniformOr(G, 0);
  Entry R = lookup(G->getPointerOperand(), Depth);
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  if (const uint64_t Add = Fixed.getZExtValue())
    R.Values.addToConstants(Add, Mask);
  for (auto &[Index, Scale] : Variable) {
    unsigned From = widthOf(Index);
    if (!From)
      return uniformOr(G, 0);
    Entry E = From < Width ? extended(Index, Width, /*Signed=*/true, Depth)
                           : lookup(Index, Depth);
    if (From > Width)
      map(G, E, [&](SymbolicInt I) { return Terms.truncate(I, From, Width); });
    scale(G, E, Scale.getZExtValue(), Width);
    R = sum(G, R, E, Width);
  }
  return R;
}
