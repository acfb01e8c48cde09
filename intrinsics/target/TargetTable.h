//===- TargetTable.h - A target and where its figures are from ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner and the emitter need only the figures (Target.h). A reader of the
// table also needs the source of each: a manual, a measurement or an
// assumption.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_TARGETTABLE_H
#define F2LAYOUT_INTRINSICS_TARGET_TARGETTABLE_H

#include "intrinsics/target/Target.h"
#include <vector>

namespace f2layout {
inline namespace intrinsics {

struct TargetTable {
  Target T;
  std::string LimitsSource; ///< Of MaxSharedBytes to Moves.
  std::string BanksSource;
  std::vector<std::string> AccessSources; ///< Of T.M.Shapes, in their order.
  std::vector<std::string> CostSources;   ///< Of costFields(), in their order.
};

/// The rows from which findTarget() makes the target, with the same errors.
llvm::Expected<TargetTable> findTargetTable(llvm::StringRef Cpu,
                                            unsigned LaneBits = 0);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_TARGETTABLE_H
