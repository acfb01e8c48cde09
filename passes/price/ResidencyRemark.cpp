//===- ResidencyRemark.cpp - Tell how many warps fewer run ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/ResidencyRemark.h"
#include "intrinsics/Vocabulary.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/sharedmemory/KernelContext.h"
#include "passes/support/RemarkBook.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

#define DEBUG_TYPE "f2layout-residency"

static constexpr char WordsAttribute[] = "f2layout-words-as-written";

PreservedAnalyses KeepPressurePass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  if (isKernel(F) && KernelRemarks(F, AM).isWanted())
    F.addFnAttr(WordsAttribute, utostr(registerPressure(F)));
  return PreservedAnalyses::all();
}

using NV = UserRemark::Argument;

static UserRemark fewerWarps(Function &F, unsigned Had, unsigned Has,
                             unsigned WarpsBefore, unsigned WarpsAfter,
                             double Slowdown) {
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Residency", F);
  R.Worth = Slowdown;
  R << "by estimate, about " << NV("RegistersAfter", Has)
    << " registers of a thread will be in use instead of "
    << NV("RegistersBefore", Had) << ", so that "
    << NV("WarpsAfter", WarpsAfter) << " "
    << vocabularyOf(F).Warp.str() + "s run at a time instead of "
    << NV("WarpsBefore", WarpsBefore)
    << (Slowdown == 1 ? ", which are taken to be enough" : "")
    << "; __launch_bounds__ limits registers";
  return R;
}

PreservedAnalyses ResidencyRemarkPass::run(Function &F,
                                           FunctionAnalysisManager &AM) {
  unsigned Before = 0;
  if (!F.hasFnAttribute(WordsAttribute))
    return PreservedAnalyses::all();
  F.getFnAttribute(WordsAttribute).getValueAsString().getAsInteger(10, Before);
  F.removeFnAttr(WordsAttribute);
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused())
    return PreservedAnalyses::all();
  std::optional<unsigned> Threads = C->Launch.ExactThreads;
  if (!Threads)
    Threads = C->Launch.BoundThreads;
  const unsigned Had = Before + UsualReserve;
  const unsigned Has = registerPressure(F) + UsualReserve;
  const unsigned WarpsBefore = residentWarps(C->T, Threads, Had);
  const unsigned WarpsAfter = residentWarps(C->T, Threads, Has);
  if (WarpsAfter < WarpsBefore)
    KernelRemarks(F, AM).add([&] {
      return fewerWarps(F, Had, Has, WarpsBefore, WarpsAfter,
                        slowdownByRegisters(C->T, Threads, Had, Has));
    });
  return PreservedAnalyses::all();
}
