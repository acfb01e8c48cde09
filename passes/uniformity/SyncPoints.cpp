//===- SyncPoints.cpp - The places where threads wait for each other ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/SyncPoints.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "passes/uniformity/Fences.h"
#include "passes/uniformity/MaySync.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static Intrinsic::ID idOf(const Instruction *I) {
  auto *Call = dyn_cast<CallBase>(I);
  return Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

static bool isConstant(const Value *V, int64_t Expected) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->getSExtValue() == Expected;
}

static SyncPoint single(Instruction *I, SyncPoint::Kind K) {
  SyncPoint P;
  P.K = K;
  P.First = P.At = P.Last = I;
  return P;
}

/// fence, barrier, fence.
static std::optional<SyncPoint> matchTriple(ArrayRef<Instruction *> Rest) {
  if (Rest.size() < 3)
    return std::nullopt;
  Intrinsic::ID ID = idOf(Rest[1]);
  if (ID != Intrinsic::amdgcn_s_barrier && ID != Intrinsic::amdgcn_wave_barrier)
    return std::nullopt;
  bool IsBlock = ID == Intrinsic::amdgcn_s_barrier;
  SyncPoint P;
  if (!bracketBarrier(Rest[0], Rest[2],
                      IsBlock ? FenceReach::Block : FenceReach::Wave,
                      P.SharedOnly))
    return std::nullopt;
  P.K = IsBlock ? SyncPoint::Block : SyncPoint::Warp;
  P.First = Rest[0];
  P.At = Rest[1];
  P.Last = Rest[2];
  return P;
}

/// fence, s.barrier.signal(-1), s.barrier.wait(-1), fence: gfx12 splits the
/// barrier of the whole block, number -1, into two halves.
static std::optional<SyncPoint> matchSplit(ArrayRef<Instruction *> Rest) {
  if (Rest.size() < 4 || idOf(Rest[1]) != Intrinsic::amdgcn_s_barrier_signal ||
      idOf(Rest[2]) != Intrinsic::amdgcn_s_barrier_wait)
    return std::nullopt;
  if (!isConstant(cast<CallBase>(Rest[1])->getArgOperand(0), -1) ||
      !isConstant(cast<CallBase>(Rest[2])->getArgOperand(0), -1))
    return std::nullopt;
  SyncPoint P;
  if (!bracketBarrier(Rest[0], Rest[3], FenceReach::Block, P.SharedOnly))
    return std::nullopt;
  P.K = SyncPoint::Block;
  P.First = Rest[0];
  P.Signal = Rest[1];
  P.At = Rest[2];
  P.Last = Rest[3];
  return P;
}

/// barrier.cta.sync.aligned.all(0).
static bool isSyncthreads(const CallBase &Call) {
  if (Call.getIntrinsicID() == Intrinsic::not_intrinsic)
    return false;
  const auto B = compat::blockBarrier(Call);
  return B && B->K == compat::BlockBarrier::Sync && B->Aligned && B->OfAll &&
         B->Number == 0u;
}

static SyncPoint matchSingle(Instruction *I) {
  auto *Call = dyn_cast<CallBase>(I);
  if (Call && isSyncthreads(*Call))
    return single(I, SyncPoint::Block);
  if (idOf(I) == Intrinsic::nvvm_bar_warp_sync) {
    SyncPoint P = single(I, SyncPoint::Warp);
    P.Mask = Call->getArgOperand(0);
    return P;
  }
  return single(I, SyncPoint::Other);
}

//===----------------------------------------------------------------------===//
// SyncPoints
//===----------------------------------------------------------------------===//

SmallVector<Instruction *, 4> SyncPoint::instructions() const {
  SmallVector<Instruction *, 4> Parts;
  for (Instruction *I : {First, Signal, At, Last})
    if (I && (Parts.empty() || Parts.back() != I))
      Parts.push_back(I);
  return Parts;
}

bool SyncPoint::staysInWarp() const {
  auto *Call = dyn_cast<CallBase>(At);
  if (K == Warp || !Call)
    return K == Warp;
  if (Call->isInlineAsm())
    return parseRegisterAsm(*Call).Known;
  StringRef Name;
  if (Call->getIntrinsicID() != Intrinsic::not_intrinsic)
    Name = Intrinsic::getBaseName(Call->getIntrinsicID());
  for (StringRef Family :
       {"llvm.nvvm.shfl", "llvm.nvvm.vote", "llvm.nvvm.match",
        "llvm.nvvm.redux", "llvm.nvvm.elect"})
    if (Name.starts_with(Family))
      return true;
  return false;
}

SyncPoints::SyncPoints(Function &F) : F(&F) {
  for (BasicBlock &BB : F)
    scan(BB);
}

static bool isCompilerBarrierAt(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->isInlineAsm() && isCompilerBarrier(*Call);
}

