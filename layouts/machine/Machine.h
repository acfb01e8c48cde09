//===- Machine.h - The abstract machine that plans are made for -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner knows no specific GPU, only a machine: lanes that issue one
// instruction together, a shuffle unit, an ALU, and a banked shared memory that
// serves an access in phases. A GPU is a value of this type, filled in from the
// tables in intrinsics/, where every figure states its source.
//
// Phases. A warp does not present all its addresses to the banks at once when
// an access is wider than a bank. On Hopper a 16-byte access of 32 lanes is
// served as four groups of eight lanes: lanes 0-7, 8-15, 16-23, 24-31. Over F2
// the first group is the subspace span{1, 2, 4} of lane numbers and the others
// are its cosets. The planner needs to know nothing else about phases, and the
// description also covers irregular hardware: a ds_read_b128 on gfx942 is
// served in cosets of span{1, 2, 20}, so lanes {0-3, 20-23} come first.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_MACHINE_H
#define F2LAYOUT_LAYOUTS_MACHINE_MACHINE_H

#include "layouts/machine/MatrixTile.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace f2layout {
inline namespace layouts {

/// How shared memory serves accesses of one width.
struct AccessShape {
  unsigned Bytes; ///< Per lane: 1, 2, 4, 8 or 16.
  /// Basis of the subspace of lanes served together. The warp takes (lanes /
  /// 2^size) phases even if no two lanes conflict.
  llvm::SmallVector<unsigned, 6> LoadPhase;
  llvm::SmallVector<unsigned, 6> StorePhase;
};

/// The two pipes work at the same time: Memory executes the accesses and
/// shuffles of a plan, Alu its arithmetic. Both: nothing else runs meanwhile.
enum class Pipe { Memory, Alu, Both };

/// Clocks that one warp instruction occupies its pipe. Pipes overlap: a plan
/// costs the larger of its memory-pipe and ALU-pipe sums, plus its barriers.
/// The ALU is busy with the kernel's own computations, so a plan that moves
/// work from the memory pipe to the ALU competes with them.
struct MachineCosts {
  double Shuffle = 1.0;     ///< Any lane permutation (shuffles share the
                            ///< memory pipe with loads and stores).
  double Butterfly = 1.0;   ///< lane ^ constant (Machine::ButterflyPipe,
                            ///< Machine::Butterflies).
  double Select = 0.5;      ///< Two-way select of a 32-bit word (ALU pipe).
  double Permute = 0.5;     ///< Byte permute of two words (ALU pipe).
  double Wavefront = 1.0;   ///< One phase without conflicts (memory pipe).
  double WarpBarrier = 0.0; ///< Includes the wait for the accesses it orders.
  double BlockBarrier = 0.0;
  double Pack = 0.0;      ///< One byte merged into its word (ALU pipe).
  double Element = 0.0;   ///< What surrounding code spends on one element
                          ///< (ALU pipe).
  double Swap = 0.0;      ///< Step::Swap (ALU pipe).
  double Transpose = 0.0; ///< Step::Transpose (memory pipe).
};

struct Machine {
  unsigned LaneBits = 5; ///< log2 of the lanes of a warp (wave).
  unsigned Banks = 32;   ///< Of BankBytes each.
  unsigned BankBytes = 4;
  /// True if an access aligned to less than its width is split into several;
  /// otherwise it is one access.
  bool CutsUnaligned = true;
  /// A load wider than a bank serves two phases at once if every active lane
  /// reads the same as lane ^ 1, or every active lane the same as lane ^ 2.
  bool JoinsPairs = false;
  /// The back end joins neighbouring accesses of any width, including loads.
  bool JoinsNeighbours = false;
  /// Memory if butterflies are ordinary shuffles; Alu if they are operands of a
  /// move (DPP).
  Pipe ButterflyPipe = Pipe::Memory;
  /// Bit c: lane ^ c costs a Butterfly. Other distances are shuffles: on gfx942
  /// a DPP move stays within its row of 16 lanes.
  uint64_t Butterflies = ~uint64_t(0);
  llvm::SmallVector<AccessShape, 5> Shapes; ///< By increasing width.
  MachineCosts Costs;
  /// Bit j: the machine has a Step::Swap of lane bit j.
  unsigned SwapLaneBits = 0;
  /// The machine has Step::Transpose.
  bool Transposes = false;
  /// The tiles of Step::LoadMatrix and StoreMatrix. Rows are served like
  /// accesses of their width by the lanes that point at them.
  llvm::SmallVector<MatrixTile, 0> MatrixLoads, MatrixStores;

  unsigned lanes() const { return 1u << LaneBits; }
  /// The shape of the given width; null if there is no such instruction.
  const AccessShape *shape(unsigned Bytes) const {
    for (const AccessShape &S : Shapes)
      if (S.Bytes == Bytes)
        return &S;
    return nullptr;
  }
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_MACHINE_H
