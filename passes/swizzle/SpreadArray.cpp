//===- SpreadArray.cpp - Narrow elements, one to a bank -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SpreadArray.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/price/AccessCost.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/RewriteKind.h"
#include "passes/swizzle/CountedAccesses.h"
#include "passes/swizzle/ReaddressEmit.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind Spreads("f2layout-spread",
                           "Arrays with one narrow element per bank");

/// The largest number of addresses that are evaluated for one array.
static constexpr uint64_t MaxAddresses = 1 << 21;

bool f2layout::mayEndThread(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return isForeignCode(I) ||
           (Call && Call->doesNotReturn() &&
            !isa_and_nonnull<UnreachableInst>(Call->getNextNode()));
  });
}

/// The largest pieces in which an access is certainly made.
static unsigned pieceBytes(const SharedAccess &A) {
  uint64_t Bits = A.Bytes | getLoadStoreAlignment(A.I).value();
  return Bits & -Bits;
}

/// The smallest piece of any access.
static unsigned elementBytes(const SharedObject &O) {
  unsigned Least = ~0u;
  for (const SharedAccess &A : O.Accesses)
    Least = std::min(Least, pieceBytes(A));
  return Least;
}

/// The access is made element by element in the original code. Other accesses
/// would become slower, and would no longer be atomic when threads race.
static bool isOfElements(const SharedAccess &A, unsigned Bytes,
                         const Machine &M) {
  return pieceBytes(A) == Bytes && (A.Bytes == Bytes || M.CutsUnaligned);
}

bool f2layout::hasNarrowElements(const SharedObject &O, const Machine &M) {
  if (!O.Refusal.empty() || O.Dynamic || O.Accesses.empty() || O.AsInteger ||
      any_of(O.Accesses, [](const SharedAccess &A) { return A.isMatrix(); }))
    return false;
  unsigned Bytes = elementBytes(O);
  return Bytes < M.BankBytes &&
         all_of(
             O.Accesses,
             [&](const SharedAccess &A) { return isOfElements(A, Bytes, M); });
}

/// Checks everything but the addresses.
std::optional<Refusal> ArraySpreader::checkAccesses() const {
  if (std::optional<Refusal> No = checkPrivate(F, O))
    return No;
  if (!MayGrow && O.Bytes % T.M.BankBytes)
    return Refusal{"NoRoom",
                   "its last word is incomplete, and shared memory is full",
                   O.Accesses.front().I};
  for (const SharedAccess &A : O.Accesses)
    if (A.Bytes > elementBytes(O) &&
        getLoadStoreType(A.I)->isPtrOrPtrVectorTy())
      return Refusal{"Pointers", "pointers would have to be split", A.I};
  return std::nullopt;
}

ArraySpreader::Evaluation ArraySpreader::evaluate(ThreadEval &Eval) const {
  Evaluation E;
  for (const SharedAccess &A : O.Accesses) {
    AccessFacts Fact = evaluateAccess(Eval, O, A);
    if (!Fact.Known || Fact.Sym != 0) {
      E.No = Refusal{"UnknownAddress",
                     "its addresses depend on more than the thread, "
                     "and so do its bank conflicts",
                     A.I};
      return E;
    }
    std::vector<ThreadGuard> Guard;
    auto Way = Eval.pathCondition(&F.getEntryBlock(), A.I->getParent());
    if (Way && !Way->empty())
      Guard = evaluateGuard(Eval, *Way, Fact.Reads);
    E.Always.push_back(Way && Way->empty() && !MayEndThread);
    if (!Eval.shape().SizeIsExact && (Fact.Reads & (ReadsY | ReadsZ))) {
      E.No = Refusal{"NeedsBlockShape",
                     "threads are indexed in several dimensions and the "
                     "block's size is not known; " +
                         shapeAdvice(F),
                     A.I};
      return E;
    }
    E.Facts.push_back(std::move(Fact));
    E.Guards.push_back(std::move(Guard));
  }
  return E;
}

/// A thread that always accesses the array stays inside it. So there are no
/// more threads than fit.
unsigned ArraySpreader::threadsThatFit(ThreadEval &Eval) const {
  unsigned Limit = Eval.threads();
  for (unsigned A = 0; A < O.Accesses.size(); ++A) {
    const AccessFacts &Fact = Known.Facts[A];
    bool OfLane = !Eval.shape().SizeIsExact && (Fact.Reads & ReadsLane);
    if (OfLane || !Known.Always[A])
      continue;
    for (unsigned T = 0; T < Limit; ++T)
      if (Fact.At[T] < 0 || Fact.At[T] + O.Accesses[A].Bytes > int64_t(O.Bytes))
        Limit = T;
  }
  return std::max(Limit, 1u);
}

/// Adds the cases of blocks whose rows do not begin at lane 0.
std::optional<Refusal> ArraySpreader::evaluateRows(unsigned Threads) {
  if (uint64_t(Threads) * T.M.lanes() * O.Accesses.size() > MaxAddresses)
    return Refusal{"TooLarge",
                   "too many addresses depend on the lane to evaluate every "
                   "possible row of threads, and the block's size is not "
                   "known",
                   O.Accesses.front().I};
  for (unsigned Lane = 1; Lane < T.M.lanes(); ++Lane) {
    std::unique_ptr<ThreadEval> Eval = Evals.fromLane(Lane);
    Evaluation E = evaluate(*Eval);
    if (E.No)
      return E.No;
    for (unsigned A = 0; A < O.Accesses.size(); ++A) {
      ArrayRef<int64_t> At = ArrayRef(E.Facts[A].At).take_front(Threads);
      append_range(Known.Facts[A].At, At);
      ArrayRef<ThreadGuard> Guard = E.Guards[A];
      append_range(Known.Guards[A],
                   Guard.take_front(std::min<size_t>(Threads, Guard.size())));
    }
  }
  return std::nullopt;
}

