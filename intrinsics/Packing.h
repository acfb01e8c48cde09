//===- Packing.h - Elements in 32-bit words -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans move 32-bit words; kernels hold elements of any type. Two halves make
// one word, a double makes two:
//
//   half %a, half %b   ->  i32 (%b : %a)
//   double %d          ->  i32 low, i32 high
//
// Everything is bitcasts and vector inserts, which both back ends turn into
// register names or one pack. Words that the sources do not fill are filled
// with zeros and not with poison, which a shuffle would spread.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_PACKING_H
#define F2LAYOUT_INTRINSICS_PACKING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// Word W of the sources, ElementBits each, as i32. There may be fewer sources
/// than the words hold.
llvm::Value *packWord(llvm::IRBuilder<> &B,
                      llvm::ArrayRef<llvm::Value *> Sources,
                      unsigned ElementBits, unsigned W);

/// The element whose first or only word is Words[0], from byte First of it on,
/// as a value of type To.
llvm::Value *unpackElement(llvm::IRBuilder<> &B,
                           llvm::ArrayRef<llvm::Value *> Words,
                           unsigned ElementBits, unsigned First,
                           llvm::Type *To);

/// V as an integer of its size.
llvm::Value *toInteger(llvm::IRBuilder<> &B, llvm::Value *V);
/// An integer, or a vector of them, as a value of type To.
llvm::Value *fromBits(llvm::IRBuilder<> &B, llvm::Value *Bits, llvm::Type *To);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_PACKING_H
