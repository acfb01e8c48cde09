//===- Lower.cpp - f2layout-lower -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Lower.h"
#include "layouts/LayoutText.h"
#include "passes/CallChecks.h"
#include "passes/LowerCalls.h"
#include "passes/ScratchOrder.h"
#include "passes/UserLocation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <map>

#define DEBUG_TYPE "f2layout-lower"

using namespace llvm;
using namespace f2layout;

namespace {

/// A call and what stands for it.
struct Lowering {
  LayoutCall C;
  std::optional<Plan> Converts;
  std::optional<BufferAccesses> Accesses;
};

/// The calls of one function.
class FunctionLowering {
public:
  FunctionLowering(Function &F, Target T, LaunchShape Launch, const Options &O,
                   FunctionAnalysisManager &FAM)
      : F(F), T(std::move(T)), Launch(std::move(Launch)), O(O), FAM(FAM) {}

  /// Plans every call; nothing in the function changes.
  void plan(SmallVector<LayoutCall, 8> Calls, CallFaults &Faults);
  void emit();
  /// The constants with the texts of the calls' layouts.
  void addTexts(SmallSetVector<GlobalVariable *, 8> &Texts) const;

private:
  uint64_t scratchBytes() const;
  GlobalVariable *makeScratch();
  DenseMap<const Instruction *, Scope> barriers();
  Value *linearThread(IRBuilder<> &B);
  void emit(const Lowering &L, const Scope *Before, GlobalVariable *Scratch);
  void remark(const Lowering &L);

