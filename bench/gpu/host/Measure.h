//===- Measure.h - Checking and timing one kernel ---------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel, compiled in several ways (variants). First each variant must
// compute the same bytes as the first one, at several sizes, on fresh random
// input and into a poisoned output, with nothing written past its end. Then the
// correct ones are timed alternately:
//
//   repetition 0:  hold back | clang x L | nvcc x L | f2layout x L |
//   repetition 1:  hold back | f2layout x L | nvcc x L | clang x L |
//   repetition 2:  hold back | nvcc x L | f2layout x L | clang x L |  ...
//
// between events. Everything of a repetition is enqueued while the GPU is held
// back, so that no launch waits for the host, and L launches last long enough
// for the events. Drift (clocks, heat) affects all variants alike.
//
// A profiler runs each launch alone, several times, and would wait forever for
// one that is held back. For profiling, each variant is launched plainly: once
// to warm up, and once between cuProfilerStart and cuProfilerStop.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GPU_HOST_MEASURE_H
#define F2LAYOUT_BENCH_GPU_HOST_MEASURE_H

#include "Device.h"
#include "KernelTable.h"

#include <vector>

namespace f2bench {

/// One way of compiling a kernel, if it was built.
struct Variant {
  std::string Name;
  CUfunction Function;
  /// In addition to that of the kernel's own row.
  unsigned DynamicShared = 0;
};

struct Result {
  /// Per variant: bytes that differ from the first variant's, over all checks.
  std::vector<unsigned long long> WrongBytes;
  /// Bytes of its output that the first variant did not write, or wrote after
  /// it.
  unsigned long long Unwritten = 0;
  int Checks = 0;
  int LaunchesPerSample = 0;
  /// Per variant and repetition: nanoseconds per launch; empty where wrong.
  std::vector<std::vector<double>> Nanoseconds;
};

class Bench {
public:
  Bench(Device &GPU, const std::string &SupportCubin, Limits L);

  Result run(const Kernel &K, const std::vector<Variant> &Variants,
             int Repetitions, unsigned long long Seed);

  /// Launches one variant for a profiler, at the timed size.
  void profile(const Kernel &K, const Variant &V, unsigned long long Seed);

  /// Makes the input for the timed launch, and launches once.
  void prepare(const Kernel &K, const Variant &V, unsigned long long Seed);
  /// GPU time of one timed launch after prepare().
  double milliseconds(const Kernel &K, const Variant &V);

private:
  void fill(Fill Values, size_t Bytes, unsigned long long Seed);
  void poison(unsigned char Pattern, size_t Bytes);
  void enqueue(const Kernel &K, const Variant &V, const Launch &At);
  /// The number of its first bytes in which the output differs from the
  /// reference.
  unsigned long long differing(size_t Bytes);
  void check(const Kernel &K, const std::vector<Variant> &Variants,
             const Launch &At, int Times, Result &R);
  int launchesPerSample(const Kernel &K, const std::vector<Variant> &Variants,
                        const Launch &At);
  void time(const Kernel &K, const std::vector<Variant> &Variants,
            const Launch &At, int Repetitions, Result &R);
  void callSupport(CUfunction Function, unsigned Grid, unsigned Block,
                   void **Arguments);

  Device &GPU;
  Limits L;
  CUdeviceptr In, Out, Reference, Counter;
  CUfunction Fills[4], CountDiffering, HoldBack;
  std::vector<CUevent> Events;
};

} // namespace f2bench

#endif // F2LAYOUT_BENCH_GPU_HOST_MEASURE_H
