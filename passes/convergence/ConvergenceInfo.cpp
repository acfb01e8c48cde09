//===- ConvergenceInfo.cpp - Lanes of a warp, and if they converge --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/ConvergenceInfo.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/convergence/SettledBranches.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// "All threads in the warp must execute the same instruction."
static bool needsAllLanes(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !compat::targetTriple(*I.getModule()).isNVPTX())
    return false;
  static constexpr StringLiteral Families[] = {"mma.", "wmma.", "ldmatrix.",
                                               "stmatrix.", "movmatrix."};
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
    StringRef Text = StringRef(Asm->getAsmString()).ltrim(" \t\n\r{");
    return any_of(Families, [&](StringRef Family) {
      return Text.starts_with(Family) && Text.contains(".sync.aligned.");
    });
  }
  const Intrinsic::ID ID = Call->getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return false;
  StringRef Name = Intrinsic::getBaseName(ID);
  return Name.consume_front("llvm.nvvm.") &&
         any_of(Families,
                [&](StringRef Family) { return Name.starts_with(Family); });
}

static bool writesSomething(const MemIntrinsic &M) {
  auto *Bytes = dyn_cast<ConstantInt>(M.getLength());
  return Bytes && !Bytes->isZero();
}

/// Memory that all threads see. Each thread has its own copy of an argument
/// passed by value.
static bool isOfAll(const Value *Object) {
  auto *A = dyn_cast<Argument>(Object);
  return isa<GlobalVariable>(Object) ||
         (A && !A->hasPassPointeeByValueCopyAttr());
}

/// The address of a plain write to memory that threads share; null for other
/// instructions.
static const Value *writtenBy(const Instruction &I) {
  const Value *P = nullptr;
  if (auto *S = dyn_cast<StoreInst>(&I); S && S->isSimple())
    P = S->getPointerOperand();
  else if (auto *M = dyn_cast<MemIntrinsic>(&I); M && !M->isVolatile())
    P = writesSomething(*M) ? M->getRawDest() : nullptr;
  if (!P)
    return nullptr;
  const unsigned Space = P->getType()->getPointerAddressSpace();
  const bool Shared = Space == 1 || Space == 3 ||
                      (Space == 0 && isOfAll(getUnderlyingObject(P)));
  return Shared ? P : nullptr;
}

