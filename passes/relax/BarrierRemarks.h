//===- BarrierRemarks.h - The remarks of f2layout-relax -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:14:3: remark: block barrier kept: the load at k.cu:12 and the store at
//   k.cu:20 may touch the same bytes from different threads; __restrict__ on
//   the pointers would show that they do not
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_RELAX_BARRIERREMARKS_H
#define F2LAYOUT_PASSES_RELAX_BARRIERREMARKS_H

#include "passes/relax/GuessedBarriers.h"
#include "passes/support/RemarkBook.h"

namespace f2layout {
inline namespace passes {

/// At is the barrier, still in place. OfWarp: it is a warp barrier. The
/// verdict is for blocks of the tested shape, if there is one.
/// The barrier may be in a second version of the kernel, for blocks of the size
/// Version.
void remarkVerdict(
    KernelRemarks &Out, const BarrierVerdict &V, const llvm::Instruction *At,
    bool OfWarp, std::optional<std::array<unsigned, 3>> Version = std::nullopt);

/// Missed: what a guessed shape of the block would save does not pay for a
/// second version of the kernel.
void remarkUnpaid(KernelRemarks &Out, const llvm::Instruction &First,
                  const GuessedBarriers &G);

/// The attributes or options about the block contradict each other.
void remarkLeftAlone(KernelRemarks &Out, llvm::Function &F,
                     llvm::StringRef Why);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_RELAX_BARRIERREMARKS_H
