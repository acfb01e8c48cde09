//===- PipelineAttributes.h - Attributes that pass facts to later passes --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite accesses (f2layout-reroute, f2layout-matrix,
// f2layout-readdress, f2layout-access, f2layout-coalesce) mark kernels with
// function attributes, which later passes read. f2layout-sweep removes those of
// the passes before it; the others keep a second run from rewriting again.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H
#define F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H

namespace f2layout {
inline namespace passes {

/// Exchanges were replaced, or accesses got other addresses: barriers may be
/// unnecessary, and dead code may remain.
inline constexpr char ReroutedAttribute[] = "f2layout-rerouted";

/// An exchange was proved to stay within each warp. Even if it stays in shared
/// memory, its block barrier makes more threads wait than need to.
inline constexpr char WarpLocalAttribute[] = "f2layout-warp-local";

/// The kernel tests the alignment of its arguments, or whether its accesses
/// overlap. What it does where the test fails must not be tested again.
inline constexpr char TestedArgumentsAttribute[] = "f2layout-tested-arguments";

/// An exchange was replaced on the proof that blocks have one row of threads.
inline constexpr char OneRowAttribute[] = "f2layout-one-row";

/// Structures are stored side by side. The stores that remain for warps that
/// lack lanes must not be rewritten again.
inline constexpr char CoalescedAttribute[] = "f2layout-coalesced";

/// An array whose rows were put farther apart, which is done once.
inline constexpr char PitchAttribute[] = "f2layout-pitch";

/// An operation on tensors in the function is malformed, which has been
/// reported.
inline constexpr char TensorsRefusedAttribute[] = "f2layout-tensors-refused";

/// Loops that some threads leave earlier than others were kept, since a swizzle
/// gains as much. The swizzled kernel is not asked again.
inline constexpr char KeptLoopsAttribute[] = "f2layout-kept-loops";

/// Of an array: f2layout-lower made it for conversions that are planned
/// already, so other passes need not search it for exchanges.
inline constexpr char ScratchAttribute[] = "f2layout-scratch";

/// Of a kernel: how many bytes of dynamic shared memory its launch must
/// provide for staged tensors (passes/tensors/emit/SlotRings.h). For whoever
/// launches it; no pass reads it.
inline constexpr char DynamicSharedAttribute[] = "f2layout-dynamic-shared";

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H
