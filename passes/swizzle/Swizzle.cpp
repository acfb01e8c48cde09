//===- Swizzle.cpp - Swizzle arrays for fast rows and columns -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/Swizzle.h"
#include "passes/price/AccessCost.h"
#include "passes/price/LoopWeights.h"
#include "passes/sharedmemory/OwnArray.h"
#include "passes/sharedmemory/SharedMemoryBudget.h"
#include "passes/sharedmemory/StatedLayouts.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/swizzle/SwizzleEmit.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Module.h"
#include <cmath>
#include <numeric>

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

/// The largest number of addresses that are evaluated for one array.
static constexpr uint64_t MaxAddresses = 1 << 20;

/// A known divisor of Sym, by its coefficients and bits.
static int64_t stepOf(const SymbolicIntTable &Terms, const AccessFacts &Of) {
  constexpr uint64_t Largest = 1 << 24;
  if (!Of.Sym)
    return 0;
  uint64_t Odd = 0;
  for (const SymbolicIntTable::Summand &S : Terms.summands(Of.Sym))
    Odd = std::gcd(Odd, S.second & (uint64_t(1) << (Of.Width - 1))
                            ? -SignExtend64(S.second, Of.Width)
                            : S.second);
  Odd >>= countr_zero(Odd);
  const unsigned Zeros = std::min(trailingZeros(Terms, Of), 24u);
  return int64_t((Odd > Largest ? 1 : Odd) << Zeros);
}

ArraySwizzler::ArraySwizzler(Function &F, FunctionAnalysisManager &AM,
                             const Target &T, const LaunchShape &L,
                             KernelEvals &Evals, const SharedObject &O,
                             KernelRemarks &Remarks)
    : F(F), AM(AM), T(T), L(L), Evals(Evals), O(O), Remarks(Remarks) {
  if (!O.Refusal.empty() || O.Dynamic || O.Accesses.empty() || O.AsInteger ||
      O.Bytes == 0 || O.Bytes > (uint64_t(1) << 24))
    return;
  evaluate();
}

/// Granules of a swizzle contain the access: its width is a power of two, to
/// which it is aligned within the array in every possible block.
bool ArraySwizzler::isWhole(const SharedAccess &A) const {
  const Align OfArray = O.Arrays.front()->getAlign().valueOrOne();
  if (!isPowerOf2_32(A.Bytes))
    return false;
  if (std::min(A.alignment(), OfArray).value() >= A.Bytes)
    return true;
  ThreadEval &Eval = Evals.forProofs();
  const AccessFacts Facts = evaluateInArray(Eval, O, A);
  return Facts.Known && holdsInEveryBlock(Eval, Facts) &&
         trailingZeros(Eval.terms(), Facts) >= Log2_32(A.Bytes) &&
         all_of(Facts.At, [&](int64_t At) { return At % A.Bytes == 0; });
}

bool ArraySwizzler::addAccess(const SharedAccess &A, ThreadEval &Eval) {
  SwizzleAccess S;
  S.A = &A;
  S.Facts = evaluateInArray(Eval, O, A);
  if (!S.Facts.Known)
    return false; // f2layout-banks reports it
  S.Active.assign(Eval.threads(), true);
  uint8_t Reads = 0;
  if (auto Way = Eval.pathCondition(&F.getEntryBlock(), A.I->getParent()))
    for (auto [Thread, Guard] : enumerate(evaluateGuard(Eval, *Way, Reads)))
      S.Active[Thread] = !Guard.Never;
  for (size_t Thread = 0; A.isMatrix() && Thread < S.Active.size(); ++Thread)
    if (Thread % T.M.lanes() >= A.RowLanes)
      S.Active[Thread] = false;
  S.Weight =
      weightIn(AM.getResult<LoopAnalysis>(F),
               AM.getResult<ScalarEvolutionAnalysis>(F), A.I->getParent());
  S.Threads = S.Active.size();
  S.Step = stepOf(Eval.terms(), S.Facts);
  // In a block of unknown size, most threads may not exist.
  if (samplesOf(S, O.Bytes, {}).empty())
    S.Threads = std::min<size_t>(S.Threads, T.M.lanes());
  if (samplesOf(S, O.Bytes, {}).empty()) {
    No = Refusal{
        "OutsideOfArray",
        "an access seems to leave the array in every iteration of a loop", A.I};
    return false;
  }
  if (!isWhole(A)) {
    No = Refusal{"Unaligned",
                 "an access is not aligned to its width within the array", A.I};
    return false;
  }
  Accesses.push_back(std::move(S));
  return true;
}

