//===- LayoutCall.h - Calls that state layouts, read from IR --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// intrinsics/LayoutCalls.h shows what front ends write:
//
//   %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr @blocked,
//                                           ptr @striped)
//
// Reading that back means to find the text behind each pointer, through casts
// and whatever address space it is in, to parse it, and to see that it fits the
// vectors: a layout with two register bits goes with four registers. What does
// not fit is a fault (Faults.h), and so is everything that no front end can
// mean: a function of an unknown name, one whose address is taken, one that is
// not convergent, or whose attributes say that it accesses no memory.
//
// Only declarations count. A function of such a name with a body is somebody's
// own.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LAYOUTCALL_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LAYOUTCALL_H

#include "intrinsics/LayoutCalls.h"
#include "passes/support/Faults.h"
#include "llvm/ADT/SmallVector.h"

namespace f2layout {
inline namespace passes {

/// A call that is well-formed by itself.
struct LayoutCall {
  llvm::CallInst *Call = nullptr;
  LayoutCallKind Kind = LayoutCallKind::Convert;
  /// Convert, Gather: of the source. Store, Load: of the threads.
  LinearLayout Threads;
  /// Convert, Gather: of the destination. Store, Load: of the buffer.
  LinearLayout Other;
  llvm::Type *Element = nullptr;
  unsigned ElementBits = 32; ///< In which elements travel: 8, 16, 32 or 64.

  /// What is given in registers; null of a load.
  llvm::Value *source() const;
  /// The buffer; null if none.
  llvm::Value *address() const;
  /// Gather: the coordinates on the axis.
  llvm::Value *index() const;
  uint64_t axis() const;
  /// All threads of the block take part: no access to a buffer.
  bool exchanges() const {
    return Kind == LayoutCallKind::Convert || Kind == LayoutCallKind::Gather;
  }
};

/// A declaration whose calls are layout calls, or would be if their name were
/// right.
bool isLayoutFunction(const llvm::Function &F);
/// One in whose calls all threads of the block meet: convert, gather.
bool isExchangeFunction(const llvm::Function &F);
/// Is there one in the module?
bool hasLayoutCalls(const llvm::Module &M);

/// The well-formed calls in F, in order; the others are faults.
llvm::SmallVector<LayoutCall, 8> readLayoutCalls(llvm::Function &F,
                                                 CallFaults &Faults);
/// Uses of layout functions that are no calls.
void findOtherUses(llvm::Module &M, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LAYOUTCALL_H
