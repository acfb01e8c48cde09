//===- RerouteRemarks.cpp - What f2layout-reroute tells the user ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/reroute/RerouteRemarks.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#define DEBUG_TYPE "f2layout-reroute"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

namespace {

using PlanList = SmallVector<const ExchangePlan *, 4>;
/// The shape of the block in the version that plans are for, if there are two.
using VersionSize = std::optional<std::array<unsigned, 3>>;

/// The steps of plans, added up.
struct Steps {
  unsigned Shuffles = 0, Selects = 0, Permutes = 0, Swaps = 0, Transposes = 0;
  unsigned MatrixStores = 0, MatrixLoads = 0, Wavefronts = 0;
  unsigned Stores = 0, Loads = 0;
  /// Of one store or load; 0 if they differ.
  std::optional<unsigned> StoreBytes, LoadBytes;

  explicit Steps(const PlanList &Plans) {
    for (const ExchangePlan *P : Plans)
      add(*P->Best);
  }

private:
  static void join(std::optional<unsigned> &Of, unsigned Bytes) {
    Of = Of && *Of != Bytes ? 0 : Bytes;
  }
  void add(const Plan &P) {
    Shuffles += P.Cost.Shuffles;
    Selects += P.Cost.Selects;
    Permutes += P.Cost.Permutes;
    Swaps += P.Cost.Swaps;
    Transposes += P.Cost.Transposes;
    Wavefronts += P.Cost.Wavefronts;
    for (const Step &S : P.Steps) {
      MatrixStores += S.K == Step::StoreMatrix;
      MatrixLoads += S.K == Step::LoadMatrix;
      Stores += S.K == Step::Store;
      Loads += S.K == Step::Load;
      if (S.K == Step::Store)
        join(StoreBytes, S.Bytes);
      if (S.K == Step::Load)
        join(LoadBytes, S.Bytes);
    }
  }
};

/// Appends ", 16 selects": nothing if there are none.
class StepText {
public:
  explicit StepText(UserRemark &R) : R(R) {}
  void count(StringRef Key, unsigned N, StringRef One) {
    if (!N)
      return;
    R << (First ? "" : ", ") << NV(Key, N) << " " << One << (N == 1 ? "" : "s");
    First = false;
  }
  /// ", 2 stores of 16 bytes".
  void accesses(StringRef One, unsigned N, std::optional<unsigned> Bytes) {
    count((One + "s").str(), N, One.lower());
    if (Bytes.value_or(0))
      R << " of " << NV((One + "Bytes").str(), *Bytes)
        << (*Bytes == 1 ? " byte" : " bytes");
  }
  bool isEmpty() const { return First; }

private:
  UserRemark &R;
  bool First = true;
};

} // namespace

static std::string arrayOf(const Exchanges &R, const ExchangePlan &P) {
  return R.objects()[P.Subject->Object].name();
}

static const Instruction &placeOf(const PlanList &Plans) {
  return *Plans.front()->Subject->At->At;
}

static const Vocabulary &wordsOf(const PlanList &Plans) {
  return vocabularyOf(*placeOf(Plans).getFunction());
}

/// "shared exchange through tile of 4 x i32 per thread within each warp".
static void describe(UserRemark &R, const Exchanges &X, const PlanList &Plans) {
  const Conversion &M = Plans.front()->Subject->Move;
  if (Plans.size() > 1)
    R << NV("Exchanges", unsigned(Plans.size()))
      << " shared exchanges through ";
  else
    R << "shared exchange through ";
  R << NV("Array", arrayOf(X, *Plans.front()))
    << (Plans.size() > 1 ? ", the first of " : " of ")
    << NV("Sources", M.NumSources) << " x "
    << NV("ElementType", "i" + utostr(M.ElementBits)) << " per thread "
    << (M.Group == Scope::Warp ? "within each " + wordsOf(Plans).Warp.str()
                               : "across the block")
    << (Plans.front()->Subject->Gathers.empty() ? ""
                                                : ", at an index from data")
    << (Plans.size() > 1 ? "," : "");
}

static StringRef routeText(Route By) {
  switch (By) {
  case Route::Shuffle:
    return "shuffles";
  case Route::Shared:
    return "shared memory";
  case Route::Mixed:
    return "shuffles and shared memory";
  case Route::Nothing:
  case Route::Rename:
    break;
  }
  return routeName(By);
}

