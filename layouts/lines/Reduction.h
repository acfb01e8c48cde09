//===- Reduction.h - Every line of a tensor becomes one element -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two warps of four lanes sum the row of a 1 x 16 tile:
//
//   register=[[0,1]], lane=[[0,2],[0,4]], warp=[[0,8]] -> [1,16]
//
// Each thread adds its two registers; a lane adds what lane ^ 2 has, then what
// lane ^ 1 has; the two warps exchange their sums. In general the image of a
// bit is any element, and a bit may be a copy. So what is added is found by
// linear algebra.
//
// A partial result is the result of all elements of a coset of a subspace S of
// the axis: at first S is zero, and every element is a partial result. A fold
// takes a difference of places (registers, lanes, warps) whose image lies along
// the axis only, and not in S:
//
//   v[r]  becomes  v[r] op v[r ^ Registers] of lane ^ Lanes
//
// The operands are the results of two different cosets, whose union is a coset
// of the larger subspace S + image. The end is S = the whole axis. No element
// is counted twice, whatever the layout: differences that lead to the same
// coset are copies and make no fold.
//
// Order. Folds follow the bits of the layout: registers from the highest bit to
// the lowest, then lanes, then warps. After the first j bits, S is the
// intersection of the axis and the span of their images, which depends on
// nothing else. So the order in which elements are combined, up to the
// exchange of two operands, is that of a chain of subspaces which the layout
// states.
//
// Algorithm. Echelon form of the parts beside the axis, bit by bit; a part that
// becomes zero makes a difference along the axis. Differences of registers
// halve the registers. For those of lanes, the operand is a shuffle; one
// instruction may combine a whole warp where the order does not matter. If
// there are several registers, two lanes may also share the work: each of them
// combines one half of the registers, and sends the other half (Split):
//
//   registers a, b of lanes 0, 1       fold: two shuffles, both lanes have both
//                                      split: one, lane 0 has a, lane 1 has b
//
// This pays where results go elsewhere anyway, or several lanes are folded. For
// those of m warps, the partial results are a tensor of lines and 2^m places,
// and a conversion brings each line's places together. Candidates:
//
//   to registers   of the threads that want the line (the result's layout)
//   to lanes       that hold copies of the line, as far as there are some; then
//                  a conversion to the result's layout
//   exchanged      each warp takes a part of the lines, as a warp bit becomes a
//                  register bit; then a conversion to the result's layout
//
// The cheapest is taken. A partial result that several threads hold is a copy
// in the conversion's layout, which the planner stores once.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_REDUCTION_H
#define F2LAYOUT_LAYOUTS_LINES_REDUCTION_H

#include "layouts/lines/LineImages.h"
#include "layouts/lines/LineMove.h"

namespace f2layout {
inline namespace layouts {

/// What may be done with an operation.
struct FoldTraits {
  /// The order of operands makes no difference to the result.
  bool AnyOrder = false;
  /// x op x is x.
  bool Idempotent = false;
  /// Registers are better combined one after the other than pair by pair. This
  /// is another order.
  bool OneByOne = false;
  /// From x op y and y follows x.
  bool Invertible = false;
  /// Clocks in which one instruction combines all lanes of a warp, of elements
  /// of at most 32 bits; 0 if there is none.
  double WarpReduceClocks = 0;
};

struct ReduceStep {
  enum Kind {
    Rename, ///< New register r is register Registers[r].
    Fold,   ///< v[r] op v[r ^ Registers] of lane ^ Lanes.
    Split,  ///< The same with Registers = 0; of two registers that differ in
            ///< bit Pivot, lanes with LaneBit have the result of the one in
            ///< which it is set, the others that of the other one.
    Warp,   ///< v[r] of all lanes of the warp, combined.
    Move    ///< A conversion.
  };
  Kind K = Fold;
  llvm::SmallVector<unsigned, 16> Sources; ///< Rename.
  unsigned Lanes = 0, Registers = 0;       ///< Fold, Split.
  /// Split, and fold with Lanes = 0: of two registers that differ by Registers,
  /// the one without this bit remains, and higher bits move down.
  unsigned Pivot = 0;
  unsigned LaneBit = 0; ///< Split.
  unsigned Moved = 0;   ///< Move: which one of Reduction::Moves.
};

struct Reduction {
  unsigned NumSources = 1, NumResults = 1;
  std::vector<ReduceStep> Steps;
  std::vector<LineMove> Moves; ///< In the order in which they happen.
  /// Of 32-bit words, in all folds.
  unsigned Shuffles = 0, WarpReductions = 0;
  unsigned Selects = 0; ///< Of 32-bit words, in splits.
  /// Operations of one thread.
  unsigned Operations = 0;
  double Clocks = 0;

  /// One line for each step, and the plans of moves.
  void print(llvm::raw_ostream &OS) const;
};

/// The cheapest reduction of From's lines along the axis to To, whose
/// dimensions are those of From without the axis; dimensions of size 1 are not
/// compared. Fails if the layouts do not fit each other or a block of the
/// machine, if From lacks elements, or if there is no such axis.
llvm::Expected<Reduction> planReduction(const LinearLayout &From, uint64_t Axis,
                                        const LinearLayout &To,
                                        unsigned ElementBits, const Machine &M,
                                        FoldTraits Traits,
                                        const MovePlanner &Planner);

/// The registers after a step that has so many before it.
unsigned registersAfter(const ReduceStep &S, const Reduction &R,
                        unsigned Before);
/// The two operands of result R of a fold; the two registers of a split.
std::pair<unsigned, unsigned> operandsOf(const ReduceStep &Fold, unsigned R);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_REDUCTION_H
