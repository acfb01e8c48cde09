//===- Limits.h - Limits of GPUs and of the planner -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits that no supported GPU exceeds, and limits of our own that keep the
// work on one conversion small. The limits of one processor are in
// intrinsics/target/Targets.def.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_LIMITS_H
#define F2LAYOUT_LAYOUTS_MACHINE_LIMITS_H

namespace f2layout {
inline namespace layouts {

/// Lanes of a warp: 64 on some AMD GPUs.
constexpr unsigned MaxLaneBits = 6;
/// Threads of a block, on GPUs of either vendor.
constexpr unsigned MaxBlockThreadBits = 10;
constexpr unsigned MaxBlockThreads = 1u << MaxBlockThreadBits;

/// Bytes of shared memory of one block. The largest so far is 228 KiB (sm_90);
/// a distance beyond this limit is between bytes that are never both accessed.
constexpr unsigned MaxSharedBytes = 1u << 20;

/// Bytes that one thread reads or writes by one access.
constexpr unsigned MaxAccessBytes = 16;

/// Registers of a thread on each side of a planned conversion. A thread on
/// NVIDIA GPUs has 255 registers of 32 bits; elements may be smaller.
constexpr unsigned MaxPlanRegisters = 256;
/// Registers of a thread in a layout that is compared with another. This is
/// more than a plan accepts, because registers that hold copies are removed
/// first.
constexpr unsigned MaxLayoutRegisterBits = 12;
/// Registers of a thread in a map. Register and thread together are the index
/// of a table.
constexpr unsigned MaxMapRegisterBits = 15;

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_LIMITS_H
