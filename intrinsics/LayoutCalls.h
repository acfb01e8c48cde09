//===- LayoutCalls.h - Data movement as calls on IR -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that knows its layouts does not write shuffles. It says what it
// has and what it wants:
//
//   @blocked = private constant [..] c"register=[[1],[2]], lane=[[4],...\00"
//   @striped = private constant [..] c"register=[[32],[64]], lane=[[1],...\00"
//
//   %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr @blocked,
//                                           ptr @striped)
//
// and f2layout-lower puts the cheapest code in the place of the call. These
// functions write such calls, so that a front end links this library instead of
// putting text together:
//
//   Value *Y = emitConvert(B, X, Blocked, Striped);
//
// Layouts are operands, so that no optimisation can drop them or take one call
// for another. They are pointers to constants which are named after their text:
// every layout has one constant in a module.
//
// Suffixes only keep apart functions of different types; any will do.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LAYOUTCALLS_H
#define F2LAYOUT_INTRINSICS_LAYOUTCALLS_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

enum class LayoutCallKind { Convert, Store, Load, Gather };

/// What every name of a call begins with.
inline constexpr char LayoutCallPrefix[] = "f2.";

/// Does the function's name begin so?
bool isLayoutCallName(llvm::StringRef Name);
/// The call of that name, "f2.convert.v4f32"; nothing if there is none.
std::optional<LayoutCallKind> layoutCallOf(llvm::StringRef Name);
/// "convert", "store", "load" or "gather".
llvm::StringRef verbOf(LayoutCallKind Kind);
/// The names there are, for messages.
llvm::StringRef knownLayoutCalls();

/// Every thread of the block gives the registers Source, a vector (or one
/// scalar), in layout From and gets them in layout To: a vector of as many
/// elements as To has registers. All threads of the block must come to the call
/// together. Nothing is checked here: f2layout-lower does, and its errors name
/// the call.
llvm::Value *emitConvert(llvm::IRBuilderBase &B, llvm::Value *Source,
                         const LinearLayout &From, const LinearLayout &To);

/// Every thread of the block gives the registers Source in layout From. For
/// each register of layout To it gets the element that is at the same
/// coordinates but for Axis, where the coordinate is Index's element, modulo
/// the size: a vector of i32, as many as To has registers. From and To are of
/// tensors that differ in the size of Axis at most. All threads must come
/// together.
llvm::Value *emitGather(llvm::IRBuilderBase &B, llvm::Value *Source,
                        llvm::Value *Index, unsigned Axis,
                        const LinearLayout &From, const LinearLayout &To);

/// Registers Source in the layout Threads to the shared buffer at Address
/// (ptr addrspace(3)), whose elements lie as Memory says. No barrier.
llvm::CallInst *emitStore(llvm::IRBuilderBase &B, llvm::Value *Address,
                          llvm::Value *Source, const LinearLayout &Threads,
                          const LinearLayout &Memory);

/// The registers of the layout Threads from the shared buffer at Address, as a
/// vector of Element. No barrier.
llvm::Value *emitLoad(llvm::IRBuilderBase &B, llvm::Value *Address,
                      llvm::Type *Element, const LinearLayout &Threads,
                      const LinearLayout &Memory);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LAYOUTCALLS_H
