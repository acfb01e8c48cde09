//===- Readdress.cpp - f2layout-readdress ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/Readdress.h"
#include "intrinsics/Target.h"
#include "passes/price/AccessCost.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/sharedmemory/ArrayEnd.h"
#include "passes/sharedmemory/KernelContext.h"
#include "passes/sharedmemory/OwnArray.h"
#include "passes/sharedmemory/PrivateArray.h"
#include "passes/sharedmemory/SharedMemoryInfo.h"
#include "passes/sharedmemory/StatedLayouts.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RemarkBook.h"
#include "passes/support/RewriteKind.h"
#include "passes/swizzle/ReaddressEmit.h"
#include "passes/swizzle/Swizzle.h"
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
static RewriteKind Swizzles("f2layout-swizzle", "Arrays that are swizzled");
static RewriteKind Shortened("f2layout-shorten",
                             "Arrays that lose an unused end");

/// The largest number of addresses that are evaluated for one array.
static constexpr uint64_t MaxAddresses = 1 << 21;

namespace {

/// The facts of every access, or the reason why there are none.
struct Evaluation {
  std::vector<AccessFacts> Facts;
  std::vector<std::vector<ThreadGuard>> Guards;
  BitVector Always; ///< Accesses that every thread makes.
  std::optional<Refusal> No;

  bool readsLane() const {
    return any_of(Facts,
                  [](const AccessFacts &F) { return F.Reads & ReadsLane; });
  }
};

/// A thread may end here without a trace in the control flow.
static bool mayEndThread(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return isForeignCode(I) ||
         (Call && Call->doesNotReturn() &&
          !isa_and_nonnull<UnreachableInst>(Call->getNextNode()));
}

/// Readdresses one array of one kernel.
class ArrayReaddresser {
public:
  ArrayReaddresser(Function &F, FunctionAnalysisManager &AM, const Target &T,
                   KernelEvals &Evals, const SharedObject &O, bool MayGrow,
                   KernelRemarks &Remarks)
      : F(F), AM(AM), T(T), Evals(Evals), O(O), MayGrow(MayGrow),
        Remarks(Remarks), MayEndThread(any_of(instructions(F), mayEndThread)) {}
  bool run();

private:
  std::optional<Refusal> checkAccesses() const;
  Evaluation evaluate(ThreadEval &Eval) const;
  unsigned threadsThatFit(ThreadEval &Eval) const;
  std::optional<Refusal> evaluateRows(unsigned Threads);
  ReaddressPlan plan(unsigned Threads) const;
  std::optional<Refusal> checkGain(const ReaddressPlan &P) const;
  void remarkPassed(const ReaddressPlan &P);
  void remarkMissed(const Refusal &R);

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  KernelEvals &Evals;
  const SharedObject &O;
  bool MayGrow; ///< Arrays may grow to whole words.
  KernelRemarks &Remarks;
  bool MayEndThread; ///< Threads may end without a trace in the CFG.
  Evaluation Known;
};

} // namespace

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

/// An array with known accesses whose elements are narrower than a bank's word.
static bool isNarrow(const SharedObject &O, const Machine &M) {
  if (!O.Refusal.empty() || O.Dynamic || O.Accesses.empty() || O.AsInteger ||
      any_of(O.Accesses, [](const SharedAccess &A) { return A.isMatrix(); }))
    return false;
  unsigned Bytes = elementBytes(O);
  return Bytes < M.BankBytes &&
         all_of(
             O.Accesses,
             [&](const SharedAccess &A) { return isOfElements(A, Bytes, M); });
}

/// Every array could begin and end at a whole word without exceeding the limit.
static bool fitWholeWords(ArrayRef<SharedObject> Objects, const Target &T) {
  std::optional<uint64_t> Bytes = sharedBytes(Objects);
  return Bytes && *Bytes <= T.MaxSharedBytes;
}

