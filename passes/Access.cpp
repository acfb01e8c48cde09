//===- Access.cpp - f2layout-access ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Access.h"
#include "intrinsics/Target.h"
#include "passes/AccessJoin.h"
#include "passes/AccessPlaces.h"
#include "passes/AccessRemarks.h"
#include "passes/AccessesToWiden.h"
#include "passes/SharedObjects.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;
using namespace f2layout;

static constexpr uint64_t Widest = 16;
/// Groups that stand in each other's way are joined one a round.
static constexpr unsigned MaxRounds = 4;

/// What the widest access to the array wants.
static Align wantedAlign(const GlobalVariable &G) {
  const uint64_t Bytes = G.getDataLayout().getTypeAllocSize(G.getValueType());
  return Align(bit_floor(std::clamp<uint64_t>(Bytes, 1, Widest)));
}

static bool mayRaise(const GlobalVariable &G) {
  return G.getAddressSpace() == 3 && G.hasInitializer() &&
         G.canIncreaseAlignment() && G.getAlign().valueOrOne() < wantedAlign(G);
}

/// Do the arrays that F uses fit, each of them aligned as it wants?
static bool allFit(ArrayRef<SharedObject> Objects, uint64_t Limit) {
  uint64_t Bytes = 0;
  for (const SharedObject &O : Objects)
    for (const GlobalVariable *G : O.Arrays) {
      const Align A = std::max(wantedAlign(*G), G->getAlign().valueOrOne());
      Bytes = alignTo(Bytes, A) +
              G->getDataLayout().getTypeAllocSize(G->getValueType());
    }
  return Bytes <= Limit;
}

/// Raises the alignment of arrays; is there any?
static bool raiseArrays(Module &M) {
  SmallVector<GlobalVariable *, 8> Arrays;
  for (GlobalVariable &G : M.globals())
    if (mayRaise(G))
      Arrays.push_back(&G);
  if (Arrays.empty())
    return false;
  SmallPtrSet<const GlobalVariable *, 8> Stay;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const SmallVector<SharedObject, 4> Objects = collectSharedObjects(F);
    if (Objects.empty())
      continue;
    Expected<Target> T = getTarget(F);
    if (T && allFit(Objects, T->MaxSharedBytes))
      continue;
    consumeError(T.takeError());
    for (const SharedObject &O : Objects)
      Stay.insert(O.Arrays.begin(), O.Arrays.end());
  }
  bool Raised = false;
  for (GlobalVariable *G : Arrays) {
    if (Stay.contains(G))
      continue;
    G->setAlignment(wantedAlign(*G));
    Raised = true;
  }
  return Raised;
}

/// Joins what can be joined, round by round, and states the places of the rest.
/// Each round finds out anew what the one before has changed.
static bool rewrite(Function &F, FunctionAnalysisManager &FAM,
                    const WrittenAlignment &Before) {
  PreservedAnalyses Flow;
  Flow.preserveSet<CFGAnalyses>();
  for (unsigned Round = 0;; ++Round) {
    const SmallVector<Instruction *, 32> Accesses = accessesToWiden(F);
    if (Accesses.empty())
      return Round > 0;
    AccessRemarks Remarks(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                          Before);
    Contiguity C(bitFormsContext(F, FAM, /*AboutThreads=*/false), Accesses);
    AAResults &AA = FAM.getResult<AAManager>(F);
    const bool Joined = Round < MaxRounds && joinAccesses(C, AA, Remarks);
    const bool Changed = Joined || statePlaces(C, AA, Remarks);
    if (Changed)
      FAM.invalidate(F, Flow);
    if (!Joined)
      return Changed || Round > 0;
  }
}

PreservedAnalyses AccessPass::run(Module &M, ModuleAnalysisManager &AM) {
  const Triple &TT = M.getTargetTriple();
  if (!(TT.isNVPTX() || TT.isAMDGCN()))
    return PreservedAnalyses::all();
  WrittenAlignment Before;
  Before.keep(M);
  FunctionPassManager Spaces;
  Spaces.addPass(InferAddressSpacesPass());
  PreservedAnalyses Kept =
      createModuleToFunctionPassAdaptor(std::move(Spaces)).run(M, AM);
  AM.invalidate(M, Kept);
  if (raiseArrays(M))
    Kept = PreservedAnalyses::none();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function &F : M)
    if (!F.isDeclaration() && rewrite(F, FAM, Before))
      Kept = PreservedAnalyses::none();
  return Kept;
}
