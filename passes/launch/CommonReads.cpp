//===- CommonReads.cpp - f2layout-common-reads ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/CommonReads.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Joined("f2layout-common-reads",
                          "Joins of reads of one value of the launch");

/// What LLVM joins is short: the pointer, its offset, the load, an extension.
static constexpr unsigned MaxDepth = 6;
static constexpr unsigned MaxPhis = 16;

//===----------------------------------------------------------------------===//
// Equal values
//===----------------------------------------------------------------------===//

static Intrinsic::ID intrinsicOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

/// The packet of AMD's launch, or its implicit arguments.
static bool isLaunchPointer(const Instruction &I) {
  const Intrinsic::ID ID = intrinsicOf(I);
  return ID == Intrinsic::amdgcn_dispatch_ptr ||
         ID == Intrinsic::amdgcn_implicitarg_ptr;
}

static bool isArithmetic(const Instruction &I) {
  return (isa<BinaryOperator>(I) || isa<CastInst>(I) || isa<CmpInst>(I) ||
          isa<GetElementPtrInst>(I)) &&
         isSafeToSpeculativelyExecute(&I);
}

/// A and B are the same value of the launch, or the same arithmetic on such
/// values.
static bool areSame(const Value *A, const Value *B, unsigned Depth = 0) {
  if (A == B)
    return true;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (!I || !J || I->getType() != J->getType() || Depth == MaxDepth)
    return false;
  const auto R = classifyLaunchRead(I), S = classifyLaunchRead(J);
  // Nothing more is known of a thread or a block by one read of its index than
  // by two, and registers would hold it for longer.
  if (R || S)
    return R && S && R->K == S->K && R->Dim == S->Dim &&
           R->K != LaunchRead::ThreadIndex && R->K != LaunchRead::BlockIndex;
  if (isLaunchPointer(*I) && isLaunchPointer(*J))
    return intrinsicOf(*I) == intrinsicOf(*J);
  return isArithmetic(*I) && I->isSameOperationAs(J) &&
         I->hasSameSubclassOptionalData(J) &&
         all_of(zip_equal(I->operands(), J->operands()), [&](auto Pair) {
           return areSame(std::get<0>(Pair), std::get<1>(Pair), Depth + 1);
         });
}

/// The same instructions compute A and B, and state the same of them.
static bool areIdentical(const Value *A, const Value *B, unsigned Depth = 0) {
  if (A == B)
    return true;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return I && J && Depth != MaxDepth && I->isSameOperationAs(J) &&
         I->hasSameSubclassOptionalData(J) &&
         I->getMetadata(LLVMContext::MD_range) ==
             J->getMetadata(LLVMContext::MD_range) &&
         all_of(zip_equal(I->operands(), J->operands()), [&](auto Pair) {
           return areIdentical(std::get<0>(Pair), std::get<1>(Pair), Depth + 1);
         });
}

/// Phis that only pass on the values of each other and of Leaves, which are the
/// same.
struct PhiWeb {
  SmallSetVector<PHINode *, 4> Phis;
  SmallSetVector<Instruction *, 4> Leaves;

  /// Adds what Phis get. Returns false if their values may differ.
  bool complete() {
    for (unsigned I = 0; I != Phis.size() && I != MaxPhis; ++I)
      for (Value *V : Phis[I]->incoming_values())
        if (auto *Other = dyn_cast<PHINode>(V))
          Phis.insert(Other);
        else if (!addLeaf(dyn_cast<Instruction>(V)))
          return false;
    return Phis.size() <= MaxPhis && !Leaves.empty();
  }

private:
  bool addLeaf(Instruction *Leaf) {
    if (!Leaf || (!Leaves.empty() && !areSame(Leaves.front(), Leaf)))
      return false;
    Leaves.insert(Leaf);
    return true;
  }
};

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// Creates the value of a web at the end of the block that dominates it.
class CommonValue {
  const DominatorTree &DT;
  Instruction *const First;
  Instruction *At;
  /// What First states holds of all leaves.
  bool Identical = true;

public:
  CommonValue(const DominatorTree &DT, const PhiWeb &Web)
      : DT(DT), First(Web.Leaves.front()) {
    BasicBlock *Block = First->getParent();
    for (Instruction *Leaf : Web.Leaves) {
      Block = DT.findNearestCommonDominator(Block, Leaf->getParent());
      Identical &= areIdentical(First, Leaf);
    }
    At = Block->getTerminator();
  }

