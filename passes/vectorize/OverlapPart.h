//===- OverlapPart.h - A part that tests and exists twice -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What OverlapGuess.h has chosen in one block, and its rewrite:
//
//   store q[i].x, a                   if (test) {
//   b = load p[i]                       b = load p[i]
//   store q[i].y, b                     store q[i], { a, b }
//                                     } else {
//                                       ... the three as they were ...
//                                     }
//
// Runs are joined one by one, each at its own place. The accesses that are in
// no run stay where they are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_OVERLAPPART_H
#define F2LAYOUT_PASSES_VECTORIZE_OVERLAPPART_H

#include "passes/launch/RegionVersion.h"
#include "passes/vectorize/AlignmentGroups.h"
#include "passes/vectorize/OverlapTest.h"
#include "passes/vectorize/VectorGroups.h"

namespace f2layout {
inline namespace passes {

/// A run of loads that goes to the first of them, or of stores to the last.
struct MovedRun {
  std::vector<VectorGroup> Groups;
  /// Where each group begins, from the address of Span.Access.
  llvm::SmallVector<int64_t, 4> Offsets;
  llvm::Instruction *At = nullptr; ///< The groups go in front of it.
  /// Each group has its own size as its alignment. Otherwise it has that of its
  /// accesses: AMD's global memory need not be aligned for wide accesses.
  bool IsAligned = true;
  /// All bytes of the groups, from the first of their accesses.
  AccessSpan Span;
  unsigned From = 0; ///< How many accesses there are now.
  double Saved = 0;  ///< Clocks of a warp, each time.

  bool isStore() const { return Groups.front().isStore(); }
  llvm::SmallVector<llvm::Instruction *, 16> accesses() const;
};

/// A part of a block that tests and exists twice.
struct OverlapPart {
  std::vector<MovedRun> Runs;
  llvm::SmallVector<SpanPair, 16> Pairs;
  AlignmentGroups::Counts Zeros; ///< Low bits of inputs that must be zero.
  CodeRegion Region;
  double Weight = 1; ///< How often it runs.

  unsigned accessesBefore() const;
  unsigned accessesAfter() const;
  /// Clocks of a warp.
  double saved() const;
  double priceOfTest() const;
};

/// Clocks of a warp for one of its pairs: an addition, a comparison and half of
/// what the two are computed from, of which an SM issues four at a time.
inline constexpr double ClocksOfPair = 0.75;

/// Makes the test, and joins the accesses where it holds. Returns the two
/// versions of the part.
std::pair<llvm::BasicBlock *, llvm::BasicBlock *>
versionPart(const OverlapPart &P, const KernelInputs &Inputs);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_OVERLAPPART_H
