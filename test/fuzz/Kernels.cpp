//===- Kernels.cpp - Random kernels, for libFuzzer ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are decisions, of which KernelWriter.h makes a kernel. LLVM
// prepares it, the plugin rewrites it, and f2sim must find that both compute
// the same in every launch. The plugin must make the same bytes of it twice.
//
//   fuzz-kernels --show FILE     prints the kernel of a finding, before and
//                                after, and the verdict on each launch
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Judge.h"
#include "test/fuzz/KernelWriter.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::fuzz;

namespace {
/// What a run has seen, told at its end.
struct Tally {
  unsigned Kernels = 0, Changed = 0, Launches = 0, NoVerdict = 0;
  bool Show = false;
  ~Tally() {
    errs() << Kernels << " kernels, " << Changed << " changed, " << Launches
           << " launches, " << NoVerdict << " without a verdict\n";
  }
};
} // namespace

static Tally &tally() {
  static Tally T;
  return T;
}

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  for (int I = 1; I < *Argc; ++I)
    tally().Show |= StringRef((*Argv)[I]) == "--show";
  return 0;
}

[[noreturn]] static void complain(StringRef What, StringRef Passes,
                                  StringRef Before, StringRef After) {
  errs() << What << "\npasses: " << Passes << "\nbefore:\n"
         << Before << "\nafter:\n"
         << After << "\n";
  abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Decisions D(ArrayRef(Data, Size));
  const StringRef Prepared = D.among<StringRef>(
      {"default<O2>", "sroa,early-cse,simplifycfg", "default<O3>"});
  const StringRef Passes = D.among<StringRef>(
      {"f2layout", "f2layout<no-shuffle>", "f2layout<no-shared>", "f2layout",
       "f2layout<no-guess>", "f2layout,default<O1>"});
  const FuzzKernel Kernel = writeKernel(D);
  const Rewritten Before = rewrite(Kernel.Text, Prepared, false);
  if (!Before.Readable)
    complain("not valid", Prepared, Kernel.Text, "");
  if (tally().Show)
    errs() << Before.Text << "\npasses: " << Passes << "\n";
  const Rewritten After = rewrite(Before.Text, Passes, true);
  if (tally().Show)
    errs() << After.Text << "\n";
  if (!After.Errors.empty())
    complain(After.Errors, Passes, Before.Text, After.Text);
  ++tally().Kernels;
  if (After.Text == Before.Text)
    return 0;
  ++tally().Changed;
  if (rewrite(Before.Text, Passes, true).Text != After.Text)
    complain("the second time otherwise", Passes, Before.Text, After.Text);
  for (const sim::Options &Launch : Kernel.Launches) {
    const Judged J = compare(Before.Text, After.Text, Launch);
    ++tally().Launches;
    tally().NoVerdict += J.Is == Verdict::None;
    if (tally().Show)
      errs() << (J.Why.empty() ? "equal" : J.Why) << "\n";
    if (J.Is == Verdict::Wrong)
      complain(J.Why, Passes, Before.Text, After.Text);
  }
  return 0;
}
