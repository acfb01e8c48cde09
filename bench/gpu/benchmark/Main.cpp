//===- Main.cpp - The plugin's kernels under Google Benchmark -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f2gbench --cubins=DIR [--kernels=FILE] [--variants=NAME,...]
// [--benchmark_...]
//
// f2bench compares ways of compiling with each other, alternately. This program
// tracks one of them over time: each kernel of each variant (default: f2layout)
// is a separate benchmark, timed by events on the GPU, with the options and
// output formats of Google Benchmark (--benchmark_filter=, --benchmark_format=
// json, and its compare.py). An iteration is a launch; per_exchange is its time
// divided by the number of exchanges in a repeated kernel.
//
//===----------------------------------------------------------------------===//

#include "../host/Library.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <sstream>

using namespace f2bench;

namespace {

struct Options {
  std::string Cubins, Kernels, Variants = "f2layout";
};

/// Takes our options from the command line.
bool parse(int Count, char **Words, Options &O) {
  const std::pair<const char *, std::string *> Known[] = {
      {"--cubins=", &O.Cubins},
      {"--kernels=", &O.Kernels},
      {"--variants=", &O.Variants}};
  for (int I = 1; I < Count; ++I) {
    bool Taken = false;
    for (auto [Name, Value] : Known)
      if (!std::strncmp(Words[I], Name, std::strlen(Name))) {
        *Value = Words[I] + std::strlen(Name);
        Taken = true;
      }
    if (!Taken) {
      std::fprintf(stderr, "f2gbench: unknown option %s\n", Words[I]);
      return false;
    }
  }
  if (O.Cubins.empty())
    std::fprintf(stderr, "f2gbench: needs --cubins=DIR\n");
  return !O.Cubins.empty();
}

void time(benchmark::State &State, Bench &B, const Kernel &K, const Limits &L,
          const Variant &V) {
  B.prepare(K, V, /*Seed=*/1);
  for (auto _ : State)
    State.SetIterationTime(B.milliseconds(K, V) / 1000);
  State.SetBytesProcessed(State.iterations() * 2 * timedLaunch(K, L).Bytes);
  if (K.Repeated)
    State.counters["per_exchange"] = benchmark::Counter(
        double(State.iterations()) * L.Iterations,
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

int main(int Count, char **Words) {
  benchmark::Initialize(&Count, Words);
  Options O;
  if (!parse(Count, Words, O))
    return 1;
  const std::vector<Kernel> Kernels =
      O.Kernels.empty() ? kernelTable() : readKernels(O.Kernels);
  Device GPU;
  if (Kernels.empty() || !GPU.open())
    return Kernels.empty() ? 1 : NoGPU;
  GPU.reportTo(stderr);
  const Limits L{static_cast<unsigned>(
                     GPU.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)),
                 size_t(128) << 20, /*Iterations=*/1000};
  Bench B(GPU, O.Cubins + "/support.cubin", L);
  Library Cubins(GPU, O.Cubins);
  benchmark::AddCustomContext("gpu", GPU.name());
  benchmark::AddCustomContext("driver", GPU.driverVersion());
  for (const Kernel &K : Kernels) {
    std::istringstream Names(O.Variants);
    for (std::string Name; std::getline(Names, Name, ',');)
      if (Variant V = Cubins.find(K, Name); V.Function)
        benchmark::RegisterBenchmark(
            (K.Name + "/" + Name).c_str(),
            [&, V](benchmark::State &State) { time(State, B, K, L, V); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
