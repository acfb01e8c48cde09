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
// Elements that come from one word of a vector are that word. LLVM makes such
// vectors of what a loop carries from one wide access to the next.
//
// Bytes on NVIDIA are in registers of 16 bits whose upper half is anything. Put
// into a vector of bytes, each of them is first extended to 32 bits, which
// takes an instruction for all that a loop has computed. So pairs of registers
// become words, without regard to the upper halves, and one permute takes the
// lower halves of two such words: three instructions for four bytes. Out of a
// word, a byte is shifted and not extracted: the lowest one is then free, and
// an addition that follows takes the shift along (LEA). But where the byte is
// extended next, one permute takes it out and extends it.
//
//   i8 %a, %b, %c, %d  ->  { i16 %a, i16 %b }, { i16 %c, i16 %d }
//                          shufflevector of their bytes 0, 2, 4, 6
//   i32 %w, byte 2     ->  trunc (lshr %w, 16)
//          extended    ->  extractelement (bitcast %w), 2
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_WORDS_PACKING_H
#define F2LAYOUT_INTRINSICS_WORDS_PACKING_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// Elements of 8 or 16 bits as one word, the first one lowest; nulls where any
/// value will do.
llvm::Value *packElements(llvm::IRBuilder<> &B, const Target &T,
                          llvm::ArrayRef<llvm::Value *> Elements,
                          unsigned ElementBits);

/// Word W of a vector of narrow elements that makes whole words.
llvm::Value *wordOfVector(llvm::IRBuilder<> &B, llvm::Value *Vector,
                          unsigned W);

/// Word W of sources of 32 or 64 bits each.
llvm::Value *wideWord(llvm::IRBuilder<> &B,
                      llvm::ArrayRef<llvm::Value *> Sources,
                      unsigned ElementBits, unsigned W);

/// The element whose first or only word is Words[0], from byte First of it on,
/// as a value of type To. IsExtended: all its users extend or convert it.
llvm::Value *unpackElement(llvm::IRBuilder<> &B, const Target &T,
                           llvm::ArrayRef<llvm::Value *> Words,
                           unsigned ElementBits, unsigned First, llvm::Type *To,
                           bool IsExtended);

/// V as an integer of its size.
llvm::Value *toInteger(llvm::IRBuilder<> &B, llvm::Value *V);
/// An integer, or a vector of them, as a value of type To.
llvm::Value *fromBits(llvm::IRBuilder<> &B, llvm::Value *Bits, llvm::Type *To);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_WORDS_PACKING_H
