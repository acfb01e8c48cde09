//===- ExchangeEmit.h - Put a plan in the place of its round trip ---------===//
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
// The values stored are cut into the plan's elements; the plan is emitted in
// front of the barrier; its elements are put together to what was loaded. The
// plan's own barrier, if it has one of the original's scope, takes the original's
// place.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H

#include "passes/exchange/ExchangePlan.h"

namespace f2layout {
inline namespace passes {

/// Emits every chosen plan, and deletes the loads and stores it replaces.
void emitExchanges(llvm::Function &F, const Exchanges &R,
                   llvm::ArrayRef<ExchangePlan> Plans,
                   const FunctionAnalyses &C, const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEEMIT_H
