//===- Residency.cpp - How many warps run at a time -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/Residency.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace f2layout;

/// Registers of a thread are given eight at a time on NVIDIA's GPUs and on
/// gfx90a and later of CDNA; RDNA gives up to 24, which makes this optimistic.
static constexpr unsigned Granule = 8;

namespace {

/// The table of the header.
struct Reserves {
  int Least, Most;                ///< Of nine kernels of ten.
  std::array<int, 5> OfEachFifth; ///< The middle of each fifth of the kernels.
  int usual() const { return OfEachFifth[2]; }
};

} // namespace

static const Reserves &reservesOf(const Target &T) {
  static constexpr Reserves OfPtxas = {-6, 22, {0, 6, 9, 11, 17}};
  static constexpr Reserves OfLLVM = {-16, 30, {-8, -4, -1, 4, 19}};
  return T.Maker == Vendor::NVIDIA ? OfPtxas : OfLLVM;
}

/// Registers more for other accesses, of each tenth of the kernels.
static constexpr std::array<int, 10> UsualGrowth = {0, 0, 0, 0, 0,
                                                    0, 0, 0, 3, 8};

static unsigned mostWarps(const Target &T) {
  return T.Resident.Threads / T.M.lanes();
}

ScheduledPressure ScheduledPressure::of(const Function &F,
                                        ArrayRef<HoistedLoads> Replaced) {
  ScheduledPressure P;
  P.AsWritten = P.Least = registerPressure(F, Replaced);
  if (compat::targetTriple(*F.getParent()).isAMDGPU())
    P.Least = leastRegisterPressure(F, Replaced);
  return P;
}

unsigned f2layout::residentWarps(const Target &T,
                                 std::optional<unsigned> BlockThreads,
                                 unsigned Registers) {
  if (!T.Resident.Registers || !T.Resident.Threads)
    return 0;
  const unsigned OfWarp =
      alignTo(std::max(Registers, 1u), Granule) * T.M.lanes();
  const unsigned Warps = std::min(T.Resident.Registers / OfWarp, mostWarps(T));
  if (!BlockThreads)
    return Warps;
  const unsigned OfBlock = divideCeil(*BlockThreads, T.M.lanes());
  return OfBlock ? Warps / OfBlock * OfBlock : Warps;
}

double f2layout::slowdownByRegisters(const Target &T,
                                     std::optional<unsigned> BlockThreads,
                                     unsigned Before, unsigned After) {
  const unsigned TwoBlocks =
      BlockThreads ? 2 * divideCeil(*BlockThreads, T.M.lanes()) : 0;
  const unsigned Enough = std::max(mostWarps(T) / 2, TwoBlocks);
  const unsigned Had = std::min(residentWarps(T, BlockThreads, Before), Enough);
  const unsigned Has = std::min(residentWarps(T, BlockThreads, After), Enough);
  // No block at all is what the register budget prevents.
  return Has && Has < Had ? double(Had) / Has : 1;
}

std::optional<unsigned> f2layout::statedBlock(const LaunchShape &L,
                                              const Target &T) {
  if (L.ExactThreads)
    return L.ExactThreads;
  const bool MayBeDefault =
      T.Maker != Vendor::NVIDIA && L.BoundThreads == T.MaxThreads;
  return MayBeDefault ? std::nullopt : L.BoundThreads;
}

bool f2layout::statesWarps(const Function &F) {
  return compat::nvidiaBound(F, "nvvm.minctasm") ||
         F.hasFnAttribute("amdgpu-waves-per-eu");
}

static unsigned registers(const Target &T, unsigned Words, int Besides) {
  const int Registers = int(Words) + Besides;
  return std::clamp(Registers, 1, std::max(int(T.MaxRegisters), 1));
}

RegisterSpread f2layout::registersOf(const Target &T, unsigned Words) {
  const Reserves &R = reservesOf(T);
  return {registers(T, Words, R.Least), registers(T, Words, R.usual()),
          registers(T, Words, R.Most)};
}

/// LLVM's scheduler takes more where a kernel has many values: of 66 products
/// and transpositions with tiles in registers that were rewritten for gfx942, a
/// tenth took 28 registers more, or a third of what they had.
static unsigned mostGrowth(const Target &T, unsigned Words) {
  const unsigned Most = UsualGrowth.back();
  return T.Maker == Vendor::NVIDIA ? Most : std::max(Most, Words / 3);
}

/// The average over what the assembler may take before and after. An estimate
/// that falls is no promise: of 117 kernels whose estimate fell by two words or
/// more, 14 took more registers.
static double
average(const Target &T, unsigned HadWords, unsigned HasWords,
        unsigned MostGrowth,
        function_ref<double(unsigned Before, unsigned After)> Of) {
  std::array<int, 10> Growth = UsualGrowth;
  Growth.back() = MostGrowth;
  double Sum = 0;
  const Reserves &R = reservesOf(T);
  HasWords = std::max(HadWords, HasWords);
  for (int Reserve : R.OfEachFifth)
    for (int More : Growth)
      Sum += Of(registers(T, HadWords, Reserve),
                registers(T, HasWords, Reserve + More));
  return Sum / (R.OfEachFifth.size() * Growth.size());
}

double f2layout::chanceOfFewerWarps(const Target &T,
                                    std::optional<unsigned> BlockThreads,
                                    unsigned HadWords, unsigned HasWords) {
  return average(T, HadWords, HasWords, mostGrowth(T, HasWords),
                 [&](unsigned Before, unsigned After) {
                   return residentWarps(T, BlockThreads, After) <
                          residentWarps(T, BlockThreads, Before);
                 });
}

double f2layout::expectedSlowdown(const Target &T,
                                  std::optional<unsigned> BlockThreads,
                                  unsigned HadWords, unsigned HasWords) {
  return average(T, HadWords, HasWords, UsualGrowth.back(),
                 [&](unsigned Before, unsigned After) {
                   return slowdownByRegisters(T, BlockThreads, Before, After);
                 });
}
