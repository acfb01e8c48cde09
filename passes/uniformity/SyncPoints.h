//===- SyncPoints.h - Where threads wait for each other -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that travels through shared memory is safe because of a barrier
// between the store and the load. Before a pass may move the value another way,
// or drop the barrier, it must know what the barrier is. On NVIDIA it is a
// call,
//
//   call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)    ; Block
//   call void @llvm.nvvm.bar.warp.sync(i32 -1)                  ; Warp
//
// on AMD three instructions that only together are __syncthreads,
//
//   fence syncscope("workgroup") release
//   call void @llvm.amdgcn.s.barrier()                          ; Block
//   fence syncscope("workgroup") acquire
//
// where s.barrier alone orders no memory at all. Everything else that may make
// threads wait, or order memory between them, is Other: a pass can neither
// remove it nor take it for a barrier.
//
// Algorithm: take from each block the instructions that are not plainly
// harmless, in order; match the patterns above among neighbours; what is left
// and may synchronise is Other. Nothing is known about a call unless its
// intrinsic number or its attributes say so.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H
#define F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// One place at which threads synchronise. On AMD a barrier is three
/// instructions (release fence, s.barrier or wave.barrier, acquire fence);
/// First and Last bracket them, At is the barrier itself. On NVIDIA all are one
/// call.
struct SyncPoint {
  enum Kind {
    Block, ///< Plain __syncthreads: every thread of the block, orders all
           ///< memory. The only kind that may be removed or weakened.
    Warp,  ///< Plain __syncwarp with a mask operand (null on AMD: the wave).
    Other  ///< Named, counted, split, reducing or cluster barriers, lone
           ///< s.barrier without fences, lone fences, shuffles and votes with a
           ///< mask, waits on asynchronous copies, inline asm that may
           ///< synchronise.
  };
  Kind K = Other;
  llvm::Instruction *First = nullptr, *At = nullptr, *Last = nullptr;
  llvm::Value *Mask = nullptr; ///< Warp on NVIDIA: i32 operand.
  /// gfx12: the arriving half (s.barrier.signal) of a barrier in two halves; At
  /// is then the waiting half.
  llvm::Instruction *Signal = nullptr;
  /// The fences order shared memory and nothing else.
  bool SharedOnly = false;

  /// Only lanes of one warp can meet here: a warp barrier, a shuffle, a vote.
  bool staysInWarp() const;
  /// The instructions of the point, in order.
  llvm::SmallVector<llvm::Instruction *, 4> instructions() const;
};

class SyncPoints {
public:
  explicit SyncPoints(llvm::Function &F);
  llvm::ArrayRef<SyncPoint> all() const { return Points; }
  /// The sync point that I is part of (First, Signal, At or Last), or null.
  const SyncPoint *of(const llvm::Instruction *I) const;
  void print(llvm::raw_ostream &OS) const;

private:
  void scan(llvm::BasicBlock &BB);
  unsigned match(llvm::ArrayRef<llvm::Instruction *> Rest);
  void add(SyncPoint P);

  llvm::SmallVector<SyncPoint, 8> Points;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Index;
};

/// Convergent calls of F name their token (llvm.experimental.convergence.*). What
/// we add to a function has none, and LLVM does not allow both.
bool hasConvergenceTokens(const llvm::Function &F);

class SyncPointsAnalysis : public llvm::AnalysisInfoMixin<SyncPointsAnalysis> {
  friend llvm::AnalysisInfoMixin<SyncPointsAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = SyncPoints;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &);
};

/// print<f2layout-barriers>
class SyncPointsPrinterPass
    : public llvm::PassInfoMixin<SyncPointsPrinterPass> {
  llvm::raw_ostream &OS;

public:
  explicit SyncPointsPrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// True for a warp barrier that every lane waits at.
bool isFullWarpBarrier(const SyncPoint &P);

/// True for a barrier that every lane of a warp waits at, of the warp or the
/// block.
bool joinsAllLanes(const SyncPoint &P);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H