void ArraySpreader::remarkPassed(const ReaddressPlan &P,
                                 KernelRemarks &Remarks) const {
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Readdressed",
                 *O.Accesses.front().I);
    R.Subject = O.name();
    R.Worth = P.ClocksBefore - P.ClocksAfter;
    R << "elements of " << NV("Size", P.Map.Size)
      << (P.Map.Size == 1 ? " byte" : " bytes") << " in shared array "
      << NV("Array", O.name()) << " moved so that neighbours are in different "
      << "banks: the " << NV("Accesses", unsigned(O.Accesses.size()))
      << countedAccesses(O) << " take "
      << NV("WavefrontsBefore", P.WavefrontsBefore) << " -> ";
    R.count("WavefrontsAfter", P.WavefrontsAfter, vocabularyOf(F).Wavefront);
    return R;
  });
}

void ArraySpreader::remarkMissed(const Refusal &Why,
                                 KernelRemarks &Remarks) const {
  Remarks.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, Why.Name, *Why.At);
    R.Subject = O.name();
    R.IsFinal = Why.Name == "NotProfitable";
    R.IsVoidIfChanged = true;
    const double Help = Why.Name == "NotProfitable" ? 0.02 : 0.3;
    for (const SharedAccess &A : O.Accesses)
      R.Worth = std::max(R.Worth, Help * Remarks.timesOf(*A.I->getParent()));
    R << "elements of shared array " << NV("Array", O.name())
      << " are not moved: " << NV("Reason", Why.Why);
    return R;
  });
}

ReaddressPlan ArraySpreader::plan(unsigned Threads) const {
  unsigned Size = elementBytes(O), Word = T.M.BankBytes;
  ReaddressContext C = {O,
                        Known.Facts,
                        Known.Guards,
                        Known.Always,
                        MayEndThread,
                        Threads,
                        AM.getResult<DominatorTreeAnalysis>(F),
                        AM.getResult<LoopAnalysis>(F),
                        T.M};
  return planReaddress(C, {alignTo(O.Bytes, Word), Size, Word / Size});
}

std::optional<Refusal> ArraySpreader::checkGain(const ReaddressPlan &P) const {
  const Instruction *First = O.Accesses.front().I;
  const Vocabulary &Words = vocabularyOf(F);
  if (P.WorseSomewhere)
    return Refusal{"NotProfitable",
                   "with one element per bank, some accesses would take more " +
                       Words.Wavefront.str() + "s, and others fewer",
                   First};
  if (P.ClocksAfter < P.ClocksBefore)
    return std::nullopt;
  return Refusal{"NotProfitable",
                 "with one element per bank they would take " +
                     Words.wavefronts(P.WavefrontsAfter) +
                     " per block instead of " +
                     std::to_string(P.WavefrontsBefore) + ", but " +
                     clockText(P.ClocksAfter) + " clocks instead of " +
                     clockText(P.ClocksBefore) + " with the address arithmetic",
                 First};
}

ArraySpreader::ArraySpreader(Function &F, FunctionAnalysisManager &AM,
                             const Target &T, KernelEvals &Evals,
                             const SharedObject &O, bool MayGrow,
                             bool MayEndThread)
    : F(F), AM(AM), T(T), Evals(Evals), O(O), MayGrow(MayGrow),
      MayEndThread(MayEndThread) {
  if (hasNarrowElements(O, T.M))
    No = choose();
}

/// Sets Plan, or returns why there is none where there are conflicts.
std::optional<Refusal> ArraySpreader::choose() {
  if (std::optional<Refusal> Why = checkAccesses())
    return Why;
  ThreadEval &Eval = Evals.forProofs();
  Known = evaluate(Eval);
  if (Known.No)
    return Known.No;
  unsigned Threads = threadsThatFit(Eval);
  for (unsigned A = 0; A < O.Accesses.size(); ++A) {
    Known.Facts[A].At.resize(Threads);
    Known.Guards[A].resize(Known.Guards[A].empty() ? 0 : Threads);
  }
  ReaddressPlan P = plan(Threads);
  if (P.WavefrontsAfter >= P.WavefrontsBefore)
    return std::nullopt; // no conflicts that this would remove
  if (std::optional<Refusal> Why = checkGain(P))
    return Why;
  if (!Eval.shape().SizeIsExact && Known.readsLane()) {
    if (std::optional<Refusal> Why = evaluateRows(Threads))
      return Why;
    P = plan(Threads);
    if (std::optional<Refusal> Why = checkGain(P))
      return Why;
  }
  Plan = std::move(P);
  return std::nullopt;
}

bool ArraySpreader::apply(KernelRemarks &Remarks) {
  if (!Plan || !Spreads.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I))
    return false;
  remarkPassed(*Plan, Remarks);
  GlobalVariable *Own =
      ownArray(F, *O.Arrays.front(), Align(T.M.BankBytes), Plan->Map.Bytes);
  Own->eraseMetadata(F.getContext().getMDKindID(LayoutMetadata));
  for (const SharedAccess &A : O.Accesses)
    A.I->setMetadata(LayoutMetadata, nullptr);
  emitReaddress(F, O, *Own, *Plan);
  return true;
}

void ArraySpreader::explain(KernelRemarks &Remarks) const {
  if (No)
    remarkMissed(*No, Remarks);
}
