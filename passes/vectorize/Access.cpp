//===- Access.cpp - f2layout-access ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/Access.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Target.h"
#include "layouts/machine/Limits.h"
#include "passes/price/RegisterBudget.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "passes/support/SpaceQueries.h"
#include "passes/vectorize/AccessPermute.h"
#include "passes/vectorize/AccessPlaces.h"
#include "passes/vectorize/AccessRemarks.h"
#include "passes/vectorize/AccessesToWiden.h"
#include "passes/vectorize/AlignmentGuess.h"
#include "passes/vectorize/AssemblyReturns.h"
#include "passes/vectorize/JoinConflicts.h"
#include "passes/vectorize/JoinPrice.h"
#include "passes/vectorize/OverlapGuess.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind AlignedArrays("f2layout-align",
                                 "Shared arrays with a larger alignment");

static RewriteKind TestedAlignment("f2layout-test-align",
                                   "Kernels that test their arguments' "
                                   "alignment");

static RewriteKind TestedOverlap("f2layout-test-overlap",
                                 "Kernels that test whether their accesses "
                                 "overlap");

/// Groups that block each other are joined one per round, such as the pairs of
/// 16 stores to the first halves of rows and 16 to the second ones.
static constexpr unsigned MaxRounds = 16;

/// The alignment that the widest access to the array needs.
static Align wantedAlign(const GlobalVariable &G) {
  const uint64_t Bytes = G.getDataLayout().getTypeAllocSize(G.getValueType());
  return Align(bit_floor(std::clamp<uint64_t>(Bytes, 1, MaxAccessBytes)));
}

static bool wantsAlignment(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && G.hasInitializer() &&
         G.getAlign().valueOrOne() < wantedAlign(G);
}

static bool mayRaise(const GlobalVariable &G) {
  return wantsAlignment(G) && G.canIncreaseAlignment();
}

/// The smallest static limit of shared memory among the module's functions, if
/// the targets are known.
static std::optional<uint64_t> leastRoom(Module &M) {
  std::optional<uint64_t> Least;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Expected<Target> T = getTarget(F);
    if (!T) {
      consumeError(T.takeError());
      return std::nullopt;
    }
    Least = std::min<uint64_t>(Least.value_or(T->MaxSharedBytes),
                               T->MaxSharedBytes);
  }
  return Least;
}

using FunctionSet = SmallPtrSet<const Function *, 4>;
using ArraySet = SmallPtrSet<const GlobalVariable *, 8>;

/// Shared arrays that some access with a neighbour may point to. The others
/// would gain nothing by a larger alignment, and the assembler may take more
/// registers for a copy.
static ArraySet arraysToAlign(Module &M) {
  ArraySet Arrays;
  for (Function &F : M)
    for (Instruction *I : accessesToWiden(F)) {
      SmallVector<const Value *, 4> Objects;
      getUnderlyingObjects(getLoadStorePointerOperand(I), Objects);
      for (const Value *O : Objects)
        if (auto *G = dyn_cast<GlobalVariable>(O))
          Arrays.insert(G);
    }
  return Arrays;
}

/// The functions that use a constant.
static void findUsers(const Constant &C,
                      SmallSetVector<Function *, 4> &Functions) {
  for (const User *U : C.users())
    if (auto *I = dyn_cast<Instruction>(U))
      Functions.insert(const_cast<Function *>(I->getFunction()));
    else if (auto *Outer = dyn_cast<Constant>(U); Outer && !isa<GlobalValue>(U))
      findUsers(*Outer, Functions);
}

static SmallSetVector<Function *, 4> usersOf(const GlobalVariable &G) {
  SmallSetVector<Function *, 4> Functions;
  findUsers(G, Functions);
  return Functions;
}

static bool isUsedIn(const GlobalVariable &G, const FunctionSet &Functions) {
  return any_of(usersOf(G),
                [&](const Function *F) { return Functions.contains(F); });
}

