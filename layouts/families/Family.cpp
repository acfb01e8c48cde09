//===- Family.cpp - Any family, and families as parameters ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Family.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

Expected<LinearLayout> f2layout::distributedLayout(const DistributedFamily &F,
                                                   ArrayRef<uint64_t> Shape) {
  return std::visit(
      makeVisitor(
          [&](const BlockedParams &P) { return blockedLayout(P, Shape); },
          [&](const SliceParams &P) { return sliceLayout(P, Shape); },
          [&](const DotOperandParams &P) { return dotOperandLayout(P, Shape); },
          [&](const MmaParams &P) { return mmaLayout(P, Shape); },
          [&](const MfmaParams &P) { return mfmaLayout(P, Shape); },
          [&](const WmmaParams &P) { return wmmaLayout(P, Shape); },
          [&](const DpasParams &P) { return dpasLayout(P, Shape); },
          [&](const LinearParams &P) { return linearLayout(P, Shape); }),
      F.Params);
}
