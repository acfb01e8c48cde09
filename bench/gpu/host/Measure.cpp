//===- Measure.cpp - Checking and timing one kernel -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include <algorithm>
#include <cmath>

using namespace f2bench;

namespace {

/// Bytes after the output in which nothing may be written.
constexpr size_t Guard = 64 << 10;

/// Two poisons that differ in every byte, so that a byte which no kernel wrote
/// differs between two runs of the same kernel.
constexpr unsigned char Poison = 0xA5, OtherPoison = 0x5A;

/// An event resolves about half a microsecond; samples are this long.
constexpr double SampleNanoseconds = 150e3;
constexpr int MostLaunches = 64;
constexpr int WarmUps = 3;

} // namespace

Bench::Bench(Device &GPU, const std::string &SupportCubin, Limits L)
    : GPU(GPU), L(L) {
  CUmodule Support = GPU.load(SupportCubin);
  auto Find = [&](const char *Name) {
    CUfunction Function;
    GPU.require(GPU.cuModuleGetFunctionFn(&Function, Support, Name), Name);
    return Function;
  };
  Fills[static_cast<int>(Fill::Bits)] = Find("fillBits");
  Fills[static_cast<int>(Fill::Half)] = Find("fillHalf");
  Fills[static_cast<int>(Fill::Float)] = Find("fillFloat");
  Fills[static_cast<int>(Fill::Double)] = Find("fillDouble");
  CountDiffering = Find("countDiffering");
  HoldBack = Find("holdBack");
  In = GPU.allocate(L.BufferBytes + Guard);
  Out = GPU.allocate(L.BufferBytes + Guard);
  Reference = GPU.allocate(L.BufferBytes + Guard);
  Counter = GPU.allocate(sizeof(unsigned long long));
}

void Bench::callSupport(CUfunction Function, unsigned Grid, unsigned Block,
                        void **Arguments) {
  GPU.launch(Function, Grid, 1, Block, 1, 0, Arguments);
}

void Bench::fill(Fill Values, size_t Bytes, unsigned long long Seed) {
  constexpr unsigned ElementBytes[] = {8, 2, 4, 8};
  unsigned ElementSize = ElementBytes[static_cast<int>(Values)];
  unsigned long long Count = (Bytes + Guard) / ElementSize;
  void *Arguments[] = {&In, &Count, &Seed};
  callSupport(Fills[static_cast<int>(Values)], 8 * L.Multiprocessors, 256,
              Arguments);
}

void Bench::poison(unsigned char Pattern, size_t Bytes) {
  GPU.require(GPU.cuMemsetD8AsyncFn(Out, Pattern, Bytes + Guard, nullptr),
              "poison");
}

void Bench::enqueue(const Kernel &K, const Variant &V, const Launch &At) {
  std::vector<int> Numbers = At.Arguments;
  std::vector<void *> Arguments = {&In, &Out};
  for (int &Number : Numbers)
    Arguments.push_back(&Number);
  // Triton's kernels end in two pointers to scratch, which these kernels do not
  // use. The driver reads as many arguments as a kernel has.
  CUdeviceptr NoScratch = 0;
  Arguments.insert(Arguments.end(), 2, &NoScratch);
  GPU.launch(V.Function, At.GridX, At.GridY, K.BlockX, K.BlockY,
             K.DynamicShared + V.DynamicShared, Arguments.data());
}

unsigned long long Bench::differing(size_t Bytes) {
  GPU.require(
      GPU.cuMemsetD8AsyncFn(Counter, 0, sizeof(unsigned long long), nullptr),
      "counter");
  unsigned long long Count = Bytes;
  void *Arguments[] = {&Out, &Reference, &Count, &Counter};
  callSupport(CountDiffering, 8 * L.Multiprocessors, 256, Arguments);
  GPU.wait();
  unsigned long long Result = 0;
  GPU.require(GPU.cuMemcpyDtoHFn(&Result, Counter, sizeof(Result)), "counter");
  return Result;
}

void Bench::check(const Kernel &K, const std::vector<Variant> &Variants,
                  const Launch &At, int Times, Result &R) {
  GPU.enter(K.Name, Variants[0].Name);
  poison(OtherPoison, At.Bytes);
  enqueue(K, Variants[0], At);
  GPU.require(
      GPU.cuMemcpyDtoDAsyncFn(Reference, Out, At.Bytes + Guard, nullptr),
      "copy");
  GPU.wait();
  // Run the reference again, over the other poison: its output must be the
  // same, and everything after it must still have the poison. Both counts start
  // at the beginning of the buffer: bytes are counted by words, and a guarded
  // kernel's output need not end on one.
  poison(Poison, At.Bytes);
  enqueue(K, Variants[0], At);
  GPU.wait();
  R.Unwritten += differing(At.Bytes);
  unsigned long long Behind = differing(At.Bytes + Guard);
  R.Unwritten += Guard - std::min<unsigned long long>(Guard, Behind);
  GPU.require(
      GPU.cuMemcpyDtoDAsyncFn(Reference, Out, At.Bytes + Guard, nullptr),
      "copy");
  for (size_t V = 1; V < Variants.size(); ++V) {
    GPU.enter(K.Name, Variants[V].Name);
    for (int Time = 0; Time < Times; ++Time) {
      poison(Poison, At.Bytes);
      enqueue(K, Variants[V], At);
      GPU.wait();
      R.WrongBytes[V] += differing(At.Bytes + Guard);
    }
  }
  R.Checks += Times;
}

