//===- BarrierAccesses.h - What may run on either side of a barrier -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier is needed because of the accesses on either side of it. In
//
//   a = in[i];        before: reads in
//   __syncthreads();
//   x = private[3];   after:  the thread's own; no other thread can see it
//   out[j] = a;               writes out
//
// these are one read and one write that other threads can observe. Loops extend
// both sides: what follows the barrier in one iteration precedes it in the
// next. We collect everything on a path to or from the barrier that passes no
// other barrier of the same kind.
//
// Some instructions need the barrier whatever bytes they access. Threads
// communicate with each other, and with other blocks, through atomics, volatile
// accesses, fences, asynchronous copies and assembly:
//
//   data[i] = v;  __syncthreads();  if (t == 0) { __threadfence(); flag = 1; }
//
// Here no byte is accessed twice, and still the barrier is what makes all of
// data visible before flag.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BARRIERS_BARRIERACCESSES_H
#define F2LAYOUT_PASSES_BARRIERS_BARRIERACCESSES_H

#include "passes/support/PathQueries.h"
#include "passes/uniformity/SyncPoints.h"

namespace f2layout {
inline namespace passes {

/// One access to memory that other threads can see.
struct BarrierAccess {
  llvm::Instruction *I = nullptr;
  const llvm::Value *Pointer = nullptr; ///< Null: anywhere.
  uint64_t Bytes = 0;                   ///< 0: unknown.
  bool Writes = false;
  /// If not 0, the bytes are a row of matrices at which this many lanes of a
  /// warp point. Other lanes of the warp may read or write the row, too.
  unsigned Rows = 0;
};

/// The accesses that can run before a barrier, or after it.
struct BarrierSide {
  llvm::SmallVector<BarrierAccess, 16> Accesses;
  /// An instruction that needs the barrier whatever it accesses, and why: the
  /// end of a sentence that begins with the instruction's name.
  llvm::Instruction *Orders = nullptr;
  const char *Why = "";
  /// An instruction whose result depends on which lanes run together, so the
  /// warp must still meet.
  llvm::Instruction *AsksWhoIsHere = nullptr;
};

/// Points other than P that order all memory at least as well as one of kind K.
/// P is not needed for accesses that they separate.
InstructionSet separatorsOf(const SyncPoints &Syncs, const SyncPoint &P);

BarrierSide collectSide(const SyncPoint &P, bool Forward,
                        const SyncPoints &Syncs,
                        const InstructionSet &Separators);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BARRIERS_BARRIERACCESSES_H