/// Gives kernels aligned copies of the arrays of templates and inline functions
/// (OwnArray.h); returns true if there are any.
static bool ownArrays(Module &M, const FunctionSet &Except,
                      const ArraySet &Wide) {
  SmallVector<std::pair<Function *, GlobalVariable *>, 8> Wanted;
  for (GlobalVariable &G : M.globals())
    if (Wide.contains(&G) && wantsAlignment(G) && !G.canIncreaseAlignment())
      for (Function *F : usersOf(G))
        if (isKernel(*F) && !Except.contains(F) && canOwnArray(*F, G))
          Wanted.push_back({F, &G});
  if (Wanted.empty())
    return false;
  const std::optional<uint64_t> Room = leastRoom(M);
  if (!Room)
    return false;
  auto AlignOf = [](const GlobalVariable &G) {
    return wantsAlignment(G) ? wantedAlign(G) : G.getAlign().valueOrOne();
  };
  erase_if(Wanted, [&](const auto &W) {
    return !fitsSharedMemory(*W.second, AlignOf, *Room);
  });
  SmallSetVector<GlobalVariable *, 8> Left;
  for (auto [F, G] : Wanted) {
    ownArray(*F, *G, wantedAlign(*G));
    Left.insert(G);
  }
  for (GlobalVariable *G : Left)
    if (G->use_empty() && G->isDiscardableIfUnused())
      G->eraseFromParent();
  return !Wanted.empty();
}

/// Raises the alignment of arrays, but not of those that functions of Except
/// use; returns true if there are any.
static bool raiseArrays(Module &M, const FunctionSet &Except,
                        const ArraySet &Wide) {
  SmallVector<GlobalVariable *, 8> Arrays;
  for (GlobalVariable &G : M.globals())
    if (Wide.contains(&G) && mayRaise(G) && !isUsedIn(G, Except))
      Arrays.push_back(&G);
  if (Arrays.empty())
    return false;
  const std::optional<uint64_t> Room = leastRoom(M);
  if (!Room)
    return false;
  auto AlignOf = [](const GlobalVariable &G) {
    return mayRaise(G) ? wantedAlign(G) : G.getAlign().valueOrOne();
  };
  erase_if(Arrays, [&](const GlobalVariable *G) {
    return !fitsSharedMemory(*G, AlignOf, *Room);
  });
  erase_if(Arrays,
           [](const GlobalVariable *) { return !AlignedArrays.selectsNext(); });
  AlignedArrays.count(Arrays.size());
  for (GlobalVariable *G : Arrays)
    G->setAlignment(wantedAlign(*G));
  return !Arrays.empty();
}

/// A wide load has up to four words at once where one was wanted.
static constexpr unsigned WordsOfWidening = 3;

namespace {

/// What limits the registers of a function.
struct Bounds {
  LaunchShape Launch;
  Target On;
};

} // namespace

static std::optional<Bounds> boundsOf(Function &F, FunctionAnalysisManager &FAM,
                                      const Options &O) {
  Expected<Target> T = getTarget(F, O.Costs.get());
  if (!T) {
    consumeError(T.takeError());
    return std::nullopt;
  }
  return Bounds{launchOf(F, FAM, O), std::move(*T)};
}

/// One access of all bytes would take more wavefronts than those of the group.
static bool wouldConflict(Function &F, FunctionAnalysisManager &FAM,
                          const Options &O, const VectorGroup &J,
                          AccessRemarks &Remarks) {
  if (J.hasFixedOrder() || getLoadStoreAddressSpace(J.First) != SharedSpace ||
      !isKernel(F))
    return false;
  const std::optional<Bounds> B = boundsOf(F, FAM, O);
  if (!B)
    return false;
  const JoinWavefronts N =
      countJoinWavefronts(J, FunctionAnalyses::of(F, FAM, B->Launch), B->On);
  if (N.isWorse())
    Remarks.conflicting(J.Accesses, J.Bytes, N);
  return N.isWorse();
}

/// A kernel that is worth a test of its inputs, if it is to be changed.
static std::optional<AlignmentGuess>
guessIn(Function &F, FunctionAnalysisManager &FAM, const Options &O,
        Contiguity &C, ArrayRef<BasicBlock *> Settled, AccessRemarks &Remarks) {
  if (!O.TestAlign || !isKernel(F) ||
      F.hasFnAttribute(TestedArgumentsAttribute))
    return std::nullopt;
  const std::optional<Bounds> B = boundsOf(F, FAM, O);
  if (!B)
    return std::nullopt;
  SmallVector<Instruction *, 16> Refused;
  std::optional<AlignmentGuess> Guess =
      guessAlignment(F, FAM, B->Launch, B->On, C, Settled, Refused);
  Remarks.notTested(Refused);
  if (Guess && Guess->MayLoseWarps) {
    Remarks.mayLoseWarps(*Guess);
    return std::nullopt;
  }
  if (!Guess ||
      !TestedAlignment.mayRewrite(Remarks.remarks(), "f2layout-access",
                                  *Guess->Accesses.front()))
    return std::nullopt;
  return Guess;
}

