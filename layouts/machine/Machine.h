//===- Machine.h - The abstract machine that plans are made for -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner does not know any GPU. It knows a machine: lanes that issue one
// instruction together, a shuffle unit, an ALU, and a banked shared memory that
// serves an access in phases. A GPU is a value of this type, filled in from the
// tables in intrinsics/, where every figure names its source.
//
// Phases. A warp does not present all its addresses to the banks at once when
// an access is wider than a bank. On Hopper a 16-byte access of 32 lanes is
// served as four groups of eight lanes: lanes 0-7, 8-15, 16-23, 24-31. Over F2
// the first group is the subspace span{1, 2, 4} of lane numbers and the others
// are its cosets. That is all the planner needs to know of it, and it covers
// irregular hardware too: a ds_read_b128 on gfx942 goes in cosets of
// span{1, 2, 20}, that is lanes {0-3, 20-23} first.
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
  /// Basis of the subspace of lanes served together. The whole warp takes
  /// (lanes / 2^size) phases even when no two lanes conflict.
  llvm::SmallVector<unsigned, 6> LoadPhase;
  llvm::SmallVector<unsigned, 6> StorePhase;
};

/// What works at the same time as the other: a plan's moves through memory and
/// by the shuffle unit, and its arithmetic. Both: nothing else runs meanwhile.
enum class Pipe { Memory, Alu, Both };

/// Clocks one warp-instruction occupies its pipe. Pipes overlap: a plan costs
/// the larger of its memory-pipe and ALU-pipe sums, plus its barriers. The ALU
/// is not idle while elements travel: kernels compute something with them, and
/// a plan that moves work from the memory pipe to the ALU competes with that.
struct MachineCosts {
  double Shuffle = 1.0;     ///< Any lane permutation (shuffles share the
                            ///< memory pipe with loads and stores).
  double Butterfly = 1.0;   ///< lane ^ constant (Machine::ButterflyPipe,
                            ///< Machine::Butterflies).
  double Select = 0.5;      ///< Two-way select of a 32-bit word (ALU pipe).
  double Permute = 0.5;     ///< Byte permute of two words (ALU pipe).
  double Wavefront = 1.0;   ///< One phase without conflicts (memory pipe).
  double WarpBarrier = 0.0; ///< Includes the round trip it makes visible.
  double BlockBarrier = 0.0;
  double Pack = 0.0;      ///< One byte merged into its word (ALU pipe).
  double Element = 0.0;   ///< What the code around spends on one element
                          ///< (ALU pipe).
  double Swap = 0.0;      ///< Step::Swap (ALU pipe).
  double Transpose = 0.0; ///< Step::Transpose (memory pipe).
};

struct Machine {
  unsigned LaneBits = 5; ///< log2 of the lanes of a warp (wave).
  unsigned Banks = 32;   ///< Of BankBytes each.
  unsigned BankBytes = 4;
  /// An access aligned to less than its width is several; else it is one.
  bool CutsUnaligned = true;
  /// A load wider than a bank takes two phases at once if each lane reads what
  /// lane ^ 1 reads, or each what lane ^ 2 reads, as far as both take part.
  bool JoinsPairs = false;
  /// The compiler behind joins neighbouring accesses of any width, loads too.
  bool JoinsNeighbours = false;
  /// The memory pipe where butterflies are shuffles like any other; the ALU
  /// where they are operands of a move (DPP).
  Pipe ButterflyPipe = Pipe::Memory;
  /// Bit c: lane ^ c costs a Butterfly. The others are shuffles: on gfx942 a
  /// DPP move stays in its row of 16 lanes.
  uint64_t Butterflies = ~uint64_t(0);
  llvm::SmallVector<AccessShape, 5> Shapes; ///< By increasing width.
  MachineCosts Costs;
  /// Bit j: there is a Step::Swap of lane bit j.
  unsigned SwapLaneBits = 0;
  /// There is Step::Transpose.
  bool Transposes = false;
  /// What Step::LoadMatrix and StoreMatrix can move. Rows are served as
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
