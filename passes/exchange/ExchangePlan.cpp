//===- ExchangePlan.cpp - What to do about an exchange --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangePlan.h"
#include "layouts/f2/BitMatrix.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/sharedmemory/OwnArray.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

/// Registers to leave a thread besides the words that it exchanges, so that
/// nothing spills.
static constexpr unsigned OtherRegisters = 24;

namespace {

class ExchangePlanner {
public:
  ExchangePlanner(const Exchanges &R, const FunctionAnalyses &C,
                  const Target &T, const Options &O, PlanCache &Cache,
                  ScalarEvolution &SE)
      : R(R), C(C), T(T), O(O), Cache(Cache), SE(SE) {
    for (const auto &[N, X] : enumerate(R.exchanges()))
      for (ArrayRef<unsigned> Accesses :
           {ArrayRef<unsigned>(X.Stores), ArrayRef<unsigned>(X.Loads)})
        for (unsigned A : Accesses)
          PartOf[object(X).Accesses[A].I].push_back(N);
  }

  std::vector<ExchangePlan> run();
  void settle(std::vector<ExchangePlan> &Plans);

private:
  const SharedObject &object(const Exchange &X) const {
    return R.objects()[X.Object];
  }
  const SharedObject &object(unsigned N) const { return R.objects()[N]; }
  void choose(ExchangePlan &P);
  double setupClocks(const Plan &New, const Exchange &X) const;
  bool beats(const Plan &New, const Exchange &X, const PlanCost &Before) const;
  bool mayUseDynamic(const Exchange &X) const {
    return X.FixedBase && R.shape().SizeIsExact;
  }
  std::optional<PlanOptions> sharedOptions(const ExchangePlan &P,
                                           Machine &M) const;
  uint64_t registersOfThread() const;
  bool fitsRegisters(const Plan &P) const;
  const Exchange *exchangeOf(unsigned Object, const Instruction *Load) const;
  bool settleReaders(std::vector<ExchangePlan> &Plans) const;
  Instruction *otherReader(const std::vector<ExchangePlan> &Plans,
                           const ExchangePlan &P) const;
  bool settleReuse(std::vector<ExchangePlan> &Plans);
  HoistedLoads hoistedBy(const ExchangePlan &P) const;
  unsigned wordsAsWritten();
  unsigned wordsWith(const std::vector<ExchangePlan> &Plans);
  bool settleRegisters(std::vector<ExchangePlan> &Plans);
  bool settleResidency(std::vector<ExchangePlan> &Plans);
  bool isReplaced(const std::vector<ExchangePlan> &Plans, unsigned Object,
                  unsigned Access) const;
  SmallVector<Instruction *, 16> staying(const std::vector<ExchangePlan> &Plans,
                                         unsigned Object) const;
  bool livesAcross(ArrayRef<Instruction *> Stay, const ExchangePlan &P) const;
  bool orderReuse(const std::vector<ExchangePlan> &Plans,
                  ExchangePlan &P) const;

  const Exchanges &R;
  const FunctionAnalyses &C;
  const Target &T;
  const Options &O;
  PlanCache &Cache;
  ScalarEvolution &SE;
  SmallPtrSet<const Exchange *, 4> NoShared;
  /// The exchanges that an access is part of.
  DenseMap<const Instruction *, SmallVector<unsigned, 2>> PartOf;
  /// Register pressure of the function unchanged, and with all plans chosen so
  /// far, as long as the choice is the same.
  std::optional<unsigned> AsWritten, WithAll;
};

} // namespace

/// How many lane bits meet register bits: the rank of c in
/// docs/how-it-works.md.
static unsigned laneRank(const Conversion &M) {
  SmallVector<uint64_t, 8> Lanes;
  for (uint64_t C : M.Affine->RegisterColumns)
    Lanes.push_back(C >> M.Affine->SourceRegisterBits);
  return BitMatrix(M.LaneBits, Lanes).rank();
}

static bool meetsOneLaneBit(const Conversion &M) {
  return M.Affine && M.Group == Scope::Warp && laneRank(M) <= 1;
}

/// What straight-line code pays for functions of the lane; a loop does not
/// repeat them.
double ExchangePlanner::setupClocks(const Plan &New, const Exchange &X) const {
  if (C.LI.getLoopFor(X.At->At->getParent()))
    return 0;
  return New.Cost.Setup * T.M.Costs.Select;
}

