//===- CommonReads.h - f2layout-common-reads --------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel strides through its input, then reduces in shared memory:
//
//   for (int i = t; i < n; i += blockDim.x) sum += in[i];
//   ...
//   for (int d = blockDim.x / 2; d > 0; d /= 2) ...
//
// The loop may not run, so LLVM reads the size of the block where it is entered
// and where it is not, and joins both reads behind it. The threads differ in
// whether they enter the loop. So the join seems to differ, too, and with it
// all that is computed from the size of the block:
//
//   before   skip:   %a = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
//            enter:  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
//            behind: %n = phi i32 [ %a, %skip ], [ %b, %enter ]
//   after    entry:  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
//
// On AMD the join is one of loads of the size, or one of pointers to the packet
// or to the arguments that they load from.
//
// Rule. Phis, which may depend on each other, join reads of one value of the
// launch, or the same arithmetic on such reads. One read in the nearest block
// that dominates theirs replaces the phis and the reads, with the pointer and
// the arithmetic that belong to it. Arithmetic on what is known there already
// stays, and so do reads of the index of a thread or a block: two of them tell
// as much as one, which a register would hold for longer.
//
// Legality. A value of the launch is the same wherever a thread reads it
// (LaunchRead), and the arithmetic may be executed anywhere. The new read loses
// the attributes that make its execution undefined, and unless all reads have
// the same, those that limit its value.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_COMMONREADS_H
#define F2LAYOUT_PASSES_LAUNCH_COMMONREADS_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// f2layout-common-reads
class CommonReadsPass : public llvm::PassInfoMixin<CommonReadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_COMMONREADS_H
