//===- Swizzle.cpp - Arrays turned so that rows and columns both are fast -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Swizzle.h"
#include "passes/Marks.h"
#include "passes/OwnArray.h"
#include "passes/ShapeGuess.h"
#include "passes/StatedLayouts.h"
#include "passes/SwizzleEmit.h"
#include "passes/TripCost.h"
#include "passes/UserLocation.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Module.h"
#include <cmath>

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = ore::NV;

/// Values of what all threads add alike that are counted.
static constexpr int64_t MaxSamples = 16;
/// So many addresses are looked at, for one array.
static constexpr uint64_t MaxAddresses = 1 << 20;

/// Granules of a swizzle hold the access: it is as wide as a power of two, and
/// so aligned within the array.
static bool isWhole(const SharedAccess &A, const SwizzleAccess &Known,
                    Align OfArray) {
  if (!isPowerOf2_32(A.Bytes))
    return false;
  auto IsMultiple = [&](int64_t At) { return At % A.Bytes == 0; };
  const Align Proved = std::min(getLoadStoreAlignment(A.I), OfArray);
  return Proved.value() >= A.Bytes ||
         (Known.Facts.Sym == 0 && all_of(Known.Facts.At, IsMultiple));
}

/// Multiples of Step, not too many, such that the first threads stay inside.
static SmallVector<int64_t, 16> samplesOf(const SwizzleAccess &A, int64_t Step,
                                          uint64_t Bytes, size_t Threads) {
  int64_t Low = INT64_MAX, High = INT64_MIN;
  for (size_t T = 0; T < Threads; ++T)
    if (A.Active[T]) {
      Low = std::min(Low, A.Facts.At[T]);
      High = std::max(High, A.Facts.At[T] + int64_t(A.A->Bytes));
    }
  if (Low > High)
    return {0}; // nobody comes
  SmallVector<int64_t, 16> Samples;
  const int64_t First = divideCeilSigned(-Low, Step);
  const int64_t Last = divideFloorSigned(int64_t(Bytes) - High, Step);
  // An odd stride, so that low bits take all their values.
  const int64_t Stride = ((Last - First) / MaxSamples) | 1;
  for (int64_t N = First; N <= Last && Samples.size() < MaxSamples; N += Stride)
    Samples.push_back(N * Step);
  return Samples;
}

/// One-dimensional blocks are as large as they may be; threads outside of the
/// array do not exist.
static EvalShape shapeForCosts(const LaunchShape &L) {
  const bool IsFlat = !L.ReadsDim[1] && !L.ReadsDim[2];
  return L.Exact || IsFlat ? statedShape(L) : likelyShapes(L).front();
}

ArraySwizzler::ArraySwizzler(Function &F, FunctionAnalysisManager &AM,
                             const Target &T, const LaunchShape &L,
                             const SharedObject &O)
    : F(F), AM(AM), T(T), L(L), O(O) {
  if (!O.Refusal.empty() || O.Dynamic || O.Accesses.empty() || O.AsInteger ||
      O.Bytes == 0 || O.Bytes > (uint64_t(1) << 24))
    return;
  evaluate();
}

bool ArraySwizzler::addAccess(const SharedAccess &A, ThreadEval &Eval) {
  SwizzleAccess S;
  S.A = &A;
  S.Facts = evaluateAccess(Eval, O, A);
  if (!S.Facts.Known)
    return false; // f2layout-banks says so
  S.Active.assign(Eval.threads(), true);
  uint8_t Reads = 0;
  if (auto Way = Eval.pathCondition(&F.getEntryBlock(), A.I->getParent()))
    for (auto [Thread, Guard] : enumerate(evaluateGuard(Eval, *Way, Reads)))
      S.Active[Thread] = !Guard.Never;
  S.Weight = weightIn(AM.getResult<LoopAnalysis>(F), A.I->getParent());
  S.Samples = {0};
  if (S.Facts.Sym) {
    const unsigned Width = std::min<unsigned>(
        64, Eval.layout().getIndexTypeSizeInBits(A.pointer()->getType()));
    const unsigned Zeros =
        Eval.terms().known({S.Facts.Sym, 0}, Width).countMinTrailingZeros();
    const int64_t Step = int64_t(1) << std::min(Zeros, 24u);
    S.Samples = samplesOf(S, Step, O.Bytes, S.Active.size());
    // Of a block whose size is not known, most threads may not exist.
    if (S.Samples.empty())
      S.Samples = samplesOf(S, Step, O.Bytes, T.M.lanes());
  }
  const Align OfArray = O.Arrays.front()->getAlign().valueOrOne();
  if (S.Samples.empty() || !isWhole(A, S, OfArray)) {
    No = Refusal{"Unaligned",
                 "an access is not aligned to its width within the array", A.I};
    return false;
  }
  Accesses.push_back(std::move(S));
  return true;
}

