//===- CallChecks.h - Check layout calls against the launch ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that is well-formed by itself may still be wrong in its kernel:
//
//   layout                  kernel                        fault
//   lane=[[1],...,[16]]     gfx942, waves of 64 lanes     32 lanes, expected 64
//   warp=[[32],[64]]        "nvvm.reqntid"="256"          4 warps, expected 8
//   [16,8] to [8,16]        any                           another tensor
//
// Where the size of the launch is not known, the layouts state it.
// CallerChecks.h checks whether all threads reach a call.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLCHECKS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLCHECKS_H

#include "intrinsics/target/Target.h"
#include "passes/launch/LaunchShape.h"
#include "passes/layoutcalls/calls/LayoutCall.h"

namespace f2layout {
inline namespace passes {

/// Checks the lanes and warps of all calls in one function.
void checkThreads(llvm::ArrayRef<LayoutCall> Calls, const Target &T,
                  const LaunchShape &Launch, CallFaults &Faults);

/// Checks that both sides of one call are of the same tensor, and that a buffer
/// of known size holds its layout.
void checkTensor(const LayoutCall &C, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLCHECKS_H
