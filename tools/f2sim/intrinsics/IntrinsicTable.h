//===- IntrinsicTable.h - Tables of intrinsics ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics of a target are rows of tables: an ID and its effect. Each
// file of handlers has its own tables, and a function that decodes the
// intrinsics in them and returns false for all others. If several intrinsics
// share a handler, Inst::Imm is the number of the row.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICTABLE_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICTABLE_H

#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace f2layout::sim {

/// Returns the row of a table that has this ID.
template <typename Row, size_t Count>
std::optional<unsigned> rowOf(const Row (&Rows)[Count], unsigned ID) {
  const Row *Found =
      llvm::find_if(Rows, [&](const Row &R) { return R.ID == ID; });
  return Found == std::end(Rows) ? std::nullopt : std::optional(Found - Rows);
}

/// Each lane runs the handler by itself. Returns true, like onMeet.
bool onLane(Inst &D, LaneHandler H, int64_t Imm = 0);
/// The lanes that meet by the rule run the handler together.
bool onMeet(Inst &D, GroupHandler H, MeetRule R, int MaskOp = -1,
            int64_t Imm = 0);
/// The instruction has no effect.
bool onNop(Inst &D);

/// An instruction that each lane executes by itself.
struct LaneRow {
  unsigned ID;
  LaneHandler Handler;
  int64_t Imm = 0;
};

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICTABLE_H
