//===- SwizzleProof.h - The values of an address in every thread ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts that a swizzle needs about the values of an address, for every
// thread that a block of this launch may have: which bits are never set and,
// for a padded array, that no access touches the padding. Evaluation knows the
// thread index; LLVM knows the ranges of loop counters, and BitForms the bits
// that loops toggle (buffer ^= 1).
//
// In a launch whose shape is not known, a value that depends on more than
// threadIdx.x is unknown.
//
// The searches for a swizzle and for a pitch ask for the same values and sums
// many times, once for each pitch and root, so one proof serves both, and keeps
// what it has found.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H

#include "passes/swizzle/SwizzlePlan.h"
#include "llvm/IR/ConstantRange.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// An address as Row * Pitch + Column, both sums of the same values.
struct CutSum {
  struct Part {
    llvm::Value *V = nullptr;
    int64_t Rows = 0, Columns = 0; ///< Factors of V.
  };
  llvm::SmallVector<Part, 4> Parts;
  int64_t Rows = 0, Columns = 0; ///< Of the constant.
  /// Its products and sums, in any order, are small as signed numbers.
  bool IsSmall = true;

  /// The sum of another pitch.
  AddressSum withPitch(uint32_t Pitch) const;
};

class SwizzleProof {
public:
  explicit SwizzleProof(const SwizzleContext &C) : C(C) {}

  /// Bits of the sum that are zero in every thread.
  uint32_t zerosOf(llvm::ArrayRef<AddressSum::Part> Parts);
  /// All threads have the same sum.
  bool isUniform(llvm::ArrayRef<AddressSum::Part> Parts);
  /// The sum in rows of Pitch bytes, if the access always stays within the
  /// first Room bytes of its row.
  std::optional<CutSum> cut(const AddressSum &Sum, unsigned Access,
                            uint32_t Pitch, uint32_t Room);
  /// The sum without padding, if the access never touches it.
  std::optional<AddressSum> packed(const AddressSum &Sum, unsigned Access,
                                   uint32_t Pitch, uint32_t Kept);

private:
  /// Bits of a number that are known.
  struct Bits32 {
    uint32_t Zero = 0, One = 0;

    bool operator==(const Bits32 &B) const {
      return Zero == B.Zero && One == B.One;
    }
  };
  using Range = std::pair<int64_t, int64_t>;
  using Key = std::vector<std::pair<const llvm::Value *, uint32_t>>;

  std::optional<CutSum> cutAt(int64_t FirstRow, const AddressSum &Sum,
                              unsigned Access, uint32_t Pitch, uint32_t Room);
  bool isKnown(const llvm::Value *V);
  llvm::ConstantRange rangeIn32Bits(const llvm::Value *V, bool Signed);
  /// One for each thread.
  llvm::ArrayRef<Bits32> bitsOf(const llvm::Value *V);
  llvm::ArrayRef<Bits32> bitsOfProduct(const llvm::Value *V, uint32_t Times);
  llvm::ArrayRef<Range> rangesOf(const llvm::Value *V);
  uint32_t findZerosOf(llvm::ArrayRef<AddressSum::Part> Parts);

  const SwizzleContext &C;
  std::map<const llvm::Value *, std::vector<Bits32>> Bits;
  std::map<std::pair<const llvm::Value *, uint32_t>, std::vector<Bits32>>
      Products;
  std::map<const llvm::Value *, std::vector<Range>> Ranges;
  std::map<Key, uint32_t> Zeros;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H
