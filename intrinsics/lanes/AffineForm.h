//===- AffineForm.h - F2-affine functions as shifts and masks -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lane numbers, selectors and shared addresses are usually affine over F2: an
// xor of one column for each set bit of the thread. A GPU has no such
// instruction, but few layouts need all of it. Rotating the five lane bits
// right by two,
//
//   out bit   0 1 2 3 4          columns: 8, 16, 1, 2, 4
//   is lane   2 3 4 0 1
//
// is two shifts: (lane >> 2) ^ ((lane & 3) << 3). In the matrix these are two
// diagonals: bits that move by the same distance move together.
//
//   Algorithm. Give every non-zero entry (out i, in j) to its diagonal i - j, a
//   shift and a mask, 2 instructions (1 for the main diagonal; xor and mask are
//   one lop3). A column that lies on many diagonals is cheaper separately: the
//   input bit, spread over the word, and-ed with the column, 3 instructions.
//   With at most ten columns, try every set of separate columns.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LANES_AFFINEFORM_H
#define F2LAYOUT_INTRINSICS_LANES_AFFINEFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <cstdint>
#include <optional>

namespace f2layout {
inline namespace intrinsics {

/// x -> Constant ^ xor of Columns[j] over the set bits j of x.
struct AffineForm {
  uint32_t Constant = 0;
  llvm::SmallVector<uint32_t, 10> Columns;
  uint32_t at(uint32_t X) const {
    uint32_t Y = Constant;
    for (unsigned J = 0; J < Columns.size(); ++J)
      if (X >> J & 1)
        Y ^= Columns[J];
    return Y;
  }
};

/// Part of a linear map in one or a few instructions.
struct AffineTerm {
  bool IsColumn = false;
  unsigned InputBit = 0; ///< Column: this bit of x times Mask.
  int Shift = 0;         ///< Diagonal: (x & Mask) << Shift, or >> -Shift.
  uint32_t Mask = 0;
};

/// The cheapest terms whose xor is the linear part of the form.
llvm::SmallVector<AffineTerm, 8>
decomposeLinear(llvm::ArrayRef<uint32_t> Columns);

/// The approximate number of instructions that the terms take.
unsigned costOf(llvm::ArrayRef<AffineTerm> Terms);

/// Emits the form at the i32 X, of which only the low XBits bits can be set.
llvm::Value *emitAffine(llvm::IRBuilder<> &B, llvm::Value *X, unsigned XBits,
                        const AffineForm &Form);

/// The form that has these values at 0, 1, 2, ... (a power of two of them), if
/// there is one.
std::optional<AffineForm> fitAffineForm(llvm::ArrayRef<uint32_t> Table);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LANES_AFFINEFORM_H
