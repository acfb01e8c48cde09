//===- AlignmentGuess.h - Arguments that are worth a test -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel reads global memory in neighbouring words,
//
//   struct Body { float x, y, z, mass; };           // aligned to 4
//   __global__ void forces(const Body *b, ...) {
//     for (j = 0; j < n; ++j)
//       ... b[j].x, b[j].y, b[j].z, b[j].mass ...   // four loads
//
// and nothing says that b is aligned to more than a float is. But cudaMalloc
// aligns to 256 bytes, so that it nearly always is. The same is true of
// a[row * pitch + k], k + 1, ..., if pitch is a multiple of four.
//
// Example. The loop exists twice, behind a test before it:
//
//   if (((unsigned)b & 15) == 0)
//     for (...) ... one load of 16 bytes ...
//   else
//     for (...) ... four loads ...
//
// Algorithm.
//   1. Contiguity is asked again, under the hypothesis that the low bits of all
//      inputs (KernelInputs.h) of the accesses' addresses are zero.
//   2. Runs that have fewer pieces then are groups. A piece counts only if its
//      accesses may be joined (AccessBetween.h).
//   3. Pointers are nearly always aligned. Numbers are a multiple of four in
//      every second launch, say: they are tested only if that saves twice as
//      much as without them. Those that make no difference are not tested.
//   4. The regions are the smallest ones around groups (RegionVersion.h). A
//      group makes a region larger, or gets one of its own, whichever is
//      cheaper, if it pays for that (VersionPrice.h).
//   5. What is saved must pay for the tests and the copies, and for the warps
//      that run less at a time if the registers are more (Residency.h). It must
//      be a tenth of the kernel's accesses, and 4% of its work (KernelWork.h).
//      Rounds of an inner loop that is unrolled for an unknown trip count may
//      not run at all: what they save buys no likely loss of warps.
//
// An access that is not made saves one clock of a warp if all lanes access the
// same place, since it is not issued. If each lane has a place of its own, an
// access to 4 bytes of 16 spreads over 512 bytes in each warp, and takes as
// many wavefronts as one to all 16: four clocks. The latency of memory, and
// what DRAM transfers, are the same for both, and are not counted.
//
// Legality. Inputs are the same in all threads of the grid, so all are in the
// same version, and what lies in the region may contain barriers. In the tested
// version the hypothesis holds. Nothing else about the accesses changes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGUESS_H
#define F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGUESS_H

#include "intrinsics/target/Target.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/launch/RegionVersion.h"
#include "passes/vectorize/KernelInputs.h"

namespace f2layout {
inline namespace passes {

struct AlignmentGuess {
  KernelInputs Inputs;
  /// Low bits of each input that must be zero.
  llvm::SmallVector<unsigned, 8> Zeros;
  /// The accesses that become wider, in the order of the function.
  llvm::SmallVector<llvm::Instruction *, 32> Accesses;
  /// The parts of the kernel that test and exist twice.
  llvm::SmallVector<CodeRegion, 2> Regions;
  /// How many accesses are in the groups, and how many they become.
  unsigned From = 0, To = 0;
  double Saved = 0; ///< Clocks of a warp.
  /// All of it is in loops that may not run (isInInnerRounds), and registers
  /// may cost warps all the same: the test is not to be made.
  bool MayLoseWarps = false;
};

/// The guess for a kernel that is worth a test. C has the runs of its accesses
/// as they are. Refused receives the accesses that would become wider, if there
/// is no such guess. The blocks of Settled stay out of its regions: they exist
/// twice already.
std::optional<AlignmentGuess>
guessAlignment(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
               const LaunchShape &L, const Target &T, Contiguity &C,
               llvm::ArrayRef<llvm::BasicBlock *> Settled,
               llvm::SmallVectorImpl<llvm::Instruction *> &Refused);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGUESS_H
