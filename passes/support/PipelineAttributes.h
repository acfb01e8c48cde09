//===- PipelineAttributes.h - What one pass tells the next ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f2layout-reroute marks kernels with function attributes, f2layout-relax reads
// them, f2layout-sweep takes them away.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H
#define F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H

namespace f2layout {
inline namespace passes {

/// Round trips were replaced, or accesses got other addresses: there are barriers
/// to judge and remains to sweep.
inline constexpr char ReroutedAttribute[] = "f2layout-rerouted";

/// A round trip was proved to stay within each warp. Even where it stays in
/// shared memory, its block barrier makes more threads wait than talk.
inline constexpr char WarpLocalAttribute[] = "f2layout-warp-local";

/// Of an array: f2layout-lower made it for conversions that it has planned, so
/// there is nothing to search for.
inline constexpr char ScratchAttribute[] = "f2layout-scratch";

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PIPELINEATTRIBUTES_H
