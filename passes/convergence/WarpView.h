//===- WarpView.h - Lanes by the thread's index, and who comes along ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An instruction of the whole warp, say ldmatrix, may stand for what
// its lanes do one by one if three things are known:
//
//   the lane is which bits of threadIdx        lane = threadIdx.x & 31
//   every lane exists                          no block of 48 threads
//   every lane comes there with the others     not behind if (lane < 16)
//
// Example. With blocks of 16 x 8 threads lane bits 0 to 3 are those of
// threadIdx.x, and lane bit 4 is bit 0 of threadIdx.y.
//
// Algorithm. The first is known from an exact shape. Without one, a kernel that
// never asks for threadIdx.y is one-dimensional if a store that thread 0 surely
// executes on the way goes by threadIdx.x alone: in a second row of threads
// there would be a thread that stores to the same place at the same time. The
// second is known from the number of threads, by promise, or because the warp
// executes, before or after, an instruction that needs all lanes by definition
// (mma.sync.aligned and the like: "all threads in the warp must execute the
// same instruction", PTX ISA 9.2, 9.7.14.5). The third is BlockUniformity, with
// those branches taken for uniform whose condition, evaluated, is the same in
// all lanes of each warp; and WarpSpinWaits, that no lane waits for another one
// before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_WARPVIEW_H
#define F2LAYOUT_PASSES_CONVERGENCE_WARPVIEW_H

#include "passes/bits/BitForms.h"
#include "passes/convergence/RowInvariance.h"
#include "passes/convergence/WarpSpinWaits.h"
#include "passes/evaluate/ThreadEval.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// Why something is not known; it is if Name is empty.
struct WarpDoubt {
  std::string Name, Why;
  const llvm::Instruction *Witness = nullptr;
  explicit operator bool() const { return !Name.empty(); }
};

/// Answers for one function, whose control flow must not change meanwhile.
class WarpView {
public:
  /// Bit Number of threadIdx.x (Dim 0), y or z.
  struct IndexBit {
    unsigned Dim = 0, Number = 0;
  };

  WarpView(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
           const LaunchShape &L);

  /// What lane bits are, by lane bit; where the shape is not known, what they
  /// are in a one-dimensional block. Empty if they are no bits of the index.
  llvm::ArrayRef<IndexBit> laneBits() const { return Lanes; }
  /// The form is lane bit N and nothing else.
  bool isLaneBit(Bit B, unsigned N);
  /// The thread bits (threadPlace) that lane bit N stands for.
  uint64_t placesOf(unsigned N) const;
  uint64_t lanePlaces() const;
  /// B in the lane of that number, where bits of the index that choose the warp
  /// and all that does not depend on the thread is zero; nothing if B may
  /// depend on the lane in another way.
  std::optional<bool> valueInLane(Bit B, unsigned Lane);
  /// The lanes in which valueInLane() is true, one bit a lane.
  std::optional<uint64_t> lanesWhereSet(Bit B);

  /// Whether all lanes of a warp are at the block's instructions together, and
  /// the lane is what laneBits() says.
  WarpDoubt doubtAt(const llvm::BasicBlock &BB);

  BitForms &forms() { return Forms; }
  /// With branches that do not part the lanes of a warp taken for uniform.
  const BlockUniformity &uniformity() const { return Refined; }
  const LaunchShape &launch() const { return Launch; }

private:
  void findLanes();
  bool isOneRow(const llvm::BasicBlock &BB);
  bool showsOneRow(const llvm::Instruction &Write, const llvm::BasicBlock &BB);
  bool isWhole(const llvm::BasicBlock &BB);
  WarpDoubt parted(const llvm::BasicBlock &BB);
  bool partsNoWarp(const llvm::BranchInst &Branch);

  llvm::Function &F;
  const LaunchShape Launch;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const BlockUniformity &Plain;
  BlockUniformity Refined;
  WarpSpinWaits Waits;
  BitForms Forms;
  SymbolicIntTable Terms;
  ThreadEval Eval;
  RowInvariance Rows;
  llvm::SmallVector<IndexBit, 6> Lanes;
  /// By the code of a form; nothing for those without an answer.
  llvm::DenseMap<uint32_t, std::optional<uint64_t>> LanesWhereSet;
  llvm::SmallVector<const llvm::Instruction *, 16> Writes;
  /// Blocks with an instruction that needs all lanes.
  llvm::SmallVector<const llvm::BasicBlock *, 8> NeedAll;
  llvm::DenseMap<const llvm::BasicBlock *, WarpDoubt> Doubts;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_WARPVIEW_H