/// A model is not a measurement: what it says must be won by a margin. Of
/// shuffles for one lane bit it is known (docs/targets.md, "Calibration"), if
/// no elements are packed for them.
bool ExchangePlanner::beats(const Plan &New, const Exchange &X,
                            const PlanCost &Before) const {
  if (!O.Shared || New.By == Route::Nothing || New.By == Route::Rename)
    return true; // nothing travels, or the user wants shuffles
  if (New.By == Route::Shuffle && New.Cost.Permutes == 0 &&
      meetsOneLaneBit(X.Move))
    return true;
  double Clocks = New.Cost.Clocks + setupClocks(New, X);
  // Equal clocks for fewer accesses leave more of the issue slots to others.
  bool Fewer = New.Cost.Shuffles == 0 &&
               New.Cost.Loads + New.Cost.Stores < Before.Loads + Before.Stores;
  return Clocks <= (Fewer ? 1.0 : 0.9) * Before.Clocks;
}

/// How much of the array a plan may use. Every warp must stay within what the
/// original stores of its own and lower warps touch: of a dynamic array nobody
/// knows more. In a smaller block its last warp touches less than was
/// evaluated, and the host may have made the array as small.
std::optional<PlanOptions> ExchangePlanner::sharedOptions(const ExchangePlan &P,
                                                          Machine &M) const {
  const Exchange &X = *P.Subject;
  const SharedObject &Obj = object(X);
  PlanOptions Opts;
  Opts.AllowShuffle = O.Shuffle;
  Opts.AllLanes = (R.shape().SizeIsExact || X.AnyShape) && !X.WarpMask &&
                  R.shape().threads() % T.M.lanes() == 0;
  // An exchange's barrier is reached by all threads of its scope or by none.
  Opts.Converged = Opts.AllLanes;
  Opts.AllowShared = O.Shared && !NoShared.count(&X);
  Opts.WideStores = hasContiguousStores(X, Obj, T.M);
  if (Obj.Arrays.size() != 1 || (Obj.Dynamic && !mayUseDynamic(X)))
    Opts.AllowShared = false;
  uint64_t Align = Obj.Arrays.front()->getAlign().valueOrOne().value();
  uint64_t First = Obj.Dynamic ? X.FirstByte : 0;
  if (!canOwnArray(C.F, *Obj.Arrays.front())) {
    Align = MinAlign(Align, First);
    erase_if(M.Shapes, [&](const AccessShape &S) { return S.Bytes > Align; });
  }
  uint64_t Limit = ~0u;
  for (unsigned W = 0; W < X.EndOfWarp.size(); ++W) {
    uint64_t End = Obj.Dynamic ? X.EndOfWarp[W] : Obj.Bytes;
    uint64_t Bytes = End > First ? End - First : 0;
    Limit =
        std::min(Limit, X.Move.Group == Scope::Warp ? Bytes / (W + 1) : Bytes);
    if (X.Move.Group == Scope::Block && W + 1 < X.EndOfWarp.size())
      Limit = ~0u; // only the whole block's end counts
  }
  Opts.ScratchLimit = Limit;
  return Opts;
}

/// The number in a function attribute, the first of a list; 0 if there is none.
static uint64_t numberIn(const Function &F, StringRef Attribute) {
  unsigned N = 0;
  StringRef Text = F.getFnAttribute(Attribute).getValueAsString();
  Text.split(',').first.getAsInteger(10, N);
  return N;
}

/// Registers of a thread if its blocks are to be as large, and as many at a
/// time, as the launch bounds ask for.
uint64_t ExchangePlanner::registersOfThread() const {
  const bool IsAMD = T.Maker == Vendor::AMD;
  const bool HalfWGP = C.F.getFnAttribute("target-features")
                           .getValueAsString()
                           .contains("+cumode");
  uint64_t File = T.Resident.Registers ? T.Resident.Registers : 64 * 1024;
  if (HalfWGP)
    File /= 2;
  uint64_t Registers = T.MaxRegisters;
  // ptxas knows no bound but the stated one, and a block that is promised must
  // start; LLVM takes 1024 threads for granted on AMD.
  std::optional<unsigned> Threads = C.Launch.BoundThreads;
  if (!Threads && IsAMD)
    Threads = T.MaxThreads;
  else if (!Threads)
    Threads = C.Launch.ExactThreads;
  if (Threads)
    Registers = std::min(
        Registers, File / (*Threads * std::max<uint64_t>(
                                          1, numberIn(C.F, "nvvm.minctasm"))));
  if (uint64_t Most = numberIn(C.F, "nvvm.maxnreg"))
    Registers = std::min(Registers, Most);
  // The least number of waves that a SIMD is to hold; the file is that of four.
  if (uint64_t Waves = numberIn(C.F, "amdgpu-waves-per-eu"))
    Registers =
        std::min(Registers, File / ((HalfWGP ? 2 : 4) * T.M.lanes() * Waves));
  return Registers;
}

