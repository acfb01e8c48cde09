//===- Swizzle.cpp - Swizzle arrays for fast rows and columns -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/Swizzle.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "passes/sharedmemory/instructions/FragmentAccess.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/swizzle/CountedAccesses.h"
#include "passes/swizzle/PitchArray.h"
#include "passes/swizzle/PitchFragments.h"
#include "passes/swizzle/SwizzleEmit.h"
#include "passes/swizzle/SwizzleProof.h"
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
/// Larger than shared memory, and a whole number of blocks of any swizzle.
static constexpr uint64_t MostDynamicBytes = 1 << 18;

/// A known divisor of Sym, by its coefficients and bits.
static int64_t stepOf(const SymbolicIntTable &Terms, const AccessFacts &Of) {
  constexpr uint64_t Largest = 1 << 24;
  if (!Of.Sym)
    return 0;
  uint64_t Odd = 0;
  for (const SymbolicIntTable::Summand &S : Terms.summands(Of.Sym))
    Odd = std::gcd(Odd, S.second & (uint64_t(1) << (Of.Width - 1))
                            ? 0 - uint64_t(SignExtend64(S.second, Of.Width))
                            : S.second);
  Odd >>= countr_zero(Odd);
  const unsigned Zeros = std::min(trailingZeros(Terms, Of), 24u);
  return int64_t((Odd > Largest ? 1 : Odd) << Zeros);
}

ArraySwizzler::ArraySwizzler(Function &F, FunctionAnalysisManager &AM,
                             const Target &T, const LaunchShape &L,
                             KernelEvals &Evals, const SharedObject &O,
                             const ArrayGrowth &Growth, KernelRemarks *Remarks)
    : F(F), AM(AM), T(T), L(L), Evals(Evals), O(O), Remarks(Remarks),
      Bytes(O.Dynamic ? MostDynamicBytes : O.Bytes), Growth(Growth) {
  if (O.Accesses.empty() || Bytes == 0 || Bytes > (uint64_t(1) << 24))
    return;
  if (O.Refusal.empty() && !O.AsInteger)
    evaluate();
  else
    evaluateMatrices();
}

/// Other code may touch the array. Other passes report this, but not what it
/// costs matrix accesses, whose lanes have no other way.
void ArraySwizzler::evaluateMatrices() {
  if (!(Remarks && Remarks->isWanted()) || isTooLarge())
    return;
  for (const SharedAccess &A : O.Accesses)
    if (A.isMatrix())
      addAccess(A);
  No.reset();
  if (hasConflicts())
    No = Refusal{"ArrayNotPrivate",
                 O.Refusal.empty() ? "its address is an integer" : O.Refusal,
                 O.RefusedAt ? O.RefusedAt : O.Accesses.front().I};
}

bool ArraySwizzler::isTooLarge() const {
  return uint64_t(Evals.shapeForCosts().threads()) * O.Accesses.size() >
         MaxAddresses;
}

/// Granules of a swizzle contain the access: its width is a power of two, to
/// which it is aligned within the array in every possible block.
bool ArraySwizzler::isWhole(SwizzleProof &Proof, const SharedAccess &A) const {
  GlobalVariable &Array = *O.Arrays.front();
  if (!isPowerOf2_32(A.Bytes))
    return false;
  if (std::min(A.alignment(), Array.getAlign().valueOrOne()).value() >= A.Bytes)
    return true;
  ThreadEval &Eval = Evals.forProofs();
  const AccessFacts Facts = evaluateInArray(Eval, O, A);
  if (Facts.Known)
    return holdsInEveryBlock(Eval, Facts) &&
           trailingZeros(Eval.terms(), Facts) >= Log2_32(A.Bytes) &&
           all_of(Facts.At, [&](int64_t At) { return At % A.Bytes == 0; });
  const AddressSum Sum = sumOfAddress(A.pointerUse(), Array, F.getDataLayout());
  return Sum.Constant % A.Bytes == 0 &&
         countr_one(Proof.zerosOf(Sum.Parts)) >= int(Log2_32(A.Bytes));
}

