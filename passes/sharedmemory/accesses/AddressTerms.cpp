//===- AddressTerms.cpp - An address in every thread, modulo 2^32 ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/accesses/AddressTerms.h"

using namespace llvm;
using namespace f2layout;

std::optional<std::vector<SymbolicInt>>
f2layout::evaluateSum(ThreadEval &Eval, const AddressSum &Sum) {
  constexpr unsigned Width = AddressTermBits;
  SymbolicIntTable &Terms = Eval.terms();
  std::vector<SymbolicInt> Total(Eval.threads(), SymbolicInt{0, Sum.Constant});
  for (const AddressSum::Part &P : Sum.Parts) {
    Type *Ty = P.V->getType();
    if (!Ty->isIntegerTy() || Ty->getIntegerBitWidth() < Width ||
        Ty->getIntegerBitWidth() > 64)
      return std::nullopt;
    const ThreadValues &Values = Eval.eval(P.V);
    for (unsigned T = 0; T < Total.size(); ++T) {
      if (SymbolicIntTable::isVarying(Values[T].Sym))
        return std::nullopt;
      const SymbolicInt V =
          Terms.truncate(Values[T], Ty->getIntegerBitWidth(), Width);
      Total[T] = Terms.add(Total[T], Terms.mul(V, P.Times, Width), Width);
    }
  }
  return Total;
}
