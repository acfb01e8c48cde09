//===- WarpRounds.cpp - Rounds of a loop that stay within a warp ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/loops/WarpRounds.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/KernelCopy.h"
#include "passes/price/AccessCost.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "passes/support/RewriteKind.h"
#include "passes/uniformity/BlockUniformity.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Split("f2layout-rounds",
                         "Loops of which rounds within a warp were split off");

/// A loop that was split already, and the terminators of the loops that were
/// split off, until they are unrolled; the kernel may be copied meanwhile.
static constexpr char Mark[] = "f2layout.rounds", New[] = "f2layout.new";

static void mark(Instruction *Terminator, const char *As) {
  Terminator->setMetadata(As, MDNode::get(Terminator->getContext(), {}));
}

/// Loops of one kernel that are tried, and that are tried in vain. Each takes a
/// copy of the kernel and a search for exchanges.
static constexpr unsigned MaxTrials = 4, MaxFailures = 1;

namespace {

/// A loop with one exit, in its latch.
struct RoundsOfWarp {
  Loop *L = nullptr;
  PHINode *Counter = nullptr;
  Value *Next = nullptr; ///< The counter of the next round.
  ICmpInst *Again = nullptr;
  /// The counter's values in the rounds that are split off.
  SmallVector<APInt, 8> Values;
  /// They are the last rounds of the loop; otherwise, the first ones.
  bool AreLast = false;

  bool staysIfTrue() const {
    return L->contains(L->getLoopLatch()->getTerminator()->getSuccessor(0));
  }
};

} // namespace

static bool isHalved(Value *Next, Value *Counter) {
  using namespace PatternMatch;
  return match(Next, m_Shr(m_Specific(Counter), m_One())) ||
         match(Next, m_IDiv(m_Specific(Counter), m_SpecificInt(2)));
}

static bool isDoubled(Value *Next, Value *Counter) {
  using namespace PatternMatch;
  return match(Next, m_Shl(m_Specific(Counter), m_One())) ||
         match(Next, m_Mul(m_Specific(Counter), m_SpecificInt(2))) ||
         match(Next, m_Add(m_Specific(Counter), m_Deferred(Counter)));
}

/// The operand of the comparison in the round in which the counter is At; null
/// if other values of the loop take part.
static Value *operandIn(const RoundsOfWarp &R, Value *Operand,
                        const APInt &At) {
  Type *Ty = R.Counter->getType();
  if (R.L->isLoopInvariant(Operand))
    return Operand;
  if (Operand == R.Counter)
    return ConstantInt::get(Ty, At);
  if (Operand != R.Next)
    return nullptr;
  return ConstantInt::get(Ty, R.AreLast ? At.lshr(1) : At.shl(1));
}

/// The outcome of the comparison in that round, if it is constant.
static std::optional<bool> runsOnAfter(const RoundsOfWarp &R, const APInt &At) {
  Value *A = operandIn(R, R.Again->getOperand(0), At);
  Value *B = operandIn(R, R.Again->getOperand(1), At);
  if (!isa_and_nonnull<ConstantInt>(A) || !isa_and_nonnull<ConstantInt>(B))
    return std::nullopt;
  const bool Holds = ICmpInst::compare(cast<ConstantInt>(A)->getValue(),
                                       cast<ConstantInt>(B)->getValue(),
                                       R.Again->getPredicate());
  return Holds == R.staysIfTrue();
}

/// From half a warp on, the distance stays within it.
static bool findLastRounds(RoundsOfWarp &R, unsigned Lanes) {
  R.AreLast = true;
  R.Values.clear();
  const unsigned Bits = R.Counter->getType()->getIntegerBitWidth();
  for (unsigned At = Lanes / 2; At; At /= 2) {
    R.Values.push_back(APInt(Bits, At));
    const auto RunsOn = runsOnAfter(R, R.Values.back());
    if (!RunsOn)
      return false;
    if (!*RunsOn)
      return R.Values.size() > 1;
  }
  return false; // the loop runs on with a counter of zero
}

/// Up to half a warp, the distance stays within it.
static bool findFirstRounds(RoundsOfWarp &R, const APInt &First,
                            unsigned Lanes) {
  R.AreLast = false;
  R.Values.clear();
  for (APInt At = First; At.ult(Lanes) && !At.isZero(); At <<= 1) {
    if (!operandIn(R, R.Again->getOperand(0), At) ||
        !operandIn(R, R.Again->getOperand(1), At))
      return false;
    R.Values.push_back(At);
  }
  return R.Values.size() > 1;
}

