//===- MatrixAccesses.cpp - f2layout-matrix -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixAccesses.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/steps/Barrier.h"
#include "intrinsics/target/Vocabulary.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/Plan.h"
#include "passes/matrix/FragmentSpace.h"
#include "passes/matrix/MatrixAsm.h"
#include "passes/matrix/MatrixEmit.h"
#include "passes/matrix/MatrixRemarks.h"
#include "passes/price/RegisterBudget.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind MatrixAccessKind("f2layout-matrix",
                                    "Groups that become a matrix access");

//===----------------------------------------------------------------------===//
// Aligning arrays to rows
//===----------------------------------------------------------------------===//

namespace {

/// Aligns the kernel's arrays to rows during its lifetime.
class RaisedArrays {
public:
  RaisedArrays(Function &F, Align Wanted, uint64_t Limit);
  ~RaisedArrays() { restore(); }
  void restore();
  bool any() const { return !Before.empty(); }
  /// Restores all alignments, and then permanently aligns the arrays that the
  /// groups need. Returns true if there is one.
  bool keep(ArrayRef<const MatrixGroup *> Groups);

private:
  Function &F;
  const Align Wanted;
  SmallVector<std::pair<GlobalVariable *, MaybeAlign>, 4> Before;
};

} // namespace

/// No constant stores the array's address.
static bool isUsedByCodeOnly(const Constant &C) {
  return all_of(C.users(), [](const User *U) {
    auto *E = dyn_cast<ConstantExpr>(U);
    return isa<Instruction>(U) || (E && isUsedByCodeOnly(*E));
  });
}

RaisedArrays::RaisedArrays(Function &F, Align Wanted, uint64_t Limit)
    : F(F), Wanted(Wanted) {
  for (const SharedObject &O : collectSharedObjects(F)) {
    GlobalVariable *G = O.Arrays.front();
    const bool Own = canOwnArray(F, *G) && isUsedByCodeOnly(*G);
    if (O.Dynamic || G->getAlign().valueOrOne() >= Wanted ||
        !(G->canIncreaseAlignment() || Own))
      continue;
    const MaybeAlign Old = G->getAlign();
    G->setAlignment(Wanted);
    if (fitsSharedMemory(*G, Wanted, Limit))
      Before.push_back({G, Old});
    else
      G->setAlignment(Old);
  }
}

void RaisedArrays::restore() {
  for (auto [G, Old] : Before)
    G->setAlignment(Old);
  Before.clear();
}

/// The group may access the array.
static bool mayAccess(const MatrixGroup &G, const GlobalVariable *Array) {
  return any_of(G.Accesses, [&](const Instruction *I) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(getLoadStorePointerOperand(I), Objects);
    return is_contained(Objects, Array);
  });
}

