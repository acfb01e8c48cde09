//===- SmallCopies.h - f2layout-copies: replace small memory copies -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel moves vectors of CUDA's or HIP's types,
//
//   uint4 v = *(const uint4 *)&in[...];        // next tile, prefetched
//   *(uint4 *)&tile[row][col] = v;             // __shared__
//
// and clang copies those structures, to and from the stack, by calls of
// llvm.memcpy, which LLVM does not expand above 8 bytes, or of llvm.memmove if
// LLVM has joined two copies:
//
//   call void @llvm.memcpy(ptr %v, ptr %in, i64 16, i1 false)
//   call void @llvm.memcpy(ptr %tile, ptr %v, i64 16, i1 false)
//
// Then no pass sees what is stored to shared memory, and if a loop carries v,
// it stays in local memory. After
//
//   %v = load <4 x i32>, ptr %in, align 16
//   store <4 x i32> %v, ptr %tile, align 16
//
// the array is accessed by loads and stores, and v is a register.
//
// Algorithm. Copies of at most 64 bytes, in whole words, become one vector load
// and one vector store for every 16 bytes. This applies to copies to and from
// shared memory, and to copies to and from a stack variable that has such a
// copy. Then LLVM's SROA puts the variables into registers, and cuts their
// longer copies into small ones. This is repeated until there are none.
//
// Price. The variables stay where they are, with their copies, if in registers
// they would let fewer warps run at a time (Residency.h), and the kernel would
// lose more by that than it gains. What it gains is a wavefront for each word
// that goes to the stack or comes from there, as often as it runs, and the wait
// that a register hides: v above is loaded before a product and used behind it,
// but a store to the stack needs it at once.
//
//   a product of halves, 32 words     8 warps instead of 16, 1124 clocks; 544
//                                     for the stack, and a wait in every step
//                                     of its loop: registers
//   a merge sort of keys, 16 words    24 warps instead of 32, 1375 clocks; 592
//                                     for the stack, no wait: stack
//
// A kernel that states how many warps must fit keeps them, and has no price.
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
