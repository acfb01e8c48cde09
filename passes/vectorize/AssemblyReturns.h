//===- AssemblyReturns.h - State that assembly returns --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The arithmetic of cuda_fp16.h and cuda_bf16.h is inline assembly:
//
//   %a = load i16, ptr addrspace(1) %p
//   %x = call float asm "{ cvt.f32.f16 $0, $1;}", "=f,h"(i16 %a) #0
//   %q = getelementptr i8, ptr addrspace(1) %p, i64 2
//   %b = load i16, ptr addrspace(1) %q
//   attributes #0 = { convergent nounwind memory(none) }
//
// LLVM does not read the text. For all it knows, control ends in the assembly,
// and then the second load never runs. So the loads cannot be joined, neither
// by LLVM's load/store vectorizer nor here.
//
// Algorithm. A text without a jump and without a wait comes to its end. Such
// calls become `nounwind willreturn`.
//
// Legality. Every statement is one of a table of instructions (asmReturns in
// RegisterAsm.h). Assembly with the flag `sideeffect` stays as it is: LLVM
// would otherwise remove a call of it whose result is not used.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ASSEMBLYRETURNS_H
#define F2LAYOUT_PASSES_VECTORIZE_ASSEMBLYRETURNS_H

#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// True if any call in F got the attributes.
bool stateThatAssemblyReturns(llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ASSEMBLYRETURNS_H
