//===- RowInvariance.h - Values that are the same in every row of a block -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel that only uses threadIdx.x, threads with the same threadIdx.x in
// two rows of the block would do the same:
//
//   for (i = threadIdx.x; i < 512; i += 128)     both run the same iterations
//     s[i] = a[i];                               and store to the same places
//
// That is a race, so the block has one row. A value is row-invariant if nothing
// from which it is computed shows the row: neither threadIdx.y or z, nor the
// lane, nor a loaded value or the result of a call, which other threads may
// influence. If all branches depend on row-invariant values only, the two
// threads take the same path, and row-invariant values are the same in both.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_ROWINVARIANCE_H
#define F2LAYOUT_PASSES_CONVERGENCE_ROWINVARIANCE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

class RowInvariance {
public:
  explicit RowInvariance(const llvm::Function &F);
  /// Threads with the same threadIdx.x take the same path through the function.
  bool goesOneWay() const { return OneWay; }
  /// V is the same in threads with equal threadIdx.x, provided that
  /// goesOneWay().
  bool isInvariant(const llvm::Value *V) const { return !Seeing.contains(V); }

private:
  /// Values that may show the row.
  llvm::DenseSet<const llvm::Value *> Seeing;
  bool OneWay = true;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_ROWINVARIANCE_H
