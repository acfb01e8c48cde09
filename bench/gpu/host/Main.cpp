//===- Main.cpp - The GPU benchmark's host program ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f2bench --cubins DIR --results FILE [--repetitions N] [--iterations N]
//         [--kernels FILE] [--only TEXT] [--after KERNEL]
//         [--without KERNEL/VARIANT]... [--profile KERNEL]...
// f2bench --list
//
// DIR/support.cubin and DIR/<variant>/<source>.cubin are built by build.py
// (Library.h); the first of clang and nvcc that exists is the reference. Each
// kernel appends one line of JSON to FILE. The exit code is 2 without a GPU,
// and 3 after a kernel that failed: the results' last line then names it, and
// the process cannot run other kernels.
//
// With --profile, those kernels are neither checked nor timed: each variant is
// launched for a profiler, and appends a line (see profile_kernels.py). --list
// prints each kernel with its source, and needs no GPU.
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>

using namespace f2bench;

namespace {

struct Options {
  std::string Cubins, Results, Kernels, Only, After;
  std::set<std::string> Without, Profile;
  int Repetitions = 31, Iterations = 1000;
  unsigned long long Seed = 1;
};

bool parse(int Count, char **Words, Options &O) {
  for (int I = 1; I < Count; ++I) {
    std::string Word = Words[I];
    if (I + 1 == Count) {
      std::fprintf(stderr, "f2bench: %s: unknown, or lacks its value\n",
                   Word.c_str());
      return false;
    }
    const char *Value = Words[++I];
    if (Word == "--cubins")
      O.Cubins = Value;
    else if (Word == "--results")
      O.Results = Value;
    else if (Word == "--kernels")
      O.Kernels = Value;
    else if (Word == "--only")
      O.Only = Value;
    else if (Word == "--after")
      O.After = Value;
    else if (Word == "--without")
      O.Without.insert(Value);
    else if (Word == "--profile")
      O.Profile.insert(Value);
    else if (Word == "--repetitions")
      O.Repetitions = std::atoi(Value);
    else if (Word == "--iterations")
      O.Iterations = std::max(1, std::atoi(Value));
    else if (Word == "--seed")
      O.Seed = std::strtoull(Value, nullptr, 0);
    else {
      std::fprintf(stderr, "f2bench: unknown option %s\n", Word.c_str());
      return false;
    }
  }
  if (O.Cubins.empty() || O.Results.empty()) {
    std::fprintf(stderr, "f2bench: needs --cubins DIR and --results FILE\n");
    return false;
  }
  return true;
}

void printHeader(FILE *Results, Device &GPU, const Options &O,
                 const Limits &L) {
  char Date[32];
  std::time_t Now = std::time(nullptr);
  std::strftime(Date, sizeof(Date), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&Now));
  int Cuda = GPU.cudaVersion();
  std::fprintf(Results,
               "{\"gpu\": \"%s\", \"driver\": \"%s\", \"cuda\": \"%d.%d\", "
               "\"multiprocessors\": %u, \"clock_khz\": %d, \"date\": \"%s\", "
               "\"repetitions\": %d, \"iterations\": %d, \"seed\": %llu}\n",
               GPU.name().c_str(), GPU.driverVersion().c_str(), Cuda / 1000,
               Cuda % 1000 / 10, L.Multiprocessors,
               GPU.attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), Date,
               O.Repetitions, O.Iterations, O.Seed);
}

/// The beginning of every line.
void printKernel(FILE *Results, const Kernel &K, const Limits &L,
                 const Launch &Timed) {
  std::fprintf(Results,
               "{\"kernel\": \"%s\", \"source\": \"%s\", \"repeated\": %s, "
               "\"element_bytes\": %u, \"bytes\": %zu, \"iterations\": %d, ",
               K.Name.c_str(), K.Source.c_str(), K.Repeated ? "true" : "false",
               K.ElementBytes, Timed.Bytes, K.Repeated ? L.Iterations : 0);
}

