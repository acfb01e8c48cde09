//===- PathQueries.h - Is there a way from here to there around that? -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality questions are about paths: can a second store run between this one
// and that load without the barrier running too? LLVM's
// isPotentiallyReachable excludes whole blocks; barriers and stores share
// blocks, so these queries exclude instructions.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_PATHQUERIES_H
#define F2LAYOUT_PASSES_SUPPORT_PATHQUERIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instruction.h"

namespace f2layout {
inline namespace passes {

using InstructionSet = llvm::SmallPtrSet<const llvm::Instruction *, 4>;

/// True if some path that starts just after From executes To and, before To,
/// none of Avoid. From itself may be To (a second execution).
bool reaches(const llvm::Instruction *From, const llvm::Instruction *To,
             const InstructionSet &Avoid);

/// Calls Visit for every instruction on a path that starts just after From (if
/// Forward) or ends just before it (if not) and does not go past an instruction
/// of Stop. The instructions of Stop are not visited; From is, if a cycle leads
/// back to it.
void forEachReachable(const llvm::Instruction *From, bool Forward,
                      const InstructionSet &Stop,
                      llvm::function_ref<void(llvm::Instruction &)> Visit);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_PATHQUERIES_H
