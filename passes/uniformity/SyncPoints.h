//===- SyncPoints.h - The places where threads wait for each other --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that travels through shared memory is safe because of a barrier
// between the store and the load. Before a pass may move the value by other
// means, or drop the barrier, it must know what the barrier is. On NVIDIA it is
// a call,
//
//   call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)    ; Block
//   call void @llvm.nvvm.bar.warp.sync(i32 -1)                  ; Warp
//
// on AMD it is three instructions that form __syncthreads only together,
//
//   fence syncscope("workgroup") release
//   call void @llvm.amdgcn.s.barrier()                          ; Block
//   fence syncscope("workgroup") acquire
//
// where s.barrier alone orders no memory at all. Everything else that may make
// threads wait, or that may order memory between them, is Other: a pass can
// neither remove it nor rely on it as a barrier.
//
// Algorithm. Collect from each block, in order, the instructions that are not
// known to be harmless. Match the patterns above among neighbours. Any
// remaining instruction that may synchronise is Other. A call may synchronise
// unless its intrinsic number or its attributes say otherwise.
//
// A compiler barrier, asm volatile("" ::: "memory"), is Other too, because
// threads may wait in a loop around it until memory changes (RegisterAsm.h).
// Beside a barrier, with no access between the two, it is nothing: the barrier
// keeps every access on its side anyway.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H
#define F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H

#include "passes/support/PassBases.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// One place at which threads synchronise. On AMD a barrier is three
/// instructions (release fence, s.barrier or wave.barrier, acquire fence):
/// First and Last are the fences, and At is the barrier itself. On NVIDIA all
/// three are the same call.
struct SyncPoint {
  enum Kind {
    Block, ///< Plain __syncthreads: every thread of the block; orders all
           ///< memory. Relax.h may remove or weaken it.
    Warp,  ///< Plain __syncwarp with a mask operand (null on AMD: the wave).
           ///< Relax.h may remove it if it is one of all lanes.
    Other  ///< Named, counted, split, reducing or cluster barriers, lone
           ///< s.barrier without fences, lone fences, shuffles and votes with a
           ///< mask, waits on asynchronous copies, inline asm that may
           ///< synchronise.
  };
  Kind K = Other;
  llvm::Instruction *First = nullptr, *At = nullptr, *Last = nullptr;
  llvm::Value *Mask = nullptr; ///< Warp on NVIDIA: i32 operand.
  /// gfx12: the arriving half (s.barrier.signal) of a split barrier. At is then
  /// the waiting half.
  llvm::Instruction *Signal = nullptr;
  /// The fences order only shared memory.
  bool SharedOnly = false;

  /// Only lanes of one warp can meet here: at a warp barrier, shuffle or vote.
  bool staysInWarp() const;
  /// The instructions of the point, in order.
  llvm::SmallVector<llvm::Instruction *, 4> instructions() const;
};

class SyncPoints {
public:
  explicit SyncPoints(llvm::Function &F);
  llvm::ArrayRef<SyncPoint> all() const { return Points; }
  /// The sync point that I is part of (as First, Signal, At or Last), or null.
  const SyncPoint *of(const llvm::Instruction *I) const;
  void print(llvm::raw_ostream &OS) const;

  /// The instructions beside a point in its block, null where it ends, if no
  /// other point depends on whether they stay beside this one.
  struct Neighbours {
    llvm::Instruction *Before = nullptr, *After = nullptr;
  };
  static std::optional<Neighbours> neighboursOf(const SyncPoint &P);
  /// The point was erased, and its place now has what lies between the
  /// neighbours: nothing or another point. Finds the points as they are now.
  void replace(const SyncPoint &Gone, const Neighbours &Beside);

private:
  void scan(llvm::BasicBlock &BB);
  unsigned match(llvm::ArrayRef<llvm::Instruction *> Rest);
  void add(SyncPoint P);
  void index(size_t Point);

  llvm::Function *F;
  llvm::SmallVector<SyncPoint, 8> Points;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Index;
};

/// True if convergent calls of F have convergence tokens
/// (llvm.experimental.convergence.*). The calls that we add have none, and LLVM
/// does not allow both kinds in one function.
bool hasConvergenceTokens(const llvm::Function &F);

class SyncPointsAnalysis : public llvm::AnalysisInfoMixin<SyncPointsAnalysis> {
  friend llvm::AnalysisInfoMixin<SyncPointsAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = SyncPoints;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &);
};

/// print<f2layout-barriers>
using SyncPointsPrinterPass = AnalysisPrinterPass<SyncPointsAnalysis>;

/// True for a warp barrier at which every lane waits.
bool isFullWarpBarrier(const SyncPoint &P);

/// True for a barrier, of the warp or of the block, at which every lane of a
/// warp waits.
bool joinsAllLanes(const SyncPoint &P);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_SYNCPOINTS_H
