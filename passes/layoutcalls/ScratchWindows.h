//===- ScratchWindows.h - Through scratch, window by window ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. Every element has a place (ScratchPlaces.h), and
// scratch memory has room for some of them at a time: a window. 1024 elements
// of 4 bytes through 1024 bytes are four windows of 256 places:
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
// Loads need no branch: whatever the place, one inside of the window is read.
// That holds for an index from outside of the tensor, too, as only its low bits
// count. With one window there is no loop, and no barrier before the stores
// unless somebody has used the scratch before.
//
// This is how an index that only the running kernel knows is looked up, and how
// a conversion gets through scratch too small for any plan.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCHWINDOWS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCHWINDOWS_H

#include "intrinsics/Emit.h"
#include "layouts/plan/ScratchPlaces.h"
#include "passes/layoutcalls/LayoutCall.h"

namespace f2layout {
inline namespace passes {

struct ScratchWindows {
  ScratchPlaces Places;
  unsigned WindowBits = 0; ///< A window has 2^WindowBits places.
  unsigned ElementBits = 32;

  uint64_t windows() const {
    return uint64_t(1) << (Places.PlaceBits - WindowBits);
  }
  uint64_t bytes() const { return uint64_t(ElementBits / 8) << WindowBits; }
};

/// As few windows as fit into so many bytes; none if not even an element does.
std::optional<ScratchWindows> cutIntoWindows(ScratchPlaces Places,
                                             unsigned ElementBits,
                                             uint64_t ScratchBytes);

/// Emits the code at the call, where the context's builder stands before and
/// afterwards, and returns the destination's registers. Blocks are split. The
/// context's scratch is bytes() long, and its thread index is known.
llvm::Value *emitWindows(const LayoutCall &C, const ScratchWindows &W,
                         EmitContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCHWINDOWS_H
