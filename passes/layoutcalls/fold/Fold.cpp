//===- Fold.cpp - f2layout-fold -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/fold/Fold.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/plan/LayoutConversion.h"
#include "passes/layoutcalls/calls/CallChecks.h"
#include "passes/layoutcalls/calls/CallReader.h"
#include "passes/layoutcalls/fold/Elementwise.h"
#include "passes/layoutcalls/lower/LowerCalls.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>

#define DEBUG_TYPE "f2layout-fold"

using namespace llvm;
using namespace f2layout;

static RewriteKind Folds("f2layout-fold",
                         "Conversions that are left out, joined or moved");

namespace {

/// Folds the conversions of one function.
class Folder {
public:
  Folder(Function &F, DominatorTree &DT, const Target &T, const Options &O,
         KernelRemarks &Remarks)
      : F(F), DT(DT), T(T), O(O), Remarks(Remarks), B(F.getContext()) {}
  bool run();

private:
  void read(Value *V);
  const LayoutCall *conversion(const Value *V) const;
  double price(const LinearLayout &From, const LinearLayout &To, unsigned Bits,
               const LayoutCall &Like);
  static unsigned travelBits(const Value *V);

  bool fold(Instruction *I);
  bool foldSame(CallInst &Call, const LayoutCall &C);
  bool foldCompose(CallInst &Call, const LayoutCall &C);
  bool foldShared(CallInst &Call, const LayoutCall &C);
  bool foldBefore(CallInst &Call, const LayoutCall &C);
  bool foldBehind(Instruction &I);
  void explainScalar(Instruction &I, const LayoutCall &C);
  bool foldGather(CallInst &Call);
  bool mayReplace(Instruction &I, const char *Rule);
  Value *convert(Value *V, const LinearLayout &From, const LinearLayout &To);
  void replace(Instruction &Old, Value *New);

  Function &F;
  DominatorTree &DT;
  const Target &T;
  const Options &O;
  KernelRemarks &Remarks;
  IRBuilder<> B;
  std::map<const Value *, LayoutCall> Calls;
  SmallSetVector<Instruction *, 32> Work;
  std::map<std::tuple<std::string, std::string, unsigned>, double> Prices;
  SmallPtrSet<const Instruction *, 4> Explained;
  unsigned Changes = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

void Folder::read(Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !isLayoutFunction(*Callee))
    return;
  const std::optional<LayoutCallKind> Kind = layoutCallOf(Callee->getName());
  if (Kind != LayoutCallKind::Convert && Kind != LayoutCallKind::Gather)
    return;
  CallFaults Unheard; // f2layout-lower reports them.
  if (std::optional<LayoutCall> C = readLayoutCall(*Call, *Kind, Unheard))
    Calls[Call] = std::move(*C);
}

/// The conversion that makes the value; null if none does.
const LayoutCall *Folder::conversion(const Value *V) const {
  auto It = Calls.find(V);
  return It != Calls.end() && It->second.Kind == LayoutCallKind::Convert
             ? &It->second
             : nullptr;
}

unsigned Folder::travelBits(const Value *V) {
  return std::max<unsigned>(8, V->getType()->getScalarSizeInBits());
}

double Folder::price(const LinearLayout &From, const LinearLayout &To,
                     unsigned Bits, const LayoutCall &Like) {
  if (sameMap(From, To))
    return 0;
  const auto [It, New] =
      Prices.try_emplace({toString(From), toString(To), Bits}, 0);
  if (!New)
    return It->second;
  It->second = 1e12;
  if (!isPowerOf2_32(Bits) || Bits > 64)
    return It->second;
  Expected<MaybeConversion> Move =
      conversionBetween(From, To, Bits, T.M.LaneBits);
  if (!Move)
    consumeError(Move.takeError());
  else if (Move->Wanted) {
    if (std::optional<Plan> Best =
            planCall(Like.warps(), *Move->Wanted, T, O, O.Scratch))
      It->second = Best->Cost.Clocks;
    else // Through memory in rounds.
      It->second = 100.0 * (1u << To.inputBits("register"));
  }
  return It->second;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

bool Folder::mayReplace(Instruction &I, const char *Rule) {
  if (!Folds.mayRewrite(Remarks, DEBUG_TYPE, I))
    return false;
  ++Changes;
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Folded", I);
    R.Places = "calls";
    return std::move(R << UserRemark::Argument("Rule", Rule));
  });
  return true;
}

