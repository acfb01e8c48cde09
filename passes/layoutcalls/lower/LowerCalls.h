//===- LowerCalls.h - Plan and emit one layout call -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. A conversion is a plan of steps, which the plan
// emitter turns into code. A gather has a plan of its own kind. A store or a
// load is a list of accesses that the layouts allow. Calls without a plan go
// through ScratchWindows.h.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERCALLS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERCALLS_H

#include "intrinsics/steps/EmitContext.h"
#include "layouts/plan/BufferAccess.h"
#include "layouts/plan/Conversion.h"
#include "layouts/plan/GatherPlan.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "passes/support/Options.h"

namespace f2layout {
inline namespace passes {

/// The conversion that a call asks for, in elements of the width in which they
/// move. If there is none, the reason is a fault.
std::optional<Conversion> conversionOf(const LayoutCall &C, const Target &T,
                                       CallFaults &Faults);

/// The cheapest plan that takes at most ScratchBytes of shared memory for a
/// block of that many warps, if there is one.
std::optional<Plan> planCall(unsigned Warps, const Conversion &Move,
                             const Target &T, const Options &O,
                             unsigned ScratchBytes);

/// What a gather asks for.
llvm::Expected<Gather> gatherOf(const LayoutCall &C);
/// The cheapest plan that takes at most ScratchBytes of shared memory for a
/// block; none if not even one element has room.
std::optional<GatherPlan> planCall(const LayoutCall &C, const Gather &Wanted,
                                   const Target &T, const Options &O,
                                   uint64_t ScratchBytes);

/// The accesses of a store or a load, as wide as the buffer's alignment allows
/// once emitStores or emitLoads has raised that of the array. If there are
/// none, the reason is a fault. Changes nothing.
std::optional<BufferAccesses> accessesOf(const LayoutCall &C, const Target &T,
                                         CallFaults &Faults);

/// Emits the plan at the context's builder; returns the destination's
/// registers.
llvm::Value *emitConversion(const LayoutCall &C, const Plan &P,
                            EmitContext &Context);
/// The same for a gather whose plan is by shuffles.
llvm::Value *emitGatherCall(const LayoutCall &C, const GatherPlan &P,
                            EmitContext &Context);
/// Emits the stores.
void emitStores(const LayoutCall &C, const BufferAccesses &A,
                EmitContext &Context);
/// Emits the loads; returns the registers.
llvm::Value *emitLoads(const LayoutCall &C, const BufferAccesses &A,
                       EmitContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERCALLS_H