/// The rounds of the loop that stay within a warp by their counter.
static std::optional<RoundsOfWarp>
roundsOf(Loop &L, const BlockUniformity &Uniformity, unsigned Lanes) {
  BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPredecessor();
  if (!Latch || !Before || L.getExitingBlock() != Latch || !L.getExitBlock())
    return std::nullopt;
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  if (!Branch || !Branch->isConditional() || Branch->hasMetadata(Mark) ||
      !Uniformity.hasUniformBranch(Latch) || !L.isSafeToClone())
    return std::nullopt;
  RoundsOfWarp R;
  R.L = &L;
  R.Again = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!R.Again)
    return std::nullopt;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy() ||
        Phi.getType()->getIntegerBitWidth() < 8 || !Uniformity.isUniform(&Phi))
      continue;
    R.Counter = &Phi;
    R.Next = Phi.getIncomingValueForBlock(Latch);
    auto *First = dyn_cast<ConstantInt>(Phi.getIncomingValueForBlock(Before));
    if (isHalved(R.Next, &Phi) && !First && findLastRounds(R, Lanes))
      return R;
    if (isDoubled(R.Next, &Phi) && First &&
        findFirstRounds(R, First->getValue(), Lanes))
      return R;
  }
  return std::nullopt;
}

/// The next loop to be tried: one that has a block barrier and accesses one of
/// the arrays.
static std::optional<RoundsOfWarp> nextRounds(Function &F,
                                              FunctionAnalysisManager &AM,
                                              const SharedArraySet &Arrays,
                                              unsigned Lanes) {
  auto &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return std::nullopt;
  const SyncPoints &Syncs = AM.getResult<SyncPointsAnalysis>(F);
  const auto &Uniformity = AM.getResult<BlockUniformityAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder())
    if (any_of(Syncs.all(),
               [&](const SyncPoint &P) {
                 return P.K == SyncPoint::Block &&
                        L->contains(P.At->getParent());
               }) &&
        !accessedIn(*L, Arrays).empty())
      if (auto R = roundsOf(*L, Uniformity, Lanes))
        return R;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The transformation
//===----------------------------------------------------------------------===//

namespace {

/// A loop with a preheader and one exit, and a copy of it.
struct CopiedLoop {
  BasicBlock *Before, *Header, *Latch, *Exit;
  Function &F;
  ValueToValueMapTy Map;

  explicit CopiedLoop(const Loop &L);
  Value *copyOf(Value *V) const {
    Value *To = Map.lookup(V);
    return To ? To : V;
  }
  BasicBlock *copyOf(BasicBlock *BB) const {
    return cast<BasicBlock>(copyOf(static_cast<Value *>(BB)));
  }
  PHINode *copyOf(PHINode &Phi) const {
    return cast<PHINode>(copyOf(static_cast<Value *>(&Phi)));
  }
  /// An empty block before the loop.
  BasicBlock *makeBlock(const char *Name) const {
    return BasicBlock::Create(F.getContext(), Name, &F, Header);
  }
  /// From, too, leads to the exit now, with what the copy computes.
  void leaveFrom(BasicBlock *From) const {
    for (PHINode &Phi : Exit->phis())
      Phi.addIncoming(copyOf(Phi.getIncomingValueForBlock(Latch)), From);
  }
};

} // namespace

/// Operands are mapped. What the loop's iterations do not share, its copies do
/// not, either: scopes of noalias, and the metadata of the loop itself.
CopiedLoop::CopiedLoop(const Loop &L)
    : Before(L.getLoopPreheader()), Header(L.getHeader()),
      Latch(L.getLoopLatch()), Exit(L.getExitBlock()), F(*Header->getParent()) {
  SmallVector<BasicBlock *, 8> Copies;
  SmallVector<MDNode *, 4> Scopes;
  identifyNoAliasScopesToClone(L.getBlocks(), Scopes);
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".rounds", &F);
    mark(Copy->getTerminator(), New);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
  cloneAndAdaptNoAliasScopes(Scopes, Copies, F.getContext(), "rounds");
  copyOf(Latch)->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
}

