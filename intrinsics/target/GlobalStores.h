//===- GlobalStores.h - What a store to global memory costs ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The L1 caches of GPUs write through: a store sends each sector of global
// memory that its lanes touch to the L2 cache, whether it fills the sector or
// not. Two stores that fill one sector together send it twice.
//
//   32 lanes store 4 bytes each, sectors of 32 bytes     sectors
//   side by side                                         4
//   12 bytes apart                                       12
//   32 bytes apart, or more                              32
//
// Loads are different: what one of them brings into L1 serves the next.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_GLOBALSTORES_H
#define F2LAYOUT_INTRINSICS_TARGET_GLOBALSTORES_H

#include "intrinsics/target/Target.h"

namespace f2layout {
inline namespace intrinsics {

struct GlobalStoreCosts {
  unsigned SectorBytes = 32;
  /// Clocks of one SM or CU for a sector that is sent: where neighbouring lanes
  /// share sectors, and where each has sectors of its own.
  double Shared = 1, Own = 1;

  double sector(uint64_t Stride) const {
    return Stride < SectorBytes ? Shared : Own;
  }
};

GlobalStoreCosts globalStoreCosts(const Target &T);

/// The sectors that a warp's store of Bytes bytes sends, if lane l stores at
/// l * Stride + Offset, and lane 0 at the beginning of a sector if Offset is 0.
unsigned sectorsOfStore(const Target &T, uint64_t Stride, uint64_t Offset,
                        unsigned Bytes);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_GLOBALSTORES_H
