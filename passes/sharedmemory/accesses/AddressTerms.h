//===- AddressTerms.h - An address in every thread, modulo 2^32 -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of AddressSum.h, evaluated. Threads may have different symbolic
// parts: in s[threadIdx.x * d] each thread has another multiple of d.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ADDRESSTERMS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ADDRESSTERMS_H

#include "passes/evaluate/AddressSum.h"
#include "passes/evaluate/ThreadEval.h"

namespace f2layout {
inline namespace passes {

inline constexpr unsigned AddressTermBits = 32;

/// One for each thread; no value if an operand is not an integer, or depends on
/// memory.
std::optional<std::vector<SymbolicInt>> evaluateSum(ThreadEval &Eval,
                                                    const AddressSum &Sum);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ADDRESSTERMS_H
