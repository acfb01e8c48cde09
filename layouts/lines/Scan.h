//===- Scan.h - Every element becomes the result of those before it -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The running sum of a line of 16 elements, which two warps of four lanes hold
// two by two:
//
//   register=[[1]], lane=[[2],[4]], warp=[[8]] -> [16]
//
// Here the position in the line is a number of three digits: a register, then
// one of four lanes, then one of two warps. A scan of one digit needs only what
// lies next to each other, and its last result is an element for the next
// digit:
//
//   digit 0, register   (v0, v0+v1)                     last: t = v0+v1
//   digit 1, lane       sums of t up to each lane       last: u, of the warp
//   digit 2, warp       sums of u up to each warp, through shared memory
//   then back           v + (sum of the warps before + sum of the lanes before)
//                       and for v1 the sum of digit 1 up to this lane
//
// Digits are the largest groups of neighbouring bits of the position that are
// all in registers, all in lanes or all in warps. Bits of one digit may be in
// any order in the lane's number, and digits of one kind may occur several
// times: register, lane, warp, register is a tile that repeats.
//
// That requires a layout in which each bit of register, lane and warp moves
// along the axis by one bit of the position, and in no other dimension; or not
// along the axis at all. Any other layout is first converted to one that has
// the lowest bits of the position in registers, then in lanes, then in warps,
// and the results are converted back.
//
// Order. Within a digit in registers, inclusive results are made from the first
// to the last: i[j] = i[j-1] op t[j]. In lanes and warps, they are made bit by
// bit from the lowest: where the bit is set, i = (i of the last position below
// with this bit clear) op i. What lies before the digit's group, x, is computed
// in the same way from the last results of the groups; the result is x op i.
//
// Warps. Of another warp's result, only the difference of the two numbers is
// the same everywhere. So each thread gets t(w ^ c) for every c > 0, and for
// each bit combines those of all c of which it is the highest, pair by pair:
// the result of the block of warps beside its own. Where the bit is set, the
// block lies before. The order is that of the bits:
//
//   four warps    a = t(w^1)             before: of w = 3  b op a  (t0+t1)+t2
//                 b = t(w^2) op t(w^3)           of w = 2  b        t0+t1
//
// Exchange. Where a thread has elements of several groups of a digit in lanes,
// it may be cheaper to let them change places (O83):
//
//   lane=[[1],[2]], register=[[0]] of lines 0, 1    a step for each lane bit:
//                                                   two shuffles each
//   lane=[line,[2]], register=[[1]]                 one operation, then one
//                                                   shuffle
//
// A scan in reverse is the same with all bits of the position inverted, as is
// an offset of an affine layout.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_SCAN_H
#define F2LAYOUT_LAYOUTS_LINES_SCAN_H

#include "layouts/lines/LineImages.h"
#include "layouts/lines/LineMove.h"
#include "layouts/lines/Reduction.h"

namespace f2layout {
inline namespace layouts {

struct ScanDigit {
  enum Kind { Register, Lane, Warp };
  Kind K = Register;
  /// The bits of the register's, lane's or warp's number, the lowest bit of the
  /// position first. Registers are those that are scanned.
  llvm::SmallVector<unsigned, 6> Bits;
  /// Bit i: Bits[i] is set where the bit of the position is clear.
  unsigned Inverted = 0;
  /// Lane: moves to and from a layout that has the lowest bits of the digit in
  /// registers, the highest of those that values are numbered by. What was
  /// there is in the lanes' bits.
  unsigned InRegisters = 0, To = 0, From = 0;
  /// Lane: what lies before follows from the inclusive result and the element.
  bool Subtracts = false;
  /// Lane: only the last lane of a group needs its last result, which it has.
  bool LastStays = false;
  /// Warp: the move that brings the elements of other warps to each thread, in
  /// registers of which the highest bits are the difference of the two warps'
  /// digits. If there are two warps, only those of the other one.
  unsigned Moved = 0;

  unsigned count() const { return 1u << Bits.size(); }
  /// The number of which the digit is Value, in Number.
  uint64_t with(uint64_t Number, unsigned Value) const;
  unsigned valueIn(uint64_t Number) const;
};

struct ScanKind {
  bool Reverse = false;   ///< From the last position to the first.
  bool Exclusive = false; ///< Without the element itself.
};

struct Scan {
  unsigned NumRegisters = 1;
  /// Registers that are scanned: each of the first list is that register of the
  /// call; each of the call's is that of the second list.
  llvm::SmallVector<unsigned, 16> Sources, Results;
  /// Moves to the layout that is scanned, and from it.
  std::optional<unsigned> To, From;
  unsigned RegisterBits = 0;              ///< Of the layout that is scanned.
  llvm::SmallVector<ScanDigit, 6> Digits; ///< The lowest first.
  std::vector<LineMove> Moves; ///< In the order in which they happen.
  unsigned Shuffles = 0;       ///< Of 32-bit words.
  double Clocks = 0;           ///< Of moves and shuffles.

  /// One line for each digit, and the plans of moves.
  void print(llvm::raw_ostream &OS) const;
};

/// "register", "lane" or "warp".
llvm::StringRef nameOf(ScanDigit::Kind K);

/// The scan of L's lines along the axis. Fails if L does not fit a block of the
/// machine or lacks elements, or if there is no such axis.
llvm::Expected<Scan> planScan(const LinearLayout &L, uint64_t Axis,
                              ScanKind Kind, unsigned ElementBits,
                              const Machine &M, FoldTraits Traits,
                              const MovePlanner &Planner);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_SCAN_H
