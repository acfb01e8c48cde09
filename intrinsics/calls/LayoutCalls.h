//===- LayoutCalls.h - Data movement as calls on IR -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that knows its layouts does not emit shuffles. It states the
// layout that it has and the layout that it wants:
//
//   @blocked = private constant [..] c"register=[[1],[2]], lane=[[4],...\00"
//   @striped = private constant [..] c"register=[[32],[64]], lane=[[1],...\00"
//
//   %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr @blocked,
//                                           ptr @striped)
//
// and f2layout-lower replaces the call with the cheapest code. These functions
// emit such calls, so that a front end need not construct text:
//
//   Value *Y = emitConvert(B, X, Blocked, Striped);
//
// Layouts are operands, so that no optimisation can drop them or merge
// different calls. They are pointers to constants which are named after their
// text: every layout has one constant in a module.
//
// Suffixes only distinguish functions of different types and may be any text.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_CALLS_LAYOUTCALLS_H
#define F2LAYOUT_INTRINSICS_CALLS_LAYOUTCALLS_H

#include "intrinsics/lines/LineOperation.h"
#include "layouts/algebra/LinearLayout.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

enum class LayoutCallKind { Convert, Store, Load, Gather, Reduce, Scan };

/// The prefix of the name of every layout call.
inline constexpr char LayoutCallPrefix[] = "f2.";

/// Returns true if the function's name has this prefix.
bool isLayoutCallName(llvm::StringRef Name);
/// The call of that name, "f2.convert.v4f32"; nothing if there is none.
std::optional<LayoutCallKind> layoutCallOf(llvm::StringRef Name);
/// "convert", "store", "load", "gather", "reduce" or "scan".
llvm::StringRef verbOf(LayoutCallKind Kind);
/// The operation in the name of a reduction or a scan: "fadd" of
/// "f2.reduce.fadd.v4f32". Empty if there is none.
llvm::StringRef operationIn(llvm::StringRef Name);
/// The known names, for messages.
llvm::StringRef knownLayoutCalls();

/// The text of the layout as a constant; one for every layout of a module.
llvm::Constant *layoutConstant(llvm::IRBuilderBase &B, const LinearLayout &L);
/// "v4f32" of a vector, "f32" of a scalar, as names of intrinsics have it.
std::string typeSuffix(const llvm::Type *Ty);
/// A declaration of that name and type, or of another name if one of another
/// type has it: convergent nocallback nounwind, and with unknown effects on
/// memory.
llvm::Function *declareLayoutFunction(llvm::Module &M, std::string Name,
                                      llvm::FunctionType *Ty);

/// Every thread of the block provides the registers Source, a vector (or one
/// scalar), in layout From and receives them in layout To: a vector of as many
/// elements as To has registers. All threads of the block must reach the call
/// together. Nothing is checked here; f2layout-lower checks, and its errors
/// name the call.
llvm::Value *emitConvert(llvm::IRBuilderBase &B, llvm::Value *Source,
                         const LinearLayout &From, const LinearLayout &To);

/// Every thread of the block provides the registers Source in layout From. For
/// each register of layout To it receives the element at the same coordinates
/// except for Axis, where the coordinate is Index's element modulo the size.
/// Index is a vector of i32 or i64 with as many elements as To has registers.
/// The tensors of From and To may differ only in the size of Axis. All threads
/// must reach the call together.
llvm::Value *emitGather(llvm::IRBuilderBase &B, llvm::Value *Source,
                        llvm::Value *Index, unsigned Axis,
                        const LinearLayout &From, const LinearLayout &To);

/// Every thread of the block provides the registers Source in layout From. For
/// each register of layout To it receives the result of a whole line of the
/// tensor along Axis. To's tensor is From's without that axis. All threads must
/// reach the call together.
llvm::Value *emitReduce(llvm::IRBuilderBase &B, LineOperation Op,
                        llvm::Value *Source, unsigned Axis,
                        const LinearLayout &From, const LinearLayout &To);

/// Every thread of the block provides the registers Source in layout L, and
/// receives for each of them the result of all elements of its line up to it,
/// or from it on if Reverse; if Exclusive, without itself. All threads must
/// reach the call together.
llvm::Value *emitScan(llvm::IRBuilderBase &B, LineOperation Op,
                      llvm::Value *Source, unsigned Axis, bool Reverse,
                      bool Exclusive, const LinearLayout &L);

/// Registers Source in the layout Threads to the shared buffer at Address
/// (ptr addrspace(3)), whose elements are laid out as Memory states. No
/// barrier.
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

#endif // F2LAYOUT_INTRINSICS_CALLS_LAYOUTCALLS_H
