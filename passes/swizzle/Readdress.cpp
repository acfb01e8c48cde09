//===- Readdress.cpp - f2layout-readdress ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/Readdress.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/sharedmemory/changes/ArrayEnd.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RemarkBook.h"
#include "passes/support/RewriteKind.h"
#include "passes/swizzle/LastingAddresses.h"
#include "passes/swizzle/PitchArray.h"
#include "passes/swizzle/SpreadArray.h"
#include "passes/swizzle/Swizzle.h"
#include "llvm/IR/Module.h"
#include <list>

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind Swizzles("f2layout-swizzle", "Arrays that are swizzled");
static RewriteKind Shortened("f2layout-shorten",
                             "Arrays that lose an unused end");

/// So many addresses of accesses are held at a time.
static constexpr uint64_t MaxEvaluated = 1 << 21;

/// Every array could begin and end at a whole word without exceeding the limit.
static bool fitWholeWords(ArrayRef<SharedObject> Objects, const Target &T) {
  std::optional<uint64_t> Bytes = sharedBytes(Objects);
  return Bytes && *Bytes <= T.MaxSharedBytes;
}

/// Deletes what f2layout-reroute has left unused of an array.
static bool shorten(Function &F, const SharedObject &O, uint64_t Bytes,
                    KernelRemarks &Remarks) {
  const std::string Name = O.name(); // the array may be replaced
  if (!Shortened.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I))
    return false;
  shortenArray(F, O, Bytes);
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Shortened",
                 *O.Accesses.front().I);
    R.Subject = Name;
    R << "the last " << NV("BytesSaved", O.Bytes - Bytes) << " of "
      << NV("Bytes", O.Bytes) << " bytes of shared array " << NV("Array", Name)
      << " are no longer used and were removed";
    return R;
  });
  return true;
}

/// Another pitch, if nothing else is better. It is better than a swizzle if
/// there is one.
static const PitchPlan *pitchOf(const ArraySwizzler &Swizzler,
                                const ArraySpreader *Spreader) {
  const PitchPlan *P = Swizzler.pitch();
  const ReaddressPlan *Spread = Spreader ? Spreader->best() : nullptr;
  return P && Spread && Spread->WavefrontsAfter <= P->After.Wavefronts ? nullptr
                                                                       : P;
}

namespace {

class ArrayPlacements : public Placements {
public:
  ArrayPlacements(Function &F, FunctionAnalysisManager &AM, const Target &T,
                  const Options &O)
      : F(F), AM(AM), T(T), L(launchOf(F, AM, O)), Allowed(O.Readdress),
        Grow(O.Grow) {}
  const Placement *of(const SharedObject &O) override;

private:
  std::optional<Placement> find(const SharedObject &O);

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  const LaunchShape L;
  const bool Allowed, Grow;
  /// Of F as it was at the first question. Stores that are completed since then
  /// need no more registers and no memory.
  std::optional<unsigned> Pressure;
  std::optional<ArrayGrowth> Growth;
  std::optional<bool> MayEnd;
  DenseMap<const GlobalVariable *, std::optional<Placement>> Known;
};

} // namespace

const Placement *ArrayPlacements::of(const SharedObject &O) {
  if (!Allowed || !O.Refusal.empty() || O.Arrays.size() != 1 ||
      O.Arrays.front()->hasAttribute(PitchAttribute))
    return nullptr;
  auto [It, New] = Known.try_emplace(O.Arrays.front());
  if (New)
    for (const SharedObject &Own :
         AM.getResult<SharedMemoryInfoAnalysis>(F).objects())
      if (Own.Refusal.empty() && Own.Arrays == O.Arrays) {
        It->second = find(Own);
        break;
      }
  return It->second ? &*It->second : nullptr;
}