  Function &F;
  const Target T;
  const LaunchShape Launch;
  const Options &O;
  FunctionAnalysisManager &FAM;
  std::vector<Lowering> Lowerings;
  Value *Thread = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Some instruction of F reaches G, through constants perhaps.
static bool isUsedIn(const Constant &G, const Function &F) {
  return any_of(G.users(), [&](const User *U) {
    if (auto *I = dyn_cast<Instruction>(U))
      return I->getFunction() == &F;
    auto *C = dyn_cast<Constant>(U);
    return C && !isa<GlobalValue>(C) && isUsedIn(*C, F);
  });
}

/// What scratch may take: not more than was asked for, nor than the arrays of
/// the kernel leave of the block's static memory.
uint64_t FunctionLowering::scratchBytes() const {
  uint64_t Used = 0;
  for (const GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == 3 && G.hasInitializer() && isUsedIn(G, F))
      Used += F.getDataLayout().getTypeAllocSize(G.getValueType());
  const uint64_t Left =
      T.MaxSharedBytes - std::min<uint64_t>(T.MaxSharedBytes, Used);
  return std::min<uint64_t>(O.Scratch, Left);
}

void FunctionLowering::plan(SmallVector<LayoutCall, 8> Calls,
                            CallFaults &Faults) {
  const uint64_t Bytes = scratchBytes();
  // The same conversion is planned once, however often it is called.
  using Key = std::tuple<std::string, std::string, Type *, Type *>;
  std::map<Key, Plan> Known;
  for (LayoutCall &C : Calls) {
    Lowering L;
    L.C = std::move(C);
    if (L.C.Kind != LayoutCallKind::Convert) {
      L.Accesses = accessesOf(L.C, T, Faults);
    } else {
      Key K{f2layout::toString(L.C.Threads), f2layout::toString(L.C.Other),
            L.C.Element, L.C.Call->getType()};
      if (auto It = Known.find(K); It != Known.end())
        L.Converts = It->second;
      else if (auto Move = conversionOf(L.C, T, Faults))
        L.Converts = planCall(L.C, *Move, T, O, Bytes, Faults);
      if (L.Converts)
        Known.try_emplace(K, *L.Converts);
    }
    Lowerings.push_back(std::move(L));
  }
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

/// Of a whole block: slices of a plan within warps are as many as warps.
static uint64_t scratchOf(const Lowering &L) {
  const Plan &P = *L.Converts;
  return P.Group == Scope::Warp
             ? uint64_t(P.ScratchBytes) << L.C.Threads.inputBits("warp")
             : P.ScratchBytes;
}

/// One array for all conversions; null if none needs it.
GlobalVariable *FunctionLowering::makeScratch() {
  uint64_t Bytes = 0;
  Align Alignment;
  for (const Lowering &L : Lowerings) {
    if (!L.Converts || !L.Converts->usesMemory())
      continue;
    Bytes = std::max(Bytes, scratchOf(L));
    Alignment = std::max(Alignment, Align(L.Converts->ScratchAlign));
  }
  if (!Bytes)
    return nullptr;
  Type *Ty = ArrayType::get(Type::getInt8Ty(F.getContext()), Bytes);
  auto *G = new GlobalVariable(
      *F.getParent(), Ty, /*isConstant=*/false, GlobalValue::InternalLinkage,
      PoisonValue::get(Ty), F.getName() + ".f2.scratch", nullptr,
      GlobalValue::NotThreadLocal, 3);
  G->setAlignment(Alignment);
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return G;
}

DenseMap<const Instruction *, Scope> FunctionLowering::barriers() {
  MapVector<const Instruction *, ScratchUse> Uses;
  for (const Lowering &L : Lowerings)
    if (L.Converts && L.Converts->usesMemory())
      Uses[L.C.Call] = ScratchUse::of(*L.Converts);
  // A device function may have been called before.
  ScratchUse AtEntry;
  if (!Launch.IsKernel)
    AtEntry.K = ScratchUse::All;
  return orderScratch(F, Uses, FAM.getResult<SyncPointsAnalysis>(F), AtEntry);
}

/// Computed once, where everything is behind it.
Value *FunctionLowering::linearThread(IRBuilder<> &B) {
  if (Thread)
    return Thread;
  const bool OneD =
      Launch.Exact && (*Launch.Exact)[1] * (*Launch.Exact)[2] == 1;
  IRBuilder<> Early(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Early.SetCurrentDebugLocation(B.getCurrentDebugLocation());
  return Thread = emitLinearThread(T, Early, OneD);
}

void FunctionLowering::emit(const Lowering &L, const Scope *Before,
                            GlobalVariable *Scratch) {
  CallInst *Call = L.C.Call;
  IRBuilder<> B(Call);
  if (!B.getCurrentDebugLocation())
    if (DISubprogram *SP = F.getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
  BasicBlock &Entry = F.getEntryBlock();
  EmitContext Context{
      T, B, Call->getParent() == &Entry ? Call : Entry.getTerminator()};
  if (Before)
    emitBarrier(T, B, *Before);
  Value *Result = nullptr;
  if (L.Converts) {
    if (L.Converts->usesMemory()) {
      Context.Scratch = Scratch;
      if (L.Converts->Group == Scope::Warp)
        Context.ScratchStride = L.Converts->ScratchBytes;
    }
    if (L.Converts->dependsOnWarp() || Context.ScratchStride)
      Context.LinearThread = linearThread(B);
    Result = emitConversion(L.C, *L.Converts, Context);
  } else {
    Context.Scratch = L.C.address();
    Context.LinearThread = linearThread(B);
    if (L.C.Kind == LayoutCallKind::Store)
      emitStores(L.C, *L.Accesses, Context);
    else
      Result = emitLoads(L.C, *L.Accesses, Context);
  }
  if (Result) {
    Call->replaceAllUsesWith(Result);
    if (isa<Instruction>(Result))
      Result->takeName(Call);
  }
}

void FunctionLowering::remark(const Lowering &L) {
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  using NV = DiagnosticInfoOptimizationBase::Argument;
  if (!L.Converts)
    return;
  ORE.emit([&] {
    const Plan &P = *L.Converts;
    OptimizationRemark R(DEBUG_TYPE, "ConversionLowered",
                         userLocation(*L.C.Call), L.C.Call->getParent());
    R << "conversion of "
      << NV("Registers", 1u << L.C.Threads.inputBits("register")) << " x "
      << NV("ElementType", L.C.Element) << " became "
      << NV("Shuffles", P.Cost.Shuffles) << " shuffles, "
      << NV("Stores", P.Cost.Stores) << " stores, " << NV("Loads", P.Cost.Loads)
      << " loads, " << NV("BlockBarriers", P.Cost.BlockBarriers)
      << " block barriers: " << NV("Clocks", float(P.Cost.Clocks))
      << " clocks per warp, bound " << NV("Bound", float(P.BoundClocks));
    return R;
  });
}

void FunctionLowering::addTexts(
    SmallSetVector<GlobalVariable *, 8> &Texts) const {
  for (const Lowering &L : Lowerings)
    for (Value *Operand : L.C.Call->args())
      if (auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
          G && G->isConstant())
        Texts.insert(G);
}

void FunctionLowering::emit() {
  DenseMap<const Instruction *, Scope> Barriers = barriers();
  GlobalVariable *Scratch = makeScratch();
  for (const Lowering &L : Lowerings)
    remark(L);
  for (const Lowering &L : Lowerings) {
    auto It = Barriers.find(L.C.Call);
    emit(L, It == Barriers.end() ? nullptr : &It->second, Scratch);
  }
  for (const Lowering &L : Lowerings)
    L.C.Call->eraseFromParent();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

namespace {

class ModuleLowering {
public:
  ModuleLowering(Module &M, FunctionAnalysisManager &FAM, const Options &O,
                 bool IsLinked)
      : M(M), FAM(FAM), O(O), IsLinked(IsLinked) {}
  bool run();

private:
  void lower(Function &F);
  bool mayWait(const Function &F, const LaunchShape &Launch) const;
  void checkFlow(Function &F, ArrayRef<LayoutCall> Calls);
  void checkCallers(Function &F, SmallPtrSetImpl<const Function *> &Seen);
  void checkReach(Instruction &At, const CallBase &Called);

  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &O;
  const bool IsLinked;
  CallFaults Faults;
  std::vector<FunctionLowering> Sound;
};

} // namespace

/// A device function whose launch nobody states, and which need not be lowered
/// here: before a link, or because nobody calls it.
bool ModuleLowering::mayWait(const Function &F,
                             const LaunchShape &Launch) const {
  if (Launch.IsKernel || Launch.ExactThreads)
    return false;
  return !IsLinked || (F.isDiscardableIfUnused() && F.use_empty());
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
    if (C.Kind != LayoutCallKind::Convert)
      continue;
    Waits = true;
    checkReach(*C.Call, *C.Call);
  }
  SmallPtrSet<const Function *, 4> Seen;
  if (Waits)
    checkCallers(F, Seen);
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
    return Faults.add(First, "in a function that is no kernel and whose launch "
                             "is not known, expected it inlined, or the "
                             "attribute \"f2layout-block\"=\"x,y,z\"");
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
  if (!Faults.isIn(F))
    Sound.push_back(std::move(L));
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
  for (FunctionLowering &L : Sound) {
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
  ModuleLowering(M, FAM, Opts, IsLinked).run();
  return PreservedAnalyses::none();
}

void LowerPass::printPipeline(raw_ostream &OS,
                              function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<LowerPass>::printPipeline(OS, MapName);
  Opts.print(OS);
}
