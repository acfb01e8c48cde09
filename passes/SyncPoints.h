//===- SyncPoints.h - Where threads wait for each other -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SYNCPOINTS_H
#define F2LAYOUT_PASSES_SYNCPOINTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {

/// One place at which threads synchronise. On AMD a barrier is three
/// instructions (release fence, s.barrier or wave.barrier, acquire fence); First
/// and Last bracket them, At is the barrier itself. On NVIDIA all are one call.
struct SyncPoint {
  enum Kind {
    Block, ///< Plain __syncthreads: every thread of the block, orders all
           ///< memory. The only kind that may be removed or weakened.
    Warp,  ///< Plain __syncwarp with a mask operand (null on AMD: the wave).
    Other  ///< Named, counted, split, reducing or cluster barriers, lone s.barrier
           ///< without fences, lone fences, shuffles and votes with a mask, waits
           ///< on asynchronous copies, inline asm that may synchronise.
  };
  Kind K = Other;
  llvm::Instruction *First = nullptr, *At = nullptr, *Last = nullptr;
  llvm::Value *Mask = nullptr; ///< Warp on NVIDIA: i32 operand.
};

class SyncPoints {
public:
  explicit SyncPoints(llvm::Function &F);
  llvm::ArrayRef<SyncPoint> all() const { return Points; }
  /// The sync point that I is part of (First, At or Last), or null.
  const SyncPoint *of(const llvm::Instruction *I) const;
  void print(llvm::raw_ostream &OS) const;

private:
  llvm::SmallVector<SyncPoint, 8> Points;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Index;
};

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

} // namespace f2layout

#endif // F2LAYOUT_PASSES_SYNCPOINTS_H
