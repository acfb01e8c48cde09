//===- Access.cpp - f2layout-access ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/Access.h"
#include "intrinsics/AddressSpaces.h"
#include "intrinsics/Target.h"
#include "layouts/machine/Limits.h"
#include "passes/sharedmemory/SharedMemoryBudget.h"
#include "passes/vectorize/AccessPermute.h"
#include "passes/vectorize/AccessPlaces.h"
#include "passes/vectorize/AccessRemarks.h"
#include "passes/vectorize/AccessesToWiden.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;
using namespace f2layout;

/// Groups that stand in each other's way are joined one a round.
static constexpr unsigned MaxRounds = 4;

/// What the widest access to the array wants.
static Align wantedAlign(const GlobalVariable &G) {
  const uint64_t Bytes = G.getDataLayout().getTypeAllocSize(G.getValueType());
  return Align(bit_floor(std::clamp<uint64_t>(Bytes, 1, MaxAccessBytes)));
}

static bool mayRaise(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && G.hasInitializer() &&
         G.canIncreaseAlignment() && G.getAlign().valueOrOne() < wantedAlign(G);
}

/// The least that a function of the module has for static shared memory, if its
/// target is known.
static std::optional<uint64_t> leastRoom(Module &M) {
  std::optional<uint64_t> Least;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Expected<Target> T = getTarget(F);
    if (!T) {
      consumeError(T.takeError());
      return std::nullopt;
    }
    Least = std::min<uint64_t>(Least.value_or(T->MaxSharedBytes),
                               T->MaxSharedBytes);
  }
  return Least;
}

/// Raises the alignment of arrays; is there any?
static bool raiseArrays(Module &M) {
  SmallVector<GlobalVariable *, 8> Arrays;
  for (GlobalVariable &G : M.globals())
    if (mayRaise(G))
      Arrays.push_back(&G);
  if (Arrays.empty())
    return false;
  const std::optional<uint64_t> Room = leastRoom(M);
  if (!Room)
    return false;
  auto AlignOf = [](const GlobalVariable &G) {
    return mayRaise(G) ? wantedAlign(G) : G.getAlign().valueOrOne();
  };
  erase_if(Arrays, [&](const GlobalVariable *G) {
    return !fitsSharedMemory(*G, AlignOf, *Room);
  });
  for (GlobalVariable *G : Arrays)
    G->setAlignment(wantedAlign(*G));
  return !Arrays.empty();
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
