//===- WarpEvaluator.cpp - Straight-line code on all lanes of a warp ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace f2layout {

Constant *WarpEvaluator::at(Value *V, unsigned Lane) {
  auto Found = Values.find(V);
  if (Found != Values.end())
    return Found->second[Lane];
  return cast<Constant>(V);
}

uint64_t WarpEvaluator::number(Value *V, unsigned Lane) {
  auto *C = dyn_cast<ConstantInt>(at(V, Lane));
  if (!C) {
    ADD_FAILURE() << "not a number";
    return ~0ull;
  }
  return C->getZExtValue();
}

/// Lane that a DPP move reads: ISA guides, "Data Parallel Primitives".
static unsigned dppLane(unsigned Control, unsigned Lane) {
  unsigned Row = Lane & ~15u, InRow = Lane & 15;
  if (Control < 0x100)
    return (Lane & ~3u) | (Control >> (2 * (Lane & 3)) & 3);
  if (Control > 0x120 && Control < 0x130) // row_ror
    return Row | ((InRow - (Control & 15)) & 15);
  if (Control == 0x140)
    return Row | (15 - InRow);
  if (Control == 0x141)
    return Row | (InRow & 8) | (7 - (InRow & 7));
  if (Control >= 0x150 && Control < 0x160)
    return Row | (Control & 15);
  if (Control >= 0x160 && Control < 0x170)
    return Row | (InRow ^ (Control & 15));
  ADD_FAILURE() << "DPP control " << Control;
  return Lane;
}

/// The lane that Call reads in this lane, for moves of operand `moved`.
unsigned WarpEvaluator::sourceLane(CallInst &Call, unsigned Lane) {
  auto Arg = [&](unsigned I) {
    return unsigned(number(Call.getArgOperand(I), Lane));
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
    return Lane ^ Arg(2);
  case Intrinsic::nvvm_shfl_sync_idx_i32:
    return Arg(2) & 31;
  case Intrinsic::amdgcn_update_dpp:
    return dppLane(Arg(2), Lane);
  case Intrinsic::amdgcn_mov_dpp8:
    return (Lane & ~7u) | (Arg(1) >> (3 * (Lane & 7)) & 7);
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16: {
    uint64_t Select = uint64_t(Arg(3)) << 32 | Arg(2);
    unsigned Row = Lane & ~15u;
    if (Call.getIntrinsicID() == Intrinsic::amdgcn_permlanex16)
      Row ^= 16;
    return Row | (Select >> (4 * (Lane & 15)) & 15);
  }
  case Intrinsic::amdgcn_permlane64:
    return NumLanes == 64 ? Lane ^ 32 : Lane;
  case Intrinsic::amdgcn_readlane:
    return Arg(1);
  case Intrinsic::amdgcn_ds_swizzle: {
    unsigned Offset = Arg(1);
    EXPECT_LT(Offset, 0x8000u) << "only bit mode";
    unsigned InHalf = ((Lane & 31 & Offset) | (Offset >> 5 & 31));
    return (Lane & ~31u) | (InHalf ^ (Offset >> 10 & 31));
  }
  case Intrinsic::amdgcn_ds_bpermute:
    // Reads within the aligned group of lanes that the instruction reaches.
    return (Lane & ~(BpermuteReach - 1)) |
           (Arg(0) >> 2 & (std::min(BpermuteReach, NumLanes) - 1));
  default:
    ADD_FAILURE() << "not a lane move";
    return Lane;
  }
}

/// prmt and v_perm, written out: byte k of the eight by a selector of Width
/// bits a byte.
static uint32_t pickBytes(uint32_t Low, uint32_t High, uint32_t Selector,
                          unsigned Width) {
  uint64_t Bytes = uint64_t(High) << 32 | Low;
  uint32_t Result = 0;
  for (unsigned I = 0; I < 4; ++I)
    Result |= uint32_t(Bytes >> (8 * (Selector >> (Width * I) & 7)) & 255)
              << (8 * I);
  return Result;
}

Constant *WarpEvaluator::evaluateCall(CallInst &Call, unsigned Lane) {
  Type *Ty = Call.getType();
  auto Arg = [&](unsigned I) { return number(Call.getArgOperand(I), Lane); };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return ConstantInt::get(Ty, Lane);
  case Intrinsic::amdgcn_mbcnt_lo:
    return ConstantInt::get(Ty, std::min(Lane, 32u) + Arg(1));
  case Intrinsic::amdgcn_mbcnt_hi:
    return ConstantInt::get(Ty, (Lane > 32 ? Lane - 32 : 0) + Arg(1));
  case Intrinsic::amdgcn_inverse_ballot:
    return ConstantInt::get(Ty, Arg(0) >> Lane & 1);
  case Intrinsic::nvvm_prmt:
    return ConstantInt::get(Ty, pickBytes(Arg(0), Arg(1), Arg(2), 4));
  case Intrinsic::amdgcn_perm:
    return ConstantInt::get(Ty, pickBytes(Arg(1), Arg(0), Arg(2), 8));
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::amdgcn_update_dpp:
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
  case Intrinsic::amdgcn_ds_bpermute:
    return at(Call.getArgOperand(1), sourceLane(Call, Lane));
  case Intrinsic::amdgcn_mov_dpp8:
  case Intrinsic::amdgcn_permlane64:
  case Intrinsic::amdgcn_readlane:
  case Intrinsic::amdgcn_ds_swizzle:
    return at(Call.getArgOperand(0), sourceLane(Call, Lane));
  default:
    return nullptr; // Left to the folder.
  }
}

Constant *WarpEvaluator::evaluate(Instruction &I, unsigned Lane) {
  if (auto *Call = dyn_cast<CallInst>(&I))
    if (Constant *C = evaluateCall(*Call, Lane))
      return C;
  if (isa<FreezeInst>(I))
    return at(I.getOperand(0), Lane);
  SmallVector<Constant *, 4> Operands;
  for (Value *V : I.operands())
    Operands.push_back(at(V, Lane));
  const DataLayout &DL = I.getModule()->getDataLayout();
  if (auto *Cmp = dyn_cast<CmpInst>(&I))
    return ConstantFoldCompareInstOperands(Cmp->getPredicate(), Operands[0],
                                           Operands[1], DL);
  return ConstantFoldInstOperands(&I, Operands, DL);
}

void WarpEvaluator::run(BasicBlock &BB) {
  for (Instruction &I : BB) {
    if (I.isTerminator())
      return;
    std::vector<Constant *> PerLane;
    for (unsigned Lane = 0; Lane < NumLanes; ++Lane) {
      Constant *C = evaluate(I, Lane);
      if (!C) {
        std::string Text;
        raw_string_ostream(Text) << I;
        FAIL() << "does not fold:" << Text;
      }
      PerLane.push_back(C);
    }
    Values[&I] = std::move(PerLane);
  }
}

} // namespace f2layout