Value *Folder::convert(Value *V, const LinearLayout &From,
                       const LinearLayout &To) {
  if (sameMap(From, To))
    return V;
  Value *New = emitConvert(B, V, From, To);
  read(New);
  Work.insert(cast<Instruction>(New));
  return New;
}

/// Replaces the instruction, and deletes what nobody uses any more.
void Folder::replace(Instruction &Old, Value *New) {
  for (User *U : Old.users())
    Work.insert(cast<Instruction>(U));
  Old.replaceAllUsesWith(New);
  if (auto *I = dyn_cast<Instruction>(New))
    Work.insert(I);
  SmallVector<Instruction *, 8> Dead{&Old};
  while (!Dead.empty()) {
    Instruction *I = Dead.pop_back_val();
    // A conversion waits for other threads, but for nothing else.
    if (!I->use_empty() || !(Calls.count(I) || isInstructionTriviallyDead(I)))
      continue;
    SmallVector<Value *, 4> Operands(I->operand_values());
    Work.remove(I);
    Calls.erase(I);
    I->eraseFromParent();
    for (Value *V : Operands)
      if (auto *Operand = dyn_cast<Instruction>(V))
        if (!is_contained(Dead, Operand))
          Dead.push_back(Operand);
  }
}

/// Two spellings of one layout.
bool Folder::foldSame(CallInst &Call, const LayoutCall &C) {
  if (!sameMap(C.Threads, C.Other) || C.source()->getType() != Call.getType() ||
      !mayReplace(Call, "conversion to the same layout left out"))
    return false;
  replace(Call, C.source());
  return true;
}

/// A conversion of a conversion.
bool Folder::foldCompose(CallInst &Call, const LayoutCall &C) {
  const LayoutCall *Inner = conversion(C.source());
  if (!Inner || !sameMap(Inner->Other, C.Threads))
    return false;
  const unsigned Bits = travelBits(&Call);
  const double Before =
      price(C.Threads, C.Other, Bits, C) +
      (Inner->Call->hasOneUse() ? price(Inner->Threads, Inner->Other, Bits, C)
                                : 0);
  if (price(Inner->Threads, C.Other, Bits, C) > Before ||
      !mayReplace(Call, "conversion of a conversion composed"))
    return false;
  B.SetInsertPoint(&Call);
  replace(Call, convert(Inner->source(), Inner->Threads, C.Other));
  return true;
}

/// The same conversion before. A constant has no list of its users.
bool Folder::foldShared(CallInst &Call, const LayoutCall &C) {
  if (isa<ConstantData>(C.source()))
    return false;
  for (User *U : C.source()->users()) {
    const LayoutCall *Other = U == &Call ? nullptr : conversion(U);
    if (!Other || Other->source() != C.source() ||
        U->getType() != Call.getType() || !sameMap(Other->Threads, C.Threads) ||
        !sameMap(Other->Other, C.Other) ||
        !DT.dominates(cast<Instruction>(U), &Call))
      continue;
    if (!mayReplace(Call, "conversion shared with an equal one"))
      return false;
    replace(Call, U);
    return true;
  }
  return false;
}

/// Some element is held more than once.
static bool hasCopies(const LinearLayout &L) { return !L.isInjective(); }

/// Whether the threads may do the operation on other elements than now: scalars
/// among its operands are alike in all of them.
static bool mayMove(const Instruction &I) {
  if (!isElementwise(I))
    return false;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return all_of(Call ? Call->args() : I.operands(), [](const Use &U) {
    return U->getType()->isVectorTy() || isAlikeInThreads(U);
  });
}

/// The conversions before and behind the operation could be one but for a
/// scalar of the thread's own. Says so once.
void Folder::explainScalar(Instruction &I, const LayoutCall &C) {
  const bool Between = any_of(I.operand_values(), [&](Value *V) {
    const LayoutCall *Inner = conversion(V);
    return Inner && sameMap(Inner->Other, C.Threads);
  });
  if (!Between || !Explained.insert(&I).second)
    return;
  Remarks.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "NotFolded", I);
    R.Places = "calls";
    return std::move(
        R << "conversions before and behind the operation stay: one of its "
             "operands is a scalar that each thread computes for itself; a "
             "vector of the elements' own values would move with them");
  });
}

