//===- SmallCopies.h - f2layout-copies: words instead of memcpy -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel moves vectors of CUDA's or HIP's types,
//
//   uint4 v = *(const uint4 *)&in[...];        // next tile, on its way
//   *(uint4 *)&tile[row][col] = v;             // __shared__
//
// and clang copies those structures, to and from the stack, with calls of
// llvm.memcpy that LLVM leaves alone above 8 bytes:
//
//   call void @llvm.memcpy(ptr %v, ptr %in, i64 16, i1 false)
//   call void @llvm.memcpy(ptr %tile, ptr %v, i64 16, i1 false)
//
// Nobody sees what is stored to shared memory then, and v, if a loop carries
// it, stays in local memory for good. After
//
//   %v = load <4 x i32>, ptr %in, align 16
//   store <4 x i32> %v, ptr %tile, align 16
//
// the array's accesses are loads and stores, and v is a register.
//
// Algorithm. Copies of at most 64 bytes, in whole words, become one vector load
// and one vector store for every 16 bytes: those to and from shared memory, and
// those to and from a variable of the stack that has such a copy. Then LLVM's
// SROA puts the variables into registers, and cuts longer copies of them into
// small ones; so again, until there are none.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_SMALLCOPIES_H
#define F2LAYOUT_PASSES_VECTORIZE_SMALLCOPIES_H

#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// f2layout-copies
class SmallCopiesPass : public llvm::PassInfoMixin<SmallCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_SMALLCOPIES_H
