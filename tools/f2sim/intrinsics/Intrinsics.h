//===- Intrinsics.h - Calls that mean the same on every GPU ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Like those of the targets (nvptx/Nvptx.h, amdgpu/Amdgpu.h), a decoder fills
// Code, OnLane, OnGroup, ... of an Inst whose operands are known. It returns
// false for calls that it does not handle.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICS_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICS_H

#include "tools/f2sim/program/Program.h"

namespace f2layout::sim {

/// A call that states layouts, such as @f2.convert.
bool decodeLayoutCall(Inst &D, const llvm::CallBase &CB);
/// An operation on tensors without layouts, @f2.tensor.*.
bool decodeTensorCall(Inst &D, const llvm::CallBase &CB);
/// An intrinsic of LLVM that belongs to no target.
bool decodeCommonIntrinsic(Inst &D, const llvm::CallBase &CB);

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_INTRINSICS_INTRINSICS_H
