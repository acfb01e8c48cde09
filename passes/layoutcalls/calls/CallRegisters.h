//===- CallRegisters.h - The registers of a layout call -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. Registers are the elements of a vector in IR, and
// move between threads as integers of 8, 16, 32 or 64 bits:
//
//   <4 x half> %x    two words of 32 bits, whole as they are in registers
//   <2 x ptr> %x     two integers of a pointer's size
//   <2 x i24> %x     two integers of 32 bits, zero-extended
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREGISTERS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREGISTERS_H

#include "passes/layoutcalls/calls/LayoutCall.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// The registers of a vector; one for a scalar.
unsigned registersOf(const llvm::Type *Ty);

/// The registers V, one or a vector, as the integers that are moved: one or a
/// vector.
llvm::Value *integers(llvm::IRBuilder<> &B, const LayoutCall &C,
                      llvm::Value *V);
/// The same one by one. Words: as parts of whole words (WholeWords.h).
llvm::SmallVector<llvm::Value *, 16> travellers(llvm::IRBuilder<> &B,
                                                const LayoutCall &C,
                                                llvm::Value *V, bool Words);

/// Converts the integers that have arrived to the call's result.
llvm::Value *resultOf(llvm::IRBuilder<> &B, const LayoutCall &C,
                      llvm::ArrayRef<llvm::Value *> Integers);
/// A value of type Ty from its words of 32 bits.
llvm::Value *fromWords(llvm::IRBuilder<> &B,
                       llvm::ArrayRef<llvm::Value *> Words, llvm::Type *Ty);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREGISTERS_H
