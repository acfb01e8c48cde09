//===- SharedMemoryInfo.cpp - What a kernel does with shared memory -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/launch/TestedShape.h"
#include "passes/sharedmemory/kernel/TileShapes.h"

using namespace llvm;
using namespace f2layout;

AnalysisKey SharedMemoryInfoAnalysis::Key;

SharedMemoryInfo SharedMemoryInfoAnalysis::run(Function &F,
                                               FunctionAnalysisManager &AM) {
  return SharedMemoryInfo(F, AM.getResult<BlockUniformityAnalysis>(F),
                          AM.getResult<DominatorTreeAnalysis>(F),
                          AM.getResult<PostDominatorTreeAnalysis>(F),
                          AM.getResult<LoopAnalysis>(F),
                          AM.getResult<SyncPointsAnalysis>(F),
                          AM.getResult<ReachabilityAnalysis>(F),
                          AM.getResult<KeptTileShapesAnalysis>(F));
}

SharedMemoryInfo::SharedMemoryInfo(Function &F,
                                   const BlockUniformity &Uniformity,
                                   const DominatorTree &DT,
                                   const PostDominatorTree &PDT,
                                   const LoopInfo &LI, const SyncPoints &Syncs,
                                   Reachability &Paths, KeptTileShapes &Tiles)
    : F(F), Uniformity(Uniformity), DT(DT), PDT(PDT), LI(LI),
      Between(Syncs, DT, Paths), Tiles(Tiles) {}

SharedMemoryInfo::SharedMemoryInfo(SharedMemoryInfo &&) = default;
SharedMemoryInfo::~SharedMemoryInfo() = default;

AnalysisKey KeptTileShapesAnalysis::Key;

/// Other analyses refer to the result, so it stays, empty.
bool KeptTileShapes::invalidate(Function &, const PreservedAnalyses &PA,
                                FunctionAnalysisManager::Invalidator &) {
  auto Own = PA.getChecker<KeptTileShapesAnalysis>();
  if (!IsHeld && !Own.preserved() &&
      !Own.preservedSet<AllAnalysesOn<Function>>())
    Found.reset();
  return false;
}

bool SharedMemoryInfo::invalidate(Function &F, const PreservedAnalyses &PA,
                                  FunctionAnalysisManager::Invalidator &Inv) {
  auto Own = PA.getChecker<SharedMemoryInfoAnalysis>();
  if (!Own.preserved() && !Own.preservedSet<AllAnalysesOn<Function>>())
    return true;
  return Inv.invalidate<BlockUniformityAnalysis>(F, PA) ||
         Inv.invalidate<DominatorTreeAnalysis>(F, PA) ||
         Inv.invalidate<PostDominatorTreeAnalysis>(F, PA) ||
         Inv.invalidate<LoopAnalysis>(F, PA) ||
         Inv.invalidate<SyncPointsAnalysis>(F, PA) ||
         Inv.invalidate<ReachabilityAnalysis>(F, PA);
}

ArrayRef<SharedObject> SharedMemoryInfo::objects(bool WithMatrices) {
  auto &Known = Objects[WithMatrices];
  if (!Known)
    Known = collectSharedObjects(F, WithMatrices);
  return *Known;
}

SharedMemoryInfo::Evaluation &SharedMemoryInfo::find(const EvalShape &Shape) {
  for (const auto &E : Evaluations)
    if (E->Shape == Shape)
      return *E;
  Evaluation *Previous = nullptr;
  if (Shape.Iteration > 1) {
    EvalShape Before = Shape;
    --Before.Iteration;
    Previous = &find(Before);
  }
  auto New = std::make_unique<Evaluation>();
  New->Shape = Shape;
  New->Terms =
      Previous ? Previous->Terms : std::make_shared<SymbolicIntTable>();
  New->Eval = std::make_unique<ThreadEval>(
      F, Shape, Uniformity, DT, PDT, LI, *New->Terms,
      Previous ? Previous->Eval.get() : nullptr);
  return *Evaluations.emplace_back(std::move(New));
}

ThreadEval &SharedMemoryInfo::evaluation(const EvalShape &Shape) {
  return *find(Shape).Eval;
}

/// Millions of addresses that are evaluated for the guess.
static constexpr unsigned TileSearch = 1;

std::optional<EvalShape> SharedMemoryInfo::tileShape(const LaunchShape &L) {
  if (OfTiles)
    return *OfTiles;
  OfTiles.emplace();
  // Most of such a kernel's time goes to the tested version. If only the test
  // reads several dimensions, the costs stay what they were without it.
  if (const std::optional<TestedShape> Tested = findTestedShape(F)) {
    EvalShape S = statedShape(L);
    const std::array<bool, 3> Dims = dimensionsRead(F, Tested->Reads);
    if (Dims[1] || Dims[2]) {
      S.Size = Tested->Size;
      S.SizeIsExact = true;
    }
    return *OfTiles = S;
  }
  const ArrayRef<EvalShape> Shapes = shapesOfTiles(L);
  if (!Shapes.empty())
    OfTiles->emplace(Shapes.front());
  return *OfTiles;
}

ArrayRef<EvalShape> SharedMemoryInfo::shapesOfTiles(const LaunchShape &L) {
  if (!Tiles.Found) {
    SearchBudget Budget(TileSearch);
    Tiles.Found = tileShapes(*this, L, Budget);
  }
  return *Tiles.Found;
}

std::unique_ptr<ThreadEval>
SharedMemoryInfo::evaluationLike(const EvalShape &Like,
                                 const EvalShape &Shape) {
  return std::make_unique<ThreadEval>(F, Shape, Uniformity, DT, PDT, LI,
                                      *find(Like).Terms);
}
