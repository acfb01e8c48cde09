//===- LowerLines.h - Reductions and scans along an axis ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. A reduction is a list of folds and moves
// (layouts/lines/Reduction.h), and a scan one of digits, some of which have
// moves (layouts/lines/Scan.h). A move is a conversion, which has a plan or
// goes through scratch memory in windows (ScratchWindows.h). All moves of a
// call use the same scratch, one after the other, with a barrier in between:
//
//   folds   stores  barrier  loads   folds   barrier   stores  barrier  loads
//           first move                                 second move
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERLINES_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERLINES_H

#include "layouts/lines/Scan.h"
#include "passes/layoutcalls/lower/LowerCalls.h"
#include "passes/layoutcalls/scratch/ScratchOrder.h"
#include "passes/layoutcalls/scratch/ScratchWindows.h"

namespace f2layout {
inline namespace passes {

/// How a call along an axis is lowered: one of the two.
struct LineLowering {
  std::optional<Reduction> Reduces;
  std::optional<Scan> Scans;
  /// Of each move that has no plan.
  llvm::SmallVector<std::optional<ScratchWindows>, 2> Windows;

  llvm::ArrayRef<LineMove> moves() const {
    return Reduces ? Reduces->Moves : Scans->Moves;
  }
  double clocks() const { return Reduces ? Reduces->Clocks : Scans->Clocks; }
  unsigned shuffles() const {
    return Reduces ? Reduces->Shuffles : Scans->Shuffles;
  }
  /// Bytes and alignment of scratch for a block of so many warps.
  uint64_t scratchBytes(unsigned Warps) const;
  llvm::Align scratchAlign() const;
  ScratchUse scratchUse() const;
  /// A block that loops over windows begins with a barrier.
  bool beginsWithBarrier() const;
  bool needsThread() const;
};

/// If there is no lowering, the reason is a fault.
std::optional<LineLowering> planLines(const LayoutCall &C, const Target &T,
                                      const Options &O, uint64_t ScratchBytes,
                                      CallFaults &Faults);

/// Emits the code at the call, where the context's builder is before and
/// afterwards, and returns the destination's registers. The context's thread
/// index is known if needsThread().
llvm::Value *emitLines(const LayoutCall &C, const LineLowering &L,
                       EmitContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERLINES_H
