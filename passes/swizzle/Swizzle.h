//===- Swizzle.h - Arrays turned so that rows and columns both are fast ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A tile is written by rows and read by columns, and boundary checks
// stand around each access, so no exchange can be proved and f2layout-reroute
// leaves it alone:
//
//   __shared__ float tile[32][32];
//   if (x < w && y < h) tile[ty][tx] = in[..];    1 wavefront a warp
//   __syncthreads();
//   if (..) out[..] = tile[tx][ty];               32
//
// Nothing of that matters to a bijection of the array's bytes (SwizzleMap.h)
// through which all accesses go: the second one takes 1 wavefront as well, for
// two or three instructions of address arithmetic. A padded tile, [32][33], has its
// padding taken out where the swizzle does its work.
//
// Legality, as of f2layout-readdress: the array is private (PrivateArray.h),
// its accesses are known, and granules move as a whole that are no smaller than
// the widest access, to which that is aligned. The array is made of whole
// blocks that the swizzle maps onto themselves, and no access goes out of it,
// since that is undefined. Padding goes only if SwizzleProof shows that nobody
// ever touches it.
//
// Profit. Clocks of wavefronts against clocks of arithmetic, as SwizzlePlan.h
// counts them. Where the launch does not state the block's shape, costs are of
// a likely one, which is a matter of speed alone.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H

#include "intrinsics/Target.h"
#include "passes/evaluate/KernelEvals.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/PrivateArray.h"
#include "passes/swizzle/SwizzlePlan.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Swizzles one array of one kernel. Evals and O must outlive this.
class ArraySwizzler {
public:
  ArraySwizzler(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                const Target &T, const LaunchShape &L, KernelEvals &Evals,
                const SharedObject &O);

  /// There is a plan, and it leaves nothing to gain for others.
  bool isBest() const;
  bool hasPlan() const { return Plan.has_value(); }
  /// Does what the plan says, with remarks.
  void apply();
  /// Why there are conflicts still, or padding.
  void explain() const;

private:
  void evaluate();
  std::optional<Refusal> refusal() const;
  llvm::Align neededAlign() const;
  bool isWhole(const SharedAccess &A) const;
  bool addAccess(const SharedAccess &A, ThreadEval &Eval);
  void remarkPassed(const llvm::Instruction &At) const;
  void remarkMissed(const Refusal &R) const;

  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const Target &T;
  const LaunchShape &L;
  KernelEvals &Evals;
  const SharedObject &O;
  std::vector<SwizzleAccess> Accesses;
  std::optional<SwizzlePlan> Plan;
  std::optional<Refusal> No;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLE_H
