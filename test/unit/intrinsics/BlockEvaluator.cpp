//===- BlockEvaluator.cpp - Straight-line code on all threads -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "compat/LLVMCompat.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace f2layout {

Constant *BlockEvaluator::at(Value *V, unsigned Thread) {
  auto Found = Values.find(V);
  if (Found != Values.end())
    return Found->second[Thread];
  return cast<Constant>(V);
}

uint64_t BlockEvaluator::number(Value *V, unsigned Thread) {
  auto *C = dyn_cast<ConstantInt>(at(V, Thread));
  if (!C) {
    ADD_FAILURE() << "not a number";
    return ~0ull;
  }
  return C->getZExtValue();
}

/// The lane that a DPP move reads: ISA guides, "Data Parallel Primitives".
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

/// The lane of its warp that the thread reads in a lane move.
unsigned BlockEvaluator::sourceLane(CallInst &Call, unsigned Thread) {
  unsigned Lane = Thread % NumLanes;
  auto Arg = [&](unsigned I) {
    return unsigned(number(Call.getArgOperand(I), Thread));
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
    return Lane ^ Arg(2);
  case Intrinsic::nvvm_shfl_sync_idx_i32: {
    const unsigned Segment = Arg(3) >> 8 & 31;
    return (Lane & Segment) | (Arg(2) & 31 & ~Segment);
  }
  case Intrinsic::nvvm_shfl_sync_up_i32: {
    const unsigned Segment = Arg(3) >> 8 & 31,
                   First = (Lane & Segment) | (Arg(3) & 31 & ~Segment);
    return Lane >= First + Arg(2) ? Lane - Arg(2) : Lane;
  }
  case Intrinsic::nvvm_shfl_sync_down_i32: {
    const unsigned Segment = Arg(3) >> 8 & 31,
                   Last = (Lane & Segment) | (Arg(3) & 31 & ~Segment);
    return Lane + Arg(2) <= Last ? Lane + Arg(2) : Lane;
  }
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
    return (Lane & ~(BpermuteReach - 1)) | (Arg(0) >> 2 & (BpermuteReach - 1));
  default:
    ADD_FAILURE() << "not a lane move";
    return Lane;
  }
}

/// prmt and v_perm, written out: selects byte k of the eight by a selector of
/// Width bits per byte.
static uint32_t pickBytes(uint32_t Low, uint32_t High, uint32_t Selector,
                          unsigned Width) {
  uint64_t Bytes = uint64_t(High) << 32 | Low;
  uint32_t Result = 0;
  for (unsigned I = 0; I < 4; ++I)
    Result |= uint32_t(Bytes >> (8 * (Selector >> (Width * I) & 7)) & 255)
              << (8 * I);
  return Result;
}

/// Both results of a permlane16.swap or permlane32.swap, CDNA4 ISA: for each
/// lane L without the bit K, D0[L + K] and D1[L] are swapped.
Constant *BlockEvaluator::swapped(CallInst &Call, unsigned Thread, unsigned K) {
  Value *D0 = Call.getArgOperand(0), *D1 = Call.getArgOperand(1);
  const bool IsHigh = Thread & K;
  Constant *New[] = {IsHigh ? at(D1, Thread - K) : at(D0, Thread),
                     IsHigh ? at(D1, Thread) : at(D0, Thread + K)};
  return ConstantStruct::get(cast<StructType>(Call.getType()), New);
}

Constant *BlockEvaluator::evaluateCall(CallInst &Call, unsigned Thread) {
  Type *Ty = Call.getType();
  unsigned Lane = Thread % NumLanes, Warp = Thread - Lane;
  auto Arg = [&](unsigned I) { return number(Call.getArgOperand(I), Thread); };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::amdgcn_workitem_id_x:
    return ConstantInt::get(Ty, Thread);
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
  case Intrinsic::amdgcn_update_dpp:
    // Lanes of rows and banks outside the masks keep the old value.
    if (!(Arg(3) >> (Lane / 16) & 1) || !(Arg(4) >> (Lane / 4 % 4) & 1))
      return at(Call.getArgOperand(0), Thread);
    [[fallthrough]];
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
  case Intrinsic::amdgcn_ds_bpermute:
    return at(Call.getArgOperand(1), Warp + sourceLane(Call, Thread));
  case Intrinsic::amdgcn_permlane16_swap:
    return swapped(Call, Thread, 16);
  case Intrinsic::amdgcn_permlane32_swap:
    return swapped(Call, Thread, 32);
  case Intrinsic::amdgcn_mov_dpp8:
  case Intrinsic::amdgcn_permlane64:
  case Intrinsic::amdgcn_readlane:
  case Intrinsic::amdgcn_ds_swizzle:
    return at(Call.getArgOperand(0), Warp + sourceLane(Call, Thread));
  default:
    return nullptr; // left to the constant folder
  }
}

