//===- ExchangeEmit.h - Replace an exchange by its plan -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before                              after
//     if (c) store %v, %p                 if (c) ...
//                                         %s = phi [%v, then], [poison, entry]
//     barrier                             plan(freeze %s)
//     %x = load %q                        barrier
//     use %x                              use plan's result
//
// The stored values are cut into the plan's elements, the plan is emitted
// before the barrier, and its elements are combined into the loaded values. If
// the plan has a barrier of the original's scope, it replaces the original one.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// Emits every chosen plan, and deletes the loads and stores that it replaces.
void emitExchanges(llvm::Function &F, const Exchanges &R,
                   llvm::ArrayRef<ExchangePlan> Plans,
                   const FunctionAnalyses &C, const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H
