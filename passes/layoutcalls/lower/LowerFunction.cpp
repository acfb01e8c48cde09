//===- LowerFunction.cpp - The layout calls of one function ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/LowerFunction.h"
#include "intrinsics/emit/EmitGather.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "intrinsics/steps/Barrier.h"
#include "layouts/algebra/LayoutText.h"
#include "passes/support/PipelineAttributes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <limits>

#define DEBUG_TYPE "f2layout-lower"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// The limit of the scratch size: not more than was asked for, and not more
/// than arrays leave of the block's static memory.
uint64_t FunctionLowering::roomForScratch() const {
  return std::min<uint64_t>(O.Scratch, Sharing.room(F, T.MaxSharedBytes));
}

static void addNoRoom(const LayoutCall &C, uint64_t Room, CallFaults &Faults) {
  Faults.add(*C.Call, "no scratch memory for even one element: scratch= and "
                      "the function's arrays leave " +
                          Twine(Room) + " bytes, expected at least " +
                          Twine(C.ElementBits / 8));
}

void FunctionLowering::planGather(Lowering &L, CallFaults &Faults) {
  const LayoutCall &C = L.C;
  Expected<Gather> Wanted = gatherOf(C);
  if (!Wanted)
    return Faults.add(*C.Call, toString(Wanted.takeError()));
  const uint64_t Room = roomForScratch();
  std::optional<GatherPlan> P = planCall(C, *Wanted, T, O, Room);
  if (!P)
    return addNoRoom(C, Room, Faults);
  if (P->Memory) {
    L.Windows.emplace();
    static_cast<GatherMemory &>(*L.Windows) = std::move(*P->Memory);
    L.Windows->ElementBits = C.ElementBits;
  }
  L.Gathers = std::move(*P);
}

/// A conversion without a plan: through memory, window by window.
void FunctionLowering::planWindows(Lowering &L, const Conversion &Move,
                                   CallFaults &Faults) {
  const LayoutCall &C = L.C;
  std::optional<ScratchPlaces> Places =
      placesOfConversion(Move, T.M.LaneBits + C.Threads.inputBits("warp"));
  if (!Places)
    return Faults.add(*C.Call, "there is no plan, and the tile is too large "
                               "for places of its elements in memory");
  const uint64_t Room = roomForScratch();
  L.Windows = cutIntoWindows(std::move(*Places), C, Room);
  if (!L.Windows)
    addNoRoom(C, Room, Faults);
}

void FunctionLowering::planConversion(Lowering &L, CallFaults &Faults) {
  const LayoutCall &C = L.C;
  const std::tuple Key{f2layout::toString(C.Threads),
                       f2layout::toString(C.Other), C.Element};
  if (auto It = Known.find(Key); It != Known.end()) {
    L.Converts = It->second;
    return;
  }
  std::optional<Conversion> Move = conversionOf(C, T, Faults);
  if (!Move)
    return;
  L.Converts = planCall(C.warps(), *Move, T, O, roomForScratch());
  if (L.Converts)
    Known.try_emplace(Key, *L.Converts);
  else
    planWindows(L, *Move, Faults);
}

Lowering FunctionLowering::planCallAsIs(LayoutCall C, CallFaults &Faults) {
  Lowering L;
  L.C = std::move(C);
  if (!L.C.exchanges())
    L.Accesses = accessesOf(L.C, T, Faults);
  else if (L.C.Kind == LayoutCallKind::Gather)
    planGather(L, Faults);
  else if (L.C.isAlongAxis())
    L.Lines = planLines(L.C, T, O, roomForScratch(), Faults);
  else
    planConversion(L, Faults);
  return L;
}

double Lowering::clocks() const {
  if (Gathers)
    return Gathers->Cost.Clocks;
  return Converts ? Converts->Cost.Clocks
                  : std::numeric_limits<double>::infinity();
}

