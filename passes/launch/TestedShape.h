//===- TestedShape.h - A block shape that the kernel itself tests for -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that f2layout-reroute rewrote for one shape of block begins with a
// test for it:
//
//   entry:  if (blockDim.x == 32 && blockDim.y == 8 && blockDim.z == 1)
//             rewritten
//           else
//             original
//
// All code that the test dominates runs in blocks of exactly that shape. About
// the rest no more is known than in a kernel without a test.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_TESTEDSHAPE_H
#define F2LAYOUT_PASSES_LAUNCH_TESTEDSHAPE_H

#include "llvm/IR/Dominators.h"
#include <array>
#include <optional>

namespace f2layout {
inline namespace passes {

struct TestedShape {
  std::array<unsigned, 3> Size;
  /// The edge taken if the block has that shape.
  llvm::BasicBlockEdge Taken;
  /// The reads of blockDim that only this test uses.
  llvm::SmallVector<const llvm::Instruction *, 3> Reads;
};

/// The shape that F's entry block tests for, if the block ends in such a test
/// of all three dimensions.
std::optional<TestedShape> findTestedShape(const llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_TESTEDSHAPE_H