void SyncPoints::scan(BasicBlock &BB) {
  SmallVector<Instruction *, 32> Sequence;
  /// And how many of the sequence are before each.
  SmallVector<std::pair<Instruction *, size_t>, 2> CompilerBarriers;
  for (Instruction &I : BB) {
    if (isTransparent(I))
      continue;
    if (isCompilerBarrierAt(I))
      CompilerBarriers.push_back({&I, Sequence.size()});
    else
      Sequence.push_back(&I);
  }
  const size_t Begin = Points.size();
  ArrayRef<Instruction *> Rest = Sequence;
  while (!Rest.empty())
    Rest = Rest.drop_front(match(Rest));
  if (CompilerBarriers.empty())
    return;
  auto IsPlainBarrier = [&](size_t Place) {
    const SyncPoint *P =
        Place < Sequence.size() ? of(Sequence[Place]) : nullptr;
    return P && P->K != SyncPoint::Other;
  };
  for (auto [I, Place] : CompilerBarriers)
    if (!IsPlainBarrier(Place) && !(Place && IsPlainBarrier(Place - 1)))
      add(single(I, SyncPoint::Other));
  llvm::sort(Points.begin() + Begin, Points.end(),
             [](const SyncPoint &A, const SyncPoint &B) {
               return &A != &B && A.First->comesBefore(B.First);
             });
  for (size_t N = Begin; N < Points.size(); ++N)
    index(N);
}

/// The point that starts at Rest[0], if there is one, and how many instructions
/// of the sequence belong to it.
static std::pair<std::optional<SyncPoint>, unsigned>
matchFirst(ArrayRef<Instruction *> Rest) {
  if (auto P = matchTriple(Rest))
    return {P, 3};
  if (auto P = matchSplit(Rest))
    return {P, 4};
  if (maySync(*Rest[0]))
    return {matchSingle(Rest[0]), 1};
  return {std::nullopt, 1};
}

/// Adds the point that starts at Rest[0], if there is one, and returns how many
/// instructions of the sequence belong to it.
unsigned SyncPoints::match(ArrayRef<Instruction *> Rest) {
  const auto [P, Length] = matchFirst(Rest);
  if (P)
    add(*P);
  return Length;
}

/// No pattern includes, or looks at, an instruction that neither synchronises
/// nor is a fence or inline asm.
std::optional<SyncPoints::Neighbours>
SyncPoints::neighboursOf(const SyncPoint &P) {
  Neighbours N;
  N.Before = P.First->getPrevNode();
  while (N.Before && isTransparent(*N.Before))
    N.Before = N.Before->getPrevNode();
  N.After = P.Last->getNextNode();
  while (N.After && isTransparent(*N.After))
    N.After = N.After->getNextNode();
  for (const Instruction *I : {N.Before, N.After})
    if (I && (maySync(*I) || isa<FenceInst>(I) || isCompilerBarrierAt(*I)))
      return std::nullopt;
  return N;
}

void SyncPoints::replace(const SyncPoint &Gone, const Neighbours &Beside) {
  const size_t Place = Index.lookup(Gone.At);
  for (const Instruction *I : Gone.instructions())
    Index.erase(I);
  SmallVector<Instruction *, 8> Sequence;
  BasicBlock *BB = (Beside.Before ? Beside.Before : Beside.After)->getParent();
  for (Instruction *I = Beside.Before ? Beside.Before->getNextNode()
                                      : &BB->front();
       I != Beside.After; I = I->getNextNode())
    if (!isTransparent(*I))
      Sequence.push_back(I);
  SmallVector<SyncPoint, 1> New;
  ArrayRef<Instruction *> Rest = Sequence;
  while (!Rest.empty()) {
    const auto [P, Length] = matchFirst(Rest);
    if (P)
      New.push_back(*P);
    Rest = Rest.drop_front(Length);
  }
  auto *It = Points.erase(Points.begin() + Place);
  Points.insert(It, New.begin(), New.end());
  for (size_t N = Place; N < (New.size() == 1 ? Place + 1 : Points.size()); ++N)
    index(N);
}

void SyncPoints::add(SyncPoint P) {
  Points.push_back(P);
  index(Points.size() - 1);
}

void SyncPoints::index(size_t Point) {
  for (Instruction *I : Points[Point].instructions())
    Index[I] = Point;
}

const SyncPoint *SyncPoints::of(const Instruction *I) const {
  auto It = Index.find(I);
  return It == Index.end() ? nullptr : &Points[It->second];
}

static void printPlace(raw_ostream &OS, const Instruction &I) {
  OS << " in ";
  I.getParent()->printAsOperand(OS, false);
  if (const DebugLoc &Loc = I.getDebugLoc())
    OS << ", line " << Loc.getLine();
}

void SyncPoints::print(raw_ostream &OS) const {
  OS << "barriers of @" << F->getName() << ": " << Points.size() << "\n";
  for (const SyncPoint &P : Points) {
    static const char *const Names[] = {"block", "warp", "other"};
    OS << "  " << Names[P.K];
    printPlace(OS, *P.At);
    OS << ":";
    for (const Instruction *I : P.instructions())
      OS << (I == P.First ? "" : " ;") << *I;
    if (P.SharedOnly)
      OS << " (shared memory only)";
    OS << "\n";
  }
}

bool hasConvergenceTokens(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getConvergenceControlToken();
  });
}

AnalysisKey SyncPointsAnalysis::Key;

SyncPoints SyncPointsAnalysis::run(Function &F, FunctionAnalysisManager &) {
  return SyncPoints(F);
}

} // namespace passes
} // namespace f2layout

bool f2layout::isFullWarpBarrier(const SyncPoint &P) {
  if (P.K != SyncPoint::Warp)
    return false;
  auto *Mask = dyn_cast_or_null<ConstantInt>(P.Mask);
  return !P.Mask || (Mask && Mask->isMinusOne());
}

bool f2layout::joinsAllLanes(const SyncPoint &P) {
  return P.K == SyncPoint::Block || isFullWarpBarrier(P);
}
