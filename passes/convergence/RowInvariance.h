//===- RowInvariance.h - What is the same in every row of a block ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a kernel that goes by threadIdx.x alone, threads with one threadIdx.x in
// two rows of the block would do the same:
//
//   for (i = threadIdx.x; i < 512; i += 128)     both take the same rounds
//     s[i] = a[i];                               and store to the same places
//
// which is a race, and so there is one row. A value is blind to rows if nothing
// that it is computed from shows the row: neither threadIdx.y or z nor the
// lane, nor anything that was loaded or that a call gave, since others may have
// a hand in that. If all branches are decided by blind values, the two threads
// go the same way, and blind values are the same in both.
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
  /// Threads with one threadIdx.x go one way through the function.
  bool goesOneWay() const { return OneWay; }
  /// V is the same in such threads, if they go one way.
  bool isInvariant(const llvm::Value *V) const { return !Seeing.contains(V); }

private:
  llvm::DenseSet<const llvm::Value *> Seeing;
  bool OneWay = true;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_ROWINVARIANCE_H
