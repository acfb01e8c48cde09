//===- LayoutCall.h - Read calls that state layouts from IR ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// intrinsics/calls/LayoutCalls.h shows the calls that front ends emit:
//
//   %y = call <4 x float> @f2.convert.v4f32(<4 x float> %x, ptr @blocked,
//                                           ptr @striped)
//
// To read a call is to find the text behind each pointer, through casts and in
// whatever address space it is, to parse it, and to check that it fits the
// vectors: a layout with two register bits has four registers. A mismatch is a
// fault (Faults.h), and so is any use that no front end can intend: a function
// of an unknown name, a function whose address is taken, and a declaration that
// is not convergent, or whose attributes say that it accesses no memory.
//
// Only declarations are layout functions. A function of such a name with a body
// is the user's own.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_LAYOUTCALL_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_LAYOUTCALL_H

#include "intrinsics/calls/LayoutCalls.h"
#include "passes/support/Faults.h"
#include "llvm/ADT/SmallVector.h"

namespace f2layout {
inline namespace passes {

/// A call that is well-formed by itself.
struct LayoutCall {
  llvm::CallInst *Call = nullptr;
  LayoutCallKind Kind = LayoutCallKind::Convert;
  /// Convert, Gather, Reduce, Scan: the layout of the source. Store, Load: that
  /// of the threads.
  LinearLayout Threads;
  /// Convert, Gather, Reduce: the layout of the destination. Scan: that of the
  /// source. Store, Load: that of the buffer.
  LinearLayout Other;
  llvm::Type *Element = nullptr;
  unsigned ElementBits = 32; ///< Width in which elements move: 8 to 64.
  LineOperation Op = LineOperation::Add;   ///< Reduce, Scan.
  bool Reverse = false, Exclusive = false; ///< Scan.

  /// The registers that are passed; null for a load.
  llvm::Value *source() const;
  /// The buffer; null if there is none.
  llvm::Value *address() const;
  /// Gather: the coordinates on the axis.
  llvm::Value *index() const;
  uint64_t axis() const; ///< Gather, Reduce, Scan.
  unsigned warps() const { return 1u << Threads.inputBits("warp"); }
  bool isAlongAxis() const {
    return Kind == LayoutCallKind::Reduce || Kind == LayoutCallKind::Scan;
  }
  /// All threads of the block take part: not an access to a buffer.
  bool exchanges() const {
    return Kind != LayoutCallKind::Store && Kind != LayoutCallKind::Load;
  }
};

/// A declaration whose calls are layout calls, or would be if their name were
/// correct.
bool isLayoutFunction(const llvm::Function &F);
/// A function whose calls synchronise all threads of the block: convert,
/// gather, reduce, scan.
bool isExchangeFunction(const llvm::Function &F);
/// True if the module has such a function.
bool hasLayoutCalls(const llvm::Module &M);

/// The well-formed calls in F, in order. The others are faults.
llvm::SmallVector<LayoutCall, 8> readLayoutCalls(llvm::Function &F,
                                                 CallFaults &Faults);
/// Reports uses of layout functions that are not calls.
void findOtherUses(llvm::Module &M, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_LAYOUTCALL_H
