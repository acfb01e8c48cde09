//===- Access.h - f2layout-access: make wide accesses possible ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. LLVM's load/store vectorizer runs at the end of code generation. It
// joins neighbours if it can prove that they are neighbours and aligned. In
// clang's CUDA code it can often prove neither:
//
//   __shared__ float s[1024];                                   // align 4
//   v = s[4 * threadIdx.x]; w = s[4 * threadIdx.x + 1]; ...
//
//   load float, ptr addrspacecast (ptr addrspace(3) getelementptr (@s, ...))
//
// are four loads of four bytes. This pass states the facts that the vectorizer
// needs:
//
//   @s = internal addrspace(3) global [1024 x float], align 16
//   %p = getelementptr inbounds [4 x float], ptr addrspace(3) @s, i32 %t
//   load float, ptr addrspace(3) %p, align 16
//
// Then the four loads become one load of 16 bytes.
//
// Algorithm.
//   1. Address spaces are inferred where the pointers are generic (on NVPTX the
//      code generator does so only after its last inference of alignment).
//   2. Arrays of shared memory that belong to the module, and of which some
//      access has a neighbour, are aligned to 16 bytes, if no function's arrays
//      then exceed the target's static limit.
//      Arrays of templates become a copy that belongs to the kernel, if it
//      calls no other function (OwnArray.h).
//   3. Assembly that certainly returns is stated to do so, since accesses are
//      not joined across code that may not return (AssemblyReturns.h).
//   4. Accesses that are adjacent in an example (AddressProbe.h) are looked up
//      in Contiguity. Neighbours that the vectorizer cannot join are joined
//      here (AccessPermute.h). The others get addresses that differ by
//      constants (AccessPlaces.h), and the best alignment that Contiguity
//      knows. All other accesses keep their alignment, unless it is less than
//      their size.
//   5. Where the alignment of a kernel's arguments decides, and that pays, a
//      part of the kernel exists twice, behind a test (AlignmentGuess.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESS_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESS_H

#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class AccessPass : public llvm::PassInfoMixin<AccessPass> {
  Options Opts;

public:
  explicit AccessPass(Options Opts = {}) : Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESS_H