/// The cheaper of the next best route and what would be done in place, if it is
/// known.
static void addRunnerUp(UserRemark &R, const ExchangePlan &P) {
  const Plan &Chosen = *P.Best;
  const bool HasRoute = Chosen.RunnerUp != Route::Nothing;
  const bool IsInPlace =
      P.InPlace && (!HasRoute || P.InPlace->Clocks < Chosen.RunnerUpClocks);
  if (!HasRoute && !IsInPlace)
    return;
  R << "; the next best, ";
  if (IsInPlace)
    R << "in place, " << NV("RunnerUp", StringRef(P.HowInPlace));
  else
    R << NV("RunnerUp", routeText(Chosen.RunnerUp));
  R << ", takes "
    << NV("ClocksRunnerUp",
          clockText(IsInPlace ? P.InPlace->Clocks : Chosen.RunnerUpClocks));
  // What was chosen takes turns in parts of the array.
  if (IsInPlace && P.InPlace->Clocks < Chosen.Cost.Clocks)
    R << ", but waits at one more barrier";
}

static UserRemark passed(const KernelRemarks &Out, const Exchanges &X,
                         const PlanList &Plans, const VersionSize &Version) {
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "ExchangeReplaced",
               placeOf(Plans));
  R.Subject = arrayOf(X, *Plans.front());
  if (Version) // Another remark than that of what holds for every block.
    R.Subject += " in blocks of " + blockText(*Version);
  describe(R, X, Plans);
  R << " became";
  if (Version)
    R << ", in the version for blocks of " << NV("Block", blockText(*Version))
      << ",";
  R << " ";
  const Steps S(Plans);
  StepText Text(R);
  Text.count("Shuffles", S.Shuffles, "shuffle");
  Text.count("Selects", S.Selects, "select");
  Text.count("Permutes", S.Permutes, "byte permute");
  Text.count("Swaps", S.Swaps, "lane swap");
  Text.count("Transposes", S.Transposes, "transpose");
  Text.count("MatrixStores", S.MatrixStores, "matrix store");
  Text.count("MatrixLoads", S.MatrixLoads, "matrix load");
  Text.accesses("Store", S.Stores, S.StoreBytes);
  Text.accesses("Load", S.Loads, S.LoadBytes);
  Text.count("Wavefronts", S.Wavefronts, wordsOf(Plans).Wavefront);
  if (Text.isEmpty())
    R << "a renaming of registers";
  if (any_of(Plans, [](const ExchangePlan *P) { return P->KeepsStores; }))
    R << ", and the stores that others read stay";
  if (any_of(Plans, [](const ExchangePlan *P) { return P->Late; }))
    R << ", with loads where their values are used";
  double Before = 0, After = 0, Bound = 0;
  for (const ExchangePlan *P : Plans) {
    Before += P->Before.Clocks;
    After += P->Best->Cost.Clocks;
    Bound += P->Best->BoundClocks;
    // It comes before the barriers that it made needless.
    R.Worth += std::max(P->Before.Clocks - P->Best->Cost.Clocks, 1.0) *
               Out.timesOf(*P->Subject->At->At->getParent());
  }
  R << ": " << NV("ClocksBefore", clockText(Before)) << " -> "
    << NV("ClocksAfter", clockText(After)) << " clocks per "
    << wordsOf(Plans).Warp;
  if (none_of(Plans, [](const ExchangePlan *P) { return !P->Gathers.empty(); }))
    R << ", bound " << NV("ClocksBound", clockText(Bound));
  if (Plans.size() == 1)
    addRunnerUp(R, *Plans.front());
  R.Places = "exchanges";
  return R;
}

static UserRemark passedApart(const KernelRemarks &Out, const Exchanges &X,
                              const PlanList &Plans,
                              const VersionSize &Version) {
  UserRemark R = passed(Out, X, Plans, Version);
  for (const ExchangePlan *P : Plans)
    R.Parts.push_back(passed(Out, X, {P}, Version));
  return R;
}

/// The part of the clocks of what stays that acting on the reason may save.
static double helpOf(StringRef Name) {
  return compat::StringSwitch<double>(Name)
      .Cases({"NeedsBlockShape", "EarlyExit", "DivergentBarrier"}, 1)
      .Cases({"SearchEnded", "RegisterPressure", "Residency"}, 1)
      .Cases({"StaleRead", "TwoWriters", "Overwritten", "StillRead"}, 0.5)
      .Cases({"NotProfitable", "NotReached", "CheaperInPlace"}, 0.02)
      .Cases({"NoBarrier", "NoPlan"}, 0.1)
      .Default(0.3);
}

