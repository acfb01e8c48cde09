//===- Packing.h - Elements in 32-bit words -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans move 32-bit words; kernels hold elements of any type. Two halves make a
// word, a double makes two:
//
//   half %a, half %b   ->  i32 (%b : %a)
//   double %d          ->  i32 low, i32 high
//
// Everything is bitcasts and vector inserts, which both back ends turn into
// register names or one pack. Words that sources do not fill are filled with
// zeros, not poison: a shuffle would spread it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_PACKING_H
#define F2LAYOUT_INTRINSICS_PACKING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {

/// NumWords i32 words of the sources, ElementBits each, frozen. Sources may be
/// fewer than the words hold.
llvm::SmallVector<llvm::Value *, 16>
packWords(llvm::IRBuilder<> &B, llvm::ArrayRef<llvm::Value *> Sources,
          unsigned ElementBits, unsigned NumWords);

/// The elements in the words, as values of the given types.
llvm::SmallVector<llvm::Value *, 8>
unpackWords(llvm::IRBuilder<> &B, llvm::ArrayRef<llvm::Value *> Words,
            unsigned ElementBits, llvm::ArrayRef<llvm::Type *> Types);

} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_PACKING_H
