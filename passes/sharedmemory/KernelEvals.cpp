//===- KernelEvals.cpp - One evaluation of a kernel for all its arrays ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/KernelEvals.h"
#include "passes/launch/LikelyShapes.h"

using namespace llvm;
using namespace f2layout;

std::unique_ptr<ThreadEval> KernelEvals::make(const EvalShape &Shape,
                                              SymbolicIntTable &Terms) {
  return std::make_unique<ThreadEval>(
      F, Shape, AM.getResult<BlockUniformityAnalysis>(F),
      AM.getResult<DominatorTreeAnalysis>(F),
      AM.getResult<PostDominatorTreeAnalysis>(F), AM.getResult<LoopAnalysis>(F),
      Terms);
}

ThreadEval &KernelEvals::forProofs() {
  if (!Proofs)
    Proofs = make(statedShape(L), Terms);
  return *Proofs;
}

/// The stated shape serves for costs as well.
static bool isOneShape(const LaunchShape &L) {
  return L.Exact || (!L.ReadsDim[1] && !L.ReadsDim[2]);
}

EvalShape KernelEvals::shapeForCosts() const {
  return isOneShape(L) ? statedShape(L) : likelyShapes(L).front();
}

ThreadEval &KernelEvals::forCosts() {
  if (isOneShape(L))
    return forProofs();
  if (!Costs)
    Costs = make(shapeForCosts(), TermsOfCosts);
  return *Costs;
}

std::unique_ptr<ThreadEval> KernelEvals::fromLane(unsigned Lane) {
  EvalShape Shape = statedShape(L);
  Shape.LaneShift = Lane;
  return make(Shape, Terms);
}
