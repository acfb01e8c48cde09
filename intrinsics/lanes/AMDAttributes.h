//===- AMDAttributes.h - What a kernel promised not to need ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On AMD a kernel receives work-item ids, the implicit arguments or the
// dispatch packet only if they are used. The compiler records unused ones as
// function attributes:
//
//   attributes #0 = { "amdgpu-no-workitem-id-y" "amdgpu-no-implicitarg-ptr" }
//
// Code that begins to use one of them must remove the attribute from its
// function and from all callers, which pass the value down. Otherwise it reads
// a register that was never set.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LANES_AMDATTRIBUTES_H
#define F2LAYOUT_INTRINSICS_LANES_AMDATTRIBUTES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace intrinsics {

/// Removes the attribute (such as "amdgpu-no-dispatch-ptr"), since F uses the
/// value. Returns the functions that may have to pass the value down, including
/// F.
llvm::SetVector<llvm::Function *> dropPromise(llvm::Function &F,
                                              llvm::StringRef Attribute);

/// Records that F reads the first Bytes of the implicit arguments. Kernels that
/// reserve fewer reserve the usual number again.
void needImplicitArguments(llvm::Function &F, unsigned Bytes);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LANES_AMDATTRIBUTES_H
