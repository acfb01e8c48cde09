//===- AccessesToWiden.h - Which loads and stores are worth a look --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of addresses are dear, and most accesses have no company. What is
// looked at are accesses of one kind, in one block, that touch or overlap in an
// example (AddressProbe.h), and such as are aligned to less than their size;
// not those that are as wide as any.
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
