//===- UnrollExchange.h - Loops that hide an exchange ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A register has no index. While
//
//   for (int i = 0; i < 4; ++i) tile[lane][i] = v[i];
//
// is still a loop (#pragma unroll 1, or the unroller's budget was spent), its
// four stores are one instruction and cannot be told apart.
//
// Algorithm. Loops of a small constant trip count that access shared memory are
// unrolled in a copy of the kernel. If that makes an exchange worth replacing
// which is not in the original, the original is unrolled too; if not, it stays
// as it was.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H
#define F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Unrolls F's exchange loops if Count (of the exchanges worth replacing) is
/// larger for the unrolled function. True if F changed.
bool unrollExchanges(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                     llvm::function_ref<unsigned(llvm::Function &)> Count);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_UNROLLEXCHANGE_H
