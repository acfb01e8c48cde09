//===- Main.cpp - f2sim ---------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2sim k.ll --kernel k --block 128 --report
//   f2sim --equal before.ll after.ll --kernel k --block 128 --arg 2=100,128
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Run.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout::sim;

static int usage(const std::string &Error) {
  errs() << "f2sim: " << Error << "\n";
  return 2;
}

/// Runs one kernel in each schedule and for all arguments.
static int runOne(Runner &R, const llvm::Function &K, const Options &O) {
  int Status = 0;
  for (const Values &V : combinations(O))
    for (const Schedule &S : O.Schedules) {
      RunResult Result = R.run(K, O, V, S);
      if (!Result.Ran)
        return usage(Result.Error);
      if (O.Json) {
        outs() << toJson(K.getName(), Result) << "\n";
      } else if (!O.Quiet) {
        outs() << "kernel " << K.getName() << ", " << Result.Threads
               << " threads, schedule " << S.name();
        if (!V.empty())
          outs() << ", " << valuesText(V);
        outs() << ": " << Result.Steps << " instructions\n";
        printFindings(Result, "  ");
        if (O.Report) {
          printCosts(Result, "  ");
          printBanks(Result, "");
        }
        printDump(R, O);
      }
      for (const Finding &F : Result.Findings)
        if (F.Kind == Problem::Unsupported)
          Status = 2;
        else if (!isNote(F.Kind))
          Status = std::max(Status, 1);
    }
  return Status;
}

static void printComparison(const std::string &Name, const Comparison &C,
                            const Options &O) {
  StringRef Word = C.Is == Verdict::Equal       ? "equal"
                   : C.Is == Verdict::Different ? "DIFFERENT"
                   : C.Is == Verdict::None      ? "no verdict"
                   : C.Is == Verdict::Depends   ? "no verdict"
                                                : "unsupported";
  if (O.AllKernels && C.Is == Verdict::Equal)
    return;
  outs() << Word << (C.Text.empty() ? "" : ": ") << C.Text << "\n";
}

static int compareAll(Runner &Before, Runner &After, const Options &O) {
  std::vector<std::string> Names;
  if (O.AllKernels) {
    for (const llvm::Function *F : Before.kernels())
      if (After.program().M.getFunction(F->getName()))
        Names.push_back(F->getName().str());
    if (Names.empty())
      return usage("the modules have no kernel in common");
  } else {
    Names.push_back(O.Kernel);
  }
  std::string Error;
  std::vector<const llvm::Function *> Kernels;
  Options Named = O;
  for (const std::string &N : Names) {
    Named.Kernel = N;
    if (const llvm::Function *F = Before.pick(Named, Error))
      Kernels.push_back(F);
  }
  if (!optionsFit(O, Kernels, Error))
    return usage(Error);
  int Status = 0;
  size_t Equal = 0;
  for (const std::string &N : Names) {
    RunResult RB, RA;
    Comparison C = compareKernel(Before, After, N, O, &RB, &RA);
    printComparison(N, C, O);
    if (O.Report) {
      printCosts(RB, "before, ");
      printCosts(RA, "after, ");
      printBanks(RB, "before, ");
      printBanks(RA, "after, ");
    }
    Equal += C.Is == Verdict::Equal;
    // A difference takes precedence over cases that could not be judged, and
    // what the simulator does not know over what the kernel leaves open.
    if (C.Is == Verdict::Different)
      Status = 1;
    if (C.Is == Verdict::Unsupported && Status != 1)
      Status = 2;
    if (C.Is == Verdict::None && (Status == 0 || Status == 4))
      Status = 3;
    if (C.Is == Verdict::Depends && Status == 0)
      Status = 4;
  }
  if (O.AllKernels)
    outs() << Equal << " of " << Names.size() << " kernels equal\n";
  return Status;
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  Options O;
  std::string Error;
  if (!parseOptions(Argc, Argv, O, Error))
    return usage(Error + " (--help lists the options)");
  if (O.Help) {
    outs() << helpText();
    return 0;
  }
  auto First = Runner::open(O.Files[0], Error);
  if (!First)
    return usage(Error);
  if (O.Equal) {
    auto Second = Runner::open(O.Files[1], Error);
    if (!Second)
      return usage(Error);
    return compareAll(*First, *Second, O);
  }
  if (O.AllKernels) {
    if (!optionsFit(O, First->kernels(), Error))
      return usage(Error);
    int Status = 0;
    for (const llvm::Function *F : First->kernels())
      Status = std::max(Status, runOne(*First, *F, O));
    return Status;
  }
  const llvm::Function *K = First->pick(O, Error);
  if (!K || !optionsFit(O, K, Error))
    return usage(Error);
  return runOne(*First, *K, O);
}
