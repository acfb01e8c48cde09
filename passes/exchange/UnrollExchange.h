//===- UnrollExchange.h - Loops that hide an exchange ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Registers cannot be indexed. While
//
//   for (int i = 0; i < 4; ++i) tile[lane][i] = v[i];
//
// is still a loop (#pragma unroll 1, or the unroller's budget was spent), its
// four stores are one instruction and cannot be distinguished.
//
// Algorithm. Loops that access shared memory and have a constant trip count
// (at most 64, or 10 if the loop has a barrier) are unrolled in a copy of the
// kernel. If the plans for the copy gain enough more than those for the
// original (ExchangeGain.h), the original is unrolled, too. Otherwise it is
// kept unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H
#define F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H

#include "passes/exchange/ExchangeGain.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Unrolls F's exchange loops if the unrolled function gains enough more to pay
/// for its size. Gain(G, Arrays) is what replacing exchanges of G through
/// Arrays gains. Returns true if F changed.
bool unrollExchanges(
    llvm::Function &F, llvm::FunctionAnalysisManager &AM,
    llvm::function_ref<ExchangeGain(llvm::Function &, const SharedArraySet &)>
        Gain);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H
