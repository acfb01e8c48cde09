//===- KernelEvals.h - The evaluations that proofs and costs need ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two shapes of the block are evaluated: the largest one that the launch
// allows, for proofs, and a likely one, for costs: in several dimensions, what
// the kernel's tiles suggest (TileShapes.h). Most often they are the same.
// SharedMemoryInfo keeps both.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELEVALS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELEVALS_H

#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"

namespace f2layout {
inline namespace passes {

class KernelEvals {
public:
  KernelEvals(SharedMemoryInfo &Memory, const LaunchShape &L)
      : Memory(Memory), L(L) {}

  /// For what holds in every block of this launch.
  ThreadEval &forProofs() const;
  /// For one shape: the stated one or, if that is not known and matters, a
  /// likely one. One-dimensional blocks have the largest possible size; threads
  /// that would access memory outside of an array are assumed not to exist.
  ThreadEval &forCosts() const;
  EvalShape shapeForCosts() const;
  /// The same, with all threads in one iteration of every loop, from 1 on.
  ThreadEval &forCostsIn(unsigned Iteration) const;
  /// For rows of threads that begin at this lane.
  std::unique_ptr<ThreadEval> fromLane(unsigned Lane) const;

private:
  SharedMemoryInfo &Memory;
  const LaunchShape &L;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELEVALS_H
