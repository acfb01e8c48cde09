//===- ScratchWindows.h - Move data through scratch in windows ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. Every element has a place (ScratchPlaces.h), and
// the scratch memory has room for some of them at a time: a window. 1024
// elements of 4 bytes through 1024 bytes are four windows of 256 places:
//
//   for (w = 0; w < 4; ++w) {
//     barrier                                   the last window has been read
//     for each register r
//       if (place(r, t) / 256 == w)
//         scratch[place(r, t) % 256] = x[r]
//     barrier
//     for each result s
//       v = scratch[wanted(s, t) % 256]
//       y[s] = wanted(s, t) / 256 == w ? v : y[s]
//   }
//
// Loads need no branch: for any place, an element inside of the window is read.
// This also holds for an index from outside of the tensor, since only its low
// bits count. With one window there is no loop, and no barrier before the
// stores unless the scratch was used before.
//
// With one window, registers that are neighbours in memory are stored together.
//
// This serves lookups by an index that is known only at run time
// (layouts/plan/GatherPlan.h), and conversions whose scratch is too small for
// any plan.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHWINDOWS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHWINDOWS_H

#include "intrinsics/steps/EmitContext.h"
#include "layouts/plan/GatherPlan.h"
#include "passes/layoutcalls/calls/LayoutCall.h"

namespace f2layout {
inline namespace passes {

struct ScratchWindows : GatherMemory {
  unsigned ElementBits = 32;

  uint64_t bytes() const { return uint64_t(ElementBits / 8) << WindowBits; }
  /// log2 of the neighbouring results of a conversion that are loaded at once.
  unsigned loadBits() const;
  /// Of the widest access.
  unsigned alignment() const;
};

/// A conversion in as few windows as fit into that many bytes; none if not even
/// one element fits.
std::optional<ScratchWindows> cutIntoWindows(ScratchPlaces Places,
                                             const LayoutCall &C,
                                             uint64_t ScratchBytes);

/// Emits the code at the call, where the context's builder is before and
/// afterwards, and returns the destination's registers. Splits blocks. The
/// context's scratch is bytes() long, and its thread index is known.
llvm::Value *emitWindows(const LayoutCall &C, const ScratchWindows &W,
                         EmitContext &Context);
/// The same for integers of the windows' width, of which so many arrive.
llvm::SmallVector<llvm::Value *, 16>
emitWindows(const LayoutCall &C, const ScratchWindows &W,
            llvm::ArrayRef<llvm::Value *> Elements, unsigned Results,
            EmitContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHWINDOWS_H
