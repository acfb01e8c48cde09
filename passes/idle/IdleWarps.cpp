//===- IdleWarps.cpp - f2layout-idle --------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/idle/IdleWarps.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/launch/TestedShape.h"
#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "f2layout-idle"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind Branches(DEBUG_TYPE, "Branches around idle warps' shuffles");

/// Longer paths are not followed to their end.
static constexpr unsigned MaxBlocks = 64;

/// Moves values between the lanes of a warp, and touches no memory.
static bool isLaneMove(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_bfly_f32:
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_idx_f32:
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_up_f32:
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::nvvm_shfl_sync_down_f32:
  case Intrinsic::amdgcn_ds_bpermute:
  case Intrinsic::amdgcn_ds_swizzle:
  case Intrinsic::amdgcn_mov_dpp:
  case Intrinsic::amdgcn_mov_dpp8:
  case Intrinsic::amdgcn_update_dpp:
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
  case Intrinsic::amdgcn_permlane64:
  case Intrinsic::amdgcn_permlane16_swap:
  case Intrinsic::amdgcn_permlane32_swap:
    return true;
  default:
    return false;
  }
}

/// Threads that do not use its result need not run it.
static bool maySkip(const Instruction &I) {
  if (isLaneMove(I) || isa<BranchInst>(I))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    // Assembly without side effects may go where its result is not used.
    if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand()))
      return !Assembly->hasSideEffects() && Call->doesNotAccessMemory();
    if (Call->isConvergent() || !Call->hasFnAttr(Attribute::WillReturn))
      return false;
  }
  return !I.mayHaveSideEffects() && !I.getType()->isTokenTy();
}

namespace {

/// A branch that leads some warps around the blocks on their path.
struct Skip {
  BranchInst *From = nullptr;
  unsigned Side = 0; ///< The successor that is replaced.
  SmallSetVector<BasicBlock *, 8> Blocks;
  BasicBlock *To = nullptr;
  unsigned LaneMoves = 0;
};

/// The blocks of one kernel that run in blocks of threads of one shape.
class IdleWarps {
public:
  using Part = function_ref<bool(const BasicBlock *)>;

  IdleWarps(const FunctionAnalyses &C, const EvalShape &Shape, Part Where)
      : C(C), Eval(C.Memory.evaluation(Shape)), Where(Where) {}
  std::vector<Skip> find();

private:
  using Threads = std::vector<bool>;

  std::optional<bool> outcome(const Value *Condition, const Threads &Of);
  bool splitsByWarps(const BranchInst &Branch, Threads (&Sides)[2]);
  std::optional<Skip> follow(BranchInst &From, unsigned Side,
                             const Threads &Of);
  bool mayEnter(const Skip &S) const;

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  Part Where;
};

} // namespace

/// What the condition is for all these threads; none if it is not known, or
/// differs.
std::optional<bool> IdleWarps::outcome(const Value *Condition,
                                       const Threads &Of) {
  std::optional<bool> Same;
  const ThreadValues &Values = Eval.eval(Condition);
  for (auto [T, Value] : enumerate(Values)) {
    if (!Of[T])
      continue;
    if (!Value.isConst() || (Same && *Same != (Value.Const & 1)))
      return std::nullopt;
    Same = Value.Const & 1;
  }
  return Same;
}

/// The threads that take either side of the branch, if each warp takes one side
/// as a whole and both sides are taken.
bool IdleWarps::splitsByWarps(const BranchInst &Branch, Threads (&Sides)[2]) {
  const Threads Come = Eval.threadsIn(Branch.getParent());
  const ThreadValues Values = Eval.eval(Branch.getCondition());
  const unsigned Lanes = 1u << Eval.shape().LaneBits;
  bool Any[2] = {false, false};
  Sides[0].assign(Come.size(), false);
  Sides[1].assign(Come.size(), false);
  for (unsigned Begin = 0; Begin < Come.size(); Begin += Lanes) {
    std::optional<bool> Same;
    for (unsigned T = Begin; T < std::min<size_t>(Begin + Lanes, Come.size());
         ++T) {
      // A lane that does not come would miss in either part.
      if (!Values[T].isConst() || (Same && *Same != (Values[T].Const & 1)))
        return false;
      Same = Values[T].Const & 1;
      const unsigned Side = *Same ? 0 : 1;
      Sides[Side][T] = Come[T];
      Any[Side] |= Come[T];
    }
  }
  return Any[0] && Any[1];
}

