//===- DisplayName.h - The name of a variable for a reader ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared array that is declared in a kernel has the kernel's mangled name in
// front of its own:
//
//   _ZZ10dot_kernelIfEvPKT_S2_PS0_iE6tb_sum    tb_sum
//
// A remark is located in the kernel, so the array's own name is enough.
//
// Intrinsics have names that no source has. Those of CUDA's own functions are
// shown as these, others as clang's builtin functions:
//
//   llvm.nvvm.barrier.cta.red.or.aligned.all    __syncthreads_or
//   llvm.amdgcn.s.sleep                         __builtin_amdgcn_s_sleep
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_DISPLAYNAME_H
#define F2LAYOUT_PASSES_SUPPORT_DISPLAYNAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// The name as the source has it, without the scopes that it is declared in and
/// without suffixes behind a dot. Names that are not mangled stay as they are.
std::string displayName(llvm::StringRef Symbol);

/// The name of the function that Call calls. It must be a direct call.
std::string displayCallee(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_DISPLAYNAME_H
