//===- BlockUniformity.cpp - What is the same for every thread of a block -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/BlockUniformity.h"
#include "passes/RegisterAsm.h"
#include "passes/VarianceSeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout {

//===----------------------------------------------------------------------===//
// Values and branches: LLVM's solver, our seeds
//===----------------------------------------------------------------------===//

namespace {
/// The face in which the solver asks for seeds.
class BlockWideTTI final : public TargetTransformInfoImplBase {
  const VarianceSeeds &Seeds;
  const SmallPtrSetImpl<const BasicBlock *> &Assumed;

public:
  BlockWideTTI(const DataLayout &DL, const VarianceSeeds &Seeds,
               const SmallPtrSetImpl<const BasicBlock *> &Assumed)
      : TargetTransformInfoImplBase(DL), Seeds(Seeds), Assumed(Assumed) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    auto *I = dyn_cast<Instruction>(V);
    if (I && I->isTerminator())
      return Assumed.contains(I->getParent())
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::Default;
    return Seeds.of(V);
  }
};
} // namespace

/// The solver is reached as any analysis is, through a manager; ours is private
/// and hands it our seeds. It keeps references to the trees the manager owns.
struct BlockUniformity::Solution {
  FunctionAnalysisManager Manager;
  UniformityInfo Info;

  template <typename MakeTTI> Solution(Function &F, MakeTTI Make) {
    Manager.registerPass([] { return PassInstrumentationAnalysis(); });
    Manager.registerPass([] { return DominatorTreeAnalysis(); });
    Manager.registerPass([] { return CycleAnalysis(); });
    Manager.registerPass([&] { return TargetIRAnalysis(Make); });
    Info = UniformityInfoAnalysis().run(F, Manager);
    // The seeds live no longer than the solving.
    Manager.clearAnalysis<TargetIRAnalysis>(F);
  }
};

/// br, switch, ret and unreachable are what GPU code has.
static bool hasUnusualTerminator(const Function &F) {
  return any_of(F, [](const BasicBlock &BB) {
    const Instruction *T = BB.getTerminator();
    return !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(T);
  });
}

BlockUniformity::BlockUniformity(Function &F, const LaunchShape &Shape)
    : F(&F), Shape(Shape) {
  Unknown = F.isDeclaration() || hasUnusualTerminator(F);
  if (!Unknown)
    solve();
}

BlockUniformity::BlockUniformity(BlockUniformity &&) = default;
BlockUniformity &BlockUniformity::operator=(BlockUniformity &&) = default;
BlockUniformity::~BlockUniformity() = default;

void BlockUniformity::solve() {
  VarianceSeeds Seeds(*F, Shape);
  Solved = std::make_unique<Solution>(*F, [&](const Function &) {
    return TargetTransformInfo(std::make_unique<BlockWideTTI>(
        F->getParent()->getDataLayout(), Seeds, Assumed));
  });
  findReach();
}

//===----------------------------------------------------------------------===//
// Reach: control dependence
//===----------------------------------------------------------------------===//

/// Threads may end inside this call.
static bool mayEndThread(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (Call->isInlineAsm())
    return !parseRegisterAsm(*Call).Known && asmMayEndThread(*Call);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_exit:
  case Intrinsic::amdgcn_endpgm:
  case Intrinsic::amdgcn_kill:
    return true;
  case Intrinsic::not_intrinsic:
    break;
  default:
    return false;
  }
  if (Call->hasFnAttr(Attribute::WillReturn))
    return false;
  // Known by name: they come back, though they do not promise it.
  const Function *Callee = Call->getCalledFunction();
  return !Callee || !(Callee->getName().starts_with("f2.") ||
                      Callee->getName() == "__atomic_work_item_fence" ||
                      Callee->getName() == "vprintf");
}

/// To be there at all is undefined behaviour, so no thread is. A trap or a
/// failing assertion before the end is another thing: threads do get there.
static bool cannotBeReached(const BasicBlock &BB) {
  return isa<UnreachableInst>(BB.getTerminator()) &&
         none_of(BB, [](const Instruction &I) {
           return !isGuaranteedToTransferExecutionToSuccessor(&I) &&
                  !I.isTerminator();
         });
}

namespace {
/// For each block the branching blocks that decide about it directly.
class ControlDependence {
  PostDominatorTree Tree;
  SmallPtrSet<BasicBlock *, 4> Dead;
  DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 4>> Deciders;

public:
  explicit ControlDependence(Function &F) {
    for (BasicBlock &BB : F)
      if (cannotBeReached(BB))
        Dead.insert(&BB);
    buildTree(F);
    for (BasicBlock &BB : F)
      if (succ_size(&BB) > 1)
        addDecisions(BB);
  }

  ArrayRef<const BasicBlock *> decidersOf(const BasicBlock *BB) const {
    auto It = Deciders.find(BB);
    return It == Deciders.end() ? ArrayRef<const BasicBlock *>() : It->second;
  }

private:
  /// Post-dominance as if the edges into dead blocks were not there.
  void buildTree(Function &F) {
    SmallVector<DominatorTree::UpdateType, 4> Deleted;
    for (BasicBlock *BB : Dead)
      for (BasicBlock *From :
           SmallPtrSet<BasicBlock *, 4>(pred_begin(BB), pred_end(BB)))
        Deleted.push_back({DominatorTree::Delete, From, BB});
    Tree.recalculate(F);
    if (!Deleted.empty())
      Tree.applyUpdates({}, Deleted);
  }

