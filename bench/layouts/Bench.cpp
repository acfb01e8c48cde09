//===- Bench.cpp - Timing operations on layouts ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Google Benchmark, for 64x64, 128x128 and 256x256 tiles:
//
//   f2layout-bench --benchmark_filter=compose
//
//===----------------------------------------------------------------------===//

#include "bench/layouts/Operations.h"
#include <benchmark/benchmark.h>

using namespace f2layout::bench;

int main(int ArgC, char **ArgV) {
  for (unsigned PerSide : {6, 7, 8})
    for (const Operation &O : operations()) {
      std::string Size = std::to_string(1u << PerSide);
      benchmark::RegisterBenchmark(
          (O.Name.str() + "/" + Size + "x" + Size).c_str(),
          [&O, PerSide](benchmark::State &State) {
            Inputs In(PerSide);
            if (O.Run(In) == ~uint64_t(0))
              return State.SkipWithError("the operation fails");
            for (auto _ : State)
              benchmark::DoNotOptimize(O.Run(In));
          });
    }
  benchmark::Initialize(&ArgC, ArgV);
  if (benchmark::ReportUnrecognizedArguments(ArgC, ArgV))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
