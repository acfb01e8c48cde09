//===- MemoryFamily.cpp - Any layout of shared or tensor memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

static Expected<LinearLayout> linearPart(const PaddedSharedParams &P,
                                         ArrayRef<uint64_t> Shape) {
  Expected<PaddedLayout> L = paddedSharedLayout(P, Shape);
  if (!L)
    return L.takeError();
  return L->Linear;
}

static Expected<LinearLayout> givenLayout(const SharedLinearParams &P,
                                          ArrayRef<uint64_t> Shape) {
  if (Error E = checkOutputs("shared linear", P.Layout, Shape))
    return E;
  return P.Layout;
}

Expected<LinearLayout> f2layout::memoryLayout(const MemoryFamily &F,
                                              ArrayRef<uint64_t> Shape) {
  return std::visit(
      makeVisitor(
          [&](const SwizzledSharedParams &P) {
            return swizzledSharedLayout(P, Shape);
          },
          [&](const RotatingSharedParams &P) {
            return rotatingSharedLayout(P, Shape);
          },
          [&](const NvmmaSharedParams &P) {
            return nvmmaSharedLayout(P, Shape);
          },
          [&](const PaddedSharedParams &P) { return linearPart(P, Shape); },
          [&](const SharedLinearParams &P) { return givenLayout(P, Shape); },
          [&](const TensorMemoryParams &P) {
            return tensorMemoryLayout(P, Shape);
          },
          [&](const TensorMemoryScalesParams &P) {
            return tensorMemoryScalesLayout(P, Shape);
          }),
      F.Params);
}
