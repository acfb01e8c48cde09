//===- AddressEmit.h - Where and from what addresses are made ---*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the emitters of swizzles and of pitches share.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_ADDRESSEMIT_H
#define F2LAYOUT_PASSES_SWIZZLE_ADDRESSEMIT_H

#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// Inserts where the value is known; in the entry block if it is not an
/// instruction.
void insertAfter(llvm::IRBuilder<> &B, llvm::Function &F, llvm::Value *V);

/// The bytes from the array to a pointer, as i32.
llvm::Value *distanceFrom(llvm::IRBuilder<> &B, llvm::GlobalVariable &Array,
                          llvm::Value *Pointer);

/// The alignment of an access that is aligned to its width within the array
/// (O32), so that either alignment shows that of the address.
llvm::Align alignmentInArray(const SharedAccess &A,
                             const llvm::GlobalVariable &Array);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_ADDRESSEMIT_H