/// Input, output and a few words for the exchange itself must fit, or the
/// exchange spills.
bool ExchangePlanner::fitsRegisters(const Plan &P) const {
  return P.NumInputs + P.Outputs.size() + OtherRegisters <= registersOfThread();
}

/// The same exchange with every narrow element in a word of its own, if that
/// takes no more shuffles than packed words are bound to: the words, or the
/// lanes that one lane must hear from.
static std::optional<Plan> planWidened(const Conversion &M, const Function &F,
                                       const Machine &On, PlanOptions Opts,
                                       PlanCache &Cache) {
  if (M.ElementBits >= 32 || M.Group != Scope::Warp || !Opts.AllowShuffle ||
      M.PackedSources || M.PackedResults)
    return std::nullopt;
  Conversion Wide = M;
  Wide.ElementBits = 32;
  Opts.AllowShared = false;
  PlanResult Result = Cache.plan(Wide, F, On, Opts);
  if (!Result.Best || Result.Best->By != Route::Shuffle)
    return std::nullopt;
  unsigned Words = divideCeil(M.NumResults * M.ElementBits, 32u);
  unsigned Bound = M.Affine ? std::max(Words, 1u << laneRank(M)) : ~0u;
  if (Result.Best->Cost.Shuffles > Bound)
    return std::nullopt;
  // Bytes are held sign-extended or masked; that is done anew on either side.
  if (M.ElementBits == 8)
    Result.Best->Cost.Clocks +=
        3.5 * On.Costs.Permute * std::max(M.NumSources, M.NumResults);
  return std::move(Result.Best);
}

void ExchangePlanner::choose(ExchangePlan &P) {
  P.Best.reset();
  Machine M = T.M;
  auto Opts = sharedOptions(P, M);
  StringRef Without;
  if (O.Shared && object(*P.Subject).Dynamic && !R.shape().SizeIsExact)
    Without = "how much dynamic shared memory there is depends on the block's "
              "size, which is not known, and without it ";
  PlanResult Result = Cache.plan(P.Subject->Move, C.F, M, *Opts);
  P.Widened = false;
  if (std::optional<Plan> Wide =
          planWidened(P.Subject->Move, C.F, M, *Opts, Cache))
    if (!Result.Best || Wide->Cost.Clocks <= Result.Best->Cost.Clocks) {
      // The bound of packed words is that of the exchange.
      if (Result.Best)
        Wide->BoundClocks =
            std::min(Wide->BoundClocks, Result.Best->BoundClocks);
      Result.Best = std::move(Wide);
      P.Widened = true;
    }
  if (!Result.Best) {
    P.Name = "NoPlan";
    P.Why = (Twine(Without) + Result.WhyNot).str();
    return;
  }
  if (!beats(*Result.Best, *P.Subject, P.Before) && Opts->AllowShuffle &&
      O.Shared) {
    // A plan without shuffles may take longer, but has nothing to set up.
    PlanOptions Memory = *Opts;
    Memory.AllowShuffle = false;
    PlanResult Other = Cache.plan(P.Subject->Move, C.F, M, Memory);
    if (Other.Best && beats(*Other.Best, *P.Subject, P.Before)) {
      Result = std::move(Other);
      P.Widened = false;
    }
  }
  if (!beats(*Result.Best, *P.Subject, P.Before)) {
    P.Name = "NotProfitable";
    double Setup = setupClocks(*Result.Best, *P.Subject);
    P.Why =
        formatv("{0}the best plan takes {1} clocks per warp and {3} "
                "instructions{2}, what is there {4} clocks",
                Without, clockText(Result.Best->Cost.Clocks),
                Setup ? ", and " + clockText(Setup) + " clocks to set up" : "",
                Result.Best->Cost.Shuffles + Result.Best->Cost.Selects +
                    Result.Best->Cost.Permutes + Result.Best->Cost.Swaps +
                    Result.Best->Cost.Transposes + Result.Best->Cost.Loads +
                    Result.Best->Cost.Stores,
                clockText(P.Before.Clocks));
    return;
  }
  if (!fitsRegisters(*Result.Best)) {
    P.Name = "RegisterPressure";
    P.Why = formatv("the plan keeps {0} words of every thread in registers, "
                    "more than the launch bounds leave",
                    Result.Best->NumInputs + Result.Best->Outputs.size());
    return;
  }
  P.Best = std::move(Result.Best);
}