/// Plans the call for narrower elements, and keeps the cheapest plan.
void FunctionLowering::considerNarrow(Lowering &L) {
  NarrowCalls Others = narrowCallsOf(L.C, T.M, FAM.getResult<LoopAnalysis>(F));
  Type *Wide = L.C.Element;
  double Best = L.clocks() + Others.StepClocks;
  const double WideClocks = Best;
  SmallVector<Lowering::Choice, 1> Choices;
  if (Others.Refused)
    Choices.push_back({Others.Refused, Wide, 0, WideClocks, Others.Why});
  std::optional<Lowering::Choice> Made;
  for (NarrowCall &N : Others.Possible) {
    CallFaults Unheard;
    Lowering Narrow = planCallAsIs(N.C, Unheard);
    const double Clocks = Narrow.clocks() + N.StepClocks;
    if (!Unheard.empty() || (!(Clocks <= Best) && Made))
      continue;
    Made = {N.Type, Wide, Clocks, WideClocks, ""};
    if (!(Clocks <= Best))
      continue;
    Best = Clocks;
    Narrow.Later = std::move(N);
    L = std::move(Narrow);
  }
  if (Made)
    Choices.push_back(*Made);
  L.Choices = std::move(Choices);
}

void FunctionLowering::plan(SmallVector<LayoutCall, 8> Calls,
                            CallFaults &Faults) {
  for (LayoutCall &C : Calls) {
    Lowering L = planCallAsIs(std::move(C), Faults);
    if (L.C.Kind == LayoutCallKind::Convert ||
        L.C.Kind == LayoutCallKind::Gather)
      considerNarrow(L);
    Lowerings.push_back(std::move(L));
  }
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

ScratchUse Lowering::scratchUse() const {
  if (Windows) {
    // Slices of warps are places whose high bits are the warp's number.
    const unsigned WarpBits = C.Threads.inputBits("warp");
    if (Windows->Group == Scope::Warp && WarpBits)
      return {ScratchUse::Slices, unsigned(Windows->bytes() >> WarpBits)};
    return {ScratchUse::All, 0};
  }
  if (Lines)
    return Lines->scratchUse();
  return Converts ? ScratchUse::of(*Converts) : ScratchUse();
}

/// A plan within warps has as many slices as there are warps.
uint64_t Lowering::scratchBytes() const {
  if (Windows)
    return Windows->bytes();
  if (Lines)
    return Lines->scratchBytes(C.warps());
  if (!Converts || !Converts->usesMemory())
    return 0;
  return Converts->Group == Scope::Warp
             ? uint64_t(Converts->ScratchBytes) << C.Threads.inputBits("warp")
             : Converts->ScratchBytes;
}

Align Lowering::scratchAlign() const {
  if (Windows)
    return Align(Windows->alignment());
  return Lines ? Lines->scratchAlign() : Align(Converts->ScratchAlign);
}

bool Lowering::beginsWithBarrier() const {
  if (Lines)
    return Lines->beginsWithBarrier();
  return Windows && !Windows->knowsWindows();
}

std::optional<ScratchArray> FunctionLowering::scratch() const {
  ScratchArray Needed;
  for (const Lowering &L : Lowerings)
    if (L.scratchBytes())
      Needed.join({L.scratchBytes(), L.scratchAlign()});
  return Needed.Bytes ? std::optional(Needed) : std::nullopt;
}

GlobalVariable *ScratchArray::make(Module &M, const Twine &Name) const {
  Type *Ty = ArrayType::get(Type::getInt8Ty(M.getContext()), Bytes);
  auto *G = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::InternalLinkage,
      PoisonValue::get(Ty), Name, nullptr, GlobalValue::NotThreadLocal, 3);
  G->setAlignment(Alignment);
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  G->addAttribute(ScratchAttribute);
  return G;
}

