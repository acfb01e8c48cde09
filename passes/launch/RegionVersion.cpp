//===- RegionVersion.cpp - Two versions of a part of a kernel -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/RegionVersion.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

bool CodeRegion::contains(const Instruction &I) const {
  const BasicBlock *BB = I.getParent();
  if (Blocks.contains(const_cast<BasicBlock *>(BB)))
    return true;
  const bool IsFirst = BB == Begin->getParent();
  const bool IsLast = Final && BB == Last;
  return (IsFirst || IsLast) && (!IsFirst || !I.comesBefore(Begin)) &&
         (!IsLast || !Final->comesBefore(&I));
}

bool CodeRegion::touches(const BasicBlock *BB) const {
  return Blocks.contains(const_cast<BasicBlock *>(BB)) ||
         BB == Begin->getParent() || (Final && BB == Last);
}

bool CodeRegion::overlaps(const CodeRegion &O) const {
  return any_of(Blocks, [&](BasicBlock *BB) { return O.touches(BB); }) ||
         any_of(O.Blocks, [&](BasicBlock *BB) { return touches(BB); }) ||
         contains(*O.Begin) || O.contains(*Begin) ||
         (Final && O.contains(*Final)) || (O.Final && contains(*O.Final));
}

static bool mayCopy(const Instruction &I) {
  if (isa<IndirectBrInst, CallBrInst>(I) || I.isEHPad() ||
      I.getType()->isTokenTy() || isa<InvokeInst>(I))
    return false;
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->cannotDuplicate())
    return false;
  return !isa<AllocaInst>(I) || cast<AllocaInst>(I).isStaticAlloca();
}

/// The block outside of all loops from which BB is reached: itself, or the one
/// that dominates the outermost loop around it.
static BasicBlock *beforeLoops(BasicBlock *BB, const DominatorTree &DT,
                               const LoopInfo &LI) {
  while (const Loop *L = LI.getLoopFor(BB)) {
    const auto *Above =
        DT.getNode(L->getOutermostLoop()->getHeader())->getIDom();
    if (!Above)
      return nullptr;
    BB = Above->getBlock();
  }
  return BB;
}

/// The nearest block outside of all loops that runs after BB; null if there is
/// none.
static BasicBlock *behindLoops(BasicBlock *BB, const PostDominatorTree &PDT,
                               const LoopInfo &LI) {
  while (BB && LI.getLoopFor(BB)) {
    const auto *Node = PDT.getNode(BB);
    BB = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  }
  return BB;
}

/// Collects what is reached from From before To; false if that is not
/// dominated by From, and then From is moved up.
static bool collect(BasicBlock *&From, const BasicBlock *To, CodeRegion &R,
                    const DominatorTree &DT, const LoopInfo &LI) {
  R.Blocks.clear();
  SmallVector<BasicBlock *, 16> Work(successors(From));
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (BB == To || R.Blocks.contains(BB))
      continue;
    if (BB == From || !DT.dominates(From, BB)) {
      BasicBlock *Common = DT.findNearestCommonDominator(From, BB);
      if (Common == From) // A cycle that is no loop.
        Common = DT.getNode(From)->getIDom()
                     ? DT.getNode(From)->getIDom()->getBlock()
                     : nullptr;
      From = Common ? beforeLoops(Common, DT, LI) : nullptr;
      return false;
    }
    R.Blocks.insert(BB);
    append_range(Work, successors(BB));
  }
  return true;
}

/// The first, or the last, of the instructions in BB, or null.
static Instruction *outermostIn(const BasicBlock *BB, bool First,
                                ArrayRef<Instruction *> Around) {
  Instruction *Found = nullptr;
  for (Instruction *I : Around)
    if (I->getParent() == BB && (!Found || I->comesBefore(Found) == First))
      Found = I;
  return Found;
}

static unsigned countCopied(const CodeRegion &R, bool &MayCopy) {
  unsigned Count = 0;
  auto Take = [&](BasicBlock *BB) {
    MayCopy &= !BB->hasAddressTaken();
    for (Instruction &I : *BB)
      if (R.contains(I) && !I.isDebugOrPseudoInst()) {
        ++Count;
        MayCopy &= mayCopy(I);
      }
  };
  Take(R.Begin->getParent());
  for (BasicBlock *BB : R.Blocks)
    Take(BB);
  if (R.Final && R.Last != R.Begin->getParent())
    Take(R.Last);
  return Count;
}

