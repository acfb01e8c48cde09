//===- Report.cpp - Printing findings -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/run/Run.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::sim {

void printFindings(const RunResult &R, const std::string &Prefix) {
  for (const Finding &F : R.Findings) {
    outs() << Prefix << nameOf(F.Kind) << ": " << F.Text;
    if (F.Count > 1)
      outs() << "\n    (" << F.Count << " times)";
    outs() << "\n";
  }
}

void printCosts(const RunResult &R, const std::string &Title) {
  outs() << Title << R.Steps << " instructions of all threads, " << R.LiveWords
         << " words of a thread live at once\n";
}

void printBanks(const RunResult &R, const std::string &Title) {
  BankRow Total;
  outs() << Title << "shared accesses: warps x bytes, wavefronts, without "
         << "conflicts\n";
  for (const BankRow &B : R.Banks) {
    outs() << "  " << (B.Store ? "store " : "load  ") << B.Accesses << " x "
           << B.Size << ", " << B.Wavefronts << " wavefronts, " << B.Ideal
           << " ideal: " << describe(B.I->I) << "\n";
    Total.Accesses += B.Accesses;
    Total.Wavefronts += B.Wavefronts;
    Total.Ideal += B.Ideal;
  }
  outs() << "  total " << Total.Accesses << " accesses, " << Total.Wavefronts
         << " wavefronts, " << Total.Ideal << " ideal\n";
}

void printDump(Runner &R, const Options &O) {
  for (const auto &[Arg, Bytes] : O.Dumps) {
    std::string Name = "arg " + utostr(bufferNumber(Arg, O));
    for (auto &Obj : R.program().Memory.Globals) {
      if (Obj->Name != Name)
        continue;
      outs() << "arg " << Arg << ":";
      for (uint64_t I = 0; I < std::min(Bytes, Obj->Size); ++I) {
        if (I % 16 == 0)
          outs() << "\n  " << format_hex_no_prefix(I, 6) << ":";
        Page &P = Obj->page(I);
        if (I % 4 == 0)
          outs() << " ";
        if (P.S[I % PageSize] >= Undef)
          outs() << "??";
        else
          outs() << format_hex_no_prefix(P.D[I % PageSize], 2);
      }
      outs() << "\n";
    }
  }
}

std::string toJson(StringRef Kernel, const RunResult &R) {
  json::Array Findings, Banks;
  for (const Finding &F : R.Findings)
    Findings.push_back(json::Object{{"kind", nameOf(F.Kind)},
                                    {"about", F.Where},
                                    {"text", json::fixUTF8(F.Text)},
                                    {"count", int64_t(F.Count)},
                                    {"note", isNote(F.Kind)}});
  int64_t Accesses = 0, Wavefronts = 0, Ideal = 0;
  for (const BankRow &B : R.Banks) {
    Banks.push_back(
        json::Object{{"instruction", json::fixUTF8(describe(B.I->I))},
                     {"store", B.Store},
                     {"bytes", int64_t(B.Size)},
                     {"accesses", int64_t(B.Accesses)},
                     {"wavefronts", int64_t(B.Wavefronts)},
                     {"ideal", int64_t(B.Ideal)}});
    Accesses += B.Accesses;
    Wavefronts += B.Wavefronts;
    Ideal += B.Ideal;
  }
  int64_t PerBlock = (R.Threads + R.WarpSize - 1) / R.WarpSize;
  json::Object Root{{"kernel", Kernel},
                    {"ran", R.Ran},
                    {"error", R.Error},
                    {"halted", R.Halted},
                    {"steps", int64_t(R.Steps)},
                    {"computed", int64_t(R.Computed)},
                    {"barriers", int64_t(R.Barriers)},
                    {"live_words", int64_t(R.LiveWords)},
                    {"threads", int64_t(R.Threads)},
                    {"warp_size", int64_t(R.WarpSize)},
                    {"warps", PerBlock * int64_t(R.L.Grid.count())},
                    {"findings", std::move(Findings)},
                    {"shared", std::move(Banks)},
                    {"accesses", Accesses},
                    {"wavefronts", Wavefronts},
                    {"ideal_wavefronts", Ideal}};
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv("{0:2}", json::Value(std::move(Root)));
  return Text;
}

} // namespace f2layout::sim