/// The block that follows can do without those that are skipped.
bool IdleWarps::mayEnter(const Skip &S) const {
  if (S.Blocks.contains(S.To) || S.To == S.From->getParent() ||
      is_contained(successors(S.From), S.To))
    return false;
  for (const PHINode &Phi : S.To->phis())
    if (auto *V = dyn_cast<Instruction>(
            Phi.getIncomingValueForBlock(S.Blocks.back()));
        V && S.Blocks.contains(V->getParent()))
      return false;
  // A value from a skipped block that is used behind To would not be there.
  SmallPtrSet<const BasicBlock *, 16> Behind;
  for (BasicBlock *BB : depth_first(S.To))
    Behind.insert(BB);
  for (const BasicBlock *BB : S.Blocks)
    for (const Instruction &I : *BB)
      for (const Use &U : I.uses()) {
        const auto *User = cast<Instruction>(U.getUser());
        const BasicBlock *At = User->getParent();
        if (auto *Phi = dyn_cast<PHINode>(User))
          At = Phi->getIncomingBlock(U);
        if (Behind.contains(At))
          return false;
      }
  return true;
}

std::optional<Skip> IdleWarps::follow(BranchInst &From, unsigned Side,
                                      const Threads &Of) {
  Skip S;
  S.From = &From;
  S.Side = Side;
  // The number of lane moves up to the end of each block on the path.
  SmallVector<unsigned, 8> LaneMoves;
  unsigned Moves = 0;
  BasicBlock *BB = From.getSuccessor(Side);
  while (BB && S.Blocks.size() < MaxBlocks && Where(BB) &&
         C.DT.dominates(From.getParent(), BB) && BB != From.getParent() &&
         !S.Blocks.contains(BB) && all_of(*BB, maySkip)) {
    S.Blocks.insert(BB);
    Moves += count_if(*BB, isLaneMove);
    LaneMoves.push_back(Moves);
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    std::optional<bool> Taken = true;
    if (Branch && Branch->isConditional())
      Taken = outcome(Branch->getCondition(), Of);
    BB = Branch && Taken ? Branch->getSuccessor(*Taken ? 0 : 1) : nullptr;
    if (!BB)
      break;
    S.To = BB;
  }
  // If it is not known where the last block leads, the path ends before it.
  if (!BB)
    S.Blocks.pop_back();
  for (; !S.Blocks.empty(); S.To = S.Blocks.pop_back_val()) {
    S.LaneMoves = LaneMoves[S.Blocks.size() - 1];
    if (!S.LaneMoves)
      return std::nullopt;
    if (mayEnter(S))
      return S;
  }
  return std::nullopt;
}

/// A branch, and a lane move behind it before anything that must run.
static bool isCandidate(const BasicBlock &Successor) {
  const BasicBlock *BB = &Successor;
  for (unsigned N = 0; BB && N < MaxBlocks; ++N) {
    for (const Instruction &I : *BB)
      if (isLaneMove(I))
        return true;
      else if (!maySkip(I))
        return false;
    BB = BB->getSingleSuccessor();
  }
  return false;
}

std::vector<Skip> IdleWarps::find() {
  std::vector<Skip> Found;
  for (BasicBlock &BB : C.F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional() || !Where(&BB) ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
        none_of(successors(&BB),
                [](const BasicBlock *S) { return isCandidate(*S); }))
      continue;
    Threads Sides[2];
    if (!splitsByWarps(*Branch, Sides))
      continue;
    for (unsigned Side : {0, 1})
      if (auto S = follow(*Branch, Side, Sides[Side])) {
        Found.push_back(std::move(*S));
        break;
      }
  }
  return Found;
}

