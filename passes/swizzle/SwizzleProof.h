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
// threadIdx.x is unknown. But an access outside of the array is undefined, so
// where it has run, its values are not too large:
//
//   __shared__ float tile[48][48];
//   tile[y + 40][x] = ..;        192 * y + 4 * x + 7680 <= 9212, so y <= 7
//   .. = tile[x][y + 8];         never behind the end of the row x
//
// (SwizzleLimits.cpp).
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
  /// Replaces quotients and remainders of the sum by those of other addresses
  /// that differ from them by a constant.
  void shareQuotients(AddressSum &Sum, unsigned Access);
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

  /// Of numbers that are not negative: their sum, at most Most, where At has
  /// run.
  struct Limit {
    const llvm::Instruction *At = nullptr;
    llvm::SmallVector<AddressSum::Part, 4> Parts;
    int64_t Most = 0;
  };

  /// What it says about the parts of another sum, by their numbers.
  struct LimitedParts {
    const Limit *By = nullptr;
    /// The limit's part with the same value.
    llvm::SmallVector<std::pair<unsigned, unsigned>, 4> Same;
    /// The most that a quotient of the limit's sum is.
    llvm::SmallVector<std::pair<unsigned, int64_t>, 2> Quotients;
  };

  void findLimits();
  std::vector<LimitedParts> limitsOf(const AddressSum &Sum, unsigned Access);
  std::optional<int64_t> mostOfQuotient(const llvm::Value *V, const Limit &L);
  bool isSmall(const Limit &L, unsigned Thread);
  bool fits(const AddressSum &Sum, unsigned Width, unsigned Access);
  bool limit(const LimitedParts &L, unsigned Thread,
             llvm::MutableArrayRef<Range> Found);
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
  std::optional<std::vector<Limit>> Limits;
  /// A quotient with which others are compared, and an access that has it in
  /// its address.
  struct SharedQuotient {
    llvm::Value *V;
    unsigned Access;
  };
  std::vector<SharedQuotient> Quotients;
  std::map<const llvm::Value *, std::vector<Bits32>> Bits;
  std::map<std::pair<const llvm::Value *, uint32_t>, std::vector<Bits32>>
      Products;
  std::map<const llvm::Value *, std::vector<Range>> Ranges;
  std::map<Key, uint32_t> Zeros;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPROOF_H
