//===- ArrayEnd.h - Shorten arrays to the bytes that are accessed ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. f2layout-reroute replaces the accesses to a padded tile by an
// exchange in a layout without padding, but leaves the size of the array as it
// was:
//
//   __shared__ float tile[32][33];      4224 bytes, of which 4096 are in use
//
// Where every access is known in every thread that a block of this launch may
// have, the array can end after the last accessed byte. Nothing else moves.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_ARRAYEND_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_ARRAYEND_H

#include "passes/sharedmemory/accesses/AccessFacts.h"

namespace f2layout {
inline namespace passes {

/// The end of the last byte of O that any thread accesses, if all accesses are
/// known in a block of Eval's shape.
std::optional<uint64_t> endOfAccesses(ThreadEval &Eval, const SharedObject &O);

/// The size, a multiple of 16 bytes, to which O may be shortened in F, if it is
/// smaller than what O has.
std::optional<uint64_t> shorterSize(const llvm::Function &F, ThreadEval &Eval,
                                    const SharedObject &O);

/// Gives O an array of its own in F that has this size.
void shortenArray(llvm::Function &F, const SharedObject &O, uint64_t Bytes);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_ARRAYEND_H
