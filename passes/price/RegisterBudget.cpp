//===- RegisterBudget.cpp - Registers of a block nobody states ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/RegisterBudget.h"
#include "compat/LLVMCompat.h"
#include "passes/price/RegisterPressure.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Of one thread on AMD, accumulators aside.
static constexpr unsigned MaxVectorRegisters = 256;

static constexpr char LimitAttribute[] = "nvvm.maxnreg";

/// The threads of the largest block: a promised block must start, too, though
/// ptxas does not know of the promise.
static unsigned largestBlock(const LaunchShape &L, const Target &T) {
  return L.ExactThreads.value_or(T.MaxThreads);
}

/// The registers that a thread may have so that the largest block can be
/// launched, where the compiler itself does not see to that; else none.
static std::optional<unsigned> registersOfLargestBlock(const Function &F,
                                                       const LaunchShape &L,
                                                       const Target &T) {
  const bool IsStated = L.BoundThreads && *L.BoundThreads < T.MaxThreads;
  if (T.Maker != Vendor::NVIDIA || !L.IsKernel || IsStated)
    return std::nullopt;
  const unsigned File = T.Resident.Registers ? T.Resident.Registers : 64 * 1024;
  // Registers are given eight at a time.
  const unsigned Registers = alignDown(File / largestBlock(L, T), 8);
  return std::min(Registers, T.MaxRegisters);
}

/// LLVM keeps half of the registers for accumulation unless it sees that the
/// kernel has no use for them: no call, no assembly, no product of matrices.
static bool mayAccumulate(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Call && (!Callee || !Callee->isIntrinsic() ||
                    Callee->getName().contains("mfma") ||
                    Callee->getName().contains("smfmac"));
  });
}

/// The vector registers of a thread in a block of Threads on AMD. The waves of
/// a block are spread over the SIMDs; the one that has most of them decides.
static unsigned registersOfWaves(const Function &F, unsigned Threads,
                                 const Target &T) {
  constexpr unsigned SIMDs = 4;
  const bool HalfWGP = F.getFnAttribute("target-features")
                           .getValueAsString()
                           .contains("+cumode");
  const unsigned OfSIMD = T.Resident.Registers / SIMDs / T.M.lanes();
  unsigned Waves =
      divideCeil(divideCeil(Threads, T.M.lanes()), HalfWGP ? SIMDs / 2 : SIMDs);
  unsigned Stated = 0;
  F.getFnAttribute("amdgpu-waves-per-eu")
      .getValueAsString()
      .split(',')
      .first.getAsInteger(10, Stated);
  Waves = std::max({Waves, Stated, 1u});
  return std::min({unsigned(alignDown(OfSIMD / Waves, 8)), T.MaxRegisters,
                   MaxVectorRegisters});
}

std::optional<RegisterBound> f2layout::boundOfRewrites(const Function &F,
                                                       const LaunchShape &L,
                                                       const Target &T) {
  if (T.Maker == Vendor::NVIDIA) {
    const std::optional<unsigned> Most = registersOfLargestBlock(F, L, T);
    if (!Most)
      return std::nullopt;
    return RegisterBound{*Most, LimitReserve, largestBlock(L, T),
                         T.MaxRegisters};
  }
  if (!L.IsKernel || !T.Resident.Registers)
    return std::nullopt;
  // LLVM goes by the stated bound, not by what is promised to the plugin.
  const unsigned Threads =
      std::max(L.BoundThreads.value_or(T.MaxThreads), T.M.lanes());
  return RegisterBound{registersOfWaves(F, Threads, T), WaveReserve, Threads,
                       std::min(T.MaxRegisters, MaxVectorRegisters)};
}

std::optional<RegisterBound> f2layout::boundOfExchanges(const Function &F,
                                                        const LaunchShape &L,
                                                        const Target &T) {
  std::optional<RegisterBound> Bound = boundOfRewrites(F, L, T);
  if (Bound && T.Resident.HalfAccumulate && mayAccumulate(F))
    Bound->Registers /= 2;
  return Bound;
}

/// The largest usual block smaller than the bound's whose threads have so many
/// registers, 0 if there is none.
static unsigned largestBlockWith(const RegisterBound &Bound, unsigned Needed) {
  if (Needed > Bound.MostRegisters)
    return 0;
  for (unsigned Threads = PowerOf2Ceil(Bound.Threads) / 2; Threads >= 64;
       Threads /= 2)
    if (uint64_t(Needed) * Threads <= uint64_t(Bound.Registers) * Bound.Threads)
      return Threads;
  return 0;
}

std::string f2layout::registersText(const RegisterBound &Bound,
                                    unsigned Words) {
  const unsigned Needed = Words + Bound.Reserve;
  std::string Text = formatv("by estimate {0} registers of a thread would be "
                             "in use, and a block of {1} threads has {2}",
                             Needed, Bound.Threads, Bound.Registers);
  if (unsigned Threads = largestBlockWith(Bound, Needed))
    Text += formatv("; __launch_bounds__({0}) would leave enough, if no block "
                    "is larger",
                    Threads);
  return Text;
}

bool f2layout::lacksRegisters(const Function &F, const LaunchShape &L,
                              const Target &T) {
  const std::optional<RegisterBound> Bound = boundOfRewrites(F, L, T);
  return Bound && registerPressure(F) > Bound->words();
}

bool f2layout::remarkRegisters(KernelRemarks &Out, Function &F,
                               const LaunchShape &L, const Target &T,
                               const char *Pass, StringRef What, unsigned Added,
                               std::optional<unsigned> Known) {
  const std::optional<RegisterBound> Bound = boundOfRewrites(F, L, T);
  if (!Bound)
    return false;
  const unsigned Words = (Known ? *Known : registerPressure(F)) + Added;
  if (Words <= Bound->words())
    return false;
  Out.add([&] {
    UserRemark R(UserRemark::Missed, Pass, "RegisterPressure", F);
    R.Worth = Words;
    R.Subject = "registers";
    R.OfAnyPass = true;
    R.Places = "remarks";
    R << What << " left alone: "
      << UserRemark::Argument("Reason", registersText(*Bound, Words));
    return R;
  });
  return true;
}

bool f2layout::limitRegisters(Function &F, const LaunchShape &L,
                              const Target &T, unsigned Added,
                              std::optional<unsigned> Had) {
  std::optional<unsigned> Most = registersOfLargestBlock(F, L, T);
  if (!Most || *Most >= T.MaxRegisters || L.BoundThreads ||
      compat::nvidiaBound(F, LimitAttribute) ||
      compat::nvidiaBound(F, "nvvm.minctasm"))
    return false;
  const unsigned Words = registerPressure(F) + Added;
  // Where the largest block is all that runs at a time, no limit costs
  // anything.
  const bool IsAlone =
      T.Resident.Threads && T.Resident.Threads <= largestBlock(L, T);
  const bool Fitted = Had && *Had + RegisterReserve <= *Most;
  if ((Words + RegisterReserve > *Most && !Fitted) ||
      (Words + LimitReserve <= *Most && !IsAlone))
    return false;
  compat::setNvidiaBound(F, LimitAttribute, utostr(*Most));
  return true;
}