bool RaisedArrays::keep(ArrayRef<const MatrixGroup *> Groups) {
  SmallVector<GlobalVariable *, 4> Needed;
  for (auto [G, Old] : Before)
    if (any_of(Groups, [Array = G](const MatrixGroup *X) {
          return mayAccess(*X, Array);
        }))
      Needed.push_back(G);
  restore();
  for (GlobalVariable *G : Needed)
    ownArray(F, *G, Wanted);
  return !Needed.empty();
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

/// Shared memory is accessed through a pointer to another address space.
static bool isGeneric(const MatrixGroup *G) {
  return any_of(G->Accesses, [](const Instruction *I) {
    return getLoadStorePointerOperand(I)->getType()->getPointerAddressSpace() !=
           3;
  });
}

namespace {

class MatrixRewriter {
public:
  MatrixRewriter(Function &F, FunctionAnalysisManager &AM, const Target &T,
                 const LaunchShape &L, KernelRemarks &Out)
      : F(F), T(T), LI(AM.getResult<LoopAnalysis>(F)),
        Syncs(AM.getResult<SyncPointsAnalysis>(F)), Warp(F, AM, L),
        Effects(F, Syncs, LI), Sources(F.getDataLayout()),
        Found(F, Warp, T.M, Effects, Sources),
        Emitter(F, Warp, T, AM.getResult<DominatorTreeAnalysis>(F), Sources),
        Out(Out), Remarks(F, Out) {}

  /// Groups that may be rewritten, without regard to the price of barriers.
  SmallVector<const MatrixGroup *, 16> likely();
  void remarkMissed();
  bool run();

private:
  struct Traffic {
    unsigned Before = 0, After = 0; ///< Wavefronts of a warp; zeros: unknown.
  };
  /// The insertion points of the warp barriers that a group needs.
  struct Needs {
    Instruction *Before = nullptr; ///< Of the barrier before the group.
    Instruction *After = nullptr;  ///< Of the one after it.
    unsigned InLoop = 0;           ///< Barriers that run as often as the group.
  };

  std::optional<MatrixMiss> refusal(const MatrixGroup &G);
  Traffic traffic(const MatrixGroup &G);
  std::optional<MatrixMiss> loss(const MatrixGroup &G, const Traffic &C,
                                 const Needs &N) const;
  Needs needs(const MatrixGroup &G);
  Instruction *outOfLoops(const MatrixGroup &G);
  void addBarrier(Instruction *At);
  bool rewrite(const MatrixGroup &G);

  Function &F;
  const Target &T;
  const LoopInfo &LI;
  const SyncPoints &Syncs;
  ConvergenceInfo Warp;
  MatrixEffects Effects;
  ByteSources Sources;
  MatrixGroups Found;
  MatrixEmitter Emitter;
  KernelRemarks &Out;
  MatrixRemarks Remarks;
};

} // namespace

std::optional<MatrixMiss> MatrixRewriter::refusal(const MatrixGroup &G) {
  const Instruction *At = G.Accesses.front();
  if (WarpDoubt D = Warp.doubtAt(*At->getParent()))
    return MatrixMiss{At, G.IsStore, D.Name, D.Why, D.Witness};
  auto Unknown = [&](const Value *Part) {
    return MatrixMiss{At, G.IsStore, "UnknownLane",
                      "the address in another lane cannot be computed",
                      dyn_cast<Instruction>(Part)};
  };
  if (const Value *No = Emitter.obstacle(G))
    return Unknown(No);
  for (const Instruction *I : G.Accesses)
    if (Found.knowsRowAlone(*I))
      return Unknown(I);
  return std::nullopt;
}

/// The traffic of a warp. An amount that is added to all addresses does not
/// matter to the banks if it is a multiple of a row, and is not counted.
MatrixRewriter::Traffic MatrixRewriter::traffic(const MatrixGroup &G) {
  Traffic Sum;
  for (const Instruction *I : G.Accesses) {
    std::vector<uint32_t> At = Found.offsetsOf(*I);
    if (At.empty())
      return {};
    for (uint32_t &Address : At)
      Address &= 0x3fffffff;
    const unsigned Bytes =
        F.getDataLayout().getTypeStoreSize(getLoadStoreType(I));
    Sum.Before += countWavefronts(At, Bytes, G.IsStore, T.M);
  }
  std::vector<uint32_t> Rows = rowOffsets(G, Found);
  Rows.resize(std::max<size_t>(Rows.size(), T.M.lanes()), ~0u);
  Sum.After = countWavefronts(Rows, G.Tile->rowBytes(), G.IsStore, T.M);
  return Sum;
}

std::optional<MatrixMiss> MatrixRewriter::loss(const MatrixGroup &G,
                                               const Traffic &C,
                                               const Needs &N) const {
  const MachineCosts &Price = T.M.Costs;
  const double Before = C.Before * Price.Wavefront;
  const double After = C.After * Price.Wavefront + N.InLoop * Price.WarpBarrier;
  if (G.Accesses.size() > 1 && After <= Before)
    return std::nullopt;
  const Vocabulary &Words = vocabularyOf(F);
  std::string Why =
      "a matrix access instead of " + std::to_string(G.Accesses.size()) +
      (G.Accesses.size() == 1 ? " access" : " accesses") + " would take " +
      Words.wavefronts(C.After) + " per " + Words.Warp.str() + " instead of " +
      std::to_string(C.Before);
  if (N.InLoop)
    Why += (N.InLoop == 1 ? ", and a " : ", and two ") + Words.Warp.str() +
           (N.InLoop == 1 ? " barrier" : " barriers");
  return MatrixMiss{G.Accesses.front(), G.IsStore, "NotProfitable", Why};
}

/// Before the group, or before the loops around it that do not conflict with
/// it: one barrier is enough for all their iterations.
Instruction *MatrixRewriter::outOfLoops(const MatrixGroup &G) {
  Instruction *At = MatrixEmitter::placeOf(G);
  auto Touches = [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return Effects.of(I, G.Object).touches(G.IsStore);
    });
  };
  for (const Loop *L = LI.getLoopFor(At->getParent()); L;
       L = L->getParentLoop()) {
    BasicBlock *Before = L->getLoopPreheader();
    if (!Before || any_of(L->blocks(), Touches) || Warp.doubtAt(*Before))
      break;
    At = Before->getTerminator();
  }
  return At;
}

MatrixRewriter::Needs MatrixRewriter::needs(const MatrixGroup &G) {
  auto IsApart = [&](const Instruction &I) {
    return none_of(G.Accesses, [&](const Instruction *A) {
      return Found.mayOverlap(*A, I);
    });
  };
  Needs N;
  if (Effects.needsBarrier(*G.Accesses.front(), /*Forward=*/false, G.IsStore,
                           G.Object, IsApart))
    N.Before = outOfLoops(G);
  if (Effects.needsBarrier(*G.Accesses.back(), /*Forward=*/true, G.IsStore,
                           G.Object, IsApart))
    N.After = MatrixEmitter::placeOf(G);
  const bool Hoisted = N.Before && N.Before->getParent() !=
                                       MatrixEmitter::placeOf(G)->getParent();
  N.InLoop = (N.Before && !Hoisted) + (N.After != nullptr);
  return N;
}

