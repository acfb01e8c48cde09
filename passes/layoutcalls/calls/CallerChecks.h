//===- CallerChecks.h - Check that all threads reach layout calls ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call may be correct in its function, and the function may be called at a
// wrong place:
//
//   __device__ void f() { convert(); }     // "f2layout-block"="128,1,1"
//   __global__ void k() {                  // "nvvm.reqntid"="256"
//     f();                                 // fault: f is for blocks of 128
//     if (threadIdx.x < 7) f();            // fault: not all threads call it
//   }
//
// Both faults are searched for upwards from the function's calls, in all
// callers. Where ThreadReach.h cannot decide, the caller promises that all
// threads arrive, and a remark says so.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLERCHECKS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLERCHECKS_H

#include "passes/evaluate/ThreadReach.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "passes/support/Options.h"

namespace f2layout {
inline namespace passes {

/// For the functions of one module, which must not change while this is in use.
class CallerChecks {
public:
  CallerChecks(llvm::FunctionAnalysisManager &FAM, const Options &O,
               CallFaults &Faults)
      : FAM(FAM), O(O), Faults(Faults) {}

  /// Checks that all threads of the block reach those of Calls that wait for
  /// them, and that every caller of F has the same launch as F.
  void check(llvm::Function &F, llvm::ArrayRef<LayoutCall> Calls);

private:
  void checkReach(llvm::CallBase &Call);
  void checkLaunch(const llvm::CallBase &Call, const LaunchShape &Wanted);
  void checkCallers(llvm::Function &F, bool Waits);
  const ThreadReach &reachIn(llvm::Function &F);

  llvm::FunctionAnalysisManager &FAM;
  const Options &O;
  CallFaults &Faults;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<ThreadReach>> Reaches;
  /// Calls that were found to be reached by all threads, or not.
  llvm::SmallPtrSet<const llvm::CallBase *, 16> Checked;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLERCHECKS_H