DenseMap<const Instruction *, Scope> FunctionLowering::barriers() {
  MapVector<const Instruction *, ScratchUse> Uses;
  for (const Lowering &L : Lowerings)
    if (ScratchUse Use = L.scratchUse(); Use.K != ScratchUse::Free)
      Uses[L.C.Call] = Use;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Sharing.mayUse(*Call))
      Uses[Call] = {ScratchUse::Called, 0};
  // A device function may have been called before.
  ScratchUse AtEntry;
  if (!Launch.IsKernel)
    AtEntry.K = ScratchUse::All;
  return orderScratch(F, Uses, FAM.getResult<SyncPointsAnalysis>(F), AtEntry);
}

/// Computed once, at a place that dominates all others.
Value *FunctionLowering::linearThread(IRBuilder<> &B) {
  if (Thread)
    return Thread;
  const bool OneD =
      Launch.Exact && (*Launch.Exact)[1] * (*Launch.Exact)[2] == 1;
  IRBuilder<> Early(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Early.SetCurrentDebugLocation(B.getCurrentDebugLocation());
  return Thread = emitLinearThread(T, Early, OneD);
}

/// The call's result; null for a store.
Value *FunctionLowering::emitCode(const Lowering &L, EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  if (L.Windows) {
    Context.LinearThread = linearThread(B);
    return emitWindows(L.C, *L.Windows, Context);
  }
  if (L.Gathers) {
    if (needsThread(*L.Gathers->Shuffles, T.M.LaneBits))
      Context.LinearThread = linearThread(B);
    return emitGatherCall(L.C, *L.Gathers, Context);
  }
  if (L.Lines) {
    if (L.Lines->needsThread())
      Context.LinearThread = linearThread(B);
    return emitLines(L.C, *L.Lines, Context);
  }
  if (L.Converts) {
    if (!L.Converts->usesMemory())
      Context.Scratch = nullptr;
    else if (L.Converts->Group == Scope::Warp)
      Context.ScratchStride = L.Converts->ScratchBytes;
    if (L.Converts->dependsOnWarp() || Context.ScratchStride)
      Context.LinearThread = linearThread(B);
    return emitConversion(L.C, *L.Converts, Context);
  }
  Context.Scratch = L.C.address();
  Context.LinearThread = linearThread(B);
  if (L.C.Kind == LayoutCallKind::Load)
    return emitLoads(L.C, *L.Accesses, Context);
  emitStores(L.C, *L.Accesses, Context);
  return nullptr;
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
  Context.Scratch = Scratch;
  // If windows are a loop, each begins with a barrier.
  if (Before && !L.beginsWithBarrier())
    emitBarrier(T, B, *Before);
  Value *Result = emitCode(L, Context);
  if (!Result)
    return;
  Call->replaceAllUsesWith(Result);
  if (isa<Instruction>(Result))
    Result->takeName(Call);
}

void FunctionLowering::addTexts(
    SmallSetVector<GlobalVariable *, 8> &Texts) const {
  for (const Lowering &L : Lowerings)
    for (Value *Operand : L.C.Call->args())
      if (auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
          G && G->isConstant())
        Texts.insert(G);
}

void FunctionLowering::emit(GlobalVariable *Scratch) {
  for (Lowering &L : Lowerings)
    if (L.Later)
      L.C = widenLater(*L.Later);
  if (any_of(Lowerings, [](const Lowering &L) { return L.Later; })) {
    PreservedAnalyses Same;
    Same.preserveSet<CFGAnalyses>();
    FAM.invalidate(F, Same);
  }
  DenseMap<const Instruction *, Scope> Barriers = barriers();
  KernelRemarks Out(F, FAM);
  for (const Lowering &L : Lowerings)
    remark(L, Out);
  for (const Lowering &L : Lowerings) {
    auto It = Barriers.find(L.C.Call);
    emit(L, It == Barriers.end() ? nullptr : &It->second, Scratch);
  }
  for (const Lowering &L : Lowerings)
    L.C.Call->eraseFromParent();
}
