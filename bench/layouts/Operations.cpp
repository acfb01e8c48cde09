//===- Operations.cpp - The measured operations on layouts ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/layouts/Operations.h"
#include "layouts/algebra/LayoutAlgebra.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::bench;

static uint64_t summary(const BitMatrix &M) { return M.column(M.cols() - 1); }

static uint64_t summary(Expected<LinearLayout> L) {
  if (!L) {
    consumeError(L.takeError());
    return ~uint64_t(0);
  }
  return summary(L->matrix());
}

static uint64_t runCompose(const Inputs &In) {
  return summary(compose(In.T.Rows, In.T.Offsets));
}

static uint64_t runInvert(const Inputs &In) {
  return summary(invert(In.T.Fragments));
}

/// Maps a place in Rows to the place of the same element in Fragments.
static uint64_t runInvertAndCompose(const Inputs &In) {
  Expected<LinearLayout> Inverse = invert(In.T.Fragments);
  if (!Inverse)
    return summary(std::move(Inverse));
  return summary(compose(In.T.Rows, *Inverse));
}

static uint64_t runHolder(const Inputs &In) {
  return summary(holderOf(In.T.Fragments, In.T.Rows));
}

static uint64_t runDivide(const Inputs &In) {
  std::optional<LinearLayout> Quotient = leftDivide(In.T.Rows, In.T.Vector);
  return Quotient ? summary(Quotient->matrix()) : ~uint64_t(0);
}

static uint64_t runSwizzle(const Inputs &In) {
  return summary(swizzleFor(In.T, In.M));
}

static uint64_t runPlan(const Inputs &In) {
  PlanResult R = planConversion(In.Moves, In.M);
  return R.Best ? R.Best->Steps.size() : ~uint64_t(0);
}

static uint64_t runCuteCompose(const Inputs &In) { return composeCute(In.F); }
static uint64_t runLinearCompose(const Inputs &In) {
  return composeLinear(In.F);
}
static uint64_t runCuteInvert(const Inputs &In) { return invertCute(In.F); }
static uint64_t runLinearInvert(const Inputs &In) { return invertLinear(In.F); }

static constexpr Operation All[] = {
    {"compose", runCompose},
    {"invert", runInvert},
    {"invert-and-compose", runInvertAndCompose},
    {"holder", runHolder},
    {"divide", runDivide},
    {"swizzle", runSwizzle},
    {"plan", runPlan},
    {"forms/compose-cute", runCuteCompose},
    {"forms/compose-f2", runLinearCompose},
    {"forms/invert-cute", runCuteInvert},
    {"forms/invert-f2", runLinearInvert},
};

ArrayRef<Operation> bench::operations() { return All; }