/// A copy of the loop that runs from Values.front() on to the end.
static void splitLast(const RoundsOfWarp &R) {
  const CopiedLoop L(*R.L);
  BasicBlock *Enter = L.makeBlock("f2.rounds"), *Turn = L.makeBlock("f2.turn");
  Constant *First = ConstantInt::get(R.Counter->getType(), R.Values.front());
  for (PHINode &Phi : L.Header->phis()) {
    Value *Now = First;
    if (&Phi != R.Counter) {
      auto *Either = PHINode::Create(Phi.getType(), 2, "", Enter);
      Either->addIncoming(Phi.getIncomingValueForBlock(L.Before), L.Before);
      Either->addIncoming(Phi.getIncomingValueForBlock(L.Latch), Turn);
      Now = Either;
    }
    L.copyOf(Phi)->setIncomingValueForBlock(L.Before, Now);
    L.copyOf(Phi)->replaceIncomingBlockWith(L.Before, Enter);
    Phi.replaceIncomingBlockWith(L.Latch, Turn);
  }
  BranchInst::Create(L.copyOf(L.Header), Enter);
  L.leaveFrom(L.copyOf(L.Latch));

  Instruction *Branch = L.Latch->getTerminator();
  auto Choose = [&](BasicBlock *In, Value *Counter) {
    IRBuilder<> B(In);
    B.SetCurrentDebugLocation(Branch->getDebugLoc());
    return B.CreateCondBr(B.CreateICmpEQ(Counter, First), Enter, L.Header);
  };
  L.Before->getTerminator()->eraseFromParent();
  Choose(L.Before, R.Counter->getIncomingValueForBlock(L.Before));
  Branch->replaceSuccessorWith(L.Header, Turn);
  Instruction *Again = Choose(Turn, R.Next);
  // The loop's metadata belongs to its latch.
  Again->setMetadata(LLVMContext::MD_loop,
                     Branch->getMetadata(LLVMContext::MD_loop));
  Branch->setMetadata(LLVMContext::MD_loop, nullptr);
  mark(Again, Mark);
}

/// The loop runs on after all rounds but the last one.
static Value *runsAllRounds(const RoundsOfWarp &R, IRBuilder<> &B) {
  Value *All = nullptr;
  for (const APInt &At : ArrayRef(R.Values).drop_back()) {
    Value *Again = B.CreateICmp(R.Again->getPredicate(),
                                operandIn(R, R.Again->getOperand(0), At),
                                operandIn(R, R.Again->getOperand(1), At));
    if (!R.staysIfTrue())
      Again = B.CreateNot(Again);
    All = All ? B.CreateAnd(All, Again) : Again;
  }
  return All;
}

/// A copy of the loop that runs to Values.back(), before it.
static void splitFirst(const RoundsOfWarp &R) {
  const CopiedLoop L(*R.L);
  BasicBlock *Enter = L.makeBlock("f2.rounds");
  BasicBlock *Leave = L.makeBlock("f2.behind");
  for (PHINode &Phi : L.Header->phis()) {
    L.copyOf(Phi)->replaceIncomingBlockWith(L.Before, Enter);
    Phi.addIncoming(L.copyOf(Phi.getIncomingValueForBlock(L.Latch)), Leave);
  }
  BranchInst::Create(L.copyOf(L.Header), Enter);
  L.leaveFrom(Leave);

  Instruction *Branch = L.copyOf(L.Latch)->getTerminator();
  IRBuilder<> B(Branch);
  Value *IsLast =
      B.CreateICmpEQ(L.copyOf(*R.Counter),
                     ConstantInt::get(R.Counter->getType(), R.Values.back()));
  mark(B.CreateCondBr(IsLast, Leave, L.copyOf(L.Header)), New);
  B.SetInsertPoint(Leave);
  const bool Stays = R.staysIfTrue();
  B.CreateCondBr(L.copyOf(static_cast<Value *>(R.Again)),
                 Stays ? L.Header : L.Exit, Stays ? L.Exit : L.Header);
  Branch->eraseFromParent();

  B.SetInsertPoint(L.Before->getTerminator());
  B.SetCurrentDebugLocation(L.Latch->getTerminator()->getDebugLoc());
  B.CreateCondBr(runsAllRounds(R, B), Enter, L.Header);
  L.Before->getTerminator()->eraseFromParent();
  mark(L.Latch->getTerminator(), Mark);
}

/// Splits and unrolls the next loop.
static void splitNext(Function &F, FunctionAnalysisManager &AM,
                      const SharedArraySet &Arrays, unsigned Lanes) {
  auto R = nextRounds(F, AM, Arrays, Lanes);
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &LI = AM.getResult<LoopAnalysis>(F);
  simplifyLoop(R->L, &DT, &LI, nullptr, nullptr, nullptr,
               /*PreserveLCSSA=*/false);
  formLCSSARecursively(*R->L, DT, &LI, nullptr);
  if (R->AreLast)
    splitLast(*R);
  else
    splitFirst(*R);
  AM.invalidate(F, PreservedAnalyses::none());
  unrollExchangeLoops(F, AM, Arrays, [](const Loop &L) {
    return L.getLoopLatch() &&
           L.getLoopLatch()->getTerminator()->hasMetadata(New);
  });
  for (BasicBlock &BB : F)
    BB.getTerminator()->setMetadata(New, nullptr);
}

