//===- Machine.cpp - One launch -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace f2layout::sim {

StringRef nameOf(Problem P) {
  switch (P) {
  case Problem::Unsupported:
    return "unsupported";
  case Problem::Undefined:
    return "undefined behaviour";
  case Problem::OutOfBounds:
    return "out of bounds";
  case Problem::Misaligned:
    return "misaligned access";
  case Problem::Divergence:
    return "divergence";
  case Problem::Race:
    return "race";
  case Problem::Steps:
    return "too many steps";
  case Problem::UnwrittenRead:
    return "read of unwritten memory";
  case Problem::UndefinedLane:
    return "value of an absent lane";
  }
  return "?";
}

std::string Schedule::name() const {
  if (K == Random)
    return "random:" + utostr(Seed);
  return K == Forward ? "forward" : "reverse";
}

/// gfx9 and older run 64 lanes; gfx10 and later run 32 unless a feature says
/// otherwise (AMDGPU usage, "wavefrontsize64").
static unsigned waveSize(const llvm::Function &F, StringRef Cpu) {
  StringRef Features = F.getFnAttribute("target-features").getValueAsString();
  if (Features.contains("+wavefrontsize64"))
    return 64;
  if (Features.contains("+wavefrontsize32"))
    return 32;
  bool Wave32 = Cpu.starts_with("gfx10") || Cpu.starts_with("gfx11") ||
                Cpu.starts_with("gfx12");
  return Wave32 ? 32 : 64;
}

Machine::Machine(Program &P, const Launch &L) : P(P), L(L) {}

void Machine::note(Problem Kind, std::string Where, std::string Text) {
  auto Key = std::make_pair(unsigned(Kind), Where);
  auto It = SeenNotes.find(Key);
  if (It != SeenNotes.end()) {
    ++Findings[It->second].Count;
    return;
  }
  SeenNotes[Key] = Findings.size();
  Findings.push_back({Kind, std::move(Where), std::move(Text), 1});
}

void Machine::fault(Problem Kind, const Thread *T, const Inst *I,
                    std::string Text) {
  if (Halted)
    return;
  Halted = true;
  if (T)
    Text += "\n    in " + who(*T, I);
  else if (I)
    Text += "\n    at " + describe(I->I);
  Findings.push_back({Kind, "", std::move(Text), 1});
}

std::string Machine::threadName(uint32_t GlobalLinear) const {
  uint32_t N = std::max<size_t>(Threads.size(), 1);
  uint32_t T = GlobalLinear % N, B = GlobalLinear / N;
  std::string S = "thread " + utostr(T);
  if (L.Block.Y > 1 || L.Block.Z > 1)
    S += " (" + utostr(T % L.Block.X) + "," +
         utostr(T / L.Block.X % L.Block.Y) + "," +
         utostr(T / L.Block.X / L.Block.Y) + ")";
  S += " (warp " + utostr(T / WarpSize) + " lane " + utostr(T % WarpSize) + ")";
  if (L.Grid.count() > 1)
    S += " of block " + utostr(B);
  return S;
}

std::string Machine::who(const Thread &T, const Inst *I) const {
  return threadName(globalLinear(T)) + (I ? " at " + describe(I->I) : "");
}

void Machine::startBlock(Function &Kernel, const std::vector<uint8_t> &ArgData,
                         const std::vector<Origin> &ArgOrigins) {
  P.Memory.resetShared();
  Arrived.clear();
  Tensors.clear();
  uint64_t N = L.Block.count();
  Threads.clear();
  Threads.resize(N);
  Races.start(N, P.Target == Vendor::AMD, BlockNumber);
  PoolBase = {P.Constants.D.data(), P.Constants.S.data(), P.Constants.O.data()};
  for (uint32_t K = 0; K < N; ++K) {
    Thread &T = Threads[K];
    T.Linear = K;
    T.Tid[0] = K % L.Block.X;
    T.Tid[1] = K / L.Block.X % L.Block.Y;
    T.Tid[2] = K / L.Block.X / L.Block.Y;
    T.Warp = K / WarpSize;
    T.Lane = K % WarpSize;
    if (!pushFrame(T, Kernel, nullptr))
      return;
    size_t At = 0;
    for (const Operand &A : Kernel.Args) {
      Bytes To = T.Frames.back().Base + A.R;
      std::memcpy(To.D, ArgData.data() + At, A.Size);
      std::memset(To.S, Defined, A.Size);
      std::memcpy(To.O, ArgOrigins.data() + At, A.Size * sizeof(Origin));
      At += A.Size;
    }
  }
}

void Machine::run(Function &Kernel, const std::vector<uint8_t> &ArgData,
                  const std::vector<Origin> &ArgOrigins) {
  Cpu = Kernel.F->getFnAttribute("target-cpu").getValueAsString().str();
  WarpSize = P.Target == Vendor::AMD ? waveSize(*Kernel.F, Cpu) : 32;
  Banks.start(BankModel::get(P.Target == Vendor::AMD, Cpu), WarpSize);
  for (uint32_t Z = 0; Z < L.Grid.Z; ++Z)
    for (uint32_t Y = 0; Y < L.Grid.Y; ++Y)
      for (uint32_t X = 0; X < L.Grid.X && !Halted; ++X) {
        BlockIndex = {X, Y, Z};
        startBlock(Kernel, ArgData, ArgOrigins);
        if (!Halted)
          Scheduler(*this).run();
        Banks.flush();
        ++BlockNumber;
      }
}

} // namespace f2layout::sim
