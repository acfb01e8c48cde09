//===- SlotRings.cpp - Shared memory of staged tensors --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/emit/SlotRings.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/steps/Barrier.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/tensors/emit/EmitAccess.h"
#include "passes/tensors/staging/StagedRead.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace f2layout;

/// Slots begin at a row of all banks.
static constexpr uint64_t AllBanks = 128;

static uint64_t slotBytes(const Staging::Ring &R) {
  uint64_t Bytes = R.Type.elementBits() / 8;
  for (uint64_t Size : R.Type.Shape)
    Bytes *= Size;
  return alignTo(Bytes, AllBanks);
}

/// Whether code of F, or of a function that it may call, uses V.
static bool isUsedFor(const Value &V, const Function &F) {
  return any_of(V.users(), [&](const User *U) {
    if (auto *I = dyn_cast<Instruction>(U))
      return I->getFunction() == &F || !isKernel(*I->getFunction());
    return isUsedFor(*U, F);
  });
}

/// Static arrays beside the rings.
static uint64_t otherBytes(const Function &F) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == 3 && !G.isDeclaration() && isUsedFor(G, F))
      Bytes = alignTo(Bytes, DL.getPreferredAlign(&G)) +
              DL.getTypeAllocSize(G.getValueType());
  return alignTo(Bytes, AllBanks);
}

/// A dynamic array that F uses, if there is one. All of them begin at the same
/// byte.
static const GlobalVariable *dynamicArrayOf(const Function &F) {
  for (const GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == 3 && G.isDeclaration() && isUsedFor(G, F))
      return &G;
  return nullptr;
}

/// Beside the program's arrays a third is left to conversions, unless there
/// cannot be a dynamic array.
static bool isStatic(uint64_t Total, const Function &F, const Target &T) {
  const uint64_t All = Total + otherBytes(F);
  if (All + T.MaxSharedBytes / 3 <= T.MaxSharedBytes)
    return true;
  return All <= T.MaxSharedBytes && (!isKernel(F) || dynamicArrayOf(F));
}

void f2layout::checkDynamicMemory(const Function &F, const Staging &S,
                                  const Target &T, const Instruction &At,
                                  CallFaults &Faults) {
  uint64_t Total = 0;
  for (const Staging::Ring &R : S.rings())
    Total += slotBytes(R) * R.Slots;
  if (isStatic(Total, F, T))
    return;
  if (!isKernel(F))
    return Faults.addAt(At, Twine(Total) +
                                " bytes of staged tensors, which need dynamic "
                                "shared memory, in a function that is no "
                                "kernel, expected it inlined into one");
  if (const GlobalVariable *G = dynamicArrayOf(F))
    Faults.addAt(At, Twine(Total) +
                         " bytes of staged tensors, which need dynamic shared "
                         "memory, beside the dynamic array " +
                         G->getName() +
                         ", expected fewer bytes, or no such array");
}

SlotRings::SlotRings(Function &F, const Staging &S, const Target &T,
                     DominatorTree &DT)
    : F(F), T(T), DT(DT) {
  if (S.rings().empty())
    return;
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  uint64_t Total = 0;
  for (const Staging::Ring &R : S.rings()) {
    const uint64_t Bytes = slotBytes(R);
    auto *Next = B.CreateAlloca(B.getInt32Ty());
    B.CreateStore(B.getInt32(0), Next);
    Rings.push_back(
        {stagedMemory(R.Type, R.Minor), R.Minor, Total, Bytes, R.Slots, Next});
    Total += Bytes * R.Slots;
  }
  Module &M = *F.getParent();
  const bool IsStatic = isStatic(Total, F, T);
  auto *Ty = ArrayType::get(B.getInt8Ty(), IsStatic ? Total : 0);
  Array = new GlobalVariable(
      M, Ty, false,
      IsStatic ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage,
      IsStatic ? PoisonValue::get(Ty) : nullptr, F.getName() + "_staged",
      nullptr, GlobalValue::NotThreadLocal, 3);
  Array->setAlignment(Align(AllBanks));
  if (!IsStatic)
    F.addFnAttr(DynamicSharedAttribute, std::to_string(Total));
}

std::pair<Value *, Value *> SlotRings::next(IRBuilder<> &B, unsigned Ring) {
  const auto &R = Rings[Ring];
  Value *Slot = B.CreateLoad(B.getInt32Ty(), R.Next);
  Value *Following = B.CreateAdd(Slot, B.getInt32(1));
  Following = B.CreateSelect(B.CreateICmpEQ(Following, B.getInt32(R.Slots)),
                             B.getInt32(0), Following);
  B.CreateStore(Following, R.Next);
  return {Slot, address(B, Ring, Slot)};
}

Value *SlotRings::address(IRBuilder<> &B, unsigned Ring, Value *Slot) {
  const auto &R = Rings[Ring];
  Value *Offset = B.CreateMul(Slot, B.getInt32(uint32_t(R.Bytes)), "",
                              /*HasNUW=*/true, /*HasNSW=*/true);
  Value *First =
      B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Array, uint32_t(R.First));
  return B.CreateGEP(B.getInt8Ty(), First, Offset);
}

void SlotRings::commit(IRBuilder<> &B) {
  if (hasAsyncCopies(T))
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_commit_group, {});
}

void SlotRings::wait(IRBuilder<> &B, const Staging::Wait &W) {
  if (!W.Waits)
    return;
  if (hasAsyncCopies(T))
    B.CreateIntrinsic(Intrinsic::nvvm_cp_async_wait_group, {},
                      {B.getInt32(W.Unfinished)});
  emitBarrier(T, B, Scope::Block);
}

void SlotRings::finish() {
  if (Rings.empty())
    return;
  SmallVector<AllocaInst *, 4> Variables;
  for (const Ring &R : Rings)
    Variables.push_back(R.Next);
  DT.recalculate(F);
  PromoteMemToReg(Variables, DT);
  for (BasicBlock &BB : F)
    if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator())) {
      IRBuilder<> B(Return);
      if (hasAsyncCopies(T)) // No copy outlives its block.
        B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_wait_all, {});
      // The next call begins with the first slot again, which other threads may
      // still read.
      if (!isKernel(F))
        emitBarrier(T, B, Scope::Block);
    }
}
