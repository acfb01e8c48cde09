//===- AMDAttributes.h - What a kernel promised not to need ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On AMD a kernel does not receive work-item ids, the implicit arguments or the
// dispatch packet unless somebody uses them. The compiler notes what nobody
// uses as function attributes:
//
//   attributes #0 = { "amdgpu-no-workitem-id-y" "amdgpu-no-implicitarg-ptr" }
//
// Code that begins to use one of them must take the promise back, from its
// function and from all callers, who hand the value down. Otherwise it reads a
// register that nobody set.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_AMDATTRIBUTES_H
#define F2LAYOUT_INTRINSICS_AMDATTRIBUTES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace intrinsics {

/// F uses what the attribute (such as "amdgpu-no-dispatch-ptr") denies. Returns
/// the functions that may have to hand the value down, F among them.
llvm::SetVector<llvm::Function *> dropPromise(llvm::Function &F,
                                              llvm::StringRef Attribute);

/// F reads the first Bytes of the implicit arguments, and kernels that reserve
/// fewer reserve the usual number again.
void needImplicitArguments(llvm::Function &F, unsigned Bytes);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_AMDATTRIBUTES_H
