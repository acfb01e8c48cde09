//===- OverlapGuess.h - Accesses that are apart if a test says so ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A thread writes a structure member by member,
//
//   __global__ void join(Vec4 *out, const float *x, const float *y, ...) {
//     out[i].x = x[i];
//     out[i].y = y[i];          // out[i].x could be y[i]
//     ...
//
// and nobody has said __restrict__. So each load must stay behind the store
// before it, and the stores apart. But arrays hardly ever overlap.
//
// Example. These accesses exist twice, behind a test of their addresses:
//
//   if (out is aligned to 16 && y + i, z + i and w + i are not in out[i])
//     ... four loads, one store of 16 bytes ...
//   else
//     ... load, store, load, store, ...
//
// Algorithm.
//   1. A stretch is a part of a block in which only simple loads and stores
//      touch memory, all instructions run, and no lane depends on another.
//   2. Runs of global accesses in it (Contiguity.h) that would have fewer
//      pieces if nothing were between them, and if the kernel's arguments were
//      aligned (AlignmentGroups.h), are candidates. All pieces of a run of
//      loads go to the first of them, stores to the last: then all loads are
//      under way before the first store.
//   3. Two accesses that change their order, and of which one is a store, must
//      be apart: by AccessBetween.h, or by a test (OverlapTest.h), for which a
//      run is one span.
//   4. A run whose test cannot be made, or fails for certain, is dropped. So is
//      one that saves less than its own part of the test takes.
//   5. What is saved must pay for the test and the copy, as for a test of
//      alignment (AlignmentGuess.h). It must be a tenth of the kernel's
//      accesses, and 4% of its work. Fewer loads save wavefronts only where
//      they are twice as long as the widest access: measured on an H100, the
//      cache serves the members of shorter structures one by one as fast.
//
// Legality. Each thread tests its own addresses, so threads may take different
// sides. So the region contains nothing that depends on other lanes, and no
// barrier. In the tested version the accesses that change their order have no
// byte in common. In the order of one thread's accesses to different bytes no
// other thread can see a difference without a data race, since nothing between
// them synchronises. All of the region's accesses run, in both versions.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_OVERLAPGUESS_H
#define F2LAYOUT_PASSES_VECTORIZE_OVERLAPGUESS_H

#include "intrinsics/target/Target.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/OverlapPart.h"

namespace f2layout {
inline namespace passes {

struct OverlapGuess {
  KernelInputs Inputs;
  std::vector<OverlapPart> Parts;

  double saved() const;
};

/// The guess for a kernel that is worth a test. C has the runs of its accesses
/// as they are. MayTestAlign: the alignment of arguments may be tested, too.
/// Refused receives the accesses for which a test would not pay.
std::optional<OverlapGuess>
guessOverlap(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
             const LaunchShape &L, const Target &T, bool MayTestAlign,
             Contiguity &C,
             llvm::SmallVectorImpl<llvm::Instruction *> &Refused);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_OVERLAPGUESS_H
