//===- RegionVersion.h - Two versions of a part of a kernel ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Something is better where a test holds, but only a loop in the
// middle of a long kernel gains by it. A copy of the whole kernel would be
// compiled, and carried along, for nothing.
//
//   before:  A                       after:  A
//            loop: B                         if (test) loop: B
//            C                               else      loop.orig: B
//                                            C
//
// Algorithm. The region begins in the nearest block that dominates the given
// instructions, and ends in the nearest that postdominates them. It contains
// loops as a whole, the outermost ones, so that the test runs once. In its
// first and its last block it begins and ends at the instructions themselves.
// What is used behind the region comes from whichever version ran
// (SSAUpdater).
//
// Legality. The test must have the same result in every thread of the block.
// Then all threads are in the same version, and still meet at its barriers.
// Code that must not be copied is left alone.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_REGIONVERSION_H
#define F2LAYOUT_PASSES_LAUNCH_REGIONVERSION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// A part of a function with one entry.
struct CodeRegion {
  llvm::Instruction *Begin = nullptr; ///< Its first instruction.
  /// The block where it ends; null if it ends with the function.
  llvm::BasicBlock *Last = nullptr;
  /// Its last instruction in Last; null if it ends before that block.
  llvm::Instruction *Final = nullptr;
  /// The blocks that are in it as a whole: not Begin's, and not Last.
  llvm::SmallSetVector<llvm::BasicBlock *, 16> Blocks;
  unsigned Instructions = 0;

  bool contains(const llvm::Instruction &I) const;
  /// Some of its code is in Other, too.
  bool overlaps(const CodeRegion &Other) const;

private:
  bool touches(const llvm::BasicBlock *BB) const;
};

/// The smallest region that contains the instructions, which are reachable and
/// of one function. No value if it must not be copied.
std::optional<CodeRegion>
smallestRegion(llvm::ArrayRef<llvm::Instruction *> Around,
               const llvm::DominatorTree &DT,
               const llvm::PostDominatorTree &PDT, const llvm::LoopInfo &LI);

/// Copies the region, which is valid until the function changes otherwise than
/// by the copies of regions that do not overlap it. The original instructions
/// then run only if the test that MakeTest builds holds; otherwise the copy
/// runs. Returns the blocks of the original.
llvm::SmallVector<llvm::BasicBlock *, 16>
versionRegion(const CodeRegion &R,
              llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> MakeTest);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_REGIONVERSION_H