void printResult(FILE *Results, const Kernel &K, const Limits &L,
                 const std::vector<Variant> &Variants, const Result &R) {
  printKernel(Results, K, L, timedLaunch(K, L));
  std::fprintf(Results,
               "\"launches\": %d, \"checks\": %d, \"unwritten\": %llu, "
               "\"wrong\": {",
               R.LaunchesPerSample, R.Checks, R.Unwritten);
  for (size_t V = 0; V < Variants.size(); ++V)
    std::fprintf(Results, "%s\"%s\": %llu", V ? ", " : "",
                 Variants[V].Name.c_str(), R.WrongBytes[V]);
  std::fprintf(Results, "}, \"nanoseconds\": {");
  for (size_t V = 0; V < Variants.size(); ++V) {
    std::fprintf(Results, "%s\"%s\": [", V ? ", " : "",
                 Variants[V].Name.c_str());
    for (size_t I = 0; I < R.Nanoseconds[V].size(); ++I)
      std::fprintf(Results, "%s%.1f", I ? ", " : "", R.Nanoseconds[V][I]);
    std::fprintf(Results, "]");
  }
  std::fprintf(Results, "}}\n");
  std::fflush(Results);
}

void printProfiled(FILE *Results, const Kernel &K, const Limits &L,
                   const Variant &V) {
  Launch Timed = timedLaunch(K, L);
  printKernel(Results, K, L, Timed);
  std::fprintf(Results,
               "\"variant\": \"%s\", \"grid\": [%u, %u], "
               "\"block\": [%u, %u]}\n",
               V.Name.c_str(), Timed.GridX, Timed.GridY, K.BlockX, K.BlockY);
  std::fflush(Results);
}

int list() {
  for (const Kernel &K : kernelTable())
    std::printf("%s %s\n", K.Name.c_str(), K.Source.c_str());
  return 0;
}

} // namespace

int main(int Count, char **Words) {
  if (Count == 2 && !std::strcmp(Words[1], "--list"))
    return list();
  Options O;
  if (!parse(Count, Words, O))
    return 1;
  const std::vector<Kernel> Kernels =
      O.Kernels.empty() ? kernelTable() : readKernels(O.Kernels);
  if (Kernels.empty())
    return 1;
  Device GPU;
  if (!GPU.open())
    return NoGPU;
  FILE *Results = std::fopen(O.Results.c_str(), "a");
  if (!Results) {
    std::perror(O.Results.c_str());
    return 1;
  }
  GPU.reportTo(Results);
  Limits L{static_cast<unsigned>(
               GPU.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)),
           size_t(128) << 20, O.Iterations};
  if (O.After.empty())
    printHeader(Results, GPU, O, L);

  Bench B(GPU, O.Cubins + "/support.cubin", L);
  Library Cubins(GPU, O.Cubins);
  std::vector<std::string> Names = variantNames(O.Cubins);
  bool Reached = O.After.empty();
  unsigned long long Seed = O.Seed * 1000000;
  for (const Kernel &K : Kernels) {
    Seed += 100;
    bool Skipped = !Reached || K.Name.find(O.Only) == std::string::npos ||
                   (!O.Profile.empty() && !O.Profile.count(K.Name));
    Reached |= K.Name == O.After;
    if (Skipped)
      continue;
    std::vector<Variant> Variants;
    for (const std::string &Name : Names)
      if (!O.Without.count(K.Name + "/" + Name))
        if (Variant V = Cubins.find(K, Name); V.Function)
          Variants.push_back(V);
    if (Variants.empty())
      continue;
    if (O.Profile.empty()) {
      printResult(Results, K, L, Variants,
                  B.run(K, Variants, O.Repetitions, Seed));
      continue;
    }
    for (const Variant &V : Variants) {
      B.profile(K, V, Seed);
      printProfiled(Results, K, L, V);
    }
  }
  std::fclose(Results);
  return 0;
}
