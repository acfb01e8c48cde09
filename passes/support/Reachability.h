//===- Reachability.h - Paths between instructions, asked often -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A proof about one exchange calls reaches() (PathQueries.h) for every
// store, barrier and load. A kernel of n accesses takes n^2 walks over its
// control flow graph. Nearly all of them start at the same instructions and
// avoid the same barriers.
//
// Algorithm. One walk from an instruction around a set of instructions finds
// all blocks that are entered. The walk is kept and answers every query with
// that start and that set: the target is ahead in the first block, or its block
// is entered and no avoided instruction precedes it there.
//
// The answers hold until the function changes. The class is an LLVM function
// analysis, which is then dropped.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H
#define F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H

#include "passes/support/PathQueries.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <vector>

namespace f2layout {
inline namespace passes {

class Reachability {
public:
  explicit Reachability(const llvm::Function &F) : F(F) {}

  /// As the free function of the same name.
  bool reaches(const llvm::Instruction *From, const llvm::Instruction *To,
               const InstructionSet &Avoid);

private:
  unsigned numberOf(const InstructionSet &Avoid);
  const llvm::BitVector &entered(const llvm::Instruction *From,
                                 const InstructionSet &Avoid, unsigned Set);

  const llvm::Function &F;
  /// Sets of instructions, sorted by address, and their numbers.
  std::map<std::vector<const llvm::Instruction *>, unsigned> Sets;
  /// The blocks that are entered at their beginnings, by LLVM's block numbers,
  /// for each pair of a first instruction and the number of a set.
  llvm::DenseMap<std::pair<const llvm::Instruction *, unsigned>,
                 llvm::BitVector>
      Walks;
};

class ReachabilityAnalysis
    : public llvm::AnalysisInfoMixin<ReachabilityAnalysis> {
  friend llvm::AnalysisInfoMixin<ReachabilityAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = Reachability;
  Reachability run(llvm::Function &F, llvm::FunctionAnalysisManager &) {
    return Reachability(F);
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H
