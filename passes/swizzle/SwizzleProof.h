//===- SwizzleProof.h - Values of an address, thread by thread ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a swizzle needs to know of the values that an address is made of, for
// every thread that a block of this launch may have: which bits are never set,
// and, of a padded array, that no access touches the padding. Evaluation knows
// the thread's index; of loop counters LLVM knows ranges, and BitForms the bits
// of what loops toggle (buffer ^= 1).
//
// In a launch whose shape is not known, what depends on more than threadIdx.x
// is any number.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H

#include "passes/swizzle/SwizzlePlan.h"
#include "llvm/IR/ConstantRange.h"

namespace f2layout {
inline namespace passes {

class SwizzleProof {
public:
  explicit SwizzleProof(const SwizzleContext &C) : C(C) {}

  /// Bits of the sum that are zero in every thread.
  uint32_t zerosOf(llvm::ArrayRef<AddressSum::Part> Parts);
  /// All threads have the same sum.
  bool isUniform(llvm::ArrayRef<AddressSum::Part> Parts);
  /// The sum without padding, if the access never touches it.
  std::optional<AddressSum> packed(const AddressSum &Sum, unsigned Access,
                                   uint32_t Pitch, uint32_t Kept);

private:
  bool isKnown(const llvm::Value *V);
  llvm::ConstantRange rangeIn32Bits(const llvm::Value *V, bool Signed);
  llvm::KnownBits bitsOf(const llvm::Value *V, unsigned Thread);
  std::pair<int64_t, int64_t> rangeOf(const llvm::Value *V, unsigned Thread);

  const SwizzleContext &C;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H