int Bench::launchesPerSample(const Kernel &K,
                             const std::vector<Variant> &Variants,
                             const Launch &At) {
  double Fastest = SampleNanoseconds;
  for (const Variant &V : Variants) {
    GPU.enter(K.Name, V.Name);
    for (int Run = 0; Run < WarmUps; ++Run)
      enqueue(K, V, At);
    GPU.record(Events[0]);
    for (int Run = 0; Run < WarmUps; ++Run)
      enqueue(K, V, At);
    GPU.record(Events[1]);
    GPU.wait();
    double Nanoseconds = 1e6 * GPU.milliseconds(Events[0], Events[1]) / WarmUps;
    Fastest = std::min(Fastest, std::max(Nanoseconds, 1.0));
  }
  double Launches = std::ceil(SampleNanoseconds / Fastest);
  return static_cast<int>(std::min<double>(Launches, MostLaunches));
}

void Bench::time(const Kernel &K, const std::vector<Variant> &Variants,
                 const Launch &At, int Repetitions, Result &R) {
  size_t Count = Variants.size();
  while (Events.size() < std::max<size_t>(2, 2 * Count))
    Events.push_back(GPU.event());
  R.LaunchesPerSample = launchesPerSample(K, Variants, At);
  GPU.enter(K.Name, "while timing");
  for (int Repetition = 0; Repetition < Repetitions; ++Repetition) {
    // Long enough for the host to enqueue everything: about 5 us per launch.
    unsigned long long Nanoseconds = 5000 * (R.LaunchesPerSample + 2) * Count;
    void *Arguments[] = {&Nanoseconds};
    callSupport(HoldBack, 1, 1, Arguments);
    for (size_t Turn = 0; Turn < Count; ++Turn) {
      size_t V = (Repetition / 2 + Turn) % Count;
      if (Repetition % 2)
        V = Count - 1 - V;
      GPU.record(Events[2 * V]);
      for (int Run = 0; Run < R.LaunchesPerSample; ++Run)
        enqueue(K, Variants[V], At);
      GPU.record(Events[2 * V + 1]);
    }
    GPU.wait();
    for (size_t V = 0; V < Count; ++V)
      R.Nanoseconds[V].push_back(
          1e6 * GPU.milliseconds(Events[2 * V], Events[2 * V + 1]) /
          R.LaunchesPerSample);
  }
}

Result Bench::run(const Kernel &K, const std::vector<Variant> &Variants,
                  int Repetitions, unsigned long long Seed) {
  Result R;
  R.WrongBytes.resize(Variants.size());
  R.Nanoseconds.resize(Variants.size());
  Launch Timed = timedLaunch(K, L);
  for (const Launch &At : checkedLaunches(K, L)) {
    fill(K.Values, At.Bytes, ++Seed);
    check(K, Variants, At, 1, R);
  }
  // Check the timed size several times: a race may not show the first time.
  fill(K.Values, Timed.Bytes, ++Seed);
  check(K, Variants, Timed, 3, R);

  // The time of a wrong kernel has no meaning.
  std::vector<Variant> Right;
  std::vector<size_t> Indices;
  for (size_t V = 0; V < Variants.size(); ++V)
    if (R.WrongBytes[V] == 0) {
      Right.push_back(Variants[V]);
      Indices.push_back(V);
    }
  if (Repetitions > 0) {
    Result Timing;
    Timing.Nanoseconds.resize(Right.size());
    time(K, Right, Timed, Repetitions, Timing);
    R.LaunchesPerSample = Timing.LaunchesPerSample;
    for (size_t I = 0; I < Right.size(); ++I)
      R.Nanoseconds[Indices[I]] = std::move(Timing.Nanoseconds[I]);
  }
  return R;
}

void Bench::prepare(const Kernel &K, const Variant &V,
                    unsigned long long Seed) {
  Launch At = timedLaunch(K, L);
  fill(K.Values, At.Bytes, Seed);
  GPU.enter(K.Name, V.Name);
  enqueue(K, V, At);
  GPU.wait();
  while (Events.size() < 2)
    Events.push_back(GPU.event());
}

double Bench::milliseconds(const Kernel &K, const Variant &V) {
  GPU.record(Events[0]);
  enqueue(K, V, timedLaunch(K, L));
  GPU.record(Events[1]);
  GPU.wait();
  return GPU.milliseconds(Events[0], Events[1]);
}

void Bench::profile(const Kernel &K, const Variant &V,
                    unsigned long long Seed) {
  prepare(K, V, Seed);
  Launch At = timedLaunch(K, L);
  // Without a profiler these may fail, which does not matter.
  GPU.cuProfilerStartFn();
  enqueue(K, V, At);
  GPU.wait();
  GPU.cuProfilerStopFn();
}
