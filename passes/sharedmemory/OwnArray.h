//===- OwnArray.h - Arrays whose alignment and size are ours to choose ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector accesses need aligned arrays, and clang aligns __shared__ float s[N] to
// 4 bytes. An internal array's alignment can be raised. One that belongs to an
// inline function or a template (linkonce_odr) may be merged with another
// module's, which is aligned as that module says; but a kernel that calls nobody
// shares its arrays with nobody, so there the kernel gets an internal copy.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_OWNARRAY_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_OWNARRAY_H

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace f2layout {
inline namespace passes {

/// Whether ownArray can serve any alignment and size.
bool canOwnArray(const llvm::Function &F, const llvm::GlobalVariable &G);

/// Gives G, or an internal copy that takes G's place in F, at least the given
/// alignment and size in bytes, and returns it. Only if canOwnArray; larger only
/// without initial values.
llvm::GlobalVariable *ownArray(llvm::Function &F, llvm::GlobalVariable &G,
                               llvm::Align Need, uint64_t Bytes = 0);

/// The same of exactly so many bytes, be they less: for who has moved every
/// access of F.
llvm::GlobalVariable *resizedArray(llvm::Function &F, llvm::GlobalVariable &G,
                                   llvm::Align Need, uint64_t Bytes);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_OWNARRAY_H
