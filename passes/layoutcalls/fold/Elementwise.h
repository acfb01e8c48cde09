//===- Elementwise.h - Operations on each element by itself ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a vector of registers, each a tensor's element:
//
//   fmul <4 x float> %x, %y           yes: element i of both
//   select <4 x i1> %c, %x, %y        yes; with a scalar condition, too
//   call @llvm.exp2.v4f32(%x)         yes
//   bitcast <4 x half> %x to <2 x i32>    no: other elements
//   shufflevector                     no
//   freeze                            no: copies might become different
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_ELEMENTWISE_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_ELEMENTWISE_H

#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// The instruction makes a vector, each element from those at the same place of
/// its vector operands, and has no other effect.
bool isElementwise(const llvm::Instruction &I);

/// A scalar that all threads of a block have alike: a constant, an argument of
/// a kernel, or what arithmetic makes of these.
bool isAlikeInThreads(const llvm::Value *Scalar);

/// The same value in each element and in all threads of a block, as a scalar;
/// null if that is not known.
llvm::Value *uniformElement(llvm::Value *Vector);

/// The same operation at the builder's point, on other operands, which have
/// vectors of Count elements where the original has vectors. Scalars stay.
llvm::Value *emitElementwise(llvm::IRBuilder<> &B,
                             const llvm::Instruction &Like,
                             llvm::ArrayRef<llvm::Value *> Operands,
                             unsigned Count);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_ELEMENTWISE_H
