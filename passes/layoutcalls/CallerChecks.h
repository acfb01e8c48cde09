//===- CallerChecks.h - Do all threads come to layout calls? --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call may be right in its function, and the function be called where it must
// not be:
//
//   __device__ void f() { convert(); }     // "f2layout-block"="128,1,1"
//   __global__ void k() {                  // "nvvm.reqntid"="256"
//     f();                                 // fault: f is of blocks of 128
//     if (threadIdx.x < 7) f();            // fault: not all threads come
//   }
//
// Both are looked for from the function's calls upwards, in all callers. What
// ThreadReach.h cannot decide is the caller's promise, and a remark.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLERCHECKS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLERCHECKS_H

#include "passes/evaluate/ThreadReach.h"
#include "passes/layoutcalls/LayoutCall.h"
#include "passes/support/Options.h"

namespace f2layout {
inline namespace passes {

/// Of the functions of one module, which must not change meanwhile.
class CallerChecks {
public:
  CallerChecks(llvm::FunctionAnalysisManager &FAM, const Options &O,
               CallFaults &Faults)
      : FAM(FAM), O(O), Faults(Faults) {}

  /// F's launch, promises of the options among it.
  LaunchShape launchOf(llvm::Function &F);
  /// All threads of the block come to those of Calls that wait for them, and
  /// whoever calls F is launched as F is.
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
  /// Calls to which all threads were seen to come, or not.
  llvm::SmallPtrSet<const llvm::CallBase *, 16> Checked;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLERCHECKS_H
