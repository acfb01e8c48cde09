//===- AccessFacts.cpp - Where each thread accesses a shared array --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/sharedmemory/accesses/AddressTerms.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;
using namespace f2layout;

AccessFacts f2layout::evaluateAccess(ThreadEval &Eval, const SharedObject &O,
                                     const SharedAccess &A) {
  AccessFacts R;
  if (ThreadEval *Few = Eval.inFewThreads();
      Few && !evaluateAccess(*Few, O, A).Known)
    return R;
  const Value *P = A.pointer();
  unsigned Width = std::min<unsigned>(
      64, Eval.layout().getIndexTypeSizeInBits(P->getType()));
  const GlobalVariable *Leader = canonicalShared(O.Arrays.front());
  auto IsLeader = [&](const Value *V) { return V == Leader; };
  const ThreadValues &Terms = Eval.eval(P);
  // Arrays that are told apart by their names alone have several.
  SmallSetVector<SymId, 4> Syms;
  if (const std::optional<SymId> Shared = Terms.sharedSym())
    Syms.insert(*Shared);
  else
    for (SymbolicInt T : Terms) {
      if (SymbolicIntTable::isVarying(T.Sym))
        return R;
      Syms.insert(T.Sym);
    }
  std::optional<SymId> Sym;
  for (SymId S : Syms) {
    SymId Rest = 0;
    if (!Eval.terms().splitOpaque(S, Width, IsLeader, Rest) ||
        (Sym && Rest != *Sym))
      return R;
    Sym = Rest;
  }
  R.At.resize(Terms.size());
  // Most addresses have 64 bits, and need no extension.
  if (Width == 64)
    for (size_t T = 0; T < Terms.size(); ++T)
      R.At[T] = Terms[T].Const;
  else
    for (size_t T = 0; T < Terms.size(); ++T)
      R.At[T] = SignExtend64(Terms[T].Const, Width);
  R.Known = true;
  R.Width = Width;
  R.Sym = *Sym;
  R.Reads = Eval.reads(P);
  return R;
}

AccessFacts f2layout::evaluateInArray(ThreadEval &Eval, const SharedObject &O,
                                      const SharedAccess &A) {
  AccessFacts R = evaluateAccess(Eval, O, A);
  if (R.Known || O.Arrays.size() != 1)
    return R;
  const AddressSum Sum =
      sumOfAddress(A.pointerUse(), *O.Arrays.front(), Eval.layout());
  auto HaveOneSym = [](ArrayRef<SymbolicInt> Terms) {
    return all_of(Terms, [&](const SymbolicInt &T) {
      return T.Sym == Terms.front().Sym;
    });
  };
  if (ThreadEval *Few = Eval.inFewThreads())
    if (const auto Terms = evaluateSum(*Few, Sum);
        !Terms || !HaveOneSym(*Terms))
      return {};
  const auto Terms = evaluateSum(Eval, Sum);
  if (!Terms || !HaveOneSym(*Terms))
    return {};
  AccessFacts InArray;
  InArray.Width = AddressTermBits;
  InArray.Sym = Terms->front().Sym;
  for (const SymbolicInt &T : *Terms)
    InArray.At.push_back(SignExtend64<32>(T.Const));
  for (const AddressSum::Part &P : Sum.Parts)
    InArray.Reads |= Eval.reads(P.V);
  InArray.Known = true;
  return InArray;
}

bool f2layout::holdsInEveryBlock(const ThreadEval &Eval, const AccessFacts &A) {
  return Eval.shape().SizeIsExact || !(A.Reads & (ReadsY | ReadsZ | ReadsLane));
}

unsigned f2layout::trailingZeros(const SymbolicIntTable &Terms,
                                 const AccessFacts &A) {
  if (!A.Sym)
    return A.Width;
  unsigned OfFactors = A.Width;
  for (const SymbolicIntTable::Summand &S : Terms.summands(A.Sym))
    OfFactors = std::min<unsigned>(OfFactors, countr_zero(S.second));
  return std::max(OfFactors,
                  Terms.known({A.Sym, 0}, A.Width).countMinTrailingZeros());
}

std::vector<ThreadGuard>
f2layout::evaluateGuard(ThreadEval &Eval, const Path &P, uint8_t &Reads) {
  std::vector<ThreadGuard> Guards(Eval.threads());
  for (const PathLiteral &L : P) {
    const ThreadValues &Values = Eval.eval(L.Condition);
    Reads |= Eval.reads(L.Condition);
    for (unsigned T = 0; T < Guards.size(); ++T) {
      const SymbolicInt V = Values[T];
      if (V.isConst())
        Guards[T].Never |= (V.Const != 0) != L.Wanted;
      else
        Guards[T].Needs.push_back(L.Wanted ? V
                                           : Eval.terms().add(V, {0, 1}, 1));
    }
  }
  return Guards;
}
