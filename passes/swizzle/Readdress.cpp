//===- Readdress.cpp - f2layout-readdress ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/Readdress.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/sharedmemory/ArrayEnd.h"
#include "passes/sharedmemory/KernelContext.h"
#include "passes/sharedmemory/SharedMemoryInfo.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RemarkBook.h"
#include "passes/support/RewriteKind.h"
#include "passes/swizzle/LastingAddresses.h"
#include "passes/swizzle/PitchArray.h"
#include "passes/swizzle/SpreadArray.h"
#include "passes/swizzle/Swizzle.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind Swizzles("f2layout-swizzle", "Arrays that are swizzled");
static RewriteKind Shortened("f2layout-shorten",
                             "Arrays that lose an unused end");

/// Every array could begin and end at a whole word without exceeding the limit.
static bool fitWholeWords(ArrayRef<SharedObject> Objects, const Target &T) {
  std::optional<uint64_t> Bytes = sharedBytes(Objects);
  return Bytes && *Bytes <= T.MaxSharedBytes;
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
  std::optional<unsigned> Pressure;
  std::optional<LastingAddresses> Lasting;
  DenseMap<const GlobalVariable *, std::optional<Placement>> Known;
};

} // namespace

const Placement *ArrayPlacements::of(const SharedObject &O) {
  if (!Allowed || !O.Refusal.empty() || O.Arrays.size() != 1 ||
      O.Arrays.front()->hasAttribute(PitchAttribute))
    return nullptr;
  auto [It, New] = Known.try_emplace(O.Arrays.front());
  if (New) {
    std::optional<Placement> P = find(O);
    It = Known.find(O.Arrays.front());
    It->second = std::move(P);
  }
  return It->second ? &*It->second : nullptr;
}

/// As readdress() below decides.
std::optional<Placement> ArrayPlacements::find(const SharedObject &O) {
  const std::optional<RegisterBound> Bound = boundOfRewrites(F, L, T);
  if (Bound && !Pressure) {
    Pressure = registerPressure(F);
    Lasting.emplace(F, AM.getResult<LoopAnalysis>(F));
  }
  if (Bound && *Pressure + Lasting->of(O) > Bound->words())
    return std::nullopt;
  auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
  KernelEvals Evals(Memory, L);
  ArraySwizzler Swizzler(F, AM, T, L, Evals, O,
                         mostBytes(F, Memory, T, Evals, O, Grow),
                         /*Remarks=*/nullptr);
  std::optional<ArraySpreader> Spreader;
  if (!Swizzler.isBest())
    Spreader.emplace(F, AM, T, Evals, O, fitWholeWords(Memory.objects(), T));
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

/// True if the array's accesses, or the array itself, were changed.
static bool readdress(Function &F, FunctionAnalysisManager &AM, const Target &T,
                      const LaunchShape &L, KernelEvals &Evals,
                      const SharedObject &O, uint64_t MostBytes, bool Room,
                      bool Rerouted, KernelRemarks &Remarks) {
  ArraySwizzler Swizzler(F, AM, T, L, Evals, O, MostBytes, &Remarks);
  std::optional<ArraySpreader> Spreader;
  if (!Swizzler.isBest())
    Spreader.emplace(F, AM, T, Evals, O, Room);
  if (const PitchPlan *P = pitchOf(Swizzler, Spreader ? &*Spreader : nullptr);
      P && applyPitch(F, O, Swizzler.neededAlign(), *P, Remarks))
    return true;
  if (Spreader) {
    if (Spreader->apply(Remarks))
      return true;
    Spreader->explain(Remarks);
  }
  if (Swizzler.hasPlan()) {
    if (Swizzles.mayRewrite(Remarks, DEBUG_TYPE, *O.Accesses.front().I)) {
      Swizzler.apply();
      return true;
    }
  } else if (!hasNarrowElements(O, T.M))
    Swizzler.explain();
  return Rerouted && shorten(F, Evals.forProofs(), O, Remarks);
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
  std::optional<LastingAddresses> Lasting;
  KernelRemarks Remarks(F, AM);
  for (const SharedObject &O : Objects) {
    if (O.Arrays.front()->hasAttribute(ScratchAttribute) ||
        O.Arrays.front()->hasAttribute(PitchAttribute))
      continue;
    if (!Pressure && boundOfRewrites(F, L, C->T))
      Pressure = registerPressure(F);
    if (!Lasting)
      Lasting.emplace(F, AM.getResult<LoopAnalysis>(F));
    if (remarkRegisters(Remarks, F, L, C->T, DEBUG_TYPE,
                        "shared array " + O.name(), Lasting->of(O), Pressure))
      continue;
    auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
    KernelEvals Evals(Memory, L);
    if (!readdress(F, AM, C->T, L, Evals, O,
                   mostBytes(F, Memory, C->T, Evals, O, Opts.Grow), Room,
                   Rerouted, Remarks))
      continue;
    Changed = true;
    Pressure.reset();
    Lasting.reset();
    AM.invalidate(F, Flow); // evaluations refer to deleted instructions
  }
  if (!Changed)
    return PreservedAnalyses::all();
  limitRegisters(F, L, C->T);
  F.addFnAttr(ReroutedAttribute);
  return Flow;
}