/// A test of alignment in the same code would save more.
static bool isAlignmentBetter(Function &F, FunctionAnalysisManager &FAM,
                              const Bounds &B, Contiguity &C,
                              const OverlapGuess &Guess) {
  SmallVector<Instruction *, 16> Refused;
  const std::optional<AlignmentGuess> Other =
      guessAlignment(F, FAM, B.Launch, B.On, C, /*Settled=*/{}, Refused);
  return Other && !Other->MayLoseWarps && Other->Saved > Guess.saved() &&
         any_of(Other->Regions, [&](const CodeRegion &R) {
           return any_of(Guess.Parts, [&](const OverlapPart &P) {
             return R.overlaps(P.Region);
           });
         });
}

/// Tests whether accesses overlap, where that is worth it, and joins them where
/// they do not. Returns the blocks that then exist twice.
static SmallVector<BasicBlock *, 4> testOverlap(Function &F,
                                                FunctionAnalysisManager &FAM,
                                                const Options &O, Contiguity &C,
                                                AccessRemarks &Remarks) {
  SmallVector<BasicBlock *, 4> Blocks;
  if (!O.TestOverlap || !isKernel(F) ||
      F.hasFnAttribute(TestedArgumentsAttribute))
    return Blocks;
  const std::optional<Bounds> B = boundsOf(F, FAM, O);
  if (!B)
    return Blocks;
  SmallVector<Instruction *, 16> Refused;
  const std::optional<OverlapGuess> Guess =
      guessOverlap(F, FAM, B->Launch, B->On, O.TestAlign, C, Refused);
  Remarks.overlapNotTested(Refused);
  if (!Guess || (O.TestAlign && isAlignmentBetter(F, FAM, *B, C, *Guess)) ||
      !TestedOverlap.mayRewrite(Remarks.remarks(), "f2layout-access",
                                *Guess->Parts.front().Region.Begin))
    return Blocks;
  for (const OverlapPart &P : Guess->Parts) {
    Remarks.tested(P, Guess->Inputs);
    const auto [Tested, Original] = versionPart(P, Guess->Inputs);
    for (Instruction &I : *Original)
      if (isa<LoadInst, StoreInst>(I))
        Remarks.leaveOut(&I);
    Blocks.append({Tested, Original});
  }
  FAM.invalidate(F, PreservedAnalyses::none());
  return Blocks;
}

/// Makes the test, and joins the accesses that are aligned where it holds.
static void rewriteTested(Function &F, FunctionAnalysisManager &FAM,
                          const AlignmentGuess &Guess, AccessRemarks &Remarks) {
  const SmallVector<WeakTrackingVH, 32> All(Guess.Accesses.begin(),
                                            Guess.Accesses.end());
  Remarks.tested(Guess);
  Remarks.sayAgain();
  for (const CodeRegion &R : Guess.Regions)
    versionRegion(R, [&](IRBuilder<> &B) {
      return Guess.Inputs.emitTest(B, Guess.Zeros);
    });
  FAM.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses Flow;
  Flow.preserveSet<CFGAnalyses>();
  KernelInputs Inputs = Guess.Inputs;
  for (unsigned Round = 0;; ++Round) {
    SmallVector<Instruction *, 32> Left;
    for (Value *V : All)
      if (isa_and_nonnull<LoadInst, StoreInst>(V))
        Left.push_back(cast<Instruction>(V));
    const LowZeros Hypothesis = Inputs.hypothesis(Left, Guess.Zeros);
    BitFormsContext Context = bitFormsContext(F, FAM, /*AboutThreads=*/false);
    Context.Hypothesis = &Hypothesis;
    Contiguity C(Context, Left);
    AAResults &AA = FAM.getResult<AAManager>(F);
    const bool Joined =
        Round < MaxRounds &&
        joinAccesses(C, AA, Remarks, [](const VectorGroup &) { return false; });
    if (!Joined)
      statePlaces(C, AA, Remarks);
    FAM.invalidate(F, Flow);
    if (!Joined)
      return;
  }
}

