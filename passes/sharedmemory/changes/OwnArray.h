//===- OwnArray.h - Arrays whose alignment and size we may choose ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector accesses need aligned arrays, and clang aligns __shared__ float s[N]
// to 4 bytes. An internal array's alignment can be raised. An array of an
// inline function or a template (linkonce_odr) may be merged with another
// module's, which has the alignment that that module gives it. But a kernel
// that calls no other function shares its arrays with none, so it can use an
// internal copy.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_OWNARRAY_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_OWNARRAY_H

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace f2layout {
inline namespace passes {

/// True if ownArray can provide any alignment and size.
bool canOwnArray(const llvm::Function &F, const llvm::GlobalVariable &G);

/// Gives G, or an internal copy that replaces G in F, at least the given
/// alignment and size in bytes, and returns it. Requires canOwnArray; the size
/// may grow only if G has no initial value.
llvm::GlobalVariable *ownArray(llvm::Function &F, llvm::GlobalVariable &G,
                               llvm::Align Need, uint64_t Bytes = 0);

/// The same, but with exactly this size. May shrink the array; every access of
/// F must already be rewritten.
llvm::GlobalVariable *resizedArray(llvm::Function &F, llvm::GlobalVariable &G,
                                   llvm::Align Need, uint64_t Bytes);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_OWNARRAY_H
