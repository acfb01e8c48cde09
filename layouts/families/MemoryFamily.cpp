//===- MemoryFamily.cpp - Any layout of shared or tensor memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

using Shapes = ArrayRef<uint64_t>;

static Expected<LinearLayout> layoutOf(const SwizzledSharedParams &P,
                                       Shapes Shape) {
  return swizzledSharedLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const RotatingSharedParams &P,
                                       Shapes Shape) {
  return rotatingSharedLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const NvmmaSharedParams &P,
                                       Shapes Shape) {
  return nvmmaSharedLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const PaddedSharedParams &P,
                                       Shapes Shape) {
  Expected<PaddedLayout> L = paddedSharedLayout(P, Shape);
  if (!L)
    return L.takeError();
  return L->Linear;
}

static Expected<LinearLayout> layoutOf(const SharedLinearParams &P,
                                       Shapes Shape) {
  if (Error E = checkOutputs("shared linear", P.Layout, Shape))
    return E;
  return P.Layout;
}

static Expected<LinearLayout> layoutOf(const TensorMemoryParams &P,
                                       Shapes Shape) {
  return tensorMemoryLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const TensorMemoryScalesParams &P,
                                       Shapes Shape) {
  return tensorMemoryScalesLayout(P, Shape);
}

Expected<LinearLayout> f2layout::memoryLayout(const MemoryFamily &F,
                                              Shapes Shape) {
  return std::visit([&](const auto &P) { return layoutOf(P, Shape); },
                    F.Params);
}
