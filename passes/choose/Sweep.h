//===- Sweep.h - f2layout-sweep -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel whose exchange became shuffles still declares its shared
// array, which costs occupancy, and computes addresses in it.
//
// Example.
//
//   @tile = internal addrspace(3) global [4224 x i8] undef     gone
//   %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()        gone if unused
//   %p    = getelementptr i8, ptr addrspace(3) @tile, i32 %x   gone
//
// Algorithm. In the functions that f2layout-reroute marked, delete what nobody
// uses and has no effect; LLVM keeps unused assembly, of which we know that it
// only reads registers. Then drop the shared arrays of this module that have no
// users left, and the declarations of intrinsics that nobody calls. At the end
// the mark goes. A module without a marked function is not touched.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CHOOSE_SWEEP_H
#define F2LAYOUT_PASSES_CHOOSE_SWEEP_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class SweepPass : public llvm::PassInfoMixin<SweepPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CHOOSE_SWEEP_H