static UserRemark stays(const KernelRemarks &Out, const Exchanges &X,
                        const PlanList &Plans) {
  const ExchangePlan &First = *Plans.front();
  UserRemark R(UserRemark::Missed, DEBUG_TYPE, First.Name, placeOf(Plans));
  R.Subject = arrayOf(X, First);
  R.Replaces = true;
  R.IsFinal = First.IsFinal;
  describe(R, X, Plans);
  R << (Plans.size() > 1 ? " stay: " : " stays: ") << NV("Reason", First.Why);
  for (const ExchangePlan *P : Plans)
    R.Worth += helpOf(P->Name) * P->Before.Clocks *
               Out.timesOf(*P->Subject->At->At->getParent());
  return R;
}

/// What exchanges cost as they are written.
static UserRemark cost(const KernelRemarks &Out, const Exchanges &X,
                       const PlanList &Plans, const Target &T) {
  UserRemark A(UserRemark::Analysis, DEBUG_TYPE, "ExchangeCost",
               placeOf(Plans));
  A.Subject = arrayOf(X, *Plans.front());
  A.Replaces = true;
  const unsigned Row = T.M.Banks * T.M.BankBytes;
  unsigned Stores = 0, Loads = 0, Wavefronts = 0, Least = 0;
  double Clocks = 0;
  for (const ExchangePlan *P : Plans) {
    unsigned Bytes = 0;
    const SharedObject &O = X.objects()[P->Subject->Object];
    for (unsigned S : P->Subject->Stores)
      Bytes += O.Accesses[S].Bytes;
    for (unsigned L : P->Subject->Loads)
      Bytes += O.Accesses[L].Bytes;
    // Lanes may read the same bytes.
    Least += std::min<unsigned>(divideCeil(Bytes * T.M.lanes(), Row),
                                P->Before.Wavefronts);
    Stores += P->Before.Stores;
    Loads += P->Before.Loads;
    Wavefronts += P->Before.Wavefronts;
    Clocks += P->Before.Clocks;
    A.Worth += P->Before.Clocks * Out.timesOf(*P->Subject->At->At->getParent());
  }
  describe(A, X, Plans);
  const Vocabulary &Words = wordsOf(Plans);
  A << (Plans.size() > 1 ? " as written, together: " : ", as written: ");
  A.count("Stores", Stores, "store") << " and ";
  A.count("Loads", Loads, "load") << " take ";
  A.count("Wavefronts", Wavefronts, Words.Wavefront)
      << " and " << NV("ClocksBefore", clockText(Clocks)) << " clocks per "
      << Words.Warp << "; conflict-free accesses to as many bytes take ";
  A.count("LeastWavefronts", Least, Words.Wavefront);
  return A;
}

void f2layout::remarkPlans(KernelRemarks &Out, const Exchanges &R,
                           ArrayRef<ExchangePlan> Plans, const Target &T,
                           VersionSize Version) {
  if (!Out.isWanted())
    return;
  // By array and, if they stay, reason.
  MapVector<std::tuple<unsigned, StringRef, size_t>, PlanList> All, Groups;
  for (const auto &[N, P] : enumerate(Plans)) {
    const size_t Own = Out.eachPlace() ? N : 0;
    All[{P.Subject->Object, "", Own}].push_back(&P);
    const StringRef Why = P.Best ? StringRef() : StringRef(P.Name);
    Groups[{P.Subject->Object, Why, Own}].push_back(&P);
  }
  for (const auto &[Key, List] : All)
    Out.add([&, &Of = List] { return cost(Out, R, Of, T); });
  for (const auto &[Key, List] : Groups)
    Out.add([&, &Of = List] {
      return Of.front()->Best ? passedApart(Out, R, Of, Version)
                              : stays(Out, R, Of);
    });
}

void f2layout::remarkDoubleBuffering(KernelRemarks &Out, const Exchanges &R,
                                     ArrayRef<DoubleBufferedArray> Parted) {
  for (const DoubleBufferedArray &P : Parted) {
    const SharedObject &O = R.objects()[P.Object];
    if (P.Bytes <= O.Bytes)
      continue;
    Out.add([&] {
      return UserRemark(UserRemark::Passed, DEBUG_TYPE, "ArrayGrows",
                        *P.FirstBarrier->At)
                 .of(O.name())
             << "shared array " << NV("Array", O.name()) << " grows from "
             << NV("BytesBefore", O.Bytes) << " to "
             << NV("BytesAfter", P.Bytes)
             << " bytes: " << NV("Exchanges", P.Exchanges)
             << " exchanges take turns in parts of it, so that none waits "
                "until "
                "the one before is read";
    });
  }
}