  /// Arithmetic on values that are known in the dominating block is no join of
  /// reads, and stays where it is.
  bool canCreate() const { return canCopy(First, 0) && hasRead(First); }
  Value *create() const { return copy(First); }

private:
  /// A lane number of AMD adds up two halves.
  static bool isPart(const Instruction &I) {
    return classifyLaunchRead(&I) || isLaunchPointer(I) || isArithmetic(I) ||
           intrinsicOf(I) == Intrinsic::amdgcn_mbcnt_lo;
  }

  /// A read that would be made in the dominating block.
  bool hasRead(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, At))
      return false;
    return classifyLaunchRead(I) || isLaunchPointer(*I) ||
           any_of(I->operands(), [&](const Value *O) { return hasRead(O); });
  }

  bool canCopy(const Value *V, unsigned Depth) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, At))
      return true;
    return Depth != MaxDepth && isPart(*I) &&
           all_of(I->operands(),
                  [&](const Value *O) { return canCopy(O, Depth + 1); });
  }

  Value *copy(Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, At))
      return V;
    Instruction *Copy = I->clone();
    for (Use &Operand : Copy->operands())
      Operand.set(copy(Operand));
    Copy->insertBefore(At->getIterator());
    Copy->takeName(I);
    compat::dropAllButInvariance(*Copy);
    if (!Identical)
      Copy->dropPoisonGeneratingAnnotations();
    Copy->dropLocation();
    return Copy;
  }
};

static bool findWeb(PHINode &Phi, const DominatorTree &DT, PhiWeb &Web) {
  Web.Phis.insert(&Phi);
  return Web.complete() && all_of(Web.Leaves, [&](const Instruction *Leaf) {
           return DT.isReachableFromEntry(Leaf->getParent());
         });
}

static void replaceWeb(const PhiWeb &Web, Value *By) {
  for (PHINode *Phi : Web.Phis)
    Phi->replaceAllUsesWith(By);
  for (PHINode *Phi : Web.Phis)
    Phi->eraseFromParent();
  // What else the reads are used for has the value, too: nothing is computed
  // twice.
  for (Instruction *Leaf : Web.Leaves)
    if (Leaf != By) {
      Leaf->replaceAllUsesWith(By);
      RecursivelyDeleteTriviallyDeadInstructions(Leaf);
    }
}

/// Replaces those of Phis that it can, and forgets them and what is not
/// selected. Returns the number of webs replaced.
static unsigned replaceWebs(MutableArrayRef<WeakVH> Phis,
                            const DominatorTree &DT) {
  unsigned Replaced = 0;
  for (WeakVH &Phi : Phis) {
    PhiWeb Web;
    if (!Phi || !findWeb(cast<PHINode>(*Phi), DT, Web))
      continue;
    const CommonValue Common(DT, Web);
    if (!Common.canCreate())
      continue;
    Phi = nullptr;
    if (!Joined.selectsNext())
      continue;
    replaceWeb(Web, Common.create());
    ++Replaced;
  }
  return Replaced;
}

//===----------------------------------------------------------------------===//

PreservedAnalyses CommonReadsPass::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  if (F.isDeclaration() || !isForGpu(*F.getParent()))
    return PreservedAnalyses::all();
  const DominatorTree &DT = AM.getResult<DominatorTreeAnalysis>(F);
  SmallVector<WeakVH, 8> Phis;
  for (BasicBlock &Block : F)
    if (DT.isReachableFromEntry(&Block))
      for (PHINode &Phi : Block.phis())
        Phis.emplace_back(&Phi);
  // Where pointers become one, the loads from it become reads.
  unsigned Replaced = 0;
  while (unsigned More = replaceWebs(Phis, DT))
    Replaced += More;
  Joined.count(Replaced);
  if (!Replaced)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
