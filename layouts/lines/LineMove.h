//===- LineMove.h - A change of layout between folds ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans combine what registers and lanes of a warp hold. What
// other warps hold comes by a conversion between two layouts, which the planner
// turns into a plan (plan/Plan.h). Whoever plans a reduction decides how much
// scratch memory a plan may use, and what to do where there is none.
//
// All lanes store in a plan. Where lanes hold copies, as they do after a
// reduction, one of them can store for all of them, under a condition, and the
// elements lie side by side at places (plan/ScratchPlaces.h):
//
//   one line, four warps      plan: 32 copies of each       places
//     stores                  4 x 32 words                  4 words
//     loads of each thread    four, from its own copies     one of 16 bytes
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_LINEMOVE_H
#define F2LAYOUT_LAYOUTS_LINES_LINEMOVE_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/plan/Plan.h"
#include "layouts/plan/ScratchPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout {
inline namespace layouts {

struct LineMove {
  Conversion Wanted;
  /// The cheaper one of the two, if there is one in the memory that was
  /// allowed.
  std::optional<Plan> Best;
  std::optional<ScratchPlaces> Places;
  /// Clocks of one warp. If there is neither a plan nor places, a penalty that
  /// only ranks candidates, greater for more registers, and is not to be shown.
  double Clocks = 0;

  bool usesMemory() const { return !Best || Best->usesMemory(); }
};

/// Clocks of the barrier before a move that uses memory after others that do.
double clocksBetween(llvm::ArrayRef<LineMove> Before, const LineMove &Next,
                     const Machine &M);

/// How moves are planned.
struct MovePlanner {
  /// The cheapest plan of a conversion, if there is one.
  llvm::function_ref<std::optional<Plan>(const Conversion &)> PlanOf;
  /// Bytes of shared memory of a block that places may take; 0: none.
  uint64_t ScratchBytes;
};

/// The move between two layouts of one tensor, planned. With a plan, the caller
/// has other work of so many clocks, which is not counted.
llvm::Expected<LineMove> moveBetween(const LinearLayout &From,
                                     const LinearLayout &To,
                                     unsigned ElementBits, const Machine &M,
                                     const MovePlanner &Planner,
                                     double WithPlan = 0);

/// Accesses of a thread to places: stores of one element, and loads of as many
/// neighbours as one access can take, of those that the thread does not have.
struct PlaceAccesses {
  unsigned Stores = 0, Loads = 0, LoadBits = 0;
};
PlaceAccesses accessesOf(const ScratchPlaces &P, unsigned ElementBits);

/// The plan, or that there is none.
void printMove(const LineMove &M, llvm::raw_ostream &OS);

/// Every register of every thread stays where it is.
bool isIdentity(const Conversion &C);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_LINEMOVE_H
