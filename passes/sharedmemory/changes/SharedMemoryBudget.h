//===- SharedMemoryBudget.h - Whether shared arrays still fit -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A block may have 48 KiB of static shared memory, and these arrays
// use all of it:
//
//   __shared__ char a[24572];            // the kernel's
//   __shared__ float b[6145];            // a callee's
//
// With an alignment of 16 each, they take 49156 bytes together, and ptxas
// rejects a program that it accepted before.
//
// Algorithm. If all arrays of the module fit together, whatever the gaps
// between them, the arrays of every kernel do. If not, the arrays of each
// kernel that uses the array are added up, provided that the kernel calls no
// function that may use other arrays. Dynamic shared memory is not known before
// the launch, and is not counted.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_SHAREDMEMORYBUDGET_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_SHAREDMEMORYBUDGET_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/GlobalVariable.h"

namespace f2layout {
inline namespace passes {

/// The alignment that an array has, or will have.
using AlignOfArray =
    llvm::function_ref<llvm::Align(const llvm::GlobalVariable &)>;

/// Every kernel that may use the shared array G keeps within Limit bytes of
/// static shared memory, in whatever order arrays are placed. False if that is
/// not known.
bool fitsSharedMemory(const llvm::GlobalVariable &G, AlignOfArray AlignOf,
                      uint64_t Limit);

/// The same with alignment A for G, and the present alignment for the others.
bool fitsSharedMemory(const llvm::GlobalVariable &G, llvm::Align A,
                      uint64_t Limit);

/// How much a block of so many threads may have so that the processor still
/// runs three quarters of the threads that it can; 0 if that is not known.
uint64_t affordableBytes(const Target &T, unsigned Threads);

/// How much it may have so that as many blocks run at a time as with Bytes.
uint64_t bytesForSameBlocks(const Target &T, unsigned Threads, uint64_t Bytes);

/// F, or code that F calls, may use another static array than G.
bool mayUseOtherArrays(const llvm::Function &F, const llvm::GlobalVariable &G);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_SHAREDMEMORYBUDGET_H
