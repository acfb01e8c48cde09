//===- Lower.cpp - f2layout-lower -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/Lower.h"
#include "passes/layoutcalls/calls/CallChecks.h"
#include "passes/layoutcalls/calls/CallerChecks.h"
#include "passes/layoutcalls/import/WaitingFunctions.h"
#include "passes/layoutcalls/lower/LowerFunction.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

namespace {

class ModuleLowering {
public:
  ModuleLowering(Module &M, FunctionAnalysisManager &FAM, const Options &O,
                 LinkPhase Phase)
      : M(M), FAM(FAM), O(O), Phase(Phase), Sharing(M),
        Callers(FAM, O, Faults) {}
  bool run();

private:
  void lower(Function &F);
  GlobalVariable *makeSharedScratch();
  GlobalVariable *scratchOf(const FunctionLowering &L, GlobalVariable *Shared);
  /// A planned function may have a fault later, because it calls another one.
  bool isSound(const FunctionLowering &L) const {
    return !Faults.isIn(L.function());
  }
  bool mayWait(const Function &F, const LaunchShape &Launch) const;
  void addUnknownLaunch(const CallInst &At);

  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &O;
  const LinkPhase Phase;
  const ScratchSharing Sharing;
  CallFaults Faults;
  CallerChecks Callers;
  std::vector<FunctionLowering> Planned;
};

} // namespace

/// A device function without a stated launch that need not be lowered here,
/// because a link follows or because it is not called.
bool ModuleLowering::mayWait(const Function &F,
                             const LaunchShape &Launch) const {
  if (Launch.IsKernel || Launch.ExactThreads)
    return false;
  return Phase == LinkPhase::Before ||
         (F.isDiscardableIfUnused() && F.use_empty());
}

void ModuleLowering::addUnknownLaunch(const CallInst &At) {
  Faults.add(At, Twine("in a function that is not a kernel and whose launch "
                       "is not known, expected it inlined, or the attribute "
                       "\"f2layout-block\"=\"x,y,z\"") +
                     (Phase == LinkPhase::LastChance
                          ? "; ThinLTO at -O0 runs no passes after the link"
                          : ""));
}

void ModuleLowering::lower(Function &F) {
  LaunchShape Launch = launchOf(F, FAM, O);
  if (mayWait(F, Launch))
    return;
  SmallVector<LayoutCall, 8> Calls = readLayoutCalls(F, Faults);
  if (Calls.empty())
    return;
  const CallInst &First = *Calls.front().Call;
  if (!Launch.Error.empty())
    return Faults.add(First, Launch.Error);
  if (!Launch.IsKernel && !Launch.ExactThreads)
    return addUnknownLaunch(First);
  Expected<Target> T = getTarget(F, O.Costs.get());
  if (!T)
    return Faults.add(First, toString(T.takeError()));
  checkThreads(Calls, *T, Launch, Faults);
  for (const LayoutCall &C : Calls)
    checkTensor(C, Faults);
  Callers.check(F, Calls);
  if (Faults.isIn(F))
    return;
  FunctionLowering L(F, std::move(*T), std::move(Launch), O, Sharing, FAM);
  L.plan(std::move(Calls), Faults);
  Planned.push_back(std::move(L));
}

/// Deletes declarations and texts that are no longer used.
static void sweep(Module &M, ArrayRef<GlobalVariable *> Texts) {
  for (GlobalVariable *G : Texts) {
    G->removeDeadConstantUsers();
    if (G->use_empty() && G->hasLocalLinkage())
      G->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M)) {
    if (!isLayoutFunction(F))
      continue;
    if (F.use_empty())
      F.eraseFromParent();
  }
}

/// As large as the largest of the functions that share it needs; null if none
/// needs scratch.
GlobalVariable *ModuleLowering::makeSharedScratch() {
  ScratchArray Needed;
  for (const FunctionLowering &L : Planned)
    if (isSound(L) && Sharing.isShared(L.function()))
      if (std::optional<ScratchArray> Own = L.scratch())
        Needed.join(*Own);
  return Needed.Bytes ? Needed.make(M, "f2.scratch") : nullptr;
}

GlobalVariable *ModuleLowering::scratchOf(const FunctionLowering &L,
                                          GlobalVariable *Shared) {
  if (Sharing.isShared(L.function()))
    return Shared;
  std::optional<ScratchArray> Own = L.scratch();
  return Own ? Own->make(M, L.function().getName() + ".f2.scratch") : nullptr;
}

bool ModuleLowering::run() {
  markWaitingFunctions(M);
  findOtherUses(M, Faults);
  for (Function &F : M)
    if (!F.isDeclaration())
      lower(F);
  SmallSetVector<GlobalVariable *, 8> Texts;
  GlobalVariable *Shared = makeSharedScratch();
  for (FunctionLowering &L : Planned) {
    if (!isSound(L))
      continue;
    L.addTexts(Texts);
    L.emit(scratchOf(L, Shared));
  }
  sweep(M, Texts.getArrayRef());
  if (!Faults.empty())
    Faults.report(M.getContext());
  return true;
}

PreservedAnalyses LowerPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForGpu(M) || !hasLayoutCalls(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  ModuleLowering(M, FAM, Opts, Phase).run();
  return PreservedAnalyses::none();
}