/// LLVM joins accesses to neighbouring elements, whatever their alignment.
static std::string whyUnaligned(const SharedAccess &A) {
  const std::string Width = std::to_string(A.Bytes);
  const uint64_t Element =
      A.isMatrix() ? 0 : getLoadStoreType(A.I)->getScalarSizeInBits() / 8;
  if (!Element || Element == A.Bytes)
    return "an access of " + Width +
           " bytes is not aligned to them within the array";
  return "an access of " + Width + " bytes, of elements of " +
         std::to_string(Element) +
         " bytes that LLVM may have joined, is not aligned to " + Width +
         " bytes within the array";
}

/// The access in the iteration, or the iterations, that Eval is for; nothing if
/// its address is not known.
std::optional<SwizzleCase> ArraySwizzler::caseOf(const SharedAccess &A,
                                                 int64_t Reach,
                                                 ThreadEval &Eval) const {
  SwizzleCase C;
  C.Facts = evaluateInArray(Eval, O, A);
  if (!C.Facts.Known)
    return std::nullopt;
  C.Active = Eval.threadsIn(A.I->getParent());
  Eval.removeLeft(A.I->getParent(), C.Active);
  for (size_t Thread = 0; A.isMatrix() && Thread < C.Active.size(); ++Thread)
    if (Thread % T.M.lanes() >= A.RowLanes)
      C.Active[Thread] = false;
  removeUnmet(Eval, A, C.Active);
  C.Threads = C.Active.size();
  C.Step = stepOf(Eval.terms(), C.Facts);
  C.Reach = Reach;
  // In a block of unknown size, most threads may not exist.
  if (samplesOf(C, A.Bytes, Bytes, {}).empty())
    C.Threads = std::min<size_t>(C.Threads, T.M.lanes());
  return C;
}

/// One case if the address has one form in all iterations, else the first
/// iterations. Returns false if the address is not known.
bool ArraySwizzler::addCases(SwizzleAccess &S) {
  const int64_t Reach = reachOf(S);
  if (std::optional<SwizzleCase> All = caseOf(*S.A, Reach, Evals.forCosts())) {
    S.Active = All->Active;
    S.Cases.push_back(std::move(*All));
    return true;
  }
  auto IsInside = [&](const SwizzleCase &C) {
    return any_of(seq(C.Active.size()), [&](size_t Thread) {
      return C.Active[Thread] &&
             (C.Step || (C.Facts.At[Thread] >= 0 &&
                         C.Facts.At[Thread] + S.A->Bytes <= int64_t(Bytes)));
    });
  };
  for (unsigned N = 1; N <= MaxIterations; ++N) {
    std::optional<SwizzleCase> One = caseOf(*S.A, Reach, Evals.forCostsIn(N));
    if (!One)
      break;
    if (N > 1 && !IsInside(*One)) {
      const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
      if (const Loop *L = LI.getLoopFor(S.A->I->getParent()))
        Trips[L] = N - 1;
      break;
    }
    S.Cases.push_back(std::move(*One));
  }
  S.Active.assign(Evals.forCosts().threads(), true);
  return !S.Cases.empty();
}

/// Returns false if its address is not known, or with the reason in No.
bool ArraySwizzler::addAccess(const SharedAccess &A) {
  SwizzleAccess S;
  S.A = &A;
  setFragmentRows(S);
  if (!addCases(S))
    return false;
  if (samplesOf(S.Cases.front(), A.Bytes, Bytes, {}).empty()) {
    No = Refusal{
        "OutsideOfArray",
        "an access seems to leave the array in every iteration of a loop", A.I};
    return false;
  }
  Accesses.push_back(std::move(S));
  return true;
}

/// Of the accesses that are known.
bool ArraySwizzler::hasConflicts() const {
  return SwizzleTraffic(Accesses, Bytes, {}, /*Joined=*/true, T.M)
      .cost({})
      .hasConflicts();
}

/// Accesses of other widths than powers of two are aligned to less than their
/// width.
Align ArraySwizzler::neededAlign() const {
  unsigned Widest = T.M.BankBytes;
  for (const SharedAccess &A : O.Accesses)
    Widest = std::max(Widest, A.IsFragment ? FragmentAlign : A.Bytes);
  return Align(bit_floor(Widest));
}