/// A conversion of an element-wise result.
bool Folder::foldBefore(CallInst &Call, const LayoutCall &C) {
  auto *Made = dyn_cast<Instruction>(C.source());
  if (!Made || !Made->hasOneUse() || !isElementwise(*Made))
    return false;
  if (!mayMove(*Made)) {
    explainScalar(*Made, C);
    return false;
  }
  const double Before = price(C.Threads, C.Other, travelBits(Made), C);
  double Saved = Before, Added = 0;
  bool HasInner = false;
  unsigned Others = 0;
  SmallPtrSet<Value *, 4> Seen;
  for (Value *V : Made->operand_values()) {
    if (!V->getType()->isVectorTy() || uniformElement(V) ||
        !Seen.insert(V).second)
      continue;
    const unsigned Bits = V->getType()->getScalarSizeInBits();
    if (Bits < 8)
      return false; // Booleans cannot be converted.
    const LayoutCall *Inner = conversion(V);
    if (Inner && sameMap(Inner->Other, C.Threads)) {
      HasInner = true;
      const bool Only = all_of(V->users(), [&](User *U) { return U == Made; });
      if (Only)
        Saved += price(Inner->Threads, Inner->Other, Bits, C);
      Added += price(Inner->Threads, C.Other, Bits, C);
    } else {
      Added += price(C.Threads, C.Other, Bits, C);
      ++Others;
    }
  }
  // Copies of an operand may differ, as long as those of the result do not.
  // Then all operands must come from one copy.
  if (Others > 0 && Seen.size() > 1 && hasCopies(C.Threads))
    return false;
  // Operations that are cheaper on one side alone are f2layout-lower's subject
  // (WidenLater.h).
  if (!HasInner || Added >= Saved ||
      !mayReplace(Call, "conversion moved before an operation"))
    return false;
  B.SetInsertPoint(&Call);
  const unsigned Count =
      cast<FixedVectorType>(Call.getType())->getNumElements();
  SmallDenseMap<Value *, Value *, 4> Known;
  SmallVector<Value *, 4> Operands;
  for (Value *V : Made->operand_values()) {
    if (isa<IntrinsicInst>(Made) &&
        V == Made->getOperand(Made->getNumOperands() - 1))
      continue; // The callee.
    Value *&New = Known[V];
    if (!New) {
      const LayoutCall *Inner = conversion(V);
      if (!V->getType()->isVectorTy())
        New = V;
      else if (Value *Each = uniformElement(V))
        New = B.CreateVectorSplat(Count, Each);
      else if (Inner && sameMap(Inner->Other, C.Threads))
        New = convert(Inner->source(), Inner->Threads, C.Other);
      else
        New = convert(V, C.Threads, C.Other);
    }
    Operands.push_back(New);
  }
  Value *Result = emitElementwise(B, *Made, Operands, Count);
  replace(Call, Result);
  return true;
}

/// An element-wise operation on conversions that do the same.
bool Folder::foldBehind(Instruction &I) {
  if (!mayMove(I) || I.getType()->getScalarSizeInBits() < 8 || I.use_empty())
    return false;
  const LayoutCall *First = nullptr;
  double Saved = 0;
  SmallPtrSet<Value *, 4> Seen;
  for (Value *V : I.operand_values()) {
    if (!V->getType()->isVectorTy() || uniformElement(V) ||
        !Seen.insert(V).second)
      continue;
    const LayoutCall *C = conversion(V);
    if (!C || C->Call->getParent() != I.getParent())
      return false;
    if (First && (!sameMap(C->Threads, First->Threads) ||
                  !sameMap(C->Other, First->Other)))
      return false;
    if (!First)
      First = C;
    if (all_of(V->users(), [&](User *U) { return U == &I; }))
      Saved += price(C->Threads, C->Other, travelBits(V), *C);
  }
  if (!First)
    return false;
  const LinearLayout From = First->Threads, To = First->Other;
  if (price(From, To, travelBits(&I), *First) >= Saved ||
      !mayReplace(I, "conversion moved behind an operation"))
    return false;
  B.SetInsertPoint(&I);
  const unsigned Count = 1u << From.inputBits("register");
  SmallVector<Value *, 4> Operands;
  for (Value *V : I.operand_values()) {
    if (isa<IntrinsicInst>(I) && V == I.getOperand(I.getNumOperands() - 1))
      continue; // The callee.
    Value *New = V;
    if (V->getType()->isVectorTy()) {
      Value *Each = uniformElement(V);
      New = Each ? B.CreateVectorSplat(Count, Each) : conversion(V)->source();
    }
    Operands.push_back(New);
  }
  replace(I, convert(emitElementwise(B, I, Operands, Count), From, To));
  return true;
}

