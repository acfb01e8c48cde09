//===- LowerCalls.h - The code of one layout call -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. A conversion is a plan of steps, which the
// emitter of plans turns into code; a store or a load is the accesses that the
// layouts allow. What has no plan goes through ScratchWindows.h.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWERCALLS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWERCALLS_H

#include "intrinsics/Emit.h"
#include "layouts/plan/BufferAccess.h"
#include "layouts/plan/Conversion.h"
#include "passes/layoutcalls/LayoutCall.h"
#include "passes/support/Options.h"

namespace f2layout {
inline namespace passes {

/// The conversion that a call asks for, in elements as they travel; why there
/// is none is a fault.
std::optional<Conversion> conversionOf(const LayoutCall &C, const Target &T,
                                       CallFaults &Faults);

/// The cheapest plan that takes at most ScratchBytes of shared memory for a
/// block of so many warps, if there is one.
std::optional<Plan> planCall(const LayoutCall &C, const Conversion &Move,
                             const Target &T, const Options &O,
                             unsigned ScratchBytes);

/// The accesses of a store or a load, as wide as the buffer's alignment allows
/// once emitStores or emitLoads has raised that of the array; why there are
/// none is a fault. Changes nothing.
std::optional<BufferAccesses> accessesOf(const LayoutCall &C, const Target &T,
                                         CallFaults &Faults);

/// Emits the plan at the context's builder; the destination's registers.
llvm::Value *emitConversion(const LayoutCall &C, const Plan &P,
                            EmitContext &Context);
/// Emits the stores.
void emitStores(const LayoutCall &C, const BufferAccesses &A,
                EmitContext &Context);
/// Emits the loads; the registers.
llvm::Value *emitLoads(const LayoutCall &C, const BufferAccesses &A,
                       EmitContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWERCALLS_H
