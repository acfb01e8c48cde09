//===- Family.cpp - Any family, and families inside families --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Family.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Expected;

static Expected<LinearLayout> layoutOf(const BlockedParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return blockedLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const SliceParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return sliceLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const DotOperandParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return dotOperandLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const MmaParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return mmaLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const MfmaParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return mfmaLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const WmmaParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return wmmaLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const DpasParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return dpasLayout(P, Shape);
}

static Expected<LinearLayout> layoutOf(const LinearParams &P,
                                       ArrayRef<uint64_t> Shape) {
  return linearLayout(P, Shape);
}

Expected<LinearLayout> f2layout::distributedLayout(const DistributedFamily &F,
                                                   ArrayRef<uint64_t> Shape) {
  return std::visit([&](const auto &P) { return layoutOf(P, Shape); },
                    F.Params);
}
