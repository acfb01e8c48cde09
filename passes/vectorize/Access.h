//===- Access.h - f2layout-access: accesses that can be wide --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. LLVM's load/store vectorizer runs at the end of code generation. It
// joins neighbours if it can prove that they are neighbours and aligned, and it
// looks for neither where clang's CUDA code hides them:
//
//   __shared__ float s[1024];                                   // align 4
//   v = s[4 * threadIdx.x]; w = s[4 * threadIdx.x + 1]; ...
//
//   load float, ptr addrspacecast (ptr addrspace(3) getelementptr (@s, ...))
//
// is four loads of four bytes. This pass states what the vectorizer reads:
//
//   @s = internal addrspace(3) global [1024 x float], align 16
//   %p = getelementptr inbounds [4 x float], ptr addrspace(3) @s, i32 %t
//   load float, ptr addrspace(3) %p, align 16
//
// and the four are one load of 16 bytes.
//
// Algorithm.
//   1. Address spaces are inferred where the pointers are generic (NVPTX, whose
//      code generator does so behind the last inference of alignment).
//   2. Arrays of shared memory that are the module's own begin at a multiple of
//      16 bytes, if no function's arrays outgrow the target's static limit.
//   3. Accesses that touch in an example (AddressProbe.h) are asked of
//      Contiguity. Neighbours that the vectorizer cannot join are joined
//      (AccessPermute.h); the others get addresses that differ by constants
//      (AccessPlaces.h), and all the alignment that Contiguity knows. Others
//      keep theirs, unless it is less than their size.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESS_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESS_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class AccessPass : public llvm::PassInfoMixin<AccessPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESS_H
