//===- LaneSwap.cpp - Half of two words changes lanes ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/LaneSwap.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

SmallVector<Value *, 2> emitLaneSwap(IRBuilder<> &B, Value *First,
                                     Value *Second, unsigned LaneBit) {
  assert((LaneBit == 4 || LaneBit == 5) && "a lane bit that has a swap");
  Value *Both =
      B.CreateIntrinsic(LaneBit == 4 ? Intrinsic::amdgcn_permlane16_swap
                                     : Intrinsic::amdgcn_permlane32_swap,
                        {}, {First, Second, B.getFalse(), B.getFalse()});
  return {B.CreateExtractValue(Both, 0), B.CreateExtractValue(Both, 1)};
}

} // namespace intrinsics
} // namespace f2layout
