//===- RotatingShared.cpp - A swizzle that varies by block ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/RotatingShared.h"
#include "layouts/families/SwizzledShared.h"

using namespace llvm;
using namespace f2layout;

/// The phase is linear in the row, since perPhase and maxPhase are powers of
/// two.
static uint64_t phase(const RotatingSharedParams &P, uint64_t Row) {
  uint64_t Turn = Row / P.PerPhase;
  return (Turn ^ Turn / P.MaxPhase) % P.MaxPhase;
}

Expected<LinearLayout>
f2layout::rotatingSharedLayout(const RotatingSharedParams &P,
                               ArrayRef<uint64_t> Shape) {
  if (Error E = checkPhases("rotating shared", P.Vec, P.PerPhase, P.MaxPhase))
    return E;
  return rowSwizzledLayout("rotating shared", Shape, P.Order, P.Cga,
                           [&](uint64_t Row) { return P.Vec * phase(P, Row); });
}
