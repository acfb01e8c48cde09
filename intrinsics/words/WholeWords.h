//===- WholeWords.h - Narrow values that are parts of a word ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four bytes that a matrix product or a wide load left in one register are
// extracted by shifts for four stores, and combined into one register after
// four loads:
//
//   %1 = lshr i32 %w, 8                %a = zext i8 %l0 to i32
//   %b = trunc i32 %1 to i8            %b = zext i8 %l1 to i32
//   store i8 %b, ...                   %c = shl i32 %b, 8
//                                      %d = or disjoint i32 %a, %c  ...
//
// or by bitcasts to vectors, and by insertions into one, as clang for AMD
// copies structures. A vector of integers that a phi or a load gives
// already consists of such words. An exchange can then take and provide them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_WORDS_WHOLEWORDS_H
#define F2LAYOUT_INTRINSICS_WORDS_WHOLEWORDS_H

#include "llvm/IR/Value.h"
#include <optional>

namespace f2layout {
inline namespace intrinsics {

/// Returns true if the index is a constant that is an element of the vector.
/// What is at any other index is poison.
bool isInside(const llvm::Type *Vector, const llvm::Value *Index);

/// The element of this index, lowest first, of a word of 32 bits, or of a
/// vector of integers that makes whole words.
struct WordPlace {
  llvm::Value *Word;
  unsigned Index;
};

/// The word that an element of 8 or 16 bits is a part of: element number Chunk
/// of an integer or a vector of integers.
std::optional<WordPlace> takenFrom(const llvm::Value *Narrow, unsigned Bits,
                                   unsigned Chunk = 0);

/// The word that the integer of 8 or 16 bits becomes a part of, or the vector
/// that makes whole words, which must be its only use. That must consist of
/// such integers only.
std::optional<WordPlace> putInto(const llvm::Value *Narrow);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_WORDS_WHOLEWORDS_H
