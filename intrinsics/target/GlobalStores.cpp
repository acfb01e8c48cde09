//===- GlobalStores.cpp - What a store to global memory costs -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/GlobalStores.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

/// NVIDIA: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory":
/// transactions of 32 bytes. Each figure is the lowest time measured on an H100
/// for an additional sector that a store sends. The stores wrote arrays of
/// structures in the L2 cache, one by one or in vectors of 16 bytes: 1.1 to 1.9
/// clocks for structures of 3 to 7 floats, 2.1 to 3.6 for 8 to 16 floats.
///
/// AMD: ROCm Compute Profiler, "Vector L1 cache": requests of 64 bytes to L2,
/// one in a clock. Not measured.
GlobalStoreCosts globalStoreCosts(const Target &T) {
  if (T.Maker == Vendor::NVIDIA)
    return {32, 1.1, 2.1};
  return {64, 1.0, 1.0};
}

unsigned sectorsOfStore(const Target &T, uint64_t Stride, uint64_t Offset,
                        unsigned Bytes) {
  const uint64_t Size = globalStoreCosts(T).SectorBytes;
  unsigned Sectors = 0;
  uint64_t Next = 0; ///< The first sector that was not counted.
  for (unsigned Lane = 0; Lane < T.M.lanes(); ++Lane) {
    const uint64_t First = (Lane * Stride + Offset) / Size;
    const uint64_t Last = (Lane * Stride + Offset + Bytes - 1) / Size;
    for (uint64_t S = std::max(First, Next); S <= Last; ++S)
      ++Sectors;
    Next = std::max(Next, Last + 1);
  }
  return Sectors;
}

} // namespace intrinsics
} // namespace f2layout
