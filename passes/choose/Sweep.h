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
// Algorithm. In the functions that f2layout-reroute marked, delete unused
// instructions without side effects. LLVM keeps unused inline assembly; we
// delete it if it only accesses registers. Then delete this module's shared
// arrays that have no users left, and the declarations of intrinsics that are
// not called. Finally, remove the mark. A module without a marked function is
// not changed.
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
