//===- Swizzle.h - Swizzle arrays for fast rows and columns ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A tile is written by rows and read by columns, with boundary checks
// around each access, so no exchange can be proved and f2layout-reroute leaves
// it unchanged:
//
//   __shared__ float tile[32][32];
//   if (x < w && y < h) tile[ty][tx] = in[..];    1 wavefront a warp
//   __syncthreads();
//   if (..) out[..] = tile[tx][ty];               32
//
// None of this affects a bijection of the array's bytes (SwizzleMap.h) through
// which all accesses go. With it the second access takes 1 wavefront as well,
// for two or three instructions of address arithmetic. The padding of a padded
// tile, [32][33], is removed where the swizzle makes it unnecessary.
//
// Legality, as for f2layout-readdress: the array is private (PrivateArray.h),
// its accesses are known, and it moves in granules that are no smaller than the
// widest access, which is aligned to its own width. The array consists of whole
// blocks that the swizzle maps onto themselves, and no access goes outside of
// it, since that is undefined. Padding is removed only if SwizzleProof shows
// that no thread ever accesses it. A dynamic array has no known end; it must
// begin where the kernel's shared memory begins, which is allocated in whole
// blocks.
//
// Profit. Clocks of wavefronts are compared with clocks of arithmetic, as
// SwizzlePlan.h counts them, and with what the rest of the kernel issues
// meanwhile (price/KernelWork.h). Where the launch does not state the block's
// shape, costs are those of a likely one; this affects only speed. An address
// that has no one form in all iterations of a loop is known in each of the
// first ones:
//
//   for (i = threadIdx.x; i < 256; i += blockDim.x)   // 16 bytes at a time
//     tile[i / 4][i % 4] = ..
//
// Where a swizzle leaves conflicts, another pitch of the array's rows may take
// fewer clocks (PitchPlan.h). If there are conflicts and neither, a remark says
// why.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H

#include "intrinsics/target/Target.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/sharedmemory/kernel/KernelEvals.h"
#include "passes/support/RemarkBook.h"
#include "passes/swizzle/PitchArray.h"
#include "passes/swizzle/PitchPlan.h"
#include "passes/swizzle/SwizzlePlan.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Swizzles one array of one kernel, or plans another pitch, for which the
/// array may grow. Evals and O must outlive this. Remarks may be
/// null for one that is neither applied nor explained.
class ArraySwizzler {
public:
  ArraySwizzler(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                const Target &T, const LaunchShape &L, KernelEvals &Evals,
                const SharedObject &O, const ArrayGrowth &Growth,
                KernelRemarks *Remarks);

  /// There is a plan, and it leaves no conflicts for other rewrites to remove.
  bool isBest() const;
  bool hasPlan() const { return Plan.has_value(); }
  const SwizzlePlan &plan() const { return *Plan; }
  /// If it takes fewer clocks than the plan; else null.
  const PitchPlan *pitch() const { return Pitch ? &*Pitch : nullptr; }
  /// Clocks of one warp for the address of one access, on average, if they take
  /// so many for a block.
  double arithmeticOfAccess(double Clocks) const;
  /// The alignment that the granules need.
  llvm::Align neededAlign() const;
  /// Applies the plan and emits its remarks.
  void apply();
  /// Reports why conflicts, or padding, remain.
  void explain() const;

private:
  void evaluate();
  void evaluateMatrices();
  void plan(const SwizzleContext &C, SwizzleProof &Proof);
  bool dropHidden(const SwizzleContext &C);
  Refusal refusalOfHidden() const;
  void explainShape(const SwizzleContext &C, const PitchLimits &Limits);
  bool isTooLarge() const;
  std::optional<Refusal> refusal() const;
  std::optional<Refusal> refusalOfDynamic() const;
  bool isWhole(SwizzleProof &Proof, const SharedAccess &A) const;
  std::optional<SwizzleCase> caseOf(const SharedAccess &A, int64_t Reach,
                                    ThreadEval &Eval) const;
  bool addCases(SwizzleAccess &S);
  bool addAccess(const SharedAccess &A);
  bool hasFragments() const;
  bool hasConflicts() const;
  void remarkPassed(const llvm::Instruction &At) const;
  void remarkMissed(const Refusal &R) const;

  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const Target &T;
  const LaunchShape &L;
  KernelEvals &Evals;
  const SharedObject &O;
  KernelRemarks *Remarks; ///< Null: nobody is told.
  uint64_t Bytes; ///< Of the array; of a dynamic one the most that it may have.
  std::vector<SwizzleAccess> Accesses;
  SwizzleTrips Trips;
  const ArrayGrowth Growth;
  std::optional<SwizzlePlan> Plan;
  std::optional<PitchPlan> Pitch;
  std::optional<Refusal> No;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H
