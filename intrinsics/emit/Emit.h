//===- Emit.h - From plan steps to IR -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_EMIT_EMIT_H
#define F2LAYOUT_INTRINSICS_EMIT_EMIT_H

#include "intrinsics/steps/EmitContext.h"
#include "layouts/plan/Plan.h"
#include "llvm/ADT/SmallVector.h"

namespace f2layout {
inline namespace intrinsics {

/// Emits the plan. Sources are the registers of the source side in order, each
/// of a type of Plan::ElementBits bits (iN, half, bfloat, float, double, a
/// pointer, or a vector of that size); the results have the types ResultTypes.
/// Poison in a source does not reach other lanes: sources are frozen where a
/// masked-off lane may have poison. With Plan::PackedSources the sources are
/// parts of whole words (WholeWords.h), in order.
llvm::SmallVector<llvm::Value *, 8>
emitPlan(const Plan &P, llvm::ArrayRef<llvm::Value *> Sources,
         llvm::ArrayRef<llvm::Type *> ResultTypes, EmitContext &C);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_EMIT_EMIT_H