/// Checks everything but the addresses.
std::optional<Refusal> ArrayReaddresser::checkAccesses() const {
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

Evaluation ArrayReaddresser::evaluate(ThreadEval &Eval) const {
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
                     "block's size is not known",
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
unsigned ArrayReaddresser::threadsThatFit(ThreadEval &Eval) const {
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
std::optional<Refusal> ArrayReaddresser::evaluateRows(unsigned Threads) {
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

void ArrayReaddresser::remarkPassed(const ReaddressPlan &P) {
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Readdressed",
                 *O.Accesses.front().I);
    R.Subject = O.name();
    R.Worth = P.ClocksBefore - P.ClocksAfter;
    R << "elements of " << NV("Size", P.Map.Size)
      << (P.Map.Size == 1 ? " byte" : " bytes") << " in shared array "
      << NV("Array", O.name()) << " moved so that neighbours are in different "
      << "banks: the " << NV("Accesses", unsigned(O.Accesses.size()))
      << " accesses of a block take "
      << NV("WavefrontsBefore", P.WavefrontsBefore) << " -> "
      << NV("WavefrontsAfter", P.WavefrontsAfter) << " wavefronts";
    return R;
  });
}

void ArrayReaddresser::remarkMissed(const Refusal &Why) {
  Remarks.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, Why.Name, *Why.At);
    R.Subject = O.name();
    const double Help = Why.Name == "NotProfitable" ? 0.02 : 0.3;
    for (const SharedAccess &A : O.Accesses)
      R.Worth = std::max(R.Worth, Help * Remarks.timesOf(*A.I->getParent()));
    R << "elements of shared array " << NV("Array", O.name())
      << " are not moved: " << NV("Reason", Why.Why);
    return R;
  });
}

ReaddressPlan ArrayReaddresser::plan(unsigned Threads) const {
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

std::optional<Refusal>
ArrayReaddresser::checkGain(const ReaddressPlan &P) const {
  const Instruction *First = O.Accesses.front().I;
  if (P.WorseSomewhere)
    return Refusal{
        "NotProfitable",
        "with one element per bank, some accesses would take more wavefronts, "
        "and others fewer",
        First};
  if (P.ClocksAfter < P.ClocksBefore)
    return std::nullopt;
  return Refusal{"NotProfitable",
                 "with one element per bank they would take " +
                     std::to_string(P.WavefrontsAfter) +
                     " wavefronts per block instead of " +
                     std::to_string(P.WavefrontsBefore) + ", but " +
                     clockText(P.ClocksAfter) + " clocks instead of " +
                     clockText(P.ClocksBefore) + " with the address arithmetic",
                 First};
}

bool ArrayReaddresser::run() {
  auto Stay = [&](const Refusal &R) {
    remarkMissed(R);
    return false;
  };
  if (!isNarrow(O, T.M))
    return false;
  if (std::optional<Refusal> No = checkAccesses())
    return Stay(*No);
  ThreadEval &Eval = Evals.forProofs();
  Known = evaluate(Eval);
  if (Known.No)
    return Stay(*Known.No);
  unsigned Threads = threadsThatFit(Eval);
  for (unsigned A = 0; A < O.Accesses.size(); ++A) {
    Known.Facts[A].At.resize(Threads);
    Known.Guards[A].resize(Known.Guards[A].empty() ? 0 : Threads);
  }
  ReaddressPlan P = plan(Threads);
  if (P.WavefrontsAfter >= P.WavefrontsBefore)
    return false; // no conflicts that this would remove
  if (std::optional<Refusal> No = checkGain(P))
    return Stay(*No);
  if (!Eval.shape().SizeIsExact && Known.readsLane()) {
    if (std::optional<Refusal> No = evaluateRows(Threads))
      return Stay(*No);
    P = plan(Threads);
    if (std::optional<Refusal> No = checkGain(P))
      return Stay(*No);
  }
  if (!Spreads.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I))
    return false;
  remarkPassed(P);
  GlobalVariable *Own =
      ownArray(F, *O.Arrays.front(), Align(T.M.BankBytes), P.Map.Bytes);
  Own->eraseMetadata(F.getContext().getMDKindID(LayoutMetadata));
  for (const SharedAccess &A : O.Accesses)
    A.I->setMetadata(LayoutMetadata, nullptr);
  emitReaddress(F, O, *Own, P);
  return true;
}

