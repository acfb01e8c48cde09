//===- Target.h - GPUs as tables ------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that differs between GPUs and that the planner, the emitter or the
// passes need to know. Targets.def holds the figures, one row per processor,
// each with its source. To add a GPU, add a row, or load one (TargetJson.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_TARGET_H
#define F2LAYOUT_INTRINSICS_TARGET_TARGET_H

#include "layouts/machine/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"
#include <string>

namespace f2layout {
inline namespace intrinsics {

enum class Vendor { NVIDIA, AMD };

/// Lane moves of AMD processors that not every generation has.
struct LaneMoves {
  bool RowXmask = false;   ///< DPP row_xmask, dpp8, permlane16, permlanex16.
  bool Permlane64 = false; ///< Swaps the halves of a wave64.
  unsigned BpermuteReach = 64; ///< Lanes that one ds_bpermute can read from.
};

/// The resources that all blocks of one SM, CU or WGP share; zeros if unknown.
struct ResidentLimits {
  unsigned SharedBytes = 0;
  unsigned KeptBytes = 0; ///< The part that the driver takes per block.
  unsigned Threads = 0;   ///< Of all blocks.
  unsigned Registers = 0; ///< Of 32 bits.
  /// Half of the registers of a thread are for matrix products only.
  bool HalfAccumulate = false;
};

struct Target {
  Vendor Maker = Vendor::NVIDIA;
  std::string Cpu; ///< "sm_90", "gfx942".
  Machine M;
  unsigned MaxSharedBytes = 48 * 1024; ///< Static shared memory of one block.
  unsigned MaxThreads = 1024;          ///< Of one block.
  unsigned MaxRegisters = 255;         ///< 32-bit registers of one thread.
  ResidentLimits Resident;
  LaneMoves Moves; ///< AMD only.
  /// Clocks in which one instruction combines a 32-bit integer of all lanes of
  /// a warp; 0 if there is none.
  double WarpReduceClocks = 0;
};

/// Machine::Butterflies of a processor with these moves: what LaneMove.h does
/// by DPP, permlanex16 or permlane64.
uint64_t butterfliesOf(Vendor Maker, const LaneMoves &Moves);

/// The target that F is compiled for, from the module's triple and F's
/// "target-cpu" and "target-features" (wave size on AMD). The error names the
/// unknown processor and lists the known ones. There is no fallback: an unknown
/// processor has unknown banks and instructions. A Loaded table replaces the
/// row of its processor, in functions with the same number of lanes; it may be
/// null.
llvm::Expected<Target> getTarget(const llvm::Function &F,
                                 const Target *Loaded = nullptr);

/// The PTX version that the function's features request, times ten; 0 if they
/// request none.
unsigned askedPtx(const llvm::Function &F);

/// The target of that name: "sm_90", "sm_90a", "gfx1100". LaneBits requests
/// waves of 2^LaneBits lanes; 0 selects the processor's default. The error
/// lists the known processors, or the waves of this one.
llvm::Expected<Target> findTarget(llvm::StringRef Cpu, unsigned LaneBits = 0);

/// Every processor that has a row, in the order of the rows.
llvm::SmallVector<llvm::StringRef> knownTargets();

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_TARGET_H
