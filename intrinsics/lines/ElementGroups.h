//===- ElementGroups.h - Elements that share an instruction -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of 16 bits are combined in pairs, narrow ones by and, or and xor in
// words, where both operands are neighbours. Such a group is a vector:
//
//   v[0] op x[0], v[1] op x[1]      halves: one addition of <2 x half>
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LINES_ELEMENTGROUPS_H
#define F2LAYOUT_INTRINSICS_LINES_ELEMENTGROUPS_H

#include "intrinsics/lines/LineOperation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// How many elements one instruction combines, of those in a word: 16 bits have
/// instructions for pairs, and what is done bit by bit does not ask for widths.
unsigned elementsTogether(LineOperation Op, const llvm::Type *Element);

/// A vector of elements, and its elements again; one is no vector.
llvm::Value *vectorOf(llvm::IRBuilder<> &B,
                      llvm::ArrayRef<llvm::Value *> Elements);
void appendElements(llvm::IRBuilder<> &B, llvm::Value *V, unsigned Count,
                    llvm::SmallVector<llvm::Value *, 16> &To);

/// A function of two elements, for so many at a time as Together says.
llvm::SmallVector<llvm::Value *, 16>
zipElements(llvm::IRBuilder<> &B, llvm::ArrayRef<llvm::Value *> Left,
            llvm::ArrayRef<llvm::Value *> Right, unsigned Together,
            llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *)> F);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LINES_ELEMENTGROUPS_H