/// A dynamic array may end anywhere, but shared memory is allocated in whole
/// blocks of the banks' width. If the array begins where the kernel's memory
/// begins, these are its blocks, too.
std::optional<Refusal> ArraySwizzler::refusalOfDynamic() const {
  if (O.Arrays.size() != 1)
    return Refusal{"ArrayNotPrivate", "dynamic shared memory has several names",
                   O.Accesses.front().I};
  if (!callsNobody(F))
    return Refusal{"ArrayNotPrivate",
                   "unknown code may touch dynamic shared memory",
                   O.Accesses.front().I};
  if (mayUseOtherArrays(F, *O.Arrays.front()))
    return Refusal{"NoRoom",
                   "dynamic shared memory begins behind another array, so its "
                   "last block may be incomplete",
                   O.Accesses.front().I};
  return checkOrigins(O);
}

std::optional<Refusal> ArraySwizzler::refusal() const {
  if (O.Dynamic)
    return refusalOfDynamic();
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
  if (isTooLarge()) {
    No = Refusal{"TooLarge", "it has too many accesses to analyze",
                 O.Accesses.front().I};
    return;
  }
  // If the array stays, its conflicts are only counted for a remark.
  const bool Explains = Remarks && Remarks->isWanted();
  std::optional<Refusal> Why = refusal();
  if (Why && !Explains)
    return;
  const SharedAccess *Unknown = nullptr;
  for (const SharedAccess &A : O.Accesses) {
    if (!addAccess(A) && !Unknown)
      Unknown = &A;
    if (No || (Unknown && !Explains))
      return;
  }
  if (Unknown && !Why)
    Why = Refusal{"UnknownAddress",
                  "the address of an access is not a known function of the "
                  "thread and of loops",
                  Unknown->I};
  if (!Why)
    Why = refusalOfDistances(Accesses);
  if (Why) {
    if (hasConflicts())
      No = std::move(Why);
    return;
  }
  // Shift, mask and xor; PTX's lop3 does the mask and the xor at once.
  const unsigned TermOperations = T.Maker == Vendor::NVIDIA ? 2 : 3;
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  BitForms Forms({F, L, &AM.getResult<BlockUniformityAnalysis>(F),
                  AM.getResult<DominatorTreeAnalysis>(F), LI,
                  &AM.getResult<AssumptionAnalysis>(F), &SE});
  const SwizzleContext C = {F,
                            O,
                            Bytes,
                            T.M,
                            TermOperations,
                            Accesses,
                            Evals.forCosts().threads(),
                            Evals.forProofs(),
                            Forms,
                            LI,
                            AM.getResult<DominatorTreeAnalysis>(F),
                            SE,
                            Trips};
  for (SwizzleAccess &A : Accesses)
    A.Weight = C.weightIn(A.A->I->getParent());
  SwizzleProof Proof(C);
  for (const SharedAccess &A : O.Accesses)
    if (!isWhole(Proof, A)) {
      No = Refusal{"Unaligned", whyUnaligned(A), A.I};
      return;
    }
  plan(C, Proof);
}

Refusal ArraySwizzler::refusalOfHidden() const {
  return {"NotProfitable",
          "the kernel's other instructions hide its accesses, and other "
          "addresses would add more to these than they save",
          O.Accesses.front().I};
}

/// Drops the plans that add more to the kernel's other instructions, which hide
/// the accesses, than they save. Returns true if none is left. If the kernel
/// has two versions, plans stay: both count as work, but only one runs.
bool ArraySwizzler::dropHidden(const SwizzleContext &C) {
  if ((!Plan && !Pitch) || isInBothVersions(O))
    return false;
  const unsigned Warps = divideCeil(C.Threads, T.M.lanes());
  const double Work =
      kernelWork(F, [&](const BasicBlock *BB) { return C.weightIn(BB); }, T.M);
  auto Hides = [&](const auto &P) {
    return hidesWavefronts(Work, P->Before.Clocks / Warps,
                           P->After.Clocks / Warps,
                           P->ArithmeticClocks / Warps);
  };
  if (Plan && !Plan->removesPadding() && Hides(Plan))
    Plan.reset();
  if (Pitch && Hides(Pitch))
    Pitch.reset();
  return !Plan && !Pitch;
}

