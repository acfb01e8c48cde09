//===- Forms.cpp - The same layouts in several forms ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/layouts/Forms.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/cute/Composition.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Linear.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::bench;

static cute::Layout flat(std::initializer_list<cute::Mode> Modes) {
  return cantFail(cute::Layout::create(ArrayRef(Modes)));
}

static cute::Mode mode(int64_t Size, int64_t Stride) {
  return {cute::fixed(Size), cute::fixed(Stride)};
}

static LinearLayout linear(const cute::Layout &L, StringRef In, StringRef Out) {
  cute::ComposedLayout C =
      cantFail(cute::ComposedLayout::create(std::nullopt, std::nullopt, L));
  LayoutSpec Spec =
      cantFail(toLinear(C, cute::CoordinateKind::Integral)).Map.spec();
  Spec.Inputs[0].Name = In.str();
  Spec.Outputs[0].Name = Out.str();
  return cantFail(LinearLayout::create(Spec));
}

Forms::Forms(unsigned PerSide) {
  int64_t S = int64_t(1) << PerSide;
  Tile = flat({mode(S, S), mode(S, 1)});
  Blocks = flat({mode(8, 1), mode(8, S), mode(S / 8, 8), mode(S / 8, 8 * S)});
  LinearTile = linear(Tile, "number", "offset");
  LinearBlocks = linear(Blocks, "block", "number");
}

static uint64_t summary(Expected<cute::Layout> L) {
  if (!L) {
    consumeError(L.takeError());
    return ~uint64_t(0);
  }
  return uint64_t((*L)(L->size() - 1));
}

static uint64_t summary(Expected<LinearLayout> L) {
  if (!L) {
    consumeError(L.takeError());
    return ~uint64_t(0);
  }
  return L->applyFlat((uint64_t(1) << L->inputBits()) - 1);
}

uint64_t bench::composeCute(const Forms &F) {
  return summary(compose(F.Tile, F.Blocks));
}

uint64_t bench::composeLinear(const Forms &F) {
  return summary(compose(F.LinearBlocks, F.LinearTile));
}

uint64_t bench::invertCute(const Forms &F) {
  return summary(rightInverse(F.Blocks));
}

uint64_t bench::invertLinear(const Forms &F) {
  return summary(invert(F.LinearBlocks));
}