/// Plans are in the order of the exchanges.
bool ExchangePlanner::isReplaced(const std::vector<ExchangePlan> &Plans,
                                 unsigned Object, unsigned Access) const {
  auto It = PartOf.find(object(Object).Accesses[Access].I);
  return It != PartOf.end() && any_of(It->second, [&](unsigned N) {
           return Plans[N].Best && Plans[N].Subject->Object == Object;
         });
}

const Exchange *ExchangePlanner::exchangeOf(unsigned Object,
                                            const Instruction *Load) const {
  auto It = PartOf.find(Load);
  if (It == PartOf.end() || Load->mayWriteToMemory())
    return nullptr;
  for (unsigned N : It->second)
    if (R.exchanges()[N].Object == Object)
      return &R.exchanges()[N];
  return nullptr;
}

/// A load that stays, or something opaque, that may see what the stores of
/// the exchange write.
Instruction *
ExchangePlanner::otherReader(const std::vector<ExchangePlan> &Plans,
                             const ExchangePlan &P) const {
  const SharedObject &Obj = object(*P.Subject);
  for (unsigned A = 0; A < Obj.Accesses.size(); ++A) {
    if (Obj.Accesses[A].isStore() || isReplaced(Plans, P.Subject->Object, A))
      continue;
    // The load's own exchange, if it has one, names the stores it reads.
    const Exchange *Own = exchangeOf(P.Subject->Object, Obj.Accesses[A].I);
    for (unsigned S : P.Subject->Stores) {
      if (Own && !is_contained(Own->Stores, S))
        continue;
      if (C.Paths.reaches(Obj.Accesses[S].I, Obj.Accesses[A].I,
                          InstructionSet()))
        return Obj.Accesses[A].I;
    }
  }
  for (Instruction *I : Obj.Opaque)
    for (unsigned S : P.Subject->Stores)
      if (I->mayReadFromMemory() &&
          C.Paths.reaches(Obj.Accesses[S].I, I, InstructionSet()))
        return I;
  return nullptr;
}

/// Drops plans whose stores must stay; true if any was dropped.
bool ExchangePlanner::settleReaders(std::vector<ExchangePlan> &Plans) const {
  bool Changed = false;
  for (ExchangePlan &P : Plans) {
    const Instruction *Reader = P.Best ? otherReader(Plans, P) : nullptr;
    if (!Reader)
      continue;
    P.Best.reset();
    P.Name = "StillRead";
    P.Why = is_contained(object(*P.Subject).Opaque, Reader)
                ? "a call, assembly or an unknown pointer may read the same "
                  "stores"
                : "a load that stays in shared memory reads the same stores";
    Changed = true;
  }
  return Changed;
}

/// Accesses of an object that no plan replaces.
SmallVector<Instruction *, 16>
ExchangePlanner::staying(const std::vector<ExchangePlan> &Plans,
                         unsigned Object) const {
  const SharedObject &Obj = R.objects()[Object];
  SmallVector<Instruction *, 16> Stay(Obj.Opaque.begin(), Obj.Opaque.end());
  for (unsigned A = 0; A < Obj.Accesses.size(); ++A)
    if (!isReplaced(Plans, Object, A))
      Stay.push_back(Obj.Accesses[A].I);
  return Stay;
}

/// Something that stays writes a value before the plan's barrier that something
/// that stays reads behind it. The plan's stores could go to its bytes.
bool ExchangePlanner::livesAcross(ArrayRef<Instruction *> Stay,
                                  const ExchangePlan &P) const {
  const SharedObject &Obj = object(*P.Subject);
  const Instruction *Here = P.Subject->At->At;
  auto IsSourceOf = [&](const Exchange &X, const Instruction *Store) {
    return any_of(X.Stores,
                  [&](unsigned S) { return Obj.Accesses[S].I == Store; });
  };
  for (const Instruction *Reader : Stay) {
    if (!Reader->mayReadFromMemory())
      continue;
    // The load's own exchange, if it has one, names the stores it reads; when
    // they run again, it reads the new value.
    const Exchange *Own = exchangeOf(P.Subject->Object, Reader);
    for (const Instruction *Writer : Stay) {
      if (!Writer->mayWriteToMemory() || (Own && !IsSourceOf(*Own, Writer)))
        continue;
      InstructionSet Again;
      if (Own)
        Again.insert(Writer);
      if (C.Paths.reaches(Writer, Here, InstructionSet()) &&
          C.Paths.reaches(Here, Reader, Again))
        return true;
    }
  }
  return false;
}

