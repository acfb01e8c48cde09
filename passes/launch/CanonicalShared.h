//===- CanonicalShared.h - One name for dynamic shared memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arrays of dynamic shared memory (external, without a size) begin at the
// same address:
//
//   extern __shared__ float a[];  extern __shared__ int b[];    a == b
//
// One of them stands for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_CANONICALSHARED_H
#define F2LAYOUT_PASSES_LAUNCH_CANONICALSHARED_H

#include "llvm/IR/GlobalVariable.h"

namespace f2layout {
inline namespace passes {

/// The global that stands for G: the module's first array of dynamic shared
/// memory if G is one of these arrays, else G itself.
const llvm::GlobalVariable *canonicalShared(const llvm::GlobalVariable *G);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_CANONICALSHARED_H
