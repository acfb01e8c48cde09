//===- Main.cpp - Runs the probes of a machine ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f2machine --about
// f2machine PROBES.cubin < JOBS
//
// A job is a kernel's name and how many rows of addresses follow, each of 32
// offsets:
//
//   load_16 1
//   0 16 32 ... 496
//
// One block of 16 warps runs on each multiprocessor, block b with row b mod
// rows. Each line of the answer is a job: its kernel and, per row, the clocks
// that the 16 warps together need for one round, which is
//
//   (clocks of many rounds - clocks of few rounds) / the rounds between
//
// by the clock of the multiprocessor, from the first warp's start to the last
// warp's stop. It is the minimum over several repetitions, and the median over
// the blocks with the same row. Blocks that shared their multiprocessor do not
// count.
//
// The exit code is 2 without a GPU.
//
//===----------------------------------------------------------------------===//

#include "../../gpu/host/Device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace f2bench;

namespace {

constexpr unsigned Warps = 16, Lanes = 32, Threads = Warps * Lanes;
constexpr unsigned FewRounds = 32, ManyRounds = 160, Repetitions = 7;

struct Job {
  std::string Kernel;
  std::vector<std::vector<unsigned>> Rows;
};

bool readJob(std::istream &In, Job &J) {
  size_t Rows;
  if (!(In >> J.Kernel >> Rows) || Rows == 0)
    return false;
  J.Rows.assign(Rows, std::vector<unsigned>(Lanes));
  for (std::vector<unsigned> &Row : J.Rows)
    for (unsigned &Offset : Row)
      In >> Offset;
  return static_cast<bool>(In);
}

/// The same as in probes.cu.
struct Arguments {
  CUdeviceptr Clocks, Sink, Addresses;
  unsigned Rounds, Zero;
};

class Prober {
public:
  Prober(Device &GPU, unsigned Blocks)
      : GPU(GPU), Blocks(Blocks),
        Clocks(GPU.allocate(sizeof(unsigned long long) * 3 * Warps * Blocks)),
        Sink(GPU.allocate(4 * Threads * size_t(Blocks))),
        Addresses(GPU.allocate(4 * Lanes * size_t(Blocks))) {}

  /// Clocks of a round for each row; negative where no block counted.
  std::vector<double> run(CUfunction Probe, const Job &J);

private:
  std::vector<double> spans(CUfunction Probe, unsigned Rounds);

  Device &GPU;
  const unsigned Blocks;
  CUdeviceptr Clocks, Sink, Addresses;
};

/// Clocks from first start to last stop of each block; negative for one that
/// shared its multiprocessor.
std::vector<double> Prober::spans(CUfunction Probe, unsigned Rounds) {
  Arguments A{Clocks, Sink, Addresses, Rounds, 0};
  void *Pointers[] = {&A};
  GPU.launch(Probe, Blocks, 1, Threads, 1, 0, Pointers);
  GPU.wait();
  std::vector<unsigned long long> Notes(size_t(3) * Warps * Blocks);
  GPU.require(
      GPU.cuMemcpyDtoHFn(Notes.data(), Clocks, Notes.size() * sizeof(Notes[0])),
      "clocks");
  std::map<unsigned long long, unsigned> Users;
  for (unsigned B = 0; B < Blocks; ++B)
    ++Users[Notes[size_t(3) * Warps * B + 2]];
  std::vector<double> Spans;
  for (unsigned B = 0; B < Blocks; ++B) {
    const unsigned long long *Of = &Notes[size_t(3) * Warps * B];
    unsigned long long Start = Of[0], Stop = Of[1];
    for (unsigned W = 1; W < Warps; ++W) {
      Start = std::min(Start, Of[3 * W]);
      Stop = std::max(Stop, Of[3 * W + 1]);
    }
    Spans.push_back(Users[Of[2]] == 1 ? double(Stop - Start) : -1);
  }
  return Spans;
}

double median(std::vector<double> Values) {
  if (Values.empty())
    return -1;
  std::sort(Values.begin(), Values.end());
  return Values[Values.size() / 2];
}

std::vector<double> Prober::run(CUfunction Probe, const Job &J) {
  std::vector<unsigned> Offsets;
  for (unsigned B = 0; B < Blocks; ++B) {
    const std::vector<unsigned> &Row = J.Rows[B % J.Rows.size()];
    Offsets.insert(Offsets.end(), Row.begin(), Row.end());
  }
  GPU.require(GPU.cuMemcpyHtoDFn(Addresses, Offsets.data(), 4 * Offsets.size()),
              "addresses");
  std::vector<double> Few(Blocks, -1), Many(Blocks, -1);
  auto KeepLeast = [&](std::vector<double> &Least, unsigned Rounds) {
    std::vector<double> Now = spans(Probe, Rounds);
    for (unsigned B = 0; B < Blocks; ++B)
      if (Now[B] >= 0 && (Least[B] < 0 || Now[B] < Least[B]))
        Least[B] = Now[B];
  };
  spans(Probe, FewRounds); // loads the code
  for (unsigned Time = 0; Time < Repetitions; ++Time) {
    KeepLeast(Few, FewRounds);
    KeepLeast(Many, ManyRounds);
  }
  std::vector<double> PerRow;
  for (size_t Row = 0; Row < J.Rows.size(); ++Row) {
    std::vector<double> Rounds;
    for (size_t B = Row; B < Blocks; B += J.Rows.size())
      if (Few[B] >= 0 && Many[B] >= 0)
        Rounds.push_back((Many[B] - Few[B]) / (ManyRounds - FewRounds));
    PerRow.push_back(median(std::move(Rounds)));
  }
  return PerRow;
}

void printAbout(Device &GPU) {
  char Date[16];
  std::time_t Now = std::time(nullptr);
  std::strftime(Date, sizeof(Date), "%Y-%m-%d", std::gmtime(&Now));
  std::printf(
      "{\"gpu\": \"%s\", \"driver\": \"%s\", \"capability\": \"%d.%d\", "
      "\"multiprocessors\": %d, \"date\": \"%s\"}\n",
      GPU.name().c_str(), GPU.driverVersion().c_str(),
      GPU.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
      GPU.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
      GPU.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), Date);
}

} // namespace

int main(int Count, char **Words) {
  if (Count != 2) {
    std::fprintf(stderr, "f2machine: needs --about, or a cubin\n");
    return 1;
  }
  Device GPU;
  if (!GPU.open())
    return NoGPU;
  if (!std::strcmp(Words[1], "--about")) {
    printAbout(GPU);
    return 0;
  }
  Prober P(GPU, GPU.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  CUmodule Probes = GPU.load(Words[1]);
  for (Job J; readJob(std::cin, J);) {
    CUfunction Probe = nullptr;
    if (GPU.cuModuleGetFunctionFn(&Probe, Probes, J.Kernel.c_str()) !=
        CUDA_SUCCESS)
      continue; // an instruction that this GPU does not have
    std::printf("{\"kernel\": \"%s\", \"clocks\": [", J.Kernel.c_str());
    const char *Comma = "";
    for (double Clocks : P.run(Probe, J)) {
      std::printf("%s%.3f", Comma, Clocks);
      Comma = ", ";
    }
    std::printf("]}\n");
    std::fflush(stdout);
  }
  return 0;
}
