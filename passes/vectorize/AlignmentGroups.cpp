//===- AlignmentGroups.cpp - Accesses that alignment makes fewer ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AlignmentGroups.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/TestedShape.h"
#include "passes/price/LoopWeights.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;
using namespace f2layout;

/// What a wavefront reaches in the cache.
static constexpr unsigned BytesOfLine = 128;

AlignmentGroups::AlignmentGroups(Function &F, FunctionAnalysisManager &FAM,
                                 const Target &T, Contiguity &C,
                                 ArrayRef<BasicBlock *> Except)
    : F(F), FAM(FAM), T(T), C(C) {
  findCandidates(Except);
}

double f2layout::issuesOf(const WiderGroups &G) {
  double Sum = 0;
  for (const WiderGroup &W : G)
    Sum += W.Issues;
  return Sum;
}

double f2layout::savedBy(const WiderGroups &G) {
  double Sum = 0;
  for (const WiderGroup &W : G)
    Sum += W.Saved;
  return Sum;
}

double f2layout::certainlySavedBy(const WiderGroups &G) {
  double Sum = 0;
  for (const WiderGroup &W : G)
    Sum += W.Certain;
  return Sum;
}

SmallVector<Instruction *, 32>
AlignmentGroups::accessesOf(const WiderGroups &G) const {
  SmallPtrSet<const Instruction *, 32> In;
  for (const WiderGroup &W : G)
    In.insert(W.Accesses.begin(), W.Accesses.end());
  SmallVector<Instruction *, 32> Sorted;
  copy_if(Candidates, std::back_inserter(Sorted),
          [&](const Instruction *I) { return In.contains(I); });
  return Sorted;
}

double AlignmentGroups::weightOf(const BasicBlock *BB) {
  auto [It, New] = Weights.try_emplace(BB, 0);
  if (New)
    It->second = weightIn(FAM.getResult<LoopAnalysis>(F),
                          FAM.getResult<ScalarEvolutionAnalysis>(F), BB);
  return It->second;
}

/// Accesses of global memory that a pointer of the kernel's inputs leads to.
void AlignmentGroups::findCandidates(ArrayRef<BasicBlock *> Except) {
  const std::optional<TestedShape> Shape = findTestedShape(F);
  for (const ContiguousAccess &A : C.accesses()) {
    const unsigned Space = getLoadStoreAddressSpace(A.I);
    if ((Space != 0 && Space != 1) || A.Bytes >= 1u << MostZeros ||
        is_contained(Except, A.I->getParent()))
      continue;
    // Behind a test of the block's shape only the tested version counts.
    if (Shape && !FAM.getResult<DominatorTreeAnalysis>(F).dominates(
                     Shape->Taken, A.I->getParent()))
      continue;
    bool FromThread = false;
    KernelInputs::Numbers Of =
        Inputs.of(getLoadStorePointerOperand(A.I), FromThread);
    if (none_of(Of, [&](unsigned N) { return Inputs.isPointer(N); }))
      continue;
    InputsOf[A.I] = std::move(Of);
    if (FromThread)
      OfLanes.insert(A.I);
    Candidates.push_back(A.I);
  }
}

void AlignmentGroups::numberPieces() {
  AccessBetween Between(C, FAM.getResult<AAManager>(F));
  unsigned Next = 0;
  for (const ContiguousRun &R : C.runs()) {
    if (!R.hasFixedOrder())
      continue;
    for (const auto &Piece : C.accessesByPiece(R)) {
      const bool AreOne = Piece.size() > 1 && !Between.look(Piece).InTheWay;
      for (const Instruction *I : Piece)
        PieceOf[I] = AreOne ? Next : Next++;
      Next += AreOne;
    }
  }
  for (const Instruction *I : Candidates)
    if (PieceOf.try_emplace(I, Next).second)
      ++Next;
}

unsigned AlignmentGroups::countNow(ArrayRef<Instruction *> Accesses) {
  if (PieceOf.empty())
    numberPieces();
  SmallSet<unsigned, 16> Now;
  for (const Instruction *I : Accesses)
    Now.insert(PieceOf.lookup(I));
  return Now.size();
}

/// How many accesses the kernel issues.
double AlignmentGroups::issuesOfKernel() {
  double Sum = 0;
  for (const BasicBlock &BB : F) {
    unsigned Accesses = 0;
    for (const Instruction &I : BB)
      Accesses += isa<LoadInst, StoreInst>(I);
    if (Accesses)
      Sum += Accesses * weightOf(&BB);
  }
  return Sum;
}

