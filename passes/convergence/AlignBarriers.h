//===- AlignBarriers.h - f2layout-align-barriers ----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The barrier of cooperative groups is not __syncthreads(). For all
// that the instruction says, threads of the block may meet others there that
// are elsewhere (BlockBarriers.h), so no exchange may rely on it, and no pass
// may remove it:
//
//   before   call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
//   after    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
//
// In nearly all programs every thread of the block comes to this very call, and
// then it is __syncthreads().
//
// Algorithm. BlockBarriers asks whether the threads of the block run a basic
// block together. BlockUniformity answers; where a branch depends on the
// thread's index, its condition is evaluated for every thread
// (SettledBranches.h), in the stated block or, for conditions that read only
// threadIdx.x, in the largest one. The barriers that are proved become
// __syncthreads(), so that all later passes know them, and LLVM and ptxas need
// not provide for threads that arrive one by one. f2layout-reroute and
// f2layout-relax say why the others are not.
//
// Legality. At a proved barrier all threads of the block meet. They meet at
// __syncthreads() in its place as well, since all of them execute it equally
// often, and no other operation before it can let them arrive there. Operations
// behind it that threads do not execute together are met in the same order as
// before: every thread has executed the same barriers until then.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_ALIGNBARRIERS_H
#define F2LAYOUT_PASSES_CONVERGENCE_ALIGNBARRIERS_H

#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

class AlignBarriersPass : public PassWithOptions<AlignBarriersPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_ALIGNBARRIERS_H
