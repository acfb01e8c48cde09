//===- KernelEvals.cpp - The evaluations that proofs and costs need -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/KernelEvals.h"
#include "passes/launch/LikelyShapes.h"

using namespace llvm;
using namespace f2layout;

ThreadEval &KernelEvals::forProofs() const {
  return Memory.evaluation(statedShape(L));
}

/// The stated shape serves for costs as well.
static bool isOneShape(const LaunchShape &L) {
  return L.Exact || (!L.ReadsDim[1] && !L.ReadsDim[2]);
}

EvalShape KernelEvals::shapeForCosts() const {
  if (isOneShape(L))
    return statedShape(L);
  return Memory.tileShape(L).value_or(likelyShapes(L).front());
}

ThreadEval &KernelEvals::forCosts() const {
  return Memory.evaluation(shapeForCosts());
}

ThreadEval &KernelEvals::forCostsIn(unsigned Iteration) const {
  EvalShape Shape = shapeForCosts();
  Shape.Iteration = Iteration;
  Shape.SizeIsExact = true; // The step of many loops is the block's size.
  return Memory.evaluation(Shape);
}

std::unique_ptr<ThreadEval> KernelEvals::fromLane(unsigned Lane) const {
  EvalShape Shape = statedShape(L);
  Shape.LaneShift = Lane;
  return Memory.evaluationLike(statedShape(L), Shape);
}
