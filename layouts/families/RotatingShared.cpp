//===- RotatingShared.cpp - A swizzle that goes on turning ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/RotatingShared.h"
#include "layouts/families/SwizzledShared.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::Twine;

/// Linear in the row, since perPhase and maxPhase are powers of two.
static uint64_t phase(const RotatingSharedParams &P, uint64_t Row) {
  uint64_t Turn = Row / P.PerPhase;
  return (Turn ^ Turn / P.MaxPhase) % P.MaxPhase;
}

Expected<LinearLayout>
f2layout::rotatingSharedLayout(const RotatingSharedParams &P,
                               ArrayRef<uint64_t> Shape) {
  for (auto [Name, Value] :
       {std::make_pair("vec", P.Vec), std::make_pair("perPhase", P.PerPhase),
        std::make_pair("maxPhase", P.MaxPhase)})
    if (!llvm::isPowerOf2_32(Value))
      return familyError("rotating shared", Twine(Name) + " is " +
                                                Twine(Value) +
                                                ", expected a power of two");
  return rowSwizzledLayout("rotating shared", Shape, P.Order, P.Cga,
                           [&](uint64_t Row) { return P.Vec * phase(P, Row); });
}
