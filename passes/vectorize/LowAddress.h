//===- LowAddress.h - The low words of addresses as sums ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A thread is to find out how far two of its addresses are apart,
// before it uses them, with few instructions.
//
// Example. The low 32 bits of an address depend only on the low 32 bits of what
// it is computed from, in sums, differences and products:
//
//   %s = add nsw i32 %m, %i
//   %x = sext i32 %s to i64                       low word of %a:
//   %a = getelementptr float, ptr %p, i64 %x      %p + 4 * %m + 4 * %i
//
// Whether a sum wraps, and how it is extended to 64 bits, makes no difference.
// In the difference of two such sums equal terms vanish.
//
// Algorithm. The operands are followed up to the values that exist at the place
// where the sum is wanted, or to those that are computed otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_LOWADDRESS_H
#define F2LAYOUT_PASSES_VECTORIZE_LOWADDRESS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include <map>
#include <optional>

namespace f2layout {
inline namespace passes {

/// A constant, and values with factors that are not zero, modulo 2^32.
struct LowSum {
  llvm::SmallMapVector<llvm::Value *, uint32_t, 8> Terms;
  uint32_t Constant = 0;

  void add(llvm::Value *V, uint32_t Factor);
  /// Adds Factor times that sum.
  void add(const LowSum &S, uint32_t Factor);
  bool isConstant() const { return Terms.empty(); }
};

/// The low word of a pointer to generic or global memory. Values before At, in
/// its block, are not followed; if At is null, all are. No value if the address
/// has another width, or depends on too much.
std::optional<LowSum> lowAddress(llvm::Value *Pointer,
                                 const llvm::Instruction *At);

/// Computes such sums; equal products are computed once.
class LowSumEmitter {
public:
  explicit LowSumEmitter(llvm::IRBuilder<> &B) : B(B) {}
  /// Base plus the sum; Base may be null.
  llvm::Value *emit(const LowSum &S, llvm::Value *Base = nullptr);

private:
  llvm::Value *word(llvm::Value *V);

  llvm::IRBuilder<> &B;
  std::map<std::pair<llvm::Value *, uint32_t>, llvm::Value *> Products;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_LOWADDRESS_H