void MatrixRewriter::addBarrier(Instruction *At) {
  Instruction *Before = At->getPrevNode();
  IRBuilder<> B(At);
  emitBarrier(T, B, Scope::Warp);
  Instruction *I = Before ? Before->getNextNode() : &At->getParent()->front();
  for (; I != At; I = I->getNextNode())
    Effects.addBarrier(*I);
}

bool MatrixRewriter::rewrite(const MatrixGroup &G) {
  if (auto No = refusal(G)) {
    Remarks.missed(*No);
    return false;
  }
  if (isGeneric(&G))
    return false;
  const Traffic C = traffic(G);
  const Needs N = needs(G);
  if (auto No = loss(G, C, N)) {
    Remarks.missed(*No);
    return false;
  }
  if (!MatrixAccessKind.mayRewrite(Out, "f2layout-matrix", *G.Accesses.front()))
    return false;
  if (N.Before)
    addBarrier(N.Before);
  Effects.addCopy(*Emitter.emit(G));
  if (N.After)
    addBarrier(N.After);
  Remarks.passed(G, C.Before, C.After,
                 unsigned(N.Before != nullptr) + (N.After != nullptr));
  return true;
}

SmallVector<const MatrixGroup *, 16> MatrixRewriter::likely() {
  SmallVector<const MatrixGroup *, 16> Likely;
  for (const MatrixGroup &G : Found.groups())
    if (!refusal(G) && !loss(G, traffic(G), Needs()))
      Likely.push_back(&G);
  return Likely;
}

void MatrixRewriter::remarkMissed() {
  for (const MatrixMiss &M : Found.missed())
    Remarks.missed(M);
}

bool MatrixRewriter::run() {
  bool Changed = false;
  for (const MatrixGroup &G : Found.groups())
    Changed |= rewrite(G);
  if (Changed)
    Emitter.finish();
  Remarks.emit();
  return Changed;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool hasMatrices(const Machine &M) {
  auto Fits = [&](const MatrixTile &T) { return T.laneBits() == M.LaneBits; };
  return any_of(M.MatrixLoads, Fits) || any_of(M.MatrixStores, Fits);
}

static uint64_t rowBytes(const Machine &M) {
  uint64_t Most = 1;
  for (const auto *Tiles : {&M.MatrixLoads, &M.MatrixStores})
    for (const MatrixTile &T : *Tiles)
      Most = std::max<uint64_t>(Most, T.rowBytes());
  return Most;
}

PreservedAnalyses MatrixAccessesPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused() || !hasMatrices(C->T.M) || hasConvergenceTokens(F) ||
      AM.getResult<SharedMemoryInfoAnalysis>(F).objects().empty())
    return PreservedAnalyses::all();
  const LaunchShape &L = C->Launch;
  const Target &T = C->T;
  PreservedAnalyses Flow;
  Flow.preserveSet<CFGAnalyses>();
  bool Changed = raiseMatrixAsm(F);
  if (KernelRemarks Early(F, AM); accessFragmentsAsShared(F, Early))
    Changed = true;
  if (Changed)
    AM.invalidate(F, Flow);
  RaisedArrays Raised(F, Align(rowBytes(T.M)), T.MaxSharedBytes);
  KernelRemarks Out(F, AM);
  auto Rewriter = std::make_unique<MatrixRewriter>(F, AM, T, L, Out);
  Rewriter->remarkMissed();
  const SmallVector<const MatrixGroup *, 16> Likely = Rewriter->likely();
  if (!Likely.empty() &&
      remarkRegisters(Out, F, L, T, "f2layout-matrix", "rows of matrices"))
    return Changed ? Flow : PreservedAnalyses::all();
  // The groups were found with other alignments, so they are searched again.
  const bool Again = Raised.any() || any_of(Likely, isGeneric);
  Changed |= Raised.keep(Likely);
  if (any_of(Likely, isGeneric))
    Changed |= !InferAddressSpacesPass().run(F, AM).areAllPreserved();
  if (Again && !Likely.empty()) {
    AM.invalidate(F, Flow);
    Rewriter = std::make_unique<MatrixRewriter>(F, AM, T, L, Out);
  }
  if (Rewriter->run()) {
    limitRegisters(F, L, T);
    F.addFnAttr(ReroutedAttribute);
    Changed = true;
  }
  return Changed ? Flow : PreservedAnalyses::all();
}
