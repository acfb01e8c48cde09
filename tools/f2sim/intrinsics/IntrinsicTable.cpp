//===- IntrinsicTable.cpp - Tables of intrinsics --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/IntrinsicTable.h"

namespace f2layout::sim {

bool onLane(Inst &D, LaneHandler H, int64_t Imm) {
  D.Code = Op::Lane;
  D.OnLane = H;
  D.Imm = Imm;
  return true;
}

bool onMeet(Inst &D, GroupHandler H, MeetRule R, int MaskOp, int64_t Imm) {
  D.Code = Op::Meet;
  D.OnGroup = H;
  D.Rule = R;
  D.MaskOp = MaskOp;
  D.Imm = Imm;
  return true;
}

bool onNop(Inst &D) {
  D.Code = Op::Nop;
  return true;
}

} // namespace f2layout::sim
