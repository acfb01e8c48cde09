//===- MatrixEffects.cpp - Effects of other instructions on shared arrays -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixEffects.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/barriers/BarrierAccesses.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/instructions/AsyncCopy.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace f2layout;

MatrixEffects::MatrixEffects(Function &F, const SyncPoints &Syncs,
                             const LoopInfo &LI)
    : Syncs(Syncs), LI(LI), IsKernel(isKernel(F)) {
  for (const GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == SharedSpace &&
        NumberOf.try_emplace(canonicalShared(&G), Arrays.size() + 1).second)
      Arrays.push_back(canonicalShared(&G));
  for (const SyncPoint &P : Syncs.all())
    if (joinsAllLanes(P))
      for (const Instruction *I : P.instructions())
        Barriers.insert(I);
}

const MatrixEffects::Origins &
MatrixEffects::originsOf(const Value *Pointer) const {
  const Value *Root = Pointer;
  SmallVector<const Value *, 8> Chain;
  while (!Roots.contains(Root)) {
    const unsigned Opcode = Operator::getOpcode(Root);
    if (Opcode != Instruction::GetElementPtr &&
        Opcode != Instruction::AddrSpaceCast)
      break;
    Chain.push_back(Root);
    Root = cast<Operator>(Root)->getOperand(0);
    if (Chain.size() > 1 && Root == Pointer)
      break; // Unreachable code.
  }
  if (const Value *Further = Roots.lookup(Root))
    Root = Further;
  for (const Value *V : Chain)
    Roots[V] = Root;
  std::unique_ptr<Origins> &Found = Known[Root];
  if (!Found) {
    Found = std::make_unique<Origins>();
    getUnderlyingObjects(Root, *Found);
  }
  return *Found;
}

unsigned MatrixEffects::objectOf(const Value *Pointer) const {
  const Origins &Objects = originsOf(Pointer);
  if (Objects.size() != 1)
    return Anywhere;
  auto *G = dyn_cast<GlobalVariable>(Objects.front());
  return G ? NumberOf.lookup(canonicalShared(G)) : Anywhere;
}

bool MatrixEffects::isPlanned(unsigned Object) const {
  return Object != Anywhere &&
         Arrays[Object - 1]->hasAttribute(ScratchAttribute);
}

/// A pointer that the host passes to a kernel never points to shared memory.
bool MatrixEffects::mayBeIn(const Value *Pointer, unsigned Object) const {
  const unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space != 0 && Space != 3)
    return false;
  return any_of(originsOf(Pointer), [&](const Value *V) {
    if (auto *G = dyn_cast<GlobalVariable>(V))
      return G->getAddressSpace() == SharedSpace &&
             (Object == Anywhere || Arrays[Object - 1] == canonicalShared(G));
    const unsigned From = V->getType()->getPointerAddressSpace();
    if (isa<AllocaInst>(V) || (From != 0 && From != 3))
      return false;
    return !(IsKernel && isa<Argument>(V) && From == 0);
  });
}

/// ldmatrix, stmatrix, ds_read_tr: the lanes synchronise, but this does not
/// order their memory accesses.
static bool isMatrixAccess(const CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return false;
  StringRef Name = Intrinsic::getBaseName(ID);
  return Name.starts_with("llvm.nvvm.ldmatrix.") ||
         Name.starts_with("llvm.nvvm.stmatrix.") ||
         Name.starts_with("llvm.amdgcn.ds.read.tr");
}

Effect MatrixEffects::ofCall(const CallBase &Call, unsigned Object) const {
  constexpr Effect All = {true, true, true};
  if (Call.doesNotReturn())
    return All;
  const bool IsCopy = copyToShared(Call).has_value();
  if (Call.isInlineAsm() && !IsCopy)
    return parseRegisterAsm(Call).Known ? Effect() : All;
  if (Call.doesNotAccessMemory() || Call.onlyAccessesInaccessibleMemory() ||
      classifyLaunchRead(&Call)) {
    // Lanes exchange registers here; this does not order memory.
    if (isGuaranteedToTransferExecutionToSuccessor(&Call) ||
        Call.getIntrinsicID() != Intrinsic::not_intrinsic)
      return Effect();
    return All;
  }
  if (!isMatrixAccess(Call) && !IsCopy &&
      (Syncs.of(&Call) || !isGuaranteedToTransferExecutionToSuccessor(&Call) ||
       !Call.onlyAccessesArgMemory()))
    return All;
  Effect E;
  for (const Use &A : Call.args())
    if (A->getType()->isPointerTy() && mayBeIn(A.get(), Object)) {
      E.Reads = true;
      E.Writes |= !Call.onlyReadsMemory();
    }
  return E;
}

Effect MatrixEffects::of(const Instruction &I, unsigned Object) const {
  if (I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() ||
      isa<AssumeInst>(I) || Copies.contains(&I))
    return {};
  if (Barriers.contains(&I))
    return {true, true, true};
  if (auto *Call = dyn_cast<CallBase>(&I))
    return ofCall(*Call, Object);
  if (!I.mayReadOrWriteMemory())
    return {};
  if (I.isVolatile() || I.isAtomic())
    return {true, true, true};
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return {true, true, true};
  if (!mayBeIn(Pointer, Object))
    return {};
  return {isa<LoadInst>(I), isa<StoreInst>(I), false};
}

/// On every path from First to Second without a barrier both run in the same
/// iteration of the loops around them. They are in the same loops, so such a
/// path enters a loop anew only by passing the header of the innermost one.
bool MatrixEffects::inOneIteration(const Instruction &First,
                                   const Instruction &Second) const {
  const Loop *L = LI.getLoopFor(First.getParent());
  return L == LI.getLoopFor(Second.getParent()) &&
         (!L || !reaches(&First, &L->getHeader()->front(), Barriers));
}

bool MatrixEffects::needsBarrier(
    const Instruction &At, bool Forward, bool IsStore, unsigned Object,
    function_ref<bool(const Instruction &)> IsApart) const {
  bool Found = false;
  SmallPtrSet<const Instruction *, 16> Seen;
  forEachReachable(&At, Forward, Barriers, [&](Instruction &I) {
    const Effect E = Found ? Effect() : of(I, Object);
    if (!E.touches(IsStore))
      return;
    // The rest of a block is visited first; then, if a loop leads back, all of
    // it.
    const bool Straight = I.getParent() == At.getParent() && &I != &At &&
                          Forward == At.comesBefore(&I) &&
                          Seen.insert(&I).second;
    Found = E.Orders || !IsApart(I) ||
            !(Straight || inOneIteration(Forward ? At : I, Forward ? I : At));
  });
  return Found;
}