/// As readdress() below decides.
std::optional<Placement> ArrayPlacements::find(const SharedObject &O) {
  const std::optional<RegisterBound> Bound = boundOfRewrites(F, L, T);
  if (Bound) {
    if (!Pressure)
      Pressure = registerPressure(F);
    // Not kept: it refers to instructions, and F may change between questions.
    const LastingAddresses Lasting(F, AM.getResult<LoopAnalysis>(F));
    if (*Pressure + Lasting.of(O) > Bound->words())
      return std::nullopt;
  }
  auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
  KernelEvals Evals(Memory, L);
  if (!Growth) {
    Growth = growthOfArrays(F, Memory, T, Evals, Grow);
    MayEnd = mayEndThread(F);
  }
  ArraySwizzler Swizzler(F, AM, T, L, Evals, O, *Growth,
                         /*Remarks=*/nullptr);
  std::optional<ArraySpreader> Spreader;
  if (!Swizzler.isBest())
    Spreader.emplace(F, AM, T, Evals, O, fitWholeWords(Memory.objects(), T),
                     *MayEnd);
  if (const PitchPlan *P = pitchOf(Swizzler, Spreader ? &*Spreader : nullptr))
    return Placement{"in rows of another pitch",
                     [Map = P->Map](uint32_t At) { return Map.place(At); }, 0,
                     Swizzler.arithmeticOfAccess(P->ArithmeticClocks)};
  if (Spreader)
    if (const ReaddressPlan *P = Spreader->best())
      return Placement{"with one element to a bank",
                       [Map = P->Map](uint32_t At) { return Map.place(At); },
                       P->Map.Size, P->ArithmeticClocks};
  if (!Swizzler.hasPlan())
    return std::nullopt;
  return Placement{
      "with a swizzle",
      [Map = Swizzler.plan().Map](uint32_t At) { return Map.place(At); }, 0,
      Swizzler.arithmeticOfAccess(Swizzler.plan().ArithmeticClocks)};
}

MakePlacements f2layout::placementsOf(const Options &O) {
  return [O](Function &F, FunctionAnalysisManager &AM, const Target &T) {
    return std::make_unique<ArrayPlacements>(F, AM, T, O);
  };
}

namespace {

/// What will be done with one array. It refers to the analyses only while it is
/// chosen, and else to what the accesses of the array are made from.
struct Choice {
  const SharedObject &O;
  unsigned Registers; ///< That new addresses may take, if there is a bound.
  ArraySwizzler Swizzler;
  std::optional<ArraySpreader> Spreader;
  /// The bytes to which the array is shortened if nothing else is done.
  std::optional<uint64_t> Shorter;

  bool affectsOthers() const;
};

/// All arrays of one function. What is chosen for one array does not depend on
/// the addresses of others, but on how much memory and how many registers they
/// leave. So the analyses are made again only behind a change of those, and not
/// behind each of many arrays.
class Readdresser {
public:
  Readdresser(Function &F, FunctionAnalysisManager &AM, const KernelContext &C,
              const Options &O, ArrayRef<SharedObject> Objects)
      : F(F), AM(AM), T(C.T), L(C.Launch), Grow(O.Grow),
        Room(fitWholeWords(Objects, C.T)),
        Rerouted(F.hasFnAttribute(ReroutedAttribute)), MayEnd(mayEndThread(F)),
        Bound(boundOfRewrites(F, C.Launch, C.T)), Remarks(F, AM) {}

  void add(const SharedObject &O);
  /// Applies what was chosen so far.
  void applyAll();
  bool changed() const { return Changed; }

  /// What every change preserves.
  static PreservedAnalyses flow() {
    PreservedAnalyses Flow;
    Flow.preserveSet<CFGAnalyses>();
    return Flow;
  }

private:
  bool hasRegisters(unsigned Added);
  bool lacksRegisters(const SharedObject &O, unsigned Added);
  bool apply(Choice &C);

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  const LaunchShape &L;
  const bool Grow, Room, Rerouted, MayEnd;
  const std::optional<RegisterBound> Bound;
  KernelRemarks Remarks;
  bool Changed = false;
  /// Of the function as it is; made when the next array needs them.
  std::optional<KernelEvals> Evals;
  std::optional<ArrayGrowth> Growth;
  std::optional<unsigned> Pressure;
  std::optional<LastingAddresses> Lasting;
  std::list<Choice> Chosen;
  uint64_t Evaluated = 0; ///< How many addresses Chosen holds, about.
};

} // namespace

/// What is chosen for other arrays may be different behind the change: it
/// affects the size or the alignment of the array, or deletes an instruction
/// that has other users.
bool Choice::affectsOthers() const {
  const ReaddressPlan *Spread = Spreader ? Spreader->best() : nullptr;
  if (pitchOf(Swizzler, Spreader ? &*Spreader : nullptr))
    return true;
  if (!Spread && !Swizzler.hasPlan())
    return Shorter.has_value();
  const GlobalVariable &G = *O.Arrays.front();
  const uint64_t Bytes = G.getDataLayout().getTypeAllocSize(G.getValueType());
  const Align Now = G.getAlign().valueOrOne();
  if (Spread && (Spread->Map.Bytes > Bytes ||
                 Spread->Map.Ways * Spread->Map.Size > Now.value() ||
                 any_of(O.Accesses, [&](const SharedAccess &A) {
                   return A.Bytes > Spread->Map.Size;
                 })))
    return true;
  return Swizzler.hasPlan() && !O.Dynamic &&
         (Swizzler.plan().Map.bytes(O.Bytes) != Bytes ||
          Swizzler.neededAlign() > Now);
}