void ArraySwizzler::evaluate() {
  const EvalShape Shape = shapeForCosts(L);
  if (uint64_t(Shape.threads()) * O.Accesses.size() > MaxAddresses)
    return;
  auto MakeEval = [&](const EvalShape &Of, TermTable &Terms) {
    return ThreadEval(F, Of, AM.getResult<BlockUniformityAnalysis>(F),
                      AM.getResult<DominatorTreeAnalysis>(F),
                      AM.getResult<PostDominatorTreeAnalysis>(F),
                      AM.getResult<LoopAnalysis>(F), Terms);
  };
  TermTable Terms, ProofTerms;
  ThreadEval Eval = MakeEval(Shape, Terms);
  for (const SharedAccess &A : O.Accesses)
    if (!addAccess(A, Eval))
      return;
  if (std::optional<Refusal> Shared = checkPrivate(F, O)) {
    const SwizzleCost Cost =
        SwizzleTraffic(Accesses, O.Bytes, {}, /*Joined=*/true, T.M).cost({});
    if (Cost.Wavefronts > Cost.Least)
      No = std::move(Shared);
    return;
  }
  ThreadEval Proof = MakeEval(statedShape(L), ProofTerms);
  SwizzleChoice Choice =
      planSwizzle({F, O, T.M, Accesses, Shape.threads(), Proof,
                   AM.getResult<LoopAnalysis>(F),
                   AM.getResult<ScalarEvolutionAnalysis>(F)});
  Plan = std::move(Choice.Plan);
  No = std::move(Choice.Left);
}

bool ArraySwizzler::isBest() const {
  return Plan && Plan->After.Wavefronts <= Plan->After.Least;
}

/// Takes G's place in one kernel, with fewer bytes.
static GlobalVariable *smallerArray(GlobalVariable &G, uint64_t Bytes,
                                    Align Need) {
  Type *Ty = ArrayType::get(Type::getInt8Ty(G.getContext()), Bytes);
  auto *New = new GlobalVariable(*G.getParent(), Ty, false,
                                 GlobalValue::InternalLinkage,
                                 PoisonValue::get(Ty), G.getName() + ".f2", &G,
                                 G.getThreadLocalMode(), G.getAddressSpace());
  New->copyMetadata(&G, 0);
  New->setAlignment(Need);
  return New;
}

void ArraySwizzler::apply() {
  remarkPassed(*O.Accesses.front().I);
  GlobalVariable &G = *O.Arrays.front();
  unsigned Widest = T.M.BankBytes;
  for (const SharedAccess &A : O.Accesses)
    Widest = std::max(Widest, A.Bytes);
  const Align Need = std::max(Align(Widest), G.getAlign().valueOrOne());
  GlobalVariable *Own = Plan->removesPadding()
                            ? smallerArray(G, Plan->Map.bytes(O.Bytes), Need)
                            : ownArray(F, G, Need);
  const unsigned Layout = F.getContext().getMDKindID(LayoutMetadata);
  Own->eraseMetadata(Layout);
  for (const SharedAccess &A : O.Accesses)
    A.I->setMetadata(Layout, nullptr);
  emitSwizzle(F, O, *Own, *Plan);
}

void ArraySwizzler::explain() const {
  if (No)
    remarkMissed(*No);
}

void ArraySwizzler::remarkPassed(const Instruction &At) const {
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  ORE.emit([&] {
    OptimizationRemark R(DEBUG_TYPE, "Swizzled", userLocation(At),
                         At.getParent());
    auto Whole = [](double N) { return unsigned(std::lround(N)); };
    R << "shared array " << NV("Array", O.name()) << " swizzled: the "
      << NV("Accesses", unsigned(O.Accesses.size()))
      << " accesses of a block take "
      << NV("WavefrontsBefore", Whole(Plan->Before.Wavefronts)) << " -> "
      << NV("WavefrontsAfter", Whole(Plan->After.Wavefronts)) << " wavefronts";
    if (Plan->removesPadding())
      R << ", and its padding is gone: "
        << NV("BytesSaved", O.Bytes - Plan->Map.bytes(O.Bytes)) << " of "
        << NV("Bytes", O.Bytes) << " bytes saved";
    return R;
  });
}

void ArraySwizzler::remarkMissed(const Refusal &Why) const {
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  ORE.emit([&] {
    OptimizationRemarkMissed R(DEBUG_TYPE, Why.Name, userLocation(*Why.At),
                               Why.At->getParent());
    const bool IsPadding = Why.Name == "PaddingStays";
    R << "shared array " << NV("Array", O.name())
      << (IsPadding ? " keeps its padding: " : " is not swizzled: ")
      << NV("Reason", Why.Why);
    return R;
  });
}