/// New accesses touch other bytes than the old ones did, so what kept the old
/// ones apart must be looked at again. False if no barrier helps.
bool ExchangePlanner::orderReuse(const std::vector<ExchangePlan> &Plans,
                                 ExchangePlan &P) const {
  const Instruction *Here = P.Subject->At->At;
  // These hold the barriers at both ends of the paths in question, too. That
  // makes no difference: of a path that runs one of them twice, a part does.
  const Reachability::AvoidedSet &Blocks = C.Memory.segments().blockBarriers();
  const Reachability::AvoidedSet &Any = C.Memory.segments().fullBarriers();
  // What stays: nothing is known of how it overlaps.
  SmallVector<Instruction *, 16> Stay = staying(Plans, P.Subject->Object);
  for (const Instruction *Old : Stay)
    if (C.Paths.reaches(Old, Here, Blocks) ||
        C.Paths.reaches(Here, Old, Blocks))
      return false;
  if (livesAcross(Stay, P))
    return false;
  P.BarrierBefore.reset();
  for (const ExchangePlan &Q : Plans) {
    if (!Q.Best || !Q.Best->usesMemory() ||
        Q.Subject->Object != P.Subject->Object)
      continue;
    // Each warp keeps to its slice, and the slices are the same.
    bool SameSlices = P.Best->Group == Scope::Warp &&
                      Q.Best->Group == Scope::Warp &&
                      P.Best->ScratchBytes == Q.Best->ScratchBytes;
    if (!C.Paths.reaches(Q.Subject->At->At, Here, SameSlices ? Any : Blocks))
      continue;
    Scope Needed = SameSlices ? Scope::Warp : Scope::Block;
    if (Needed == Scope::Block && P.Subject->At->K != SyncPoint::Block)
      return false;
    if (!P.BarrierBefore || Needed == Scope::Block)
      P.BarrierBefore = Needed;
  }
  return true;
}

/// Replans without shared memory what may not reuse the array; true if any was.
bool ExchangePlanner::settleReuse(std::vector<ExchangePlan> &Plans) {
  for (ExchangePlan &P : Plans) {
    if (!P.Best || !P.Best->usesMemory() || orderReuse(Plans, P))
      continue;
    NoShared.insert(P.Subject);
    choose(P);
    if (!P.Best)
      P.Why = "the array is in use by other accesses between barriers, and "
              "without it " +
              P.Why;
    return true;
  }
  return false;
}

HoistedLoads ExchangePlanner::hoistedBy(const ExchangePlan &P) const {
  HoistedLoads E;
  E.At = P.Subject->At->At;
  for (unsigned A : P.Subject->Loads)
    E.Loads.push_back(object(*P.Subject).Accesses[A].I);
  for (unsigned A : P.Subject->Stores)
    E.Stores.push_back(object(*P.Subject).Accesses[A].I);
  // Stores are through with their values before the loads begin.
  E.Together = !P.Best->usesMemory();
  E.Packed = P.Best->PackedResults;
  return E;
}

unsigned ExchangePlanner::wordsAsWritten() {
  if (!AsWritten)
    AsWritten = registerPressure(C.F);
  return *AsWritten;
}

/// With all plans that are chosen.
unsigned ExchangePlanner::wordsWith(const std::vector<ExchangePlan> &Plans) {
  if (!WithAll) {
    SmallVector<HoistedLoads, 8> Together;
    for (const ExchangePlan &P : Plans)
      if (P.Best)
        Together.push_back(hoistedBy(P));
    WithAll = registerPressure(C.F, Together);
  }
  return *WithAll;
}

