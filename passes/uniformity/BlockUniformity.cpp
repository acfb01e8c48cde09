//===- BlockUniformity.cpp - Values that are the same in a whole block ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/BlockUniformity.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "passes/uniformity/ControlDependence.h"
#include "passes/uniformity/VarianceSeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
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
inline namespace passes {

//===----------------------------------------------------------------------===//
// Values and branches: LLVM's solver with our seeds
//===----------------------------------------------------------------------===//

namespace {
/// What the solver asks its target.
struct BlockWideSeeds {
  const VarianceSeeds &Seeds;
  const SmallPtrSetImpl<const BasicBlock *> &Assumed;

  InstructionUniformity of(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    if (I && I->isTerminator())
      return Assumed.contains(I->getParent())
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::Default;
    return Seeds.of(V);
  }
};
} // namespace

/// The control flow of the function. LLVM's solver is run like any analysis,
/// through a manager; ours is private and supplies our seeds. Solutions keep
/// references to the trees that the manager owns.
struct BlockUniformity::Flow {
  using Ends = DenseMap<const BasicBlock *, const Instruction *>;

  FunctionAnalysisManager Manager;
  /// The first place of each block where threads may end.
  Ends MayEnd;
  ControlDependence Control;

  explicit Flow(const Function &F)
      : MayEnd(findEnds(F)),
        Control(F, [&](const BasicBlock &BB) { return MayEnd.contains(&BB); }) {
    Manager.registerPass([] { return PassInstrumentationAnalysis(); });
    Manager.registerPass([] { return DominatorTreeAnalysis(); });
    Manager.registerPass([] { return CycleAnalysis(); });
    Manager.registerPass([this] {
      return TargetIRAnalysis([this](const Function &F) {
        return compat::uniformityTTI(
            F.getParent()->getDataLayout(),
            [this](const Value *V) { return Seeds->of(V); });
      });
    });
  }

  /// Solves with these seeds, which live only while the solver runs.
  UniformityInfo solve(Function &F, const BlockWideSeeds &From) {
    Seeds = &From;
    UniformityInfo Info = UniformityInfoAnalysis().run(F, Manager);
    Seeds = nullptr;
    return Info;
  }

private:
  static Ends findEnds(const Function &F);

  const BlockWideSeeds *Seeds = nullptr;
};

/// GPU code has only br, switch, ret and unreachable.
static bool hasUnusualTerminator(const Function &F) {
  return any_of(F, [](const BasicBlock &BB) {
    const Instruction *T = BB.getTerminator();
    return !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(T);
  });
}

BlockUniformity::BlockUniformity(Function &F, const LaunchShape &Shape)
    : F(&F), Shape(Shape) {
  Unknown = F.isDeclaration() || hasUnusualTerminator(F);
  if (Unknown)
    return;
  Known = std::make_shared<Flow>(*this->F);
  solve();
}

BlockUniformity BlockUniformity::forLaunch(const LaunchShape &Other) const {
  BlockUniformity U = *this;
  U.Shape = Other;
  if (!Unknown && !VarianceSeeds::areSame(Shape, Other))
    U.solve();
  return U;
}

void BlockUniformity::solve() {
  const VarianceSeeds Seeds(*F, Shape);
  Solved = std::make_shared<UniformityInfo>(
      Known->solve(*F, BlockWideSeeds{Seeds, Assumed}));
  findReach();
}

//===----------------------------------------------------------------------===//
// Reach
//===----------------------------------------------------------------------===//

/// Recognised by name: they return, although no attribute says so.
static bool surelyReturns(const CallBase &Call) {
  if (Call.hasFnAttr(Attribute::WillReturn) || classifyLaunchRead(&Call))
    return true;
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->getName().starts_with("f2.") ||
                    Callee->getName() == "__atomic_work_item_fence" ||
                    Callee->getName() == "vprintf");
}

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
    return !surelyReturns(*Call);
  default:
    return false;
  }
}

BlockUniformity::Flow::Ends BlockUniformity::Flow::findEnds(const Function &F) {
  Ends Found;
  for (const BasicBlock &BB : F)
    if (auto It = find_if(BB, mayEndThread); It != BB.end())
      Found[&BB] = &*It;
  return Found;
}

/// Spreads the reason from the blocks that directly depend on a divergent
/// branch to the blocks that depend on those. Where threads may end, the block
/// itself is included: the question may be about an instruction after the call.
void BlockUniformity::findReach() {
  Divergent.clear();
  const ControlDependence &Control = Known->Control;
  SmallVector<const BasicBlock *, 16> Worklist;
  auto Mark = [&](const BasicBlock *BB, const Instruction *Reason) {
    if (Divergent.try_emplace(BB, Reason).second)
      Worklist.push_back(BB);
  };
  for (const BasicBlock &BB : *F) {
    if (!hasUniformBranch(&BB))
      for (const BasicBlock *Next : Control.decidedBy(&BB))
        Mark(Next, BB.getTerminator());
    if (const Instruction *Call = Known->MayEnd.lookup(&BB)) {
      Mark(&BB, Call);
      for (const BasicBlock *Next : Control.decidedBy(&BB))
        Mark(Next, Call);
    }
    while (!Worklist.empty()) {
      const BasicBlock *From = Worklist.pop_back_val();
      for (const BasicBlock *Next : Control.decidedBy(From))
        Mark(Next, Divergent.lookup(From));
    }
  }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

bool BlockUniformity::isUniform(const Value *V) const {
  if (isa<Constant>(V))
    return true;
  return !Unknown && !Solved->isDivergent(V);
}

bool BlockUniformity::isUniformUse(const Use &U) const {
  if (isa<Constant>(U.get()))
    return true;
  return !Unknown && !Solved->isDivergentUse(U);
}

bool BlockUniformity::hasUniformBranch(const BasicBlock *BB) const {
  if (succ_size(BB) < 2)
    return true;
  return !Unknown && !Solved->hasDivergentTerminator(*BB);
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
  OS << "uniformity of @" << F->getName() << "\n";
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

} // namespace passes
} // namespace f2layout