/// What would be saved if the candidates of each block filled the widest
/// accesses.
double AlignmentGroups::mostSaved() {
  constexpr double Widest = 1u << MostZeros;
  MapVector<const BasicBlock *, std::pair<unsigned, uint64_t>> OfBlock;
  for (const Instruction *I : Candidates) {
    auto &[Count, Bytes] = OfBlock[I->getParent()];
    ++Count;
    Bytes += F.getDataLayout().getTypeStoreSize(getLoadStoreType(I));
  }
  double Sum = 0;
  for (const auto &[BB, Of] : OfBlock) {
    const auto [Count, Bytes] = Of;
    const double Fewer = Count - std::max(1.0, Bytes / Widest);
    Sum += std::max(0.0, Fewer) * weightOf(BB) *
           std::max(1.0, std::min<double>(Bytes, Widest) * T.M.lanes() /
                             BytesOfLine);
  }
  return Sum;
}

/// Wavefronts of an access to a part of a piece of so many bytes. If each lane
/// has a piece of its own, the warp's access spreads over all of them.
double AlignmentGroups::wavefrontsOf(const Instruction &Access,
                                     unsigned Bytes) const {
  if (!OfLanes.contains(&Access))
    return 1;
  return std::max(1.0, double(Bytes) * T.M.lanes() / BytesOfLine);
}

/// The pieces of a run that are fewer accesses than now; none if there are no
/// such pieces.
std::optional<WiderGroup> AlignmentGroups::groupOf(const Contiguity &Then,
                                                   const ContiguousRun &R,
                                                   AccessBetween &Between) {
  WiderGroup G;
  for (auto [Piece, Bytes] : zip(Then.accessesByPiece(R), R.Pieces)) {
    SmallSet<unsigned, 8> Now;
    for (const Instruction *I : Piece)
      Now.insert(PieceOf.lookup(I));
    if (Now.size() < 2 || Between.look(Piece).InTheWay) {
      G.Others.append(Piece.begin(), Piece.end());
      continue;
    }
    const double Weight = weightOf(Piece.front()->getParent());
    const double Fewer = (Now.size() - 1) * Weight;
    G.Issues += Fewer;
    const double Saved = Fewer * wavefrontsOf(*Piece.front(), Bytes);
    G.Saved += Saved;
    if (!isInInnerRounds(FAM.getResult<LoopAnalysis>(F),
                         Piece.front()->getParent()))
      G.Certain += Saved;
    G.From += Now.size();
    ++G.To;
    G.Accesses.append(Piece.begin(), Piece.end());
    G.WidestPiece = std::max(G.WidestPiece, Bytes);
    G.LeastAccess = std::min<unsigned>(G.LeastAccess, Bytes / Piece.size());
    HoistedLoads Join;
    auto Before = [](Instruction *A, Instruction *B) {
      return A->comesBefore(B);
    };
    const bool AreStores = isa<StoreInst>(Piece.front());
    Join.At = AreStores ? *llvm::max_element(Piece, Before)
                        : *llvm::min_element(Piece, Before);
    (AreStores ? Join.Stores : Join.Loads).append(Piece.begin(), Piece.end());
    G.Joined.push_back(std::move(Join));
  }
  if (G.Accesses.empty())
    return std::nullopt;
  return G;
}

WiderGroups AlignmentGroups::find(ArrayRef<unsigned> Zeros,
                                  ArrayRef<Instruction *> Accesses) {
  if (PieceOf.empty())
    numberPieces();
  const LowZeros H = Inputs.hypothesis(Accesses, Zeros);
  BitFormsContext Context = bitFormsContext(F, FAM, /*AboutThreads=*/false);
  Context.Hypothesis = &H;
  Contiguity Then(Context, Accesses);
  AccessBetween Between(Then, FAM.getResult<AAManager>(F));
  WiderGroups All;
  for (const ContiguousRun &R : Then.runs())
    if (R.hasFixedOrder() && R.Pieces.size() < R.Accesses.size())
      if (std::optional<WiderGroup> G = groupOf(Then, R, Between))
        All.push_back(std::move(*G));
  return All;
}

AlignmentGroups::Counts AlignmentGroups::zerosFor(const WiderGroups &G,
                                                  bool WithNumbers) const {
  Counts Zeros(Inputs.size(), 0);
  for (const WiderGroup &W : G)
    for (const Instruction *I : W.Accesses)
      for (unsigned N : InputsOf.lookup(I))
        if (WithNumbers || Inputs.isPointer(N))
          Zeros[N] = MostZeros;
  return Zeros;
}

bool AlignmentGroups::dependOnNumbers(const WiderGroups &G) const {
  return zerosFor(G, /*WithNumbers=*/true) !=
         zerosFor(G, /*WithNumbers=*/false);
}
