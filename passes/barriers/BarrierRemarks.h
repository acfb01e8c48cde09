//===- BarrierRemarks.h - The remarks of f2layout-relax -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:14:3: remark: block barrier kept: the load at k.cu:12 and the store at
//   k.cu:20 may touch the same bytes from different threads; __restrict__ on
//   the pointers would show that they do not
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BARRIERS_BARRIERREMARKS_H
#define F2LAYOUT_PASSES_BARRIERS_BARRIERREMARKS_H

#include "passes/barriers/BarrierCollisions.h"
#include "passes/support/RemarkBook.h"

namespace f2layout {
inline namespace passes {

/// The result for one barrier.
struct BarrierVerdict {
  enum Kind { Remove, Weaken, Keep } What = Keep;
  unsigned Pairs = 0; ///< Pairs of accesses that were checked.
  /// If the barrier is kept: the reason as a sentence, or the two accesses that
  /// collide, or an instruction that needs the barrier anyway.
  std::string Reason;
  BarrierAccess Before, After;
  Collision Hit;
  llvm::Instruction *Orders = nullptr;
  const char *Why = "";
};

/// At is the barrier, still in place. OfWarp says that it is a warp barrier.
void remarkVerdict(KernelRemarks &Out, const BarrierVerdict &V,
                   const llvm::Instruction *At, bool OfWarp);

/// The attributes or options about the block contradict each other.
void remarkLeftAlone(KernelRemarks &Out, llvm::Function &F,
                     llvm::StringRef Why);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BARRIERS_BARRIERREMARKS_H