static void markNext(Function &F, FunctionAnalysisManager &AM,
                     const SharedArraySet &Arrays, unsigned Lanes) {
  auto R = nextRounds(F, AM, Arrays, Lanes);
  mark(R->L->getLoopLatch()->getTerminator(), Mark);
}

static UserRemark remark(UserRemark::Kind K, StringRef Name,
                         const RoundsOfWarp &R) {
  UserRemark Said(K, "f2layout-reroute", Name,
                  *R.L->getLoopLatch()->getTerminator());
  const APInt &At = R.AreLast ? R.Values.front() : R.Values.back();
  Said << "the " << (R.AreLast ? "last " : "first ")
       << UserRemark::Argument("Rounds", unsigned(R.Values.size()))
       << " rounds of the loop, " << (R.AreLast ? "from " : "up to ")
       << UserRemark::Argument("Counter", At.getZExtValue())
       << (R.AreLast ? " on" : "") << ", stay within a "
       << vocabularyOf(*R.L->getHeader()->getParent()).Warp;
  return Said;
}

static UserRemark remarkSplit(const RoundsOfWarp &R) {
  return remark(UserRemark::Passed, "RoundsSplit", R)
         << " and have code of their own";
}

/// The loop stores to shared memory under a condition on what it loads from
/// there.
static bool storesUnderCondition(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    const BasicBlock *Fork = BB->getSinglePredecessor();
    const auto *Br =
        dyn_cast_or_null<BranchInst>(Fork ? Fork->getTerminator() : nullptr);
    return Br && Br->isConditional() && dependsOnShared(Br->getCondition()) &&
           any_of(*BB, [](const Instruction &I) {
             auto *S = dyn_cast<StoreInst>(&I);
             auto *Array = S ? dyn_cast<GlobalVariable>(
                                   getUnderlyingObject(S->getPointerOperand()))
                             : nullptr;
             return Array && Array->getAddressSpace() == SharedSpace;
           });
  });
}

static UserRemark remarkNotSplit(const RoundsOfWarp &R, double Saved) {
  UserRemark Said = remark(UserRemark::Missed, "RoundsNotSplit", R);
  if (Saved > 0)
    Said << ", but code of their own would save only "
         << UserRemark::Argument("Saved", clockText(Saved)) << " clocks per "
         << vocabularyOf(*R.L->getHeader()->getParent()).Warp;
  else
    Said << ", but with code of their own no more exchanges would be replaced";
  if (!(Saved > 0) && storesUnderCondition(*R.L))
    Said << "; the loop stores only under a condition on what it reads from "
            "shared memory: store a select in any case (s[i] = c ? new : old)";
  return Said;
}

std::optional<ExchangeGain>
f2layout::splitWarpRounds(Function &F, FunctionAnalysisManager &AM,
                          unsigned Lanes, GainOfExchanges Gain) {
  if (AM.getResult<LoopAnalysis>(F).empty())
    return std::nullopt;
  const SharedArraySet Arrays =
      exchangeArrays(AM.getResult<SharedMemoryInfoAnalysis>(F).objects());
  std::optional<ExchangeGain> Now;
  bool Changed = false;
  unsigned Failures = 0;
  for (unsigned Trial = 0; Trial < MaxTrials && Failures < MaxFailures;
       ++Trial) {
    if (!nextRounds(F, AM, Arrays, Lanes))
      break;
    if (!Now)
      Now = Gain(F, Arrays);
    const KernelCopy Copy(F, AM);
    splitNext(Copy.get(), AM, Arrays, Lanes);
    const ExchangeGain Then = Gain(Copy.get(), Arrays);
    if (!Then.paysBeside(*Now)) {
      KernelRemarks(F, AM).add([&] {
        return remarkNotSplit(*nextRounds(F, AM, Arrays, Lanes),
                              Then.Saved - Now->Saved);
      });
      markNext(F, AM, Arrays, Lanes);
      ++Failures;
      continue;
    }
    KernelRemarks Remarks(F, AM);
    if (!Split.mayRewrite(Remarks, "f2layout-reroute",
                          F.getEntryBlock().front()))
      break;
    Remarks.add([&] { return remarkSplit(*nextRounds(F, AM, Arrays, Lanes)); });
    splitNext(F, AM, Arrays, Lanes);
    Now = Then;
    Changed = true;
  }
  for (BasicBlock &BB : F)
    BB.getTerminator()->setMetadata(Mark, nullptr);
  return Changed ? Now : std::nullopt;
}
