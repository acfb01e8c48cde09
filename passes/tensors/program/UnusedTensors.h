//===- UnusedTensors.h - Tensors that no store needs ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Operations on tensors have no effect but for stores, so what no
// store needs is not made:
//
//   %a = stage p
//   %b = stage q          not needed
//   %y = wait %b          not needed
//   %x = wait %a
//   store %x
//
// Whoever counts the copies and barriers between %a and its wait must not count
// those of %b. So they are erased before anything is counted.
//
// Algorithm. Stores are needed, and the operands of what is needed. Cycles of
// phis that nothing else uses go with the rest.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_PROGRAM_UNUSEDTENSORS_H
#define F2LAYOUT_PASSES_TENSORS_PROGRAM_UNUSEDTENSORS_H

#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// Returns true if F changed.
bool eraseUnusedTensors(llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_PROGRAM_UNUSEDTENSORS_H