/// The byte offset in the one shared array; fails if the access claims more
/// alignment than it has.
uint64_t BlockEvaluator::sharedAddress(Value *Pointer, unsigned Thread,
                                       Align Alignment) {
  const auto *Base = cast<Constant>(at(Pointer, Thread));
  const auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Base));
  if (!G) {
    ADD_FAILURE() << "no shared array";
    return 0;
  }
  const DataLayout &DL = G->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Base->getType()), 0);
  Base->stripAndAccumulateConstantOffsets(DL, Offset, true);
  EXPECT_TRUE(isAligned(Alignment, Offset.getZExtValue()));
  EXPECT_LE(Alignment.value(), G->getAlign()->value());
  EXPECT_TRUE(Offset.ult(DL.getTypeAllocSize(G->getValueType())));
  return Offset.getZExtValue();
}

Constant *BlockEvaluator::load(LoadInst &Load, unsigned Thread) {
  uint64_t Address =
      sharedAddress(Load.getPointerOperand(), Thread, Load.getAlign());
  Type *Ty = Load.getType(), *ScalarTy = Ty->getScalarType();
  unsigned Bytes = ScalarTy->getIntegerBitWidth() / 8;
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  SmallVector<Constant *, 4> Elements;
  for (unsigned E = 0; E < (Vector ? Vector->getNumElements() : 1); ++E) {
    uint64_t Number = 0;
    for (unsigned I = 0; I < Bytes; ++I) {
      EXPECT_TRUE(Shared.count(Address)) << "a byte that no thread wrote";
      Number |= uint64_t(Shared[Address++]) << (8 * I);
    }
    Elements.push_back(ConstantInt::get(ScalarTy, Number));
  }
  return Vector ? ConstantVector::get(Elements) : Elements[0];
}

void BlockEvaluator::store(StoreInst &Store, unsigned Thread) {
  uint64_t Address =
      sharedAddress(Store.getPointerOperand(), Thread, Store.getAlign());
  Constant *V = at(Store.getValueOperand(), Thread);
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  for (unsigned E = 0; E < (Vector ? Vector->getNumElements() : 1); ++E) {
    auto *Element = cast<ConstantInt>(Vector ? V->getAggregateElement(E) : V);
    for (unsigned I = 0; I < Element->getBitWidth() / 8; ++I)
      Shared[Address++] = uint8_t(Element->getZExtValue() >> (8 * I));
  }
}

Constant *BlockEvaluator::evaluate(Instruction &I, unsigned Thread) {
  if (auto *Call = dyn_cast<CallInst>(&I))
    if (Constant *C = evaluateCall(*Call, Thread))
      return C;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load, Thread);
  if (isa<FreezeInst>(I))
    return at(I.getOperand(0), Thread);
  SmallVector<Constant *, 4> Operands;
  for (Value *V : I.operands())
    Operands.push_back(at(V, Thread));
  const DataLayout &DL = I.getModule()->getDataLayout();
  if (auto *Cmp = dyn_cast<CmpInst>(&I))
    return ConstantFoldCompareInstOperands(Cmp->getPredicate(), Operands[0],
                                           Operands[1], DL);
  return ConstantFoldInstOperands(&I, Operands, DL);
}

void BlockEvaluator::run(BasicBlock &BB) {
  for (Instruction &I : BB) {
    if (I.isTerminator())
      return;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      for (unsigned T = 0; T < NumThreads; ++T)
        store(*Store, T);
      continue;
    }
    if (I.getType()->isVoidTy())
      continue; // barriers and fences: threads run in step anyway
    std::vector<Constant *> PerThread;
    for (unsigned T = 0; T < NumThreads; ++T) {
      Constant *C = evaluate(I, T);
      if (!C) {
        std::string Text;
        raw_string_ostream(Text) << I;
        FAIL() << "does not fold:" << Text;
      }
      PerThread.push_back(C);
    }
    Values[&I] = std::move(PerThread);
  }
}

} // namespace f2layout
