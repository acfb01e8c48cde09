//===- ArrayEnd.h - Arrays that end where their accesses do ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. f2layout-reroute takes a padded tile for an exchange that it plans
// itself, in a layout without padding, and leaves the array as long as it was:
//
//   __shared__ float tile[32][33];      4224 bytes, of which 4096 are in use
//
// Where every access is known in every thread that a block of this launch may
// have, the array can end behind the last of them. Nothing else moves.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYEND_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYEND_H

#include "passes/sharedmemory/AccessFacts.h"

namespace f2layout {
inline namespace passes {

/// The end of the last byte of O that any thread accesses, if all accesses are
/// known in a block of Eval's shape.
std::optional<uint64_t> endOfAccesses(ThreadEval &Eval, const SharedObject &O);

/// Gives O an array of its own in F that ends there, rounded up to 16 bytes, if
/// that is shorter: how many bytes it has then.
std::optional<uint64_t> shortenArray(llvm::Function &F, ThreadEval &Eval,
                                     const SharedObject &O);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYEND_H
