//===- ResidencyRemark.cpp - Tell how many warps fewer run ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/ResidencyRemark.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/price/Residency.h"
#include "passes/price/StatedVectors.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/RemarkBook.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

#define DEBUG_TYPE "f2layout-residency"

/// Nothing is said about fewer warps if their chance is below this.
static constexpr double LeastChance = 0.05;

static constexpr char WordsAttribute[] = "f2layout-words-as-written";
static constexpr char AccessesAttribute[] = "f2layout-accesses-as-written";

static ScheduledPressure pressureOf(const Function &F) {
  return ScheduledPressure::of(F, statedVectors(F));
}

/// A number that is another one if the accesses of F, in their order, have
/// other sizes or alignments, and on AMD, whose scheduler is LLVM's, if some
/// instruction was added or removed.
static uint64_t accessesOf(const Function &F) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Number = compat::targetTriple(*F.getParent()).isAMDGPU()
                        ? F.getInstructionCount()
                        : 0;
  for (const Instruction &I : instructions(F)) {
    uint64_t OfThis = 0;
    if (isa<LoadInst, StoreInst>(I))
      OfThis =
          DL.getTypeStoreSize(getLoadStoreType(&I)).getKnownMinValue() * 512 +
          getLoadStoreAlignment(&I).value() * 2 + isa<StoreInst>(I);
    else if (isa<MemTransferInst>(I))
      OfThis = 1;
    if (OfThis)
      Number = Number * 1000003 + OfThis;
  }
  return Number;
}

PreservedAnalyses KeepPressurePass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  if (isKernel(F) && KernelRemarks(F, AM).isWanted()) {
    const ScheduledPressure P = pressureOf(F);
    F.addFnAttr(WordsAttribute, utostr(P.AsWritten) + "," + utostr(P.Least));
    F.addFnAttr(AccessesAttribute, utostr(accessesOf(F)));
  }
  return PreservedAnalyses::all();
}

using NV = UserRemark::Argument;

namespace {

/// What is said about one kernel.
class ResidencyReport {
public:
  ResidencyReport(Function &F, const KernelContext &C, unsigned HadWords,
                  unsigned HasWords);
  bool losesWarps() const { return WarpsAfter < WarpsBefore; }
  bool mayLoseWarps() const {
    return chanceOfFewerWarps(C.T, Threads, HadWords, HasWords) >= LeastChance;
  }
  UserRemark fewerWarps() const;
  UserRemark perhapsFewerWarps() const;

private:
  unsigned warps(unsigned Registers) const {
    return residentWarps(C.T, Threads, Registers);
  }
  std::string warpName() const { return vocabularyOf(F).Warp.str() + "s"; }
  StringRef advice() const;

  Function &F;
  const KernelContext &C;
  const unsigned HadWords, HasWords;
  const RegisterSpread Had, Has;
  std::optional<unsigned> Threads;
  unsigned WarpsBefore = 0, WarpsAfter = 0;
};

} // namespace

ResidencyReport::ResidencyReport(Function &F, const KernelContext &C,
                                 unsigned HadWords, unsigned HasWords)
    : F(F), C(C), HadWords(HadWords), HasWords(HasWords),
      Had(registersOf(C.T, HadWords)), Has(registersOf(C.T, HasWords)),
      Threads(statedBlock(C.Launch, C.T)) {
  WarpsBefore = warps(Had.Usual);
  WarpsAfter = warps(Has.Usual);
}

/// What a second number of launch bounds counts.
StringRef ResidencyReport::advice() const {
  return C.T.Maker == Vendor::NVIDIA
             ? "__launch_bounds__(threads, blocks) states how many must fit"
             : "__launch_bounds__(threads, waves) states how many must fit";
}

UserRemark ResidencyReport::fewerWarps() const {
  const double Slowdown =
      slowdownByRegisters(C.T, Threads, Had.Usual, Has.Usual);
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Residency", F);
  R.Worth = WholeKernel;
  R << "by estimate, about " << NV("RegistersAfter", Has.Usual)
    << " registers of a thread will be in use instead of "
    << NV("RegistersBefore", Had.Usual) << ", so that "
    << NV("WarpsAfter", WarpsAfter) << " " << warpName()
    << " run at a time instead of " << NV("WarpsBefore", WarpsBefore)
    << (Slowdown == 1 ? ", which are taken to be enough" : "") << "; "
    << advice();
  return R;
}

UserRemark ResidencyReport::perhapsFewerWarps() const {
  UserRemark R(UserRemark::Analysis, DEBUG_TYPE, "RegistersMayGrow", F);
  R.Worth = WholeKernel;
  R << "the new accesses may take more registers, and fewer " << warpName()
    << " run at a time: by estimate a thread has about "
    << NV("Registers", Has.Usual) << ", in nine kernels of ten "
    << NV("Least", Has.Least) << " to " << NV("Most", Has.Most)
    << ", with which " << NV("MostWarps", warps(Has.Least)) << " to "
    << NV("LeastWarps", warps(Has.Most)) << " " << warpName() << " run; "
    << advice();
  return R;
}

PreservedAnalyses ResidencyRemarkPass::run(Function &F,
                                           FunctionAnalysisManager &AM) {
  ScheduledPressure Before;
  uint64_t Accesses = 0;
  if (!F.hasFnAttribute(WordsAttribute))
    return PreservedAnalyses::all();
  const auto [Words, Least] =
      F.getFnAttribute(WordsAttribute).getValueAsString().split(',');
  Words.getAsInteger(10, Before.AsWritten);
  Least.getAsInteger(10, Before.Least);
  F.getFnAttribute(AccessesAttribute)
      .getValueAsString()
      .getAsInteger(10, Accesses);
  F.removeFnAttr(WordsAttribute);
  F.removeFnAttr(AccessesAttribute);
  if (statesWarps(F))
    return PreservedAnalyses::all();
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused())
    return PreservedAnalyses::all();
  const bool IsOther = accessesOf(F) != Accesses;
  const ResidencyReport T(F, *C, Before.Least, pressureOf(F).behind(Before));
  if (T.losesWarps())
    KernelRemarks(F, AM).add([&] { return T.fewerWarps(); });
  else if (IsOther && T.mayLoseWarps())
    KernelRemarks(F, AM).add([&] { return T.perhapsFewerWarps(); });
  return PreservedAnalyses::all();
}
