//===- AddressSum.h - An address as a sum of values times constants -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The offset of an access in its array, as a sum modulo 2^32:
//
//   %r = zext i32 %ty to i64
//   %p = gep [33 x float], ptr @tile, i64 %r     132 * %ty
//   %q = gep float, ptr %p, i64 %x               132 * %ty + 4 * %tx + 32
//                                                where %x = %tx + 8
//
// Arrays are smaller than 2^32 bytes, so the modulus loses nothing, and sums,
// products with constants, extensions and truncations can be looked through.
// Any other operation is a value of its own.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_ADDRESSSUM_H
#define F2LAYOUT_PASSES_EVALUATE_ADDRESSSUM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"

namespace f2layout {
inline namespace passes {

struct AddressSum {
  /// For a pointer, its distance from the array.
  struct Part {
    llvm::Value *V = nullptr;
    uint32_t Times = 0;
    bool operator==(const Part &O) const {
      return V == O.V && Times == O.Times;
    }
  };
  llvm::SmallVector<Part, 4> Parts; ///< Each value once; Times is never 0.
  uint32_t Constant = 0;
};

/// The sum of a pointer into Array. All its values dominate the pointer's uses.
AddressSum sumOfAddress(llvm::Value *Pointer, const llvm::GlobalVariable &Array,
                        const llvm::DataLayout &DL);

/// The same of an index of at least 32 bits.
AddressSum sumOfIndex(llvm::Value *Index, const llvm::GlobalVariable &Array,
                      const llvm::DataLayout &DL);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_ADDRESSSUM_H
