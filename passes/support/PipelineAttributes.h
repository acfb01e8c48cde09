//===- PipelineAttributes.h - Attributes that pass facts to later passes --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite accesses (f2layout-reroute, f2layout-matrix,
// f2layout-readdress) mark kernels with function attributes. f2layout-relax and
// f2layout-readdress read them, and f2layout-sweep removes them.
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

/// The kernel tests the alignment of its arguments. What it does where they are
/// not aligned must not be tested again.
inline constexpr char TestedAlignmentAttribute[] = "f2layout-tested-alignment";

/// Of an array: f2layout-lower made it for conversions that are planned
/// already, so other passes need not search it for exchanges.
inline constexpr char ScratchAttribute[] = "f2layout-scratch";

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H