/// Joins what can be joined, in rounds, and rewrites the addresses of the rest.
/// Each round analyzes anew what the previous one has changed.
static bool rewrite(Function &F, FunctionAnalysisManager &FAM, const Options &O,
                    const WrittenAlignment &Before, KernelRemarks &Out) {
  PreservedAnalyses Flow;
  Flow.preserveSet<CFGAnalyses>();
  AccessRemarks Remarks(F, Out, Before);
  std::optional<AlignmentGuess> Guess;
  std::optional<SmallVector<BasicBlock *, 4>> Settled;
  bool Changed = false;
  for (unsigned Round = 0;; ++Round) {
    const SmallVector<Instruction *, 32> Accesses = accessesToWiden(F);
    if (Accesses.empty())
      break;
    Contiguity C(bitFormsContext(F, FAM, /*AboutThreads=*/false), Accesses);
    if (Round == 0 && isKernel(F))
      if (const std::optional<Bounds> B = boundsOf(F, FAM, O);
          B && areJoinsTooDear(F, FAM, B->Launch, B->On, C, Out))
        break;
    AAResults &AA = FAM.getResult<AAManager>(F);
    const bool Joined =
        Round < MaxRounds && joinAccesses(
                                 C, AA, Remarks,
                                 [&](const VectorGroup &J) {
                                   return wouldConflict(F, FAM, O, J, Remarks);
                                 });
    bool ChangedNow = Joined;
    if (!Joined && !Settled) {
      Settled = testOverlap(F, FAM, O, C, Remarks);
      Changed |= !Settled->empty();
      if (!Settled->empty())
        continue;
    }
    if (!Joined) {
      Guess = guessIn(F, FAM, O, C, *Settled, Remarks);
      if (Guess)
        Remarks.leaveOut(Guess->Accesses);
      ChangedNow = statePlaces(C, AA, Remarks);
    }
    if (ChangedNow)
      FAM.invalidate(F, Flow);
    Changed |= ChangedNow;
    if (!Joined)
      break;
  }
  if (Guess)
    rewriteTested(F, FAM, *Guess, Remarks);
  if (Guess || (Settled && !Settled->empty()))
    F.addFnAttr(TestedArgumentsAttribute);
  return Changed || Guess;
}

/// Kernels that have no registers for wider accesses.
static FunctionSet findFull(Module &M, FunctionAnalysisManager &FAM,
                            const Options &O) {
  FunctionSet Full;
  for (Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) || accessesToWiden(F).empty())
      continue;
    std::optional<Bounds> B = boundsOf(F, FAM, O);
    KernelRemarks Out(F, FAM);
    if (B && remarkRegisters(Out, F, B->Launch, B->On, "f2layout-access",
                             "neighbouring accesses", WordsOfWidening))
      Full.insert(&F);
  }
  return Full;
}

PreservedAnalyses AccessPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForGpu(M))
    return PreservedAnalyses::all();
  WrittenAlignment Before;
  Before.keep(M);
  FunctionPassManager Spaces;
  Spaces.addPass(InferAddressSpacesPass());
  PreservedAnalyses Kept =
      createModuleToFunctionPassAdaptor(std::move(Spaces)).run(M, AM);
  for (Function &F : M)
    if (!F.isDeclaration() && dropAnsweredQueries(F))
      Kept = PreservedAnalyses::none();
  AM.invalidate(M, Kept);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  const FunctionSet Full = findFull(M, FAM, Opts);
  const ArraySet Wide = arraysToAlign(M);
  const bool Raised = raiseArrays(M, Full, Wide);
  const bool Owned = ownArrays(M, Full, Wide);
  if (Owned)
    AM.invalidate(M, PreservedAnalyses::none());
  if (Raised || Owned)
    Kept = PreservedAnalyses::none();
  for (Function &F : M) {
    if (F.isDeclaration() || Full.contains(&F))
      continue;
    if (stateThatAssemblyReturns(F))
      Kept = PreservedAnalyses::none();
    KernelRemarks Out(F, FAM);
    if (!rewrite(F, FAM, Opts, Before, Out))
      continue;
    Kept = PreservedAnalyses::none();
    if (std::optional<Bounds> B = boundsOf(F, FAM, Opts))
      limitRegisters(F, B->Launch, B->On, WordsOfWidening);
  }
  return Kept;
}
