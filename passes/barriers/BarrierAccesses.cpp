//===- BarrierAccesses.cpp - What may run on either side of a barrier -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/barriers/BarrierAccesses.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/instructions/AsyncCopy.h"
#include "passes/sharedmemory/instructions/MatrixRows.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Memory that is private to a thread
//===----------------------------------------------------------------------===//

/// Constant memory, kernel parameters, and a thread's own stack. Both targets
/// use the same numbers for these spaces, except for NVPTX's parameters.
static bool isPrivateOrConstantSpace(unsigned Space, const Triple &TT) {
  return Space == 4 || Space == 5 || (TT.isNVPTX() && Space == 101);
}

/// No other thread can write this memory, or see what is written to it. A stack
/// variable stays the thread's own even if its address escapes: the same
/// address means other memory in another thread.
static bool isPrivateOrConstant(const Value *Object, const Triple &TT) {
  if (isPrivateOrConstantSpace(Object->getType()->getPointerAddressSpace(), TT))
    return true;
  if (isa<AllocaInst>(Object))
    return true;
  if (auto *A = dyn_cast<Argument>(Object))
    return A->hasByValAttr() || A->hasByRefAttr();
  if (auto *G = dyn_cast<GlobalVariable>(Object))
    return G->isConstant();
  return false;
}

static bool isPrivateOrConstantPointer(const Value *Pointer, const Module &M) {
  const Triple &TT = compat::targetTriple(M);
  if (isPrivateOrConstantSpace(Pointer->getType()->getPointerAddressSpace(),
                               TT))
    return true;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return all_of(Objects,
                [&](const Value *O) { return isPrivateOrConstant(O, TT); });
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

namespace {
/// Sorts instructions into a BarrierSide.
class SideCollector {
public:
  SideCollector(const SyncPoints &Syncs, const Module &M)
      : Syncs(Syncs), M(M) {}

  void visit(Instruction &I);
  BarrierSide Side;

private:
  void visitCall(CallBase &Call);
  void visitAsm(CallBase &Call);
  void visitMemIntrinsic(MemIntrinsic &I);
  void touch(Instruction &I, const Value *Pointer, uint64_t Bytes, bool Writes,
             unsigned Rows = 0);
  void needs(Instruction &I, const char *Why);

  const SyncPoints &Syncs;
  const Module &M;
  SmallPtrSet<const Instruction *, 32> Seen;
};
} // namespace

void SideCollector::touch(Instruction &I, const Value *Pointer, uint64_t Bytes,
                          bool Writes, unsigned Rows) {
  if (Pointer && isPrivateOrConstantPointer(Pointer, M))
    return;
  Side.Accesses.push_back({&I, Pointer, Bytes, Writes, Rows});
}

void SideCollector::needs(Instruction &I, const char *Why) {
  if (Side.Orders)
    return;
  Side.Orders = &I;
  Side.Why = Why;
}

/// Lanes exchange registers here; no memory is accessed.
static bool exchangesRegistersOnly(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic ||
      !(Call.doesNotAccessMemory() || Call.onlyAccessesInaccessibleMemory()))
    return false;
  StringRef Name = Intrinsic::getBaseName(ID);
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  for (StringRef Family : {"shfl.", "vote.", "match.", "redux.", "mma.",
                           "wmma.", "movmatrix", "activemask"})
    if (Name.starts_with(Family))
      return true;
  return false;
}

/// The result depends on which lanes happen to run together. Instructions that
/// name their lanes (.sync) wait for these lanes instead.
static bool asksWhoIsHere(const CallBase &Call) {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return StringRef(Asm->getAsmString()).contains("activemask");
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return false;
  StringRef Name = Intrinsic::getBaseName(ID);
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  return Name == "activemask" ||
         ((Name.starts_with("shfl.") || Name.starts_with("vote.")) &&
          !Name.contains(".sync"));
}

/// Copies that continue after the instruction, and instructions that wait for
/// them. Some of them look like accesses through their pointer operands.
static bool isAsynchronous(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return false;
  StringRef Name = Intrinsic::getBaseName(ID);
  if (Name.consume_front("llvm.nvvm."))
    return Name.contains("async") || Name.starts_with("mbarrier") ||
           Name.starts_with("tcgen05") || Name.starts_with("wgmma") ||
           Name.starts_with("cp.");
  return Name.consume_front("llvm.amdgcn.") &&
         (Name.contains("async") || Name.contains("lds") ||
          Name.contains("tensor"));
}

