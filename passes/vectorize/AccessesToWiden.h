//===- AccessesToWiden.h - Select the accesses that are analyzed ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computing address bits is expensive, and most accesses have no neighbour. So
// only these accesses are analyzed: accesses of one kind, in one block, that
// are adjacent or overlap in an example (AddressProbe.h), and accesses that are
// aligned to less than their size. Accesses of the largest width are left out.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSESTOWIDEN_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSESTOWIDEN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// In the order of the function.
llvm::SmallVector<llvm::Instruction *, 32> accessesToWiden(llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSESTOWIDEN_H