void ArraySwizzler::plan(const SwizzleContext &C, SwizzleProof &Proof) {
  // A fragment's rows are at one distance, so its array is never swizzled.
  if (hasFragments()) {
    if (hasConflicts())
      No = refusalOfFragments(Accesses);
  } else {
    SwizzleChoice Choice = planSwizzle(C, Proof);
    Plan = std::move(Choice.Plan);
    No = std::move(Choice.Left);
  }
  if (dropHidden(C))
    No = refusalOfHidden();
  // Other code expects the array to end where it does. A swizzle without
  // conflicts that makes the array smaller is better in any case.
  if (O.Compared || (isBest() && Plan->removesPadding()))
    return;
  // A swizzle takes no room, so one without conflicts stays unless the pitch is
  // no power of two, and much of the time is arithmetic.
  constexpr double ShareWithoutConflicts = 0.8;
  const double Clocks =
      Plan ? Plan->After.Clocks + Plan->ArithmeticClocks : HUGE_VAL;
  const PitchLimits Limits = {
      isBest() ? ShareWithoutConflicts * Clocks : Clocks,
      O.Dynamic ? 0 : O.Bytes + Growth.Bytes, /*Powers=*/!isBest()};
  PitchChoice Rows = planPitch(C, Proof, Limits);
  Pitch = std::move(Rows.Plan);
  if (dropHidden(C)) {
    No = refusalOfHidden();
    return;
  }
  if (Plan || Pitch)
    return;
  if (Rows.Wanted)
    No = refusalOfPitch(F, O, *Rows.Wanted, Growth);
  else if (No && !L.Exact && Remarks && Remarks->isWanted())
    explainShape(C, Limits);
}

bool ArraySwizzler::hasFragments() const {
  return any_of(O.Accesses, [](const SharedAccess &A) { return A.IsFragment; });
}

/// If the block had the likely shape, rows might have another pitch.
void ArraySwizzler::explainShape(const SwizzleContext &C,
                                 const PitchLimits &Limits) {
  SwizzleContext Likely = {
      C.F,        C.Object,  C.Bytes,          C.M,     C.TermOperations,
      C.Accesses, C.Threads, Evals.forCosts(), C.Forms, C.LI,
      C.DT,       C.SE,      C.Trips};
  if (!Likely.Eval.shape().SizeIsExact)
    return;
  SwizzleProof Proof(Likely);
  if (const auto Wanted = planPitch(Likely, Proof, Limits).Plan)
    No = refusalOfShape(F, O, *Wanted, Likely.Eval.shape().Size);
}

bool ArraySwizzler::isBest() const {
  return Plan && !Plan->After.hasConflicts();
}

double ArraySwizzler::arithmeticOfAccess(double Clocks) const {
  double Runs = 0;
  for (const SwizzleAccess &A : Accesses)
    Runs += A.Weight;
  const unsigned Warps =
      divideCeil(Evals.shapeForCosts().threads(), T.M.lanes());
  return Clocks / (Runs * Warps);
}

void ArraySwizzler::apply() {
  remarkPassed(*O.Accesses.front().I);
  GlobalVariable *Own = O.Arrays.front();
  if (!O.Dynamic)
    Own = resizedArray(F, *Own, neededAlign(), Plan->Map.bytes(O.Bytes));
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
  Remarks->add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Swizzled", At);
    R.Subject = O.name();
    R.Worth = Plan->Before.Clocks - Plan->After.Clocks + 1;
    auto Whole = [](double N) { return unsigned(std::lround(N)); };
    R << "shared array " << NV("Array", O.name()) << " swizzled: the "
      << NV("Accesses", unsigned(O.Accesses.size())) << countedAccesses(O)
      << " take " << NV("WavefrontsBefore", Whole(Plan->Before.Wavefronts))
      << " -> ";
    R.count("WavefrontsAfter", Whole(Plan->After.Wavefronts),
            vocabularyOf(F).Wavefront);
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

static bool keepsRows(StringRef Name) {
  return Name == "PitchStays" || Name.starts_with("Fragment");
}

void ArraySwizzler::remarkMissed(const Refusal &Why) const {
  Remarks->add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, Why.Name, *Why.At);
    R.Subject = O.name();
    for (const SharedAccess &A : O.Accesses)
      R.Worth = std::max(R.Worth, helpOf(Why.Name) *
                                      Remarks->timesOf(*A.I->getParent()));
    R.IsFinal = Why.Name == "NotProfitable";
    R << "shared array " << NV("Array", O.name())
      << (Why.Name == "PaddingStays" ? " keeps its padding: "
          : keepsRows(Why.Name)      ? " keeps its rows: "
                                     : " is not swizzled: ")
      << NV("Reason", Why.Why);
    return R;
  });
}