/// By the last count.
bool Readdresser::hasRegisters(unsigned Added) {
  if (!Bound)
    return true;
  if (!Pressure)
    Pressure = registerPressure(F);
  return *Pressure + Added <= Bound->words();
}

bool Readdresser::lacksRegisters(const SharedObject &O, unsigned Added) {
  return !hasRegisters(Added) &&
         remarkRegisters(Remarks, F, L, T, DEBUG_TYPE,
                         "shared array " + O.name(), Added, Pressure);
}

void Readdresser::add(const SharedObject &O) {
  unsigned Registers = 0;
  if (Bound) {
    if (!Lasting)
      Lasting.emplace(F, AM.getResult<LoopAnalysis>(F));
    Registers = Lasting->of(O);
  }
  // What was chosen so far may free some.
  if (!hasRegisters(Registers)) {
    applyAll();
    if (lacksRegisters(O, Registers))
      return;
  }
  auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
  if (!Evals)
    Evals.emplace(Memory, L);
  if (!Growth)
    Growth = growthOfArrays(F, Memory, T, *Evals, Grow);
  Choice &C = Chosen.emplace_back(Choice{
      O, Registers, ArraySwizzler(F, AM, T, L, *Evals, O, *Growth, &Remarks),
      std::nullopt, std::nullopt});
  if (!C.Swizzler.isBest())
    C.Spreader.emplace(F, AM, T, *Evals, O, Room, MayEnd);
  if (Rerouted)
    C.Shorter = shorterSize(F, Evals->forProofs(), O);
  Evaluated += O.Accesses.size() * uint64_t(Evals->shapeForCosts().threads());
  if (Evaluated > MaxEvaluated || C.affectsOthers())
    applyAll();
}

void Readdresser::applyAll() {
  bool Now = false;
  for (Choice &C : Chosen)
    if (!lacksRegisters(C.O, C.Registers) && apply(C)) {
      Now = true;
      Pressure.reset();
    }
  Chosen.clear();
  Evaluated = 0;
  if (!Now)
    return;
  Changed = true;
  Lasting.reset();
  Evals.reset();
  Growth.reset();
  AM.invalidate(F, flow()); // evaluations refer to deleted instructions
}

/// True if the array's accesses, or the array itself, were changed.
bool Readdresser::apply(Choice &C) {
  ArraySpreader *Spreader = C.Spreader ? &*C.Spreader : nullptr;
  if (const PitchPlan *P = pitchOf(C.Swizzler, Spreader);
      P && applyPitch(F, C.O, C.Swizzler.neededAlign(), *P, Remarks))
    return true;
  if (Spreader) {
    if (Spreader->apply(Remarks))
      return true;
    Spreader->explain(Remarks);
  }
  if (C.Swizzler.hasPlan()) {
    if (Swizzles.mayRewrite(Remarks, DEBUG_TYPE, *C.O.Accesses.front().I)) {
      C.Swizzler.apply();
      return true;
    }
  } else if (!hasNarrowElements(C.O, T.M))
    C.Swizzler.explain();
  return C.Shorter && shorten(F, C.O, *C.Shorter, Remarks);
}

static PreservedAnalyses readdress(Function &F, FunctionAnalysisManager &AM,
                                   const Options &Opts) {
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused())
    return PreservedAnalyses::all();
  // A copy: accesses of one array are rewritten before the next is looked at.
  const SmallVector<SharedObject, 4> Objects(
      AM.getResult<SharedMemoryInfoAnalysis>(F).objects(
          /*WithMatrices=*/true));
  if (Objects.empty())
    return PreservedAnalyses::all();
  Readdresser R(F, AM, *C, Opts, Objects);
  for (const SharedObject &O : Objects)
    if (!O.Arrays.front()->hasAttribute(ScratchAttribute) &&
        !O.Arrays.front()->hasAttribute(PitchAttribute))
      R.add(O);
  R.applyAll();
  if (!R.changed())
    return PreservedAnalyses::all();
  limitRegisters(F, C->Launch, C->T);
  F.addFnAttr(ReroutedAttribute);
  return Readdresser::flow();
}

PreservedAnalyses ReaddressPass::run(Function &F, FunctionAnalysisManager &AM) {
  return withoutEvaluations(readdress(F, AM, Opts));
}