std::optional<CodeRegion>
f2layout::smallestRegion(ArrayRef<Instruction *> Around,
                         const DominatorTree &DT, const PostDominatorTree &PDT,
                         const LoopInfo &LI) {
  BasicBlock *First = nullptr, *Last = nullptr;
  for (Instruction *I : Around) {
    BasicBlock *Before = beforeLoops(I->getParent(), DT, LI);
    if (!Before)
      return std::nullopt;
    First = First ? DT.findNearestCommonDominator(First, Before) : Before;
  }
  CodeRegion R;
  for (;;) {
    First = beforeLoops(First, DT, LI);
    if (!First)
      return std::nullopt;
    Last = First;
    for (Instruction *I : Around)
      Last = Last ? PDT.findNearestCommonDominator(Last, I->getParent()) : Last;
    Last = behindLoops(Last, PDT, LI);
    if (Last == First || collect(First, Last, R, DT, LI))
      break;
    if (!First)
      return std::nullopt;
  }
  if (Last == First && any_of(Around, [&](const Instruction *I) {
        return I->getParent() != First; // A cycle that is no loop.
      }))
    return std::nullopt;
  R.Begin = outermostIn(First, /*First=*/true, Around);
  if (!R.Begin)
    R.Begin = First->getTerminator();
  R.Last = Last;
  R.Final = Last ? outermostIn(Last, /*First=*/false, Around) : nullptr;
  bool MayCopy = true;
  R.Instructions = countCopied(R, MayCopy);
  if (!MayCopy)
    return std::nullopt;
  return R;
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

namespace {

/// Blocks that are copied, and their copies.
class RegionCopy {
public:
  RegionCopy(ArrayRef<BasicBlock *> Blocks)
      : Blocks(Blocks.begin(), Blocks.end()) {}
  BasicBlock *run();
  void completePhis();
  void mergeValues();

private:
  void merge(Instruction &I);

  SmallSetVector<BasicBlock *, 16> Blocks;
  ValueToValueMapTy Map;
};

} // namespace

BasicBlock *RegionCopy::run() {
  SmallVector<BasicBlock *, 16> Copies;
  Function *F = Blocks.front()->getParent();
  for (BasicBlock *BB : Blocks) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".orig", F);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
  // Blocks that nothing reaches may jump into the region, too.
  for (BasicBlock *Copy : Copies)
    for (PHINode &P : Copy->phis())
      P.removeIncomingValueIf(
          [&](unsigned N) {
            return !is_contained(Copies, P.getIncomingBlock(N));
          },
          /*DeletePHIIfEmpty=*/false);
  return Copies.front();
}

/// Phis behind the region get the values of the copy.
void RegionCopy::completePhis() {
  SmallSetVector<BasicBlock *, 4> Exits;
  for (BasicBlock *BB : Blocks)
    for (BasicBlock *Next : successors(BB))
      if (!Blocks.contains(Next))
        Exits.insert(Next);
  for (BasicBlock *Exit : Exits)
    for (PHINode &P : Exit->phis())
      for (unsigned N = 0, E = P.getNumIncomingValues(); N < E; ++N) {
        if (!Blocks.contains(P.getIncomingBlock(N)))
          continue;
        Value *In = P.getIncomingValue(N);
        Value *Copy = Map.lookup(In);
        P.addIncoming(Copy ? Copy : In,
                      cast<BasicBlock>(Map.lookup(P.getIncomingBlock(N))));
      }
}

/// Uses of I behind the region get the value of whichever version ran.
void RegionCopy::merge(Instruction &I) {
  SmallVector<Use *, 8> Outside;
  for (Use &U : I.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    BasicBlock *At = User->getParent();
    if (auto *P = dyn_cast<PHINode>(User))
      At = P->getIncomingBlock(U);
    if (!Blocks.contains(At))
      Outside.push_back(&U);
  }
  if (Outside.empty())
    return;
  auto *Copy = cast<Instruction>(Map.lookup(&I));
  SSAUpdater Updater;
  Updater.Initialize(I.getType(), I.getName());
  Updater.AddAvailableValue(I.getParent(), &I);
  Updater.AddAvailableValue(Copy->getParent(), Copy);
  Updater.UpdateDebugValues(&I);
  for (Use *U : Outside)
    Updater.RewriteUse(*U);
}

void RegionCopy::mergeValues() {
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (!I.use_empty() && !I.getType()->isVoidTy())
        merge(I);
}

/// Static allocas stay where they are: only one version runs.
static void keepAllocas(Instruction &Begin) {
  BasicBlock *BB = Begin.getParent();
  if (BB != &BB->getParent()->getEntryBlock())
    return;
  for (Instruction &I :
       make_early_inc_range(make_range(Begin.getIterator(), BB->end())))
    if (isa<AllocaInst>(I))
      I.moveBefore(*BB, BB->getFirstInsertionPt());
}

SmallVector<BasicBlock *, 16>
f2layout::versionRegion(const CodeRegion &R,
                        function_ref<Value *(IRBuilder<> &)> MakeTest) {
  SmallVector<BasicBlock *, 16> Blocks(R.Blocks.begin(), R.Blocks.end());
  BasicBlock *First = R.Begin->getParent();
  if (R.Final) {
    BasicBlock *Last = R.Final->getParent();
    Last->splitBasicBlock(R.Final->getNextNode(), "f2.behind");
    if (Last != First)
      Blocks.push_back(Last);
  }
  keepAllocas(*R.Begin);
  BasicBlock *Entry = First->splitBasicBlock(R.Begin, "f2.tested");
  Blocks.insert(Blocks.begin(), Entry);

  RegionCopy Copy(Blocks);
  BasicBlock *Other = Copy.run();
  Instruction *Jump = First->getTerminator();
  IRBuilder<> B(Jump);
  if (DISubprogram *SP = First->getParent()->getSubprogram())
    B.SetCurrentDebugLocation(DILocation::get(First->getContext(), 0, 0, SP));
  B.CreateCondBr(MakeTest(B), Entry, Other);
  Jump->eraseFromParent();
  Copy.completePhis();
  Copy.mergeValues();
  return Blocks;
}
