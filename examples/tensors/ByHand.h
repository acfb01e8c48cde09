//===- ByHand.h - The same kernels with layouts written by hand -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where layouts have to be written, one follows a few rules: what comes from
// memory, and what goes there, is blocked, 16 bytes of a row in a thread; a
// product has the fragments of its instruction, with as many warps along rows
// as along columns; the result of a reduction is the slice of what was reduced.
// f2layout-tensors --by-hand states these layouts by conversions, so that they
// can be compared with those that f2layout-assign chooses.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_EXAMPLES_TENSORS_BYHAND_H
#define F2LAYOUT_EXAMPLES_TENSORS_BYHAND_H

#include "llvm/IR/Module.h"

/// States the layouts of all tensors from and to memory, of products and of
/// reductions. For NVIDIA's processors.
llvm::Error stateLayoutsByHand(llvm::Module &M);

#endif // F2LAYOUT_EXAMPLES_TENSORS_BYHAND_H
