//===- Lower.cpp - f2layout-lower -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Lower.h"
#include "passes/CallChecks.h"
#include "passes/LowerFunction.h"
#include "passes/UserLocation.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

namespace {

class ModuleLowering {
public:
  ModuleLowering(Module &M, FunctionAnalysisManager &FAM, const Options &O,
                 LinkPhase Phase)
      : M(M), FAM(FAM), O(O), Phase(Phase) {}
  bool run();

private:
  void lower(Function &F);
  bool mayWait(const Function &F, const LaunchShape &Launch) const;
  void addUnknownLaunch(const CallInst &At);
  void checkFlow(Function &F, ArrayRef<LayoutCall> Calls);
  void checkCallers(Function &F, SmallPtrSetImpl<const Function *> &Seen);
  void checkReach(Instruction &At, const CallBase &Called);

  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &O;
  const LinkPhase Phase;
  CallFaults Faults;
  std::vector<std::pair<const Function *, FunctionLowering>> Planned;
};

} // namespace

/// A device function whose launch nobody states, and which need not be lowered
/// here: before a link, or because nobody calls it.
bool ModuleLowering::mayWait(const Function &F,
                             const LaunchShape &Launch) const {
  if (Launch.IsKernel || Launch.ExactThreads)
    return false;
  return Phase == LinkPhase::Before ||
         (F.isDiscardableIfUnused() && F.use_empty());
}

static std::string lineText(const Instruction &I) {
  const DILocation *L = userLine(I);
  return L ? ", line " + std::to_string(L->getLine()) : "";
}

void ModuleLowering::checkReach(Instruction &At, const CallBase &Called) {
  BlockUniformity U(*At.getFunction(),
                    FAM.getResult<LaunchShapeAnalysis>(*At.getFunction()));
  const Instruction *Why = findDivergence(U, At);
  if (!Why)
    return;
  Faults.add(Called, "only some threads of the block come here, expected all "
                     "together: a branch depends on the thread's index" +
                         lineText(*Why));
}

/// Those who call F must do so with all threads together, and so on upwards.
void ModuleLowering::checkCallers(Function &F,
                                  SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledOperand() == &F) {
      checkReach(*Call, *Call);
      checkCallers(*Call->getFunction(), Seen);
    }
}

void ModuleLowering::checkFlow(Function &F, ArrayRef<LayoutCall> Calls) {
  bool Waits = false;
  for (const LayoutCall &C : Calls) {
    if (!C.exchanges())
      continue;
    Waits = true;
    checkReach(*C.Call, *C.Call);
  }
  SmallPtrSet<const Function *, 4> Seen;
  if (Waits)
    checkCallers(F, Seen);
}

void ModuleLowering::addUnknownLaunch(const CallInst &At) {
  Faults.add(At, Twine("in a function that is no kernel and whose launch is "
                       "not known, expected it inlined, or the attribute "
                       "\"f2layout-block\"=\"x,y,z\"") +
                     (Phase == LinkPhase::LastChance
                          ? "; ThinLTO at -O0 runs no passes behind the link"
                          : ""));
}

void ModuleLowering::lower(Function &F) {
  LaunchShape Launch = FAM.getResult<LaunchShapeAnalysis>(F);
  if (O.Block && Launch.Error.empty())
    Launch.Error = Launch.promise(*O.Block);
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
  checkFlow(F, Calls);
  if (Faults.isIn(F))
    return;
  FunctionLowering L(F, std::move(*T), std::move(Launch), O, FAM);
  L.plan(std::move(Calls), Faults);
  Planned.push_back({&F, std::move(L)});
}

/// Declarations and texts that nobody uses any more.
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

bool ModuleLowering::run() {
  findOtherUses(M, Faults);
  for (Function &F : M)
    if (!F.isDeclaration())
      lower(F);
  SmallSetVector<GlobalVariable *, 8> Texts;
  for (auto &[F, L] : Planned) {
    // Those who call a later function may have been faulted for that.
    if (Faults.isIn(*F))
      continue;
    L.addTexts(Texts);
    L.emit();
  }
  sweep(M, Texts.getArrayRef());
  if (!Faults.empty())
    Faults.report(M.getContext());
  return true;
}

PreservedAnalyses LowerPass::run(Module &M, ModuleAnalysisManager &AM) {
  const Triple &TT = M.getTargetTriple();
  if (!(TT.isNVPTX() || TT.isAMDGCN()) || !hasLayoutCalls(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  ModuleLowering(M, FAM, Opts, Phase).run();
  return PreservedAnalyses::none();
}

void LowerPass::printPipeline(raw_ostream &OS,
                              function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<LowerPass>::printPipeline(OS, MapName);
  Opts.print(OS);
}
