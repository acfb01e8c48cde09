//===- TileLines.h - Reductions and scans by their definition -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %y = call <2 x float> @f2.reduce.fadd.v2f32.v8f32(<8 x float> %x, i32 1,
//                                                     ptr @from, ptr @to)
//   %z = call <8 x float> @f2.scan.fadd.v8f32(<8 x float> %x, i32 1, i1 false,
//                                             i1 false, ptr @from)
//
// The simulator combines the elements of every line in the order that
// docs/front-end.md states, so that results of floats are equal bit by bit. As
// in TileLayout.h, no code is shared with what is judged.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TILELINES_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TILELINES_H

#include "tools/f2sim/intrinsics/TileLayout.h"
#include "tools/f2sim/program/Program.h"

namespace f2layout::sim {

enum class LineOp : uint8_t {
  Add,
  Mul,
  And,
  Or,
  Xor,
  SMin,
  SMax,
  UMin,
  UMax, // integers
  FAdd,
  FMul,
  FMin,
  FMax,
  FMinimum,
  FMaximum
};

/// The operation of that name, on integers or on floats.
std::optional<LineOp> readLineOp(llvm::StringRef Name, bool OnFloats);

/// Elements of one type: FK is None for integers of Bits bits.
struct LineType {
  FloatKind FK = FloatKind::None;
  unsigned Bits = 0;
};

/// A op B.
uint64_t combineElements(LineOp Op, LineType Ty, uint64_t A, uint64_t B);
/// The result of an exclusive scan where nothing lies before.
uint64_t firstResult(LineOp Op, LineType Ty);

/// A part of the position in a line, for scans: some bits of it, and whether
/// they are combined bit by bit, as in lanes and warps, or one after the other.
struct LineDigit {
  unsigned Bits = 0;
  bool BitByBit = false;
};

struct TileLines {
  LineOp Op = LineOp::Add;
  LineType Type;
  bool IsScan = false, Reverse = false, Exclusive = false;
  unsigned Given = 0, Registers = 0, Threads = 0;
  /// The register and the thread that hold each element.
  std::vector<std::pair<unsigned, unsigned>> Holder;
  /// For each register of each thread of the result: its line's element at
  /// position 0 of the axis, and for scans its own position.
  std::vector<std::pair<uint64_t, uint64_t>> Wanted;
  /// Reduction: the elements of a line, by xor with the first. Neighbours are
  /// combined first, then neighbouring pairs, and so on.
  std::vector<uint64_t> Order;
  /// Scan: the distance of elements from one position to the next, and the
  /// digits of the position, the lowest first.
  uint64_t Stride = 1;
  std::vector<LineDigit> Digits;
};

/// Return std::nullopt if the layouts do not fit.
std::optional<TileLines> planReduce(const TileLayout &From, uint64_t Axis,
                                    const TileLayout &To);
std::optional<TileLines> planScan(const TileLayout &L, uint64_t Axis);

/// A value while it is combined.
struct LineValue {
  uint64_t Bits = 0;
  unsigned State = 0;
  bool FromData = false;
};
LineValue reduceLine(const TileLines &L, std::vector<LineValue> Line);
/// By position; an exclusive result without elements before it is absent.
std::vector<std::optional<LineValue>>
scanLine(const TileLines &L, const std::vector<LineValue> &Line);

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TILELINES_H
