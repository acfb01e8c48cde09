//===- Residency.cpp - How many warps run at a time -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/Residency.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Registers of a thread are given eight at a time on NVIDIA's GPUs and on
/// gfx90a and later of CDNA; RDNA gives up to 24, which makes this optimistic.
static constexpr unsigned Granule = 8;

static unsigned mostWarps(const Target &T) {
  return T.Resident.Threads / T.M.lanes();
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