  /// From each successor up the tree, what comes before Branch's own immediate
  /// post-dominator runs because of this choice.
  void addDecisions(BasicBlock &Branch) {
    auto *Node = Tree.getNode(&Branch);
    auto *Stop = Node ? Node->getIDom() : nullptr;
    for (BasicBlock *Successor : successors(&Branch)) {
      if (Dead.contains(Successor))
        continue;
      for (auto *Up = Tree.getNode(Successor); Up && Up != Stop;
           Up = Up->getIDom())
        if (Up->getBlock())
          Deciders[Up->getBlock()].push_back(&Branch);
    }
  }
};
} // namespace

/// Spreads a reason from the blocks a divergent branch decides to those that
/// their own branches decide.
void BlockUniformity::findReach() {
  Divergent.clear();
  ControlDependence Control(*F);
  DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 4>> Decided;
  for (BasicBlock &BB : *F)
    for (const BasicBlock *By : Control.decidersOf(&BB))
      Decided[By].push_back(&BB);

  SmallVector<const BasicBlock *, 16> Worklist;
  auto Mark = [&](const BasicBlock *BB, const Instruction *Reason) {
    if (Divergent.try_emplace(BB, Reason).second)
      Worklist.push_back(BB);
  };
  auto Drain = [&] {
    while (!Worklist.empty()) {
      const BasicBlock *BB = Worklist.pop_back_val();
      for (const BasicBlock *Next : Decided.lookup(BB))
        Mark(Next, Divergent.lookup(BB));
    }
  };
  for (const BasicBlock &BB : *F)
    if (!hasUniformBranch(&BB)) {
      for (const BasicBlock *Next : Decided.lookup(&BB))
        Mark(Next, BB.getTerminator());
      Drain();
    }
  // Where a thread may vanish, nobody knows who gets further. The block itself
  // counts too: the question may be about an instruction behind the call.
  for (const BasicBlock &BB : *F)
    for (const Instruction &I : BB)
      if (mayEndThread(I)) {
        SmallVector<const BasicBlock *, 16> Behind = {&BB};
        SmallPtrSet<const BasicBlock *, 16> Seen = {&BB};
        while (!Behind.empty()) {
          const BasicBlock *From = Behind.pop_back_val();
          Divergent.try_emplace(From, &I);
          for (const BasicBlock *To : successors(From))
            if (Seen.insert(To).second)
              Behind.push_back(To);
        }
        break;
      }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

bool BlockUniformity::isUniform(const Value *V) const {
  if (isa<Constant>(V))
    return true;
  return !Unknown && !Solved->Info.isDivergent(V);
}

bool BlockUniformity::isUniformUse(const Use &U) const {
  if (isa<Constant>(U.get()))
    return true;
  return !Unknown && !Solved->Info.isDivergentUse(U);
}

bool BlockUniformity::hasUniformBranch(const BasicBlock *BB) const {
  if (succ_size(BB) < 2)
    return true;
  return !Unknown && !Solved->Info.hasDivergentTerminator(*BB);
}

bool BlockUniformity::isUniformlyReached(const BasicBlock *BB) const {
  return !Unknown && !Divergent.contains(BB);
}

const Instruction *BlockUniformity::divergenceOf(const BasicBlock *BB) const {
  return Divergent.lookup(BB);
}

void BlockUniformity::assumeUniformBranch(const BasicBlock *BB) {
  assumeUniformBranches(BB);
}

void BlockUniformity::assumeUniformBranches(
    ArrayRef<const BasicBlock *> Blocks) {
  bool Changed = false;
  for (const BasicBlock *BB : Blocks)
    Changed |= Assumed.insert(BB).second;
  if (Changed && !Unknown)
    solve();
}

static void printReason(raw_ostream &OS, const Instruction *Reason) {
  if (!Reason) {
    OS << "unusual control flow\n";
    return;
  }
  OS << (Reason->isTerminator() ? "branch in " : "call in ");
  Reason->getParent()->printAsOperand(OS, false);
  if (const DebugLoc &Loc = Reason->getDebugLoc())
    OS << ", line " << Loc.getLine();
  OS << "\n";
}

void BlockUniformity::print(raw_ostream &OS) const {
  for (const Argument &A : F->args())
    if (!isUniform(&A))
      OS << "  varies: " << A << "\n";
  for (const BasicBlock &BB : *F) {
    OS << "  ";
    BB.printAsOperand(OS, false);
    OS << ": ";
    if (isUniformlyReached(&BB))
      OS << "reached uniformly";
    else
      OS << "not reached uniformly: ";
    if (!isUniformlyReached(&BB))
      printReason(OS, divergenceOf(&BB));
    else
      OS << "\n";
    for (const Instruction &I : BB)
      if (!I.getType()->isVoidTy())
        OS << (isUniform(&I) ? "    uniform:" : "    varies: ") << I << "\n";
    if (succ_size(&BB) > 1)
      OS << (hasUniformBranch(&BB) ? "    uniform branch\n"
                                   : "    divergent branch\n");
  }
}

AnalysisKey BlockUniformityAnalysis::Key;

BlockUniformity BlockUniformityAnalysis::run(Function &F,
                                             FunctionAnalysisManager &AM) {
  return BlockUniformity(F, AM.getResult<LaunchShapeAnalysis>(F));
}

PreservedAnalyses BlockUniformityPrinterPass::run(Function &F,
                                                  FunctionAnalysisManager &AM) {
  OS << "uniformity of @" << F.getName() << "\n";
  AM.getResult<BlockUniformityAnalysis>(F).print(OS);
  return PreservedAnalyses::all();
}

} // namespace f2layout
