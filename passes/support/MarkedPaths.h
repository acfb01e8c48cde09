//===- MarkedPaths.h - Paths from and to one of many instructions ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A proof asks, for each of n accesses, whether a path without a block
// barrier leads from it to one of n marked instructions, such as atomics, and
// whether one leads back. Asked mark by mark (Reachability.h), these are n^2
// questions.
//
// Algorithm. It does not matter which mark it is. One pass over the blocks
// finds those into which a path comes from a mark, and one those from whose
// ends a path leads to a mark. Within a block, the nearest mark or barrier
// decides.
//
//     atomic; b: load; barrier; c: load    b comes from a mark, c does not
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_MARKEDPATHS_H
#define F2LAYOUT_PASSES_SUPPORT_MARKEDPATHS_H

#include "compat/LLVMCompat.h"
#include "passes/support/Reachability.h"

namespace f2layout {
inline namespace passes {

class MarkedPaths {
public:
  using AvoidedSet = Reachability::AvoidedSet;

  /// Marks and Avoid must live as long. Except is no mark.
  MarkedPaths(const llvm::Function &F, const InstructionsByBlock &Marks,
              const AvoidedSet &Avoid, const llvm::Instruction *Except);

  /// Some mark reaches To on a path without an avoided instruction between.
  bool comesFromMark(const llvm::Instruction *To) const;
  /// From reaches some mark on such a path.
  bool leadsToMark(const llvm::Instruction *From) const;

private:
  enum class Nearest { None, Mark, Avoided };
  /// Before To in its block; before the end of BB if To is null.
  Nearest before(const llvm::BasicBlock &BB, const llvm::Instruction *To) const;
  /// Behind From in its block; in all of BB if From is null.
  Nearest behind(const llvm::BasicBlock &BB,
                 const llvm::Instruction *From) const;

  const InstructionsByBlock &Marks;
  const AvoidedSet &Avoid;
  const llvm::Instruction *Except;
  compat::BlockNumbers Numbers;
  /// By these numbers: blocks at whose beginning a path from a mark
  /// arrives, and from whose end one leads to a mark.
  llvm::BitVector Entered, Leading;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_MARKEDPATHS_H