void SideCollector::visitAsm(CallBase &Call) {
  if (isCompilerBarrier(Call)) {
    // Beside a barrier it adds nothing.
    if (Syncs.of(&Call))
      needs(Call, "keeps accesses in an order on which other threads may rely");
    return;
  }
  if (asyncCopyOf(Call))
    return needs(Call, "continues asynchronously");
  if (!parseRegisterAsm(Call).Known)
    return needs(Call, "may access memory or synchronise threads");
  if (asksWhoIsHere(Call) && !Side.AsksWhoIsHere)
    Side.AsksWhoIsHere = &Call;
}

void SideCollector::visitMemIntrinsic(MemIntrinsic &I) {
  if (I.isVolatile())
    return needs(I, "is volatile");
  uint64_t Bytes = 0;
  if (auto *Length = dyn_cast<ConstantInt>(I.getLength())) {
    if (Length->isZero())
      return;
    if (Length->getValue().getActiveBits() <= 32)
      Bytes = Length->getZExtValue();
  }
  touch(I, I.getRawDest(), Bytes, /*Writes=*/true);
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    touch(I, Copy->getRawSource(), Bytes, /*Writes=*/false);
}

void SideCollector::visitCall(CallBase &Call) {
  if (Call.isInlineAsm())
    return visitAsm(Call);
  if (MatrixRows Rows = rowsOf(Call); Rows.Lanes) {
    touch(Call, Call.getArgOperand(0), Rows.Bytes, !Call.onlyReadsMemory(),
          Rows.Lanes);
    return;
  }
  const SyncPoint *P = Syncs.of(&Call);
  if (P && P->K != SyncPoint::Other)
    return;
  if (P) {
    if (!exchangesRegistersOnly(Call))
      return needs(Call, "may synchronise threads or order memory");
    if (asksWhoIsHere(Call) && !Side.AsksWhoIsHere)
      Side.AsksWhoIsHere = &Call;
    return;
  }
  if (isAsynchronous(Call))
    return needs(Call, "continues asynchronously");
  if (Call.doesNotAccessMemory() || Call.onlyAccessesInaccessibleMemory() ||
      classifyLaunchRead(&Call))
    return;
  if (auto *Copy = dyn_cast<MemIntrinsic>(&Call))
    return visitMemIntrinsic(*Copy);
  if (isa<AnyMemIntrinsic>(Call))
    return needs(Call, "is atomic");
  touch(Call, nullptr, 0, !Call.onlyReadsMemory());
}

void SideCollector::visit(Instruction &I) {
  if (!Seen.insert(&I).second)
    return;
  if (I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() || isa<AssumeInst>(I))
    return;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (isa<FenceInst>(I)) {
    const SyncPoint *P = Syncs.of(&I);
    if (!P || P->K == SyncPoint::Other)
      needs(I, "orders memory");
    return;
  }
  if (!I.mayReadOrWriteMemory())
    return;
  if (I.isVolatile())
    return needs(I, "is volatile");
  if (I.isAtomic())
    return needs(I, "is atomic");
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return touch(I, nullptr, 0, I.mayWriteToMemory());
  auto *Load = dyn_cast<LoadInst>(&I);
  if (Load && Load->hasMetadata(LLVMContext::MD_invariant_load))
    return;
  TypeSize Size = M.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (Size.isZero())
    return;
  touch(I, Pointer, Size.isScalable() ? 0 : Size.getFixedValue(), !Load);
}

//===----------------------------------------------------------------------===//
// One side
//===----------------------------------------------------------------------===//

InstructionSet f2layout::separatorsOf(const SyncPoints &Syncs,
                                      const SyncPoint &P) {
  InstructionSet Separators;
  for (const SyncPoint &S : Syncs.all()) {
    bool Orders = S.K == SyncPoint::Block ||
                  (P.K == SyncPoint::Warp && isFullWarpBarrier(S));
    if (&S != &P && Orders && !S.SharedOnly)
      Separators.insert(S.At);
  }
  return Separators;
}

BarrierSide f2layout::collectSide(const SyncPoint &P, bool Forward,
                                  const SyncPoints &Syncs,
                                  const InstructionSet &Separators) {
  SideCollector Collector(Syncs, *P.At->getModule());
  forEachReachable(Forward ? P.Last : P.First, Forward, Separators,
                   [&](Instruction &I) { Collector.visit(I); });
  return std::move(Collector.Side);
}