/// The alignment that the swizzle's granules need.
Align ArraySwizzler::neededAlign() const {
  unsigned Widest = T.M.BankBytes;
  for (const SharedAccess &A : O.Accesses)
    Widest = std::max(Widest, A.Bytes);
  return Align(Widest);
}

std::optional<Refusal> ArraySwizzler::refusal() const {
  if (std::optional<Refusal> Shared = checkPrivate(F, O))
    return Shared;
  const GlobalVariable &G = *O.Arrays.front();
  const Align Need = neededAlign();
  if (G.getAlign().valueOrOne() >= Need)
    return std::nullopt;
  if (O.Compared && !G.canIncreaseAlignment())
    return Refusal{"NoRoom",
                   "its address is compared with another one, so it would have "
                   "to stay beside an aligned array",
                   O.Compared};
  if (!fitsSharedMemory(G, Need, T.MaxSharedBytes))
    return Refusal{"NoRoom",
                   "aligned to " + std::to_string(Need.value()) +
                       " bytes, it may not fit into shared memory",
                   O.Accesses.front().I};
  return std::nullopt;
}

void ArraySwizzler::evaluate() {
  if (uint64_t(Evals.shapeForCosts().threads()) * O.Accesses.size() >
      MaxAddresses) {
    No = Refusal{"TooLarge", "it has too many accesses to analyze",
                 O.Accesses.front().I};
    return;
  }
  ThreadEval &Eval = Evals.forCosts();
  for (const SharedAccess &A : O.Accesses)
    if (!addAccess(A, Eval))
      return;
  if (std::optional<Refusal> Shared = refusal()) {
    const SwizzleCost Cost =
        SwizzleTraffic(Accesses, O.Bytes, {}, /*Joined=*/true, T.M).cost({});
    if (Cost.hasConflicts())
      No = std::move(Shared);
    return;
  }
  // Shift, mask and xor; PTX's lop3 does the mask and the xor at once.
  const unsigned TermOperations = T.Maker == Vendor::NVIDIA ? 2 : 3;
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  BitForms Forms({F, L, &AM.getResult<BlockUniformityAnalysis>(F),
                  AM.getResult<DominatorTreeAnalysis>(F), LI,
                  &AM.getResult<AssumptionAnalysis>(F), &SE});
  SwizzleChoice Choice =
      planSwizzle({F, O, T.M, TermOperations, Accesses, Eval.threads(),
                   Evals.forProofs(), Forms, LI, SE});
  Plan = std::move(Choice.Plan);
  No = std::move(Choice.Left);
}

bool ArraySwizzler::isBest() const {
  return Plan && !Plan->After.hasConflicts();
}

void ArraySwizzler::apply() {
  remarkPassed(*O.Accesses.front().I);
  GlobalVariable &G = *O.Arrays.front();
  GlobalVariable *Own =
      resizedArray(F, G, neededAlign(), Plan->Map.bytes(O.Bytes));
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
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Swizzled", At);
    R.Subject = O.name();
    R.Worth = Plan->Before.Clocks - Plan->After.Clocks + 1;
    auto Whole = [](double N) { return unsigned(std::lround(N)); };
    R << "shared array " << NV("Array", O.name()) << " swizzled: the "
      << NV("Accesses", unsigned(O.Accesses.size()))
      << " accesses of a block take "
      << NV("WavefrontsBefore", Whole(Plan->Before.Wavefronts)) << " -> "
      << NV("WavefrontsAfter", Whole(Plan->After.Wavefronts)) << " wavefronts";
    if (Plan->removesPadding())
      R << ", and its padding was removed: "
        << NV("BytesSaved", O.Bytes - Plan->Map.bytes(O.Bytes)) << " of "
        << NV("Bytes", O.Bytes) << " bytes saved";
    return R;
  });
}

/// The part of the conflicts that acting on the reason may save.
static double helpOf(StringRef Name) {
  return Name == "NotProfitable" || Name == "PaddingStays" ? 0.02 : 1;
}

void ArraySwizzler::remarkMissed(const Refusal &Why) const {
  Remarks.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, Why.Name, *Why.At);
    R.Subject = O.name();
    for (const SharedAccess &A : O.Accesses)
      R.Worth = std::max(R.Worth,
                         helpOf(Why.Name) * Remarks.timesOf(*A.I->getParent()));
    const bool IsPadding = Why.Name == "PaddingStays";
    R << "shared array " << NV("Array", O.name())
      << (IsPadding ? " keeps its padding: " : " is not swizzled: ")
      << NV("Reason", Why.Why);
    return R;
  });
}