/// Deletes what f2layout-reroute has left unused of an array.
static bool shorten(Function &F, ThreadEval &Eval, const SharedObject &O,
                    KernelRemarks &Remarks) {
  const std::string Name = O.name(); // the array may be replaced
  const std::optional<uint64_t> Bytes = shorterSize(F, Eval, O);
  if (!Bytes ||
      !Shortened.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I))
    return false;
  shortenArray(F, O, *Bytes);
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Shortened",
                 *O.Accesses.front().I);
    R.Subject = Name;
    R << "the last " << NV("BytesSaved", O.Bytes - *Bytes) << " of "
      << NV("Bytes", O.Bytes) << " bytes of shared array " << NV("Array", Name)
      << " are no longer used and were removed";
    return R;
  });
  return true;
}

/// True if the array's accesses, or the array itself, were changed.
static bool readdress(Function &F, FunctionAnalysisManager &AM, const Target &T,
                      const LaunchShape &L, KernelEvals &Evals,
                      const SharedObject &O, bool Room, bool Rerouted,
                      KernelRemarks &Remarks) {
  ArraySwizzler Swizzler(F, AM, T, L, Evals, O, Remarks);
  if (!Swizzler.isBest() &&
      ArrayReaddresser(F, AM, T, Evals, O, Room, Remarks).run())
    return true;
  if (Swizzler.hasPlan()) {
    if (Swizzles.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I)) {
      Swizzler.apply();
      return true;
    }
  } else if (!isNarrow(O, T.M))
    Swizzler.explain();
  return Rerouted && shorten(F, Evals.forProofs(), O, Remarks);
}

/// How many addresses of the array may stay in registers, if none is at a
/// constant distance of another any more: those that are used again.
static unsigned lastingAddresses(const SharedObject &O, const LoopInfo &LI) {
  SmallDenseMap<const Value *, unsigned, 16> Uses;
  for (const SharedAccess &A : O.Accesses) {
    const Value *P = getLoadStorePointerOperand(A.I);
    const Loop *L = LI.getLoopFor(A.I->getParent());
    if (P)
      Uses[P] += L && L->isLoopInvariant(P) ? 2 : 1;
  }
  return count_if(Uses, [](const auto &Use) { return Use.second > 1; });
}

PreservedAnalyses ReaddressPass::run(Function &F, FunctionAnalysisManager &AM) {
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused())
    return PreservedAnalyses::all();
  const LaunchShape &L = C->Launch;
  // A copy: accesses of one array are rewritten before the next is looked at.
  const SmallVector<SharedObject, 4> Objects(
      AM.getResult<SharedMemoryInfoAnalysis>(F).objects(
          /*WithMatrices=*/true));
  if (Objects.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Flow;
  Flow.preserveSet<CFGAnalyses>();
  bool Changed = false, Room = fitWholeWords(Objects, C->T);
  const bool Rerouted = F.hasFnAttribute(ReroutedAttribute);
  std::optional<unsigned> Pressure; // of the function as it is
  KernelRemarks Remarks(F, AM);
  for (const SharedObject &O : Objects) {
    if (O.Arrays.front()->hasAttribute(ScratchAttribute))
      continue;
    if (!Pressure && boundOfRewrites(F, L, C->T))
      Pressure = registerPressure(F);
    if (remarkRegisters(
            Remarks, F, L, C->T, DEBUG_TYPE, "shared array " + O.name(),
            lastingAddresses(O, AM.getResult<LoopAnalysis>(F)), Pressure))
      continue;
    KernelEvals Evals(AM.getResult<SharedMemoryInfoAnalysis>(F), L);
    if (!readdress(F, AM, C->T, L, Evals, O, Room, Rerouted, Remarks))
      continue;
    Changed = true;
    Pressure.reset();
    AM.invalidate(F, Flow); // evaluations refer to deleted instructions
  }
  if (!Changed)
    return PreservedAnalyses::all();
  limitRegisters(F, L, C->T);
  F.addFnAttr(ReroutedAttribute);
  return Flow;
}

void ReaddressPass::printPipeline(raw_ostream &OS,
                                  function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<ReaddressPass>::printPipeline(OS, MapName);
  Opts.print(OS);
}
