//===- LateLoads.h - A plan's loads where their values are used -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A plan is emitted at its barrier, and all its results are in
// registers from there on. A tiled product reads a tile element by element:
//
//   as[tx][ty] = a; bs[ty][tx] = b; barrier
//   for (k = 0; k < 32; ++k) sum += as[k][ty] * bs[k][tx];   // unrolled
//
// A plan for the exchange through `as` has one store without conflicts and
// eight loads of 16 bytes instead of 32 conflicts and 32 loads. But 32 words at
// the barrier take 31 registers more, and only half as many warps would run.
//
// Rule. Where registers speak against a plan, its loads move down, each to the
// first use of what it loads; and if it does not fit even so, those of other
// plans do (ExchangePlanner::fitByLateLoads):
//
//   as'[...] = a; bs[ty][tx] = b; barrier
//   (x0, x1, x2, x3) = as'[...]; sum += x0 * bs[0][tx]; ...
//
// Then its words are in use where those of the original loads were, up to the
// width of one load.
//
// A plan within warps has a barrier of the warp, behind which the original
// barrier of the block stays where others need it; no load moves past that. So
// the plan gets the barrier of the block, which replaces the original one.
//
// Legality. Every result is loaded by one step behind the plan's barrier. All
// original loads are in the barrier's basic block, and nothing between it and
// the last of them may write to shared memory or order accesses. A load that
// moves there crosses nothing that writes what it reads.
//
// Several exchanges may have one barrier; their code stands one behind the
// other. The late loads of one move behind the stores and barriers of those
// that follow, unless one of these uses the same array. A thread that is past
// these barriers may be ahead of others only up to the next barrier behind the
// original loads. Up to there, no thread writes bytes of the array: a plan has
// them only if block barriers keep all other accesses of the array away.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_LATELOADS_H
#define F2LAYOUT_PASSES_EXCHANGE_LATELOADS_H

#include "passes/exchange/ExchangePlan.h"
#include "passes/price/RegisterPressure.h"

namespace f2layout {
inline namespace passes {

/// The plan with its loads where their values are used, and the barrier that
/// this needs, priced anew; none if some load cannot move.
std::optional<Plan> planWithLateLoads(const ExchangePlan &P,
                                      const SharedObject &Object,
                                      const Machine &M);

/// Every result is made by a load, which a scheduler may move down.
bool endsInLoads(const Plan &P);

/// The original loads that each load of such a plan replaces, at the first of
/// them.
llvm::SmallVector<HoistedLoads, 8> lateLoads(const ExchangePlan &P,
                                             const SharedObject &Object);

/// Moves instructions of one basic block, in their order, down to their first
/// users in it. Loads stop at what may write to shared memory.
void sinkToUsers(llvm::ArrayRef<llvm::Instruction *> Made);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_LATELOADS_H
