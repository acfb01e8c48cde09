//===- PathCondition.h - The conditions under which a block is reached ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   entry: br %a, then, join         then: {a}
//   then:  br %join                  join: {}, since both ways meet there
//   join:  br %b, exit, inner        inner: {not b}
//
// The path up the dominator tree from a block to one that dominates it passes
// conditional branches. Each adds its condition or the negation of it; a
// conjunction adds its parts. A join adds nothing if every path from its
// dominator reaches it, in the same iteration of every loop around both.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_PATHCONDITION_H
#define F2LAYOUT_PASSES_SUPPORT_PATHCONDITION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// A condition that a thread must meet to reach a block.
struct PathLiteral {
  const llvm::Value *Condition;
  bool Wanted;
};
using Path = llvm::SmallVector<PathLiteral, 4>;

/// What must hold for control at the end of From to reach To. From must
/// dominate To. Returns std::nullopt if the path is not a chain of branches.
/// IntoLoops: a branch that leads right to a loop's header counts, too.
std::optional<Path>
pathCondition(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
              const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
              const llvm::LoopInfo &LI, bool IntoLoops = false);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PATHCONDITION_H
