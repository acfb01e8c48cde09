//===- ConvergenceInfo.h - Lanes of a warp, and if they converge ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An instruction of the whole warp, such as ldmatrix, can replace what
// its lanes do one by one if three facts are known:
//
//   which bits of threadIdx are the lane      lane = threadIdx.x & 31
//   that every lane exists                    no block of 48 threads
//   that every lane arrives with the others   not inside if (lane < 16)
//
// Example. In blocks of 16 x 8 threads, lane bits 0 to 3 are those of
// threadIdx.x, and lane bit 4 is bit 0 of threadIdx.y.
//
// Algorithm. The first fact follows from an exact shape. Without one, a kernel
// that never reads threadIdx.y is one-dimensional if a store that thread 0
// certainly executes on the way depends on threadIdx.x alone: in a second row
// of threads there would be a thread that stores to the same place at the same
// time. The second fact follows from the number of threads, from a promise, or
// because the warp executes, before or after, an instruction that needs all
// lanes by definition (mma.sync.aligned and the like: "all threads in the warp
// must execute the same instruction", PTX ISA 9.2, 9.7.14.5). The third fact
// follows from BlockUniformity, where branches count as uniform if their
// evaluated condition is the same in all lanes of each warp; and from
// WarpSpinWaits, which shows that no lane waits for another one before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_CONVERGENCEINFO_H
#define F2LAYOUT_PASSES_CONVERGENCE_CONVERGENCEINFO_H

#include "passes/bits/BitForms.h"
#include "passes/convergence/RowInvariance.h"
#include "passes/convergence/WarpSpinWaits.h"
#include "passes/evaluate/ThreadEval.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// Why something is not known. If Name is empty, it is known.
struct WarpDoubt {
  std::string Name, Why;
  const llvm::Instruction *Witness = nullptr;
  explicit operator bool() const { return !Name.empty(); }
};

/// The answers for one function, whose control flow must not change while they
/// are in use.
class ConvergenceInfo {
public:
  /// Bit Number of threadIdx.x (Dim 0), y or z.
  struct IndexBit {
    unsigned Dim = 0, Number = 0;
  };

  ConvergenceInfo(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                  const LaunchShape &L);

  /// What each lane bit is, by lane bit. Where the shape is not known, what the
  /// bits are in a one-dimensional block. Empty if they are not bits of the
  /// index.
  llvm::ArrayRef<IndexBit> laneBits() const { return Lanes; }
  /// The form is exactly lane bit N.
  bool isLaneBit(Bit B, unsigned N);
  /// The places (threadPlace) of the bits that equal lane bit N, as a mask: the
  /// bit of threadIdx that laneBits() names, and bit N of the lane number.
  uint64_t placesOf(unsigned N) const;
  /// The places of all lane bits.
  uint64_t lanePlaces() const;
  /// B in the lane with that number, where the bits of the index that select
  /// the warp, and everything that does not depend on the thread, are zero. No
  /// value if B may depend on the lane in another way.
  std::optional<bool> valueInLane(Bit B, unsigned Lane);
  /// The lanes in which valueInLane() is true, one bit a lane.
  std::optional<uint64_t> lanesWhereSet(Bit B);

  /// What is not known, if anything: that all lanes of a warp exist and are at
  /// the block's instructions together, and that the lane is what laneBits()
  /// says. Empty if all this is proved.
  WarpDoubt doubtAt(const llvm::BasicBlock &BB);

  BitForms &forms() { return Forms; }
  /// Branches on which the lanes of a warp agree count as uniform.
  const BlockUniformity &uniformity() const { return Refined; }
  const LaunchShape &launch() const { return Launch; }

private:
  void findLanes();
  bool isOneRow(const llvm::BasicBlock &BB);
  bool showsOneRow(const llvm::Instruction &Write, const llvm::BasicBlock &BB);
  bool isWhole(const llvm::BasicBlock &BB);
  WarpDoubt parted(const llvm::BasicBlock &BB);

  llvm::Function &F;
  const LaunchShape Launch;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const BlockUniformity &Plain;
  BlockUniformity Refined;
  WarpSpinWaits Waits;
  BitForms Forms;
  ThreadEval &Eval;
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

#endif // F2LAYOUT_PASSES_CONVERGENCE_CONVERGENCEINFO_H