/// A gather from what was converted for it.
bool Folder::foldGather(CallInst &Call) {
  const LayoutCall &C = Calls.at(&Call);
  const LayoutCall *Inner = conversion(C.source());
  if (!Inner || !sameMap(Inner->Other, C.Threads) || !Inner->Call->hasOneUse())
    return false;
  auto Clocks = [&](const LayoutCall &Of) {
    Expected<Gather> Wanted = gatherOf(Of);
    if (!Wanted) {
      consumeError(Wanted.takeError());
      return 1e12;
    }
    std::optional<GatherPlan> P = planCall(Of, *Wanted, T, O, O.Scratch);
    return P ? P->Cost.Clocks : 1e12;
  };
  LayoutCall Direct = C;
  Direct.Threads = Inner->Threads;
  if (Clocks(Direct) > Clocks(C) + price(Inner->Threads, Inner->Other,
                                         travelBits(&Call), C) ||
      !mayReplace(Call, "gather takes the value before its conversion"))
    return false;
  B.SetInsertPoint(&Call);
  Value *New = emitGather(B, Inner->source(), C.index(), unsigned(C.axis()),
                          Inner->Threads, C.Other);
  read(New);
  replace(Call, New);
  return true;
}

bool Folder::fold(Instruction *I) {
  auto It = Calls.find(I);
  if (It == Calls.end())
    return foldBehind(*I);
  auto &Call = *cast<CallInst>(I);
  const LayoutCall &C = It->second;
  if (C.Kind == LayoutCallKind::Gather)
    return foldGather(Call);
  return foldSame(Call, C) || foldCompose(Call, C) || foldShared(Call, C) ||
         foldBefore(Call, C);
}

bool Folder::run() {
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (!DT.isReachableFromEntry(&BB))
        continue;
      read(&I);
      if (Calls.count(&I) || I.getType()->isVectorTy())
        Work.insert(&I);
    }
  // Rules make the kernel cheaper, but for those that keep its price and leave
  // out a call.
  while (!Work.empty())
    fold(Work.pop_back_val());
  return Changes != 0;
}

/// f2layout-lower will report a fault, which must not be folded away.
static bool isFaulty(Function &F, FunctionAnalysisManager &AM, const Target &T,
                     const Options &O) {
  CallFaults Faults;
  const SmallVector<LayoutCall, 8> Calls = readLayoutCalls(F, Faults);
  const LaunchShape Launch = launchOf(F, AM, O);
  if (!Launch.Error.empty())
    return true;
  checkThreads(Calls, T, Launch, Faults);
  for (const LayoutCall &C : Calls)
    checkTensor(C, Faults);
  return !Faults.empty();
}

PreservedAnalyses FoldPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!isForGpu(*F.getParent()) || !hasLayoutCalls(*F.getParent()))
    return PreservedAnalyses::all();
  Expected<Target> T = getTarget(F, Opts.Costs.get());
  if (!T) {
    consumeError(T.takeError());
    return PreservedAnalyses::all();
  }
  if (isFaulty(F, AM, *T, Opts))
    return PreservedAnalyses::all();
  bool Changed;
  {
    KernelRemarks Remarks(F, AM);
    Changed =
        Folder(F, AM.getResult<DominatorTreeAnalysis>(F), *T, Opts, Remarks)
            .run();
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
