//===- ThreadIndex.h - Lane, thread index and block size ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LANES_THREADINDEX_H
#define F2LAYOUT_INTRINSICS_LANES_THREADINDEX_H

#include "intrinsics/target/Target.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// The lane number (laneid, or mbcnt), as i32 at the builder's point.
llvm::Value *emitLane(const Target &T, llvm::IRBuilder<> &B);

/// The linear thread index of the block, as i32. OneD: the block is known to be
/// one-dimensional, so the index is threadIdx.x.
llvm::Value *emitLinearThread(const Target &T, llvm::IRBuilder<> &B, bool OneD);

/// The block's size in dimension 0, 1 or 2 as i32. On AMD it is read from the
/// implicit arguments (code object 5 and later) or the dispatch packet.
llvm::Value *emitBlockSize(const Target &T, llvm::IRBuilder<> &B, unsigned Dim);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LANES_THREADINDEX_H