/// Drops plans with which the largest block could not be launched, those of the
/// most words first; true if any was dropped. All plans count together, and
/// what is live at their barriers.
bool ExchangePlanner::settleRegisters(std::vector<ExchangePlan> &Plans) {
  const std::optional<RegisterBound> Bound = boundOfExchanges(C.F, C.Launch, T);
  SmallVector<ExchangePlan *, 8> Chosen;
  for (ExchangePlan &P : Plans)
    if (P.Best)
      Chosen.push_back(&P);
  if (!Bound || Chosen.empty())
    return false;
  const unsigned Budget = Bound->words();
  if (std::max(wordsAsWritten(), wordsWith(Plans)) <= Budget)
    return false;
  stable_sort(Chosen, [](const ExchangePlan *A, const ExchangePlan *B) {
    return A->Best->Outputs.size() < B->Best->Outputs.size();
  });
  SmallVector<HoistedLoads, 8> Together;
  bool Changed = false;
  for (ExchangePlan *P : Chosen) {
    Together.push_back(hoistedBy(*P));
    // If the kernel needs more than that already, the plans do not matter.
    unsigned Words = wordsAsWritten();
    if (Words <= Budget)
      Words = std::max(Words, registerPressure(C.F, Together));
    if (Words <= Budget)
      continue;
    Together.pop_back();
    P->Best.reset();
    P->Name = "RegisterPressure";
    P->Why = registersText(*Bound, Words);
    Changed = true;
  }
  return Changed;
}

/// Drops the plan of most words if the plans leave room for so few warps that
/// the kernel loses more than the exchanges gain; true if one was dropped.
bool ExchangePlanner::settleResidency(std::vector<ExchangePlan> &Plans) {
  ExchangePlan *Most = nullptr;
  double Before = 0, After = 0;
  for (ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      Before += Weight * P.Before.Clocks;
      After += Weight * P.Best->Cost.Clocks;
      if (!Most || P.Best->Outputs.size() > Most->Best->Outputs.size())
        Most = &P;
    }
  // Without shared memory, the user wants shuffles at any price.
  if (!Most || !O.Shared)
    return false;
  std::optional<unsigned> Threads = C.Launch.ExactThreads;
  if (!Threads && R.shape().SizeIsExact)
    Threads = R.shape().threads();
  else if (!Threads)
    Threads = C.Launch.BoundThreads;
  const unsigned Reserve = UsualReserve;
  const unsigned Had = wordsAsWritten() + Reserve;
  const unsigned Has = std::max(Had, wordsWith(Plans) + Reserve);
  const double Slowdown = slowdownByRegisters(T, Threads, Had, Has);
  if (Slowdown == 1)
    return false;
  const double Rest = kernelWork(C.F, C.LI, SE, T.M);
  if (Slowdown * (After + Rest) <= Before + Rest)
    return false;
  Most->Best.reset();
  Most->Name = "Residency";
  Most->Why = formatv("about {0} registers of a thread would be in use instead "
                      "of {1}, so that {2} warps would run at a time instead "
                      "of {3}, which costs more than is gained: {4} -> {5} of "
                      "about {6} clocks per warp",
                      Has, Had, residentWarps(T, Threads, Has),
                      residentWarps(T, Threads, Had), clockText(Before),
                      clockText(After), clockText(std::round(Before + Rest)));
  return true;
}

/// Each step only takes possibilities away, so this ends.
void ExchangePlanner::settle(std::vector<ExchangePlan> &Plans) {
  do
    WithAll.reset();
  while (settleReaders(Plans) || settleReuse(Plans) || settleRegisters(Plans) ||
         settleResidency(Plans));
}

std::vector<ExchangePlan> ExchangePlanner::run() {
  std::vector<ExchangePlan> Plans;
  for (const Exchange &X : R.exchanges()) {
    ExchangePlan P;
    P.Subject = &X;
    P.Before = costAsWritten(X, object(X), T.M);
    choose(P);
    Plans.push_back(std::move(P));
  }
  settle(Plans);
  return Plans;
}

std::vector<ExchangePlan>
f2layout::planExchanges(const Exchanges &R, const FunctionAnalyses &C,
                        const Target &T, const Options &O, PlanCache &Cache,
                        ScalarEvolution &SE) {
  return ExchangePlanner(R, C, T, O, Cache, SE).run();
}

void f2layout::dropPlans(std::vector<ExchangePlan> &Plans, const Exchanges &R,
                         const FunctionAnalyses &C, const Target &T,
                         const Options &O, PlanCache &Cache,
                         ScalarEvolution &SE,
                         function_ref<bool(const ExchangePlan &)> Stays,
                         StringRef Name, StringRef Why) {
  bool Dropped = false;
  for (ExchangePlan &P : Plans) {
    if (!P.Best || !Stays(P))
      continue;
    P.Best.reset();
    P.Name = Name;
    P.Why = Why;
    Dropped = true;
  }
  if (Dropped)
    ExchangePlanner(R, C, T, O, Cache, SE).settle(Plans);
}
