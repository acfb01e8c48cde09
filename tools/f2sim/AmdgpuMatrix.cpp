//===- AmdgpuMatrix.cpp - Transposing loads and matrix products -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/Amdgpu.h"
#include "tools/f2sim/Nvptx.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

bool decodeAmdgpuMatrix(Inst &D, const CallBase &CB) { return false; }

} // namespace f2layout::sim
