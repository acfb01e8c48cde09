//===- RegisterBudget.h - Registers of a block nobody states --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The registers of a thread, times the threads of a block, must fit
// the register file, or the launch fails:
//
//   too many resources requested for launch
//
// ptxas takes up to 255 registers for a kernel that does not state its block,
// and the host may launch that kernel with 1024 threads, if the original takes
// at most 64. What a rewrite adds must not take that away.
//
// Example. A tiled product of doubles, with blocks of 32 x 32: 32 registers as
// written, 80 if the rows of one tile are in registers from the barrier on.
//
// Algorithm. An estimate of what ptxas does (RegisterPressure.h), and a limit
// where the estimate is not enough:
//   1. If the values of a kernel may need all registers of the largest block as
//      they are, it lacks registers, and no rewrite touches it. What ptxas
//      would make of a rewritten one is not known well enough.
//   2. The exchanges that f2layout-reroute replaces in other kernels stay
//      within the same bound, with which ptxas needs no limit.
//   3. If the rewritten kernel is estimated to take more all the same, and
//      ptxas need not spill, it gets the limit "nvvm.maxnreg"="64". There is no
//      limit where it is not needed: with one, ptxas no longer counts how many
//      blocks run at a time, and took 52 registers instead of 32 for a tiled
//      product of 16 x 16 floats, and 53 instead of 34 for a lattice Boltzmann
//      step.
//
// Kernels that state a block smaller than the largest are left to ptxas, which
// obeys them. On AMD every launch succeeds: LLVM keeps the registers within
// what the largest block may have, 1024 threads where nothing is stated, and
// spills what does not fit. There the bounds of steps 1 and 2 prevent spills,
// and step 3 does not apply.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_REGISTERBUDGET_H
#define F2LAYOUT_PASSES_PRICE_REGISTERBUDGET_H

#include "intrinsics/target/Target.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RemarkBook.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// Registers of a thread besides the estimate, for what ptxas computes anew or
/// has under way early. Calibrated with the kernels of
/// test/property/registers.py on sm_90, with and without the plugin: of 1107
/// whose estimate is at most 42, none takes more than 64 registers, and none
/// spills under a limit of 64. On sm_75 ptxas takes 66 for a few of them. More
/// than that is not limited, since it might spill.
inline constexpr unsigned RegisterReserve = 22;
/// With so many besides, ptxas needs no limit: of 1042 kernels whose estimate
/// is at most 40, 7 take more than 56 registers, and none more than 64. A
/// kernel whose estimate was 39 took 72 because f2layout-access had widened its
/// accesses: limitRegisters adds their words to the estimate.
inline constexpr unsigned LimitReserve = 24;
/// On AMD, for addresses and what is under way early. A guess: unlike the two
/// above, it was not calibrated.
inline constexpr unsigned WaveReserve = 8;

/// What the values of a kernel with exchanges may take.
struct RegisterBound {
  unsigned Registers = 0;     ///< Of one thread.
  unsigned Reserve = 0;       ///< Those of them that are not for values.
  unsigned Threads = 0;       ///< Of the block that must fit.
  unsigned MostRegisters = 0; ///< Of one thread, however small the block is.
  unsigned words() const { return Registers - std::min(Registers, Reserve); }
};
/// The bound with which nothing spills and the largest block can be launched;
/// none where the compiler sees to both. LLVM keeps AMD's registers within the
/// largest block, and spills what does not fit.
std::optional<RegisterBound>
boundOfRewrites(const llvm::Function &F, const LaunchShape &L, const Target &T);
/// The same for values that no accumulation register holds.
std::optional<RegisterBound> boundOfExchanges(const llvm::Function &F,
                                              const LaunchShape &L,
                                              const Target &T);

/// Why a kernel with so many words in use must not be given more; for a remark.
std::string registersText(const RegisterBound &Bound, unsigned Words);

/// F's values may need all the registers of the largest block as they are.
bool lacksRegisters(const llvm::Function &F, const LaunchShape &L,
                    const Target &T);

/// Missed, if F's values and Added words may need all the registers of the
/// largest block: Pass leaves What alone. True if so. Known is
/// registerPressure(F), if the caller has it.
bool remarkRegisters(KernelRemarks &Out, llvm::Function &F,
                     const LaunchShape &L, const Target &T, const char *Pass,
                     llvm::StringRef What = "kernel", unsigned Added = 0,
                     std::optional<unsigned> Known = std::nullopt);

/// Limits F, which was rewritten, to the registers of the largest block, if
/// ptxas might take more and need not. Added words are those that the estimate
/// does not see in F. Had is registerPressure(F) from before the rewrite, if
/// the caller has it: a kernel that could be launched with the largest block
/// still can, and spills if need be. True if F changed.
bool limitRegisters(llvm::Function &F, const LaunchShape &L, const Target &T,
                    unsigned Added = 0,
                    std::optional<unsigned> Had = std::nullopt);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_REGISTERBUDGET_H
