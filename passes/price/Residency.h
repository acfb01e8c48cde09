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
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_RESIDENCY_H
#define F2LAYOUT_PASSES_PRICE_RESIDENCY_H

#include "intrinsics/Target.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// What ptxas takes besides the estimate of RegisterPressure.h: the median of
/// 221 kernels of real programs on sm_90; a tenth of them took more than 22.
inline constexpr unsigned UsualReserve = 9;

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

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_RESIDENCY_H
