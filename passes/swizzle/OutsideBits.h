//===- OutsideBits.h - Bits of an address that no iteration changes -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A tile is filled in a loop over the block:
//
//   for (i = threadIdx.x; i < 1024; i += 256)
//     *(float4 *)&as[i / 8][i % 8 * 4] = from[...];
//
// A swizzle xors the low bits of the row i / 8 into the column. The row changes
// in each iteration, but not these bits: 256 is a multiple of the 64 elements
// after which they repeat, so they are those of threadIdx.x / 8. A term that
// reads them from threadIdx.x is computed once, outside of the loop.
//
// Algorithm. Every bit of a value is a form over F2 (BitForms.h). Outside of
// the loop, among the values from which the address is made, one is searched
// that has the same forms at a constant distance. Equal forms are equal bits
// (O61).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_OUTSIDEBITS_H
#define F2LAYOUT_PASSES_SWIZZLE_OUTSIDEBITS_H

#include "passes/bits/BitForms.h"
#include "passes/evaluate/AddressSum.h"
#include "passes/swizzle/SwizzleMap.h"

namespace f2layout {
inline namespace passes {

/// Bit b of the sum is bit b - Up of V, for all b in Bits.
struct OutsideBits {
  llvm::Value *V = nullptr; ///< Null: there is none.
  int Up = 0;
  uint32_t Bits = 0;
  double Weight = 1; ///< How often V is computed.

  /// The term reads no other bits of a sum with such zeros.
  bool has(const SwizzleTerm &T, uint32_t Zeros) const {
    return V && !(T.Mask & ~Zeros & ~Bits);
  }
};

/// Of Times * V.
OutsideBits findOutsideBits(const AddressSum::Part &Of, BitForms &Forms,
                            const llvm::LoopInfo &LI);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_OUTSIDEBITS_H
