//===- StorePressure.h - Registers at the stores of a structure -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The exchange needs registers for the words of a structure twice.
// Many kernels need more than that elsewhere, where they load the words:
//
//   12 loads, each with an address        55 words by estimate
//   the stores of 12 words                12
//   the exchange of 12 words              24, and some for its arithmetic
//
// Then the exchange costs no register of the kernel.
//
// Algorithm. What is live at the last store: values that are computed before
// it and that code behind it uses. The words of the exchange are added.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_STOREPRESSURE_H
#define F2LAYOUT_PASSES_COALESCE_STOREPRESSURE_H

#include "passes/coalesce/StoreGroups.h"
#include "llvm/IR/Dominators.h"

namespace f2layout {
inline namespace passes {

/// The 32-bit registers in use during the exchange of G, at most.
unsigned registersOfExchange(const StoreGroup &G,
                             const llvm::DominatorTree &DT);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_STOREPRESSURE_H
