//===- AddressSum.h - An address as constant times values -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where in its array an access goes, as a sum modulo 2^32:
//
//   %r = zext i32 %ty to i64
//   %p = gep [33 x float], ptr @tile, i64 %r     132 * %ty
//   %q = gep float, ptr %p, i64 %x               132 * %ty + 4 * %tx + 32
//                                                where %x = %tx + 8
//
// An array has less than 2^32 bytes, so nothing is lost, and sums, products
// with constants, extensions and truncations are looked through. Whatever else
// there is, is a value of its own.
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
  /// Of a pointer, its distance from the array counts.
  struct Part {
    llvm::Value *V = nullptr;
    uint32_t Times = 0;
    bool operator==(const Part &O) const {
      return V == O.V && Times == O.Times;
    }
  };
  llvm::SmallVector<Part, 4> Parts; ///< Each value once, no Times is 0.
  uint32_t Constant = 0;
};

/// Of a pointer into Array. All values dominate the pointer's uses.
AddressSum sumOfAddress(llvm::Value *Pointer, const llvm::GlobalVariable &Array,
                        const llvm::DataLayout &DL);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_ADDRESSSUM_H
