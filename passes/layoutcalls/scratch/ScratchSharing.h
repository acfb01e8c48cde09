//===- ScratchSharing.h - Which functions share scratch memory ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The scratch arrays of all functions that a kernel may call exist in
// a block at the same time:
//
//   kernel       @kernel.f2.scratch   16 KiB
//     calls f    @f.f2.scratch        16 KiB    together 48 KiB, though no two
//     calls g    @g.f2.scratch        16 KiB    of them are in use at once
//
// So device functions with conversions share one array, and so do the kernels
// that may call them. A kernel that calls none has an array of its own, as
// large as it needs.
//
// Sharing needs an order: a call that may reach such a function uses the
// scratch like a conversion (ScratchOrder.h).
//
// Algorithm. Compute the functions that each function may reach, including
// itself: by direct calls, and by an indirect call every function whose address
// is taken.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHSHARING_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHSHARING_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace f2layout {
inline namespace passes {

class ScratchSharing {
public:
  /// Describes the module as it is before any call is lowered.
  explicit ScratchSharing(llvm::Module &M);

  bool isShared(const llvm::Function &F) const;
  /// The call may use the shared scratch.
  bool mayUse(const llvm::CallBase &Call) const;
  /// The number of bytes that F's scratch may have: what the arrays of all
  /// functions that may exist together with F leave of Limit.
  uint64_t room(const llvm::Function &F, uint64_t Limit) const;

private:
  using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 8>;
  using CalleeMap = llvm::DenseMap<const llvm::Function *, FunctionSet>;
  void addCallees(const llvm::CallBase &Call, FunctionSet &Callees) const;
  void findReached(const llvm::Function &F, const CalleeMap &Callees);
  void findArrays(llvm::Module &M);
  bool comesToSharing(const llvm::Function &F) const;
  uint64_t arrayBytes(const llvm::Function &F) const;

  /// Device functions with calls that exchange data.
  FunctionSet Sharing;
  FunctionSet AddressTaken;
  llvm::DenseMap<const llvm::Function *, FunctionSet> Reached;
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallPtrSet<const llvm::GlobalVariable *, 4>>
      Arrays;
  llvm::SmallVector<const llvm::Function *, 4> SharingKernels;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHSHARING_H
