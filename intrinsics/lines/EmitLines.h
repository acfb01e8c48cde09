//===- EmitLines.h - From reductions and scans to IR ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are combined in their own type, one by one. Those of 16 bits are
// combined in pairs where both operands are neighbours, and narrow ones in
// words by and, or and xor. They travel between lanes in words (Packing.h):
//
//   v[r] op v[r ^ 1] of lane ^ 4, halves    %w = (v[0], v[1])
//                                           %x = shuffle of %w, lane ^ 4
//                                           v[0] + high %x, v[1] + low %x
//
// Conversions between folds are emitted by the caller, who knows the scratch.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LINES_EMITLINES_H
#define F2LAYOUT_INTRINSICS_LINES_EMITLINES_H

#include "intrinsics/lines/LineOperation.h"
#include "intrinsics/steps/EmitContext.h"
#include "layouts/lines/Scan.h"

namespace f2layout {
inline namespace intrinsics {

/// Emits move number N of elements; returns the elements that have arrived.
using MoveEmitter = llvm::function_ref<llvm::SmallVector<llvm::Value *, 16>(
    unsigned N, llvm::ArrayRef<llvm::Value *>)>;

/// Sources and results are elements, one for each register. All lanes must be
/// active.
llvm::SmallVector<llvm::Value *, 16>
emitReduction(const Reduction &R, LineOperation Op,
              llvm::ArrayRef<llvm::Value *> Sources, EmitContext &C,
              MoveEmitter EmitMove);

/// The same for a scan. Exclusive: without the element itself; where nothing
/// lies before it, the result is firstElement(Op). A scan with digits in warps
/// needs the context's thread index.
llvm::SmallVector<llvm::Value *, 16>
emitScanDigits(const Scan &S, LineOperation Op, bool Exclusive,
               llvm::ArrayRef<llvm::Value *> Sources, EmitContext &C,
               MoveEmitter EmitMove);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LINES_EMITLINES_H