namespace {
/// Loads of an array that stay for one reason.
struct MissedLoads {
  const MissedExchange *First = nullptr;
  unsigned Loads = 0;
  double Times = 0;
};
} // namespace

/// Where: in which blocks, if not in all.
static UserRemark missed(const MissedLoads &G, const Exchanges &R, Function &F,
                         StringRef Where) {
  const MissedExchange &M = *G.First;
  const Instruction *At = M.Load ? M.Load : M.Witness;
  if (!At)
    At = &*F.getEntryBlock().getFirstNonPHIOrDbg();
  UserRemark X(UserRemark::Missed, DEBUG_TYPE, M.Name, *At);
  X.Worth = G.Times * helpOf(M.Name);
  X.IsFinal = M.Name == "NotReached";
  X.IsVoidIfChanged = M.Name == "ArrayNotPrivate";
  X.Subject = R.objects()[M.Object].name() + Where.str();
  if (M.Load && G.Loads > 1)
    X << NV("Loads", G.Loads) << " loads";
  else if (M.Load)
    X << "load";
  X << (M.Load ? " from shared array " : "shared array ")
    << NV("Array", R.objects()[M.Object].name())
    << (G.Loads > 1 ? " stay" : " stays");
  if (!Where.empty())
    X << NV("Where", Where);
  X << (G.Loads > 1 ? ", the first because " : ": ") << NV("Reason", M.Why);
  const DILocation *Line =
      M.Witness && M.Witness != At ? userLine(*M.Witness) : nullptr;
  if (Line)
    X << " (see line " << NV("WitnessLine", Line->getLine()) << ")";
  return X;
}

void f2layout::remarkMissed(KernelRemarks &Out, Function &F, const Exchanges &R,
                            function_ref<bool(const MissedExchange &)> Which,
                            StringRef Where) {
  if (!Out.isWanted())
    return;
  MapVector<std::tuple<unsigned, StringRef, size_t>, MissedLoads> Groups;
  for (const auto &[N, M] : enumerate(R.missed())) {
    if (!Which(M))
      continue;
    MissedLoads &G = Groups[{M.Object, M.Name, Out.eachPlace() ? N : 0}];
    if (!G.First)
      G.First = &M;
    ++G.Loads;
    // Of an array as a whole, every access stays.
    if (M.Load)
      G.Times += Out.timesOf(*M.Load->getParent());
    else
      for (const SharedAccess &A : R.objects()[M.Object].Accesses)
        G.Times += Out.timesOf(*A.I->getParent());
  }
  for (const auto &[Key, Group] : Groups)
    Out.add([&, &G = Group] { return missed(G, R, F, Where); });
}

/// Nothing is wrong with the array for other passes, but what its author means
/// is not what the accesses do.
void f2layout::remarkRaces(KernelRemarks &Out, ArrayRef<WarpRace> Races) {
  for (const WarpRace &Race : Races)
    Out.add([&] {
      UserRemark R(UserRemark::Missed, DEBUG_TYPE, "WarpRace", *Race.Load);
      const std::string Warp =
          vocabularyOf(*Race.Load->getFunction()).Warp.str();
      R.Subject = Race.Object->name();
      for (const SharedAccess &A : Race.Object->Accesses)
        R.Worth += Out.timesOf(*A.I->getParent());
      R << "threads of one " << Warp << " read and write shared array "
        << NV("Array", Race.Object->name()) << " in no order: " << "thread "
        << NV("Reader", Race.Reader) << " reads byte " << NV("Byte", Race.Byte)
        << ", which thread " << NV("Writer", Race.Writer)
        << " writes, and no barrier lies between";
      const DILocation *Line = userLine(*Race.Store);
      const DILocation *Own = userLine(*Race.Load);
      if (Line && Own && Line->getLine() != Own->getLine())
        R << " (see line " << NV("WitnessLine", Line->getLine()) << ")";
      R << "; " << NV("Advice", adviceFor(Race));
      return R;
    });
}

void f2layout::remarkSearchEnded(KernelRemarks &Out, Function &F,
                                 unsigned Millions) {
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "SearchEnded", F);
    R.Worth = WholeKernel;
    R << "the search for exchanges ended after " << NV("Millions", Millions)
      << " million addresses: not every likely shape of the block, or not "
         "every unrolled loop, was tried; a larger search=, or "
         "-f2layout-search= in clang, continues";
    return R;
  });
}

void f2layout::remarkFunction(KernelRemarks &Out, Function &F, StringRef Name,
                              StringRef Why) {
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, Name, F);
    R.Worth = WholeKernel;
    R << "kernel left alone: " << NV("Reason", Why);
    return R;
  });
}
