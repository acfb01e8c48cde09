//===- Residency.h - How many warps run at a time -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An SM hides latency by switching between warps, and registers decide
// how many there are. 65536 registers hold
//
//   registers of a thread      32   40   64   80   88  128
//   warps                      64   51   32   25   23   16
//
// so a plan that keeps eight words more in registers may slow down everything
// else in the kernel.
//
// Rule. Half of the warps that an SM can hold are taken to hide all latency, if
// they belong to two blocks or more: while one waits at a barrier, the other
// runs. With fewer, a kernel is taken to run as much slower as it has fewer
// warps. This is an assumption on the careful side: kernels with much work for
// each thread need fewer. Measured on an H100: a tiled matrix product in blocks
// of 1024 threads runs at 0.85 of its speed with one block instead of two.
//
// What is not known. The estimate (RegisterPressure.h) is no count: of 977
// kernels of real programs on sm_90, and 209 on gfx90a, the assembler took so
// many registers more than the estimate has words:
//
//   of a hundred kernels, less in      5   10   30   50   70   90   95
//   NVIDIA                            -6    0    6    9   11   17   22
//   AMD                              -16   -8   -4   -1    4   19   30
//
// And where loads were widened it took other registers than before though the
// estimate had not grown: of 157 such kernels, three more or above in a
// seventh, eight more or above in a twentieth. Whether a step between two
// numbers of warps lies in between cannot be told from the estimate. So the
// price of such a rewrite is what it is expected to lose: the average of the
// slowdown over these quantiles. Then a gain of a few clocks does not buy a
// likely loss, and a large one does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_RESIDENCY_H
#define F2LAYOUT_PASSES_PRICE_RESIDENCY_H

#include "intrinsics/target/Target.h"
#include "passes/launch/LaunchShape.h"
#include "passes/price/RegisterPressure.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// What ptxas takes besides the estimate of RegisterPressure.h: the median of
/// 221 kernels of real programs on sm_90; a tenth of them took more than 22.
inline constexpr unsigned UsualReserve = 9;

/// The estimate for the orders that F's code generator may choose: for ptxas
/// that of IR alone, for LLVM on AMD, whose scheduler works towards many waves,
/// others as well.
struct ScheduledPressure {
  unsigned AsWritten = 0; ///< In the order of IR.
  unsigned Least = 0;     ///< In the best one.

  /// If the exchanges are replaced.
  static ScheduledPressure of(const llvm::Function &F,
                              llvm::ArrayRef<HoistedLoads> Replaced = {});
  /// What is expected of a rewritten kernel that had another pressure before.
  /// How a scheduler will treat more words than before is not known: then it is
  /// taken to keep the order. The same holds if the best order has more, and
  /// what is new there is Fixed, as the results of shuffles are: loads move.
  unsigned behind(const ScheduledPressure &Before, bool Fixed = false) const {
    const bool Grows = AsWritten > Before.AsWritten;
    return Grows || (Fixed && Least > Before.Least) ? AsWritten : Least;
  }
};

/// The warps that run at a time on one SM, CU or WGP, as far as registers
/// decide; 0 if the processor's limits are unknown. Whole blocks run, if it is
/// known how many threads they have.
unsigned residentWarps(const Target &T, std::optional<unsigned> BlockThreads,
                       unsigned Registers);

/// How many times as long a kernel takes if its threads have After registers
/// instead of Before; at least 1.
double slowdownByRegisters(const Target &T,
                           std::optional<unsigned> BlockThreads,
                           unsigned Before, unsigned After);

/// The threads of the blocks that run, as far as somebody states them. HIP's
/// compiler states the largest block where the user states nothing.
std::optional<unsigned> statedBlock(const LaunchShape &L, const Target &T);

/// F states how many warps must fit: the assembler or the code generator keeps
/// them, and spills.
bool statesWarps(const llvm::Function &F);

/// Registers that the assembler takes for a kernel whose estimate is Words.
struct RegisterSpread {
  unsigned Least = 0, Usual = 0, Most = 0; ///< Least to Most: nine of ten.
};
RegisterSpread registersOf(const Target &T, unsigned Words);

/// The share of kernels in which fewer warps run at a time if the estimate is
/// HasWords instead of HadWords and the accesses are others.
double chanceOfFewerWarps(const Target &T, std::optional<unsigned> BlockThreads,
                          unsigned HadWords, unsigned HasWords);

/// How many times as long a kernel is expected to take if its estimate is
/// HasWords instead of HadWords and its accesses are others; at least 1.
double expectedSlowdown(const Target &T, std::optional<unsigned> BlockThreads,
                        unsigned HadWords, unsigned HasWords);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_RESIDENCY_H
