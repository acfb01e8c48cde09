//===- Reachability.h - Paths between instructions, asked often -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A proof about one exchange asks reaches() (PathQueries.h) for every
// store, every barrier and every load: in a kernel of n accesses n^2 walks over
// the control flow graph, nearly all of which begin at the same instructions and
// avoid the same barriers.
//
// Algorithm. One walk from an instruction around a set of instructions finds all
// blocks that it enters. The walk is kept, and every question that begins alike
// is answered from it: the target is ahead in the first block, or its block is
// entered and nothing that is avoided stands before it.
//
// The answers hold until the function changes. As an analysis of LLVM's the
// object is dropped then.
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
  /// By the first instruction and the number of the set: the blocks that are
  /// entered at their beginnings, by LLVM's numbers of blocks.
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