static void apply(const Skip &S) {
  BasicBlock *From = S.From->getParent();
  for (PHINode &Phi : S.To->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(S.Blocks.back()), From);
  S.From->setSuccessor(S.Side, S.To);
  S.Blocks.front()->removePredecessor(From);
}

static UserRemark remark(const Skip &S) {
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "IdleWarps", *S.From);
  R << vocabularyOf(*S.From->getFunction()).Warp
    << "s that have nothing to do here branch around ";
  R.count("Shuffles", S.LaneMoves, "shuffle");
  R << " whose results they do not use";
  return R;
}

/// Rewrites what runs in blocks of this shape.
static bool skipIdleWarps(Function &F, FunctionAnalysisManager &AM,
                          const LaunchShape &L, const EvalShape &Shape,
                          IdleWarps::Part Where) {
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, L);
  const std::vector<Skip> Found = IdleWarps(C, Shape, Where).find();
  KernelRemarks Out(F, AM);
  bool Changed = false;
  for (const Skip &S : Found) {
    if (!Branches.mayRewrite(Out, DEBUG_TYPE, *S.From))
      continue;
    Out.add([&] { return remark(S); });
    apply(S);
    Branches.count(1);
    Changed = true;
  }
  if (Changed) {
    EliminateUnreachableBlocks(F);
    AM.invalidate(F, PreservedAnalyses::none());
  }
  return Changed;
}

/// Says what a kernel loses whose block's shape is not stated: the first branch
/// at which warps of blocks of a likely shape would have nothing to do.
static void remarkUnknownShape(Function &F, FunctionAnalysisManager &AM,
                               const LaunchShape &L) {
  KernelRemarks Out(F, AM);
  if (!Out.isWanted())
    return;
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, L);
  EvalShape Shape = likelyShapes(L).front();
  Shape.SizeIsExact = true;
  const std::vector<Skip> Found =
      IdleWarps(C, Shape, [](const BasicBlock *) { return true; }).find();
  if (Found.empty())
    return;
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "NeedsBlockShape",
                 *Found.front().From);
    unsigned Shuffles = 0;
    for (const Skip &S : Found)
      Shuffles += S.LaneMoves;
    const StringRef Warp = vocabularyOf(F).Warp;
    R << "every " << Warp << " runs ";
    R.count("Shuffles", Shuffles, "shuffle");
    R << ", though in blocks of " << NV("Block", blockText(Shape.Size))
      << " some " << Warp << "s use no result of "
      << (Shuffles == 1 ? "it" : "them")
      << ": which ones depends on the block's shape, which is not known; "
      << NV("Advice", shapeAdvice(F, Shape.Size));
    R.Worth = Shuffles;
    return R;
  });
}

PreservedAnalyses IdleWarpsPass::run(Function &F, FunctionAnalysisManager &AM) {
  const bool OneRow = F.hasFnAttribute(OneRowAttribute);
  F.removeFnAttr(OneRowAttribute);
  if (none_of(instructions(F), isLaneMove))
    return PreservedAnalyses::all();
  const auto K = KernelContext::of(F, AM, Opts);
  if (!K || K->isRefused() || hasConvergenceTokens(F))
    return PreservedAnalyses::all();
  LaunchShape L = K->Launch;
  bool Changed = false;
  const auto Tested = findTestedShape(F);
  if (L.Exact || OneRow)
    Changed |= skipIdleWarps(F, AM, L, statedShape(L),
                             [](const BasicBlock *) { return true; });
  else if (Tested) {
    EvalShape Shape = statedShape(L);
    Shape.Size = Tested->Size;
    Shape.SizeIsExact = true;
    const DominatorTree &DT = AM.getResult<DominatorTreeAnalysis>(F);
    SmallPtrSet<const BasicBlock *, 32> Inside;
    for (const BasicBlock &BB : F)
      if (DT.dominates(Tested->Taken, &BB))
        Inside.insert(&BB);
    Changed |= skipIdleWarps(F, AM, L, Shape, [&](const BasicBlock *BB) {
      return Inside.contains(BB);
    });
  } else
    remarkUnknownShape(F, AM, L);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