ConvergenceInfo::ConvergenceInfo(Function &F, FunctionAnalysisManager &AM,
                                 const LaunchShape &L)
    : F(F), Launch(L), DT(AM.getResult<DominatorTreeAnalysis>(F)),
      PDT(AM.getResult<PostDominatorTreeAnalysis>(F)),
      Plain(AM.getResult<BlockUniformityAnalysis>(F)),
      Refined(Plain.forLaunch(L)), Waits(F, AM.getResult<LoopAnalysis>(F), DT,
                                         AM.getResult<SyncPointsAnalysis>(F)),
      Forms({F, Launch, &Plain, DT, AM.getResult<LoopAnalysis>(F),
             &AM.getResult<AssumptionAnalysis>(F),
             &AM.getResult<ScalarEvolutionAnalysis>(F)}),
      Eval(
          AM.getResult<SharedMemoryInfoAnalysis>(F).evaluation(statedShape(L))),
      Rows(F) {
  findLanes();
  for (const Instruction &I : instructions(F)) {
    if (needsAllLanes(I))
      NeedAll.push_back(I.getParent());
    if (writtenBy(I))
      Writes.push_back(&I);
  }
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// x, then y, then z, as long as each is a power of two; the last need not be
/// one.
void ConvergenceInfo::findLanes() {
  const unsigned Wanted = Launch.LaneBits;
  if (!Launch.Exact) {
    for (unsigned N = 0; N < Wanted; ++N)
      Lanes.push_back({DimX, N});
    return;
  }
  for (unsigned Dim = 0; Dim < 3 && Lanes.size() < Wanted; ++Dim) {
    const unsigned Size = (*Launch.Exact)[Dim], Missing = Wanted - Lanes.size();
    const bool Fills = Size % (1u << Missing) == 0;
    if (!Fills && !isPowerOf2_32(Size))
      break;
    for (unsigned N = 0; N < (Fills ? Missing : Log2_32(Size)); ++N)
      Lanes.push_back({Dim, N});
  }
  if (Lanes.size() < Wanted)
    Lanes.clear();
}

bool ConvergenceInfo::isLaneBit(Bit B, unsigned N) {
  BitTable &T = Forms.table();
  // In blocks of some sizes, no index bits are those of the lane.
  return (N < Lanes.size() &&
          B == T.threadBit(Lanes[N].Dim, Lanes[N].Number)) ||
         (!Launch.Exact && B == T.threadBit(DimLane, N));
}

uint64_t ConvergenceInfo::placesOf(unsigned N) const {
  const uint64_t OfLane = uint64_t(1) << threadPlace(DimLane, N);
  if (N >= Lanes.size())
    return OfLane;
  return OfLane | uint64_t(1) << threadPlace(Lanes[N].Dim, Lanes[N].Number);
}

uint64_t ConvergenceInfo::lanePlaces() const {
  uint64_t Places = 0;
  for (unsigned N = 0; N < Lanes.size(); ++N)
    Places |= placesOf(N);
  return Places;
}

std::optional<uint64_t> ConvergenceInfo::lanesWhereSet(Bit B) {
  auto [It, New] = LanesWhereSet.try_emplace(B.Code);
  if (!New)
    return It->second;
  uint64_t Set = 0;
  for (unsigned Lane = 0; Lane < 1u << Launch.LaneBits; ++Lane) {
    const std::optional<bool> Value = valueInLane(B, Lane);
    if (!Value)
      return std::nullopt; // As LanesWhereSet has it.
    Set |= uint64_t(*Value) << Lane;
  }
  return It->second = Set;
}

std::optional<bool> ConvergenceInfo::valueInLane(Bit B, unsigned Lane) {
  const BitTable &T = Forms.table();
  bool Value = B.offset();
  for (SymbolId Id : T.symbolsOf(B)) {
    const BitSymbol S = T.symbol(Id);
    if (S.K == BitSymbol::Thread) {
      for (unsigned N = 0; N < Lanes.size(); ++N)
        if (placesOf(N) >> threadPlace(S.Index, S.Number) & 1)
          Value ^= Lane >> N & 1;
    } else if (S.K == BitSymbol::Product) {
      auto Left = valueInLane({S.Index}, Lane);
      auto Right = valueInLane({S.Number}, Lane);
      if (!Left || !Right)
        return std::nullopt;
      Value ^= *Left && *Right;
    } else if (S.Needs.Varies || (S.Needs.Threads & lanePlaces())) {
      return std::nullopt;
    }
  }
  return Value;
}

//===----------------------------------------------------------------------===//
// One row of threads
//===----------------------------------------------------------------------===//

/// Whenever BB runs, the first thread of a row executes the write, at the same
/// address in every row.
bool ConvergenceInfo::showsOneRow(const Instruction &Write,
                                  const BasicBlock &BB) {
  const Value *Pointer = writtenBy(Write);
  const BasicBlock *Root =
      DT.findNearestCommonDominator(Write.getParent(), &BB);
  if (!Root || !Plain.isUniformlyReached(Root))
    return false;
  auto Conditions = Eval.pathCondition(Root, Write.getParent());
  if (!Conditions)
    return false;
  if (!Rows.goesOneWay() || !Rows.isInvariant(Pointer))
    return false;
  return all_of(*Conditions, [&](const PathLiteral &L) {
    const SymbolicInt First = Eval.eval(L.Condition).front();
    return First.isConst() && (First.Const != 0) == L.Wanted;
  });
}

bool ConvergenceInfo::isOneRow(const BasicBlock &BB) {
  return !Launch.RacesAgree && !mayKnowRows(F, Launch) &&
         any_of(Writes,
                [&](const Instruction *W) { return showsOneRow(*W, BB); });
}

//===----------------------------------------------------------------------===//
// All lanes
//===----------------------------------------------------------------------===//

/// The set of existing lanes does not change while the kernel runs.
bool ConvergenceInfo::isWhole(const BasicBlock &BB) {
  const unsigned LanesOfWarp = 1u << Launch.LaneBits;
  if (Launch.WholeWarps)
    return true;
  if (Launch.Exact)
    return (*Launch.Exact)[0] * (*Launch.Exact)[1] * (*Launch.Exact)[2] %
               LanesOfWarp ==
           0;
  if (Launch.ExactThreads)
    return *Launch.ExactThreads % LanesOfWarp == 0;
  return any_of(NeedAll, [&](const BasicBlock *There) {
    return DT.dominates(There, &BB) || PDT.dominates(There, &BB);
  });
}

WarpDoubt ConvergenceInfo::parted(const BasicBlock &BB) {
  const BranchSettlement S =
      settleBranches(Refined, Eval, BB, 1u << Eval.shape().LaneBits);
  if (S.Settled)
    return {};
  return {"DivergentWarp",
          "it could not be shown that all lanes of the " +
              vocabularyOf(F).Warp.str() + " reach it together",
          S.Open};
}

WarpDoubt ConvergenceInfo::doubtAt(const BasicBlock &BB) {
  auto [It, New] = Doubts.try_emplace(&BB);
  if (!New)
    return It->second;
  WarpDoubt D;
  if (Lanes.empty())
    D = {"NeedsBlockShape", "lane numbers are not bits of the thread index in "
                            "blocks of this shape"};
  else if (!Launch.Exact && !isOneRow(BB))
    D = {"NeedsBlockShape",
         "the block's shape, and so the lane of a thread, is not known; " +
             shapeAdvice(F)};
  else if (!isWhole(BB))
    D = {"NeedsWholeWarps",
         "the last " + vocabularyOf(F).Warp.str() +
             " of a block may lack lanes; whole-warps promises that none does"};
  else
    D = parted(BB);
  if (!D)
    if (const Instruction *Wait = Waits.waitBefore(BB, Refined))
      D = {"LanesWait", "lanes may wait for each other before they reach it",
           Wait};
  return Doubts[&BB] = D;
}
