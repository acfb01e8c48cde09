//===- ExpressionFit.h - The layout that index expressions are ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Manuals give fragments as formulas: which row and which column does a thread
// hold in register i?
//
//   row = t / 4 + 8 * (i / 2), col = 2 * (t % 4) + i % 2
//
// The definitions that no other one uses are the coordinates, in their order;
// those of --let never are. They are evaluated for every register of every
// thread, and if
//
//   f(a ^ b) == f(a) ^ f(b) ^ f(0)     for all places a, b
//
// they are the layout register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],
// [4,0]] -> [16,8]. A place is a number: the register in the low bits, then the
// lane, then the warp. Otherwise the first place that differs from what the
// images of single bits say is reported.
//
// (TableFit.h fits the table, and checks every entry.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONFIT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONFIT_H

#include "tools/f2layout/expressions/Evaluation.h"
#include "tools/f2layout/tables/StrideFit.h"
#include "tools/f2layout/tables/TableFit.h"

namespace f2layout::calc {

/// The places that expressions are evaluated at. Bits are those that the
/// largest numbers have.
struct ThreadPlaces {
  BlockShape Block;
  unsigned Registers = 1;

  /// Whether every number of so many bits is a place.
  bool isWhole() const;
  uint64_t place(unsigned Thread, unsigned Register) const {
    return uint64_t(Thread) << registerBits() | Register;
  }
  unsigned registerBits() const;
  unsigned laneBits() const;
  unsigned warpBits() const;
  /// "lane 5, warp 1, i 3"
  std::string name(uint64_t Place) const;
};

struct ExpressionFit {
  FunctionTable Table;
  /// Of the tensor: as given, or the least that hold all coordinates.
  llvm::SmallVector<uint64_t, 2> Shape;
  /// The layout, or where it breaks; see TableFit.
  LinearLayout Layout;
  std::optional<TableBreak> Broken;
  /// Whether all numbers that the layout maps are places, and the tensor has
  /// the sizes of its outputs.
  bool IsWhole = true;
  /// If the layout is broken or not whole: sizes and strides from (thread,
  /// register) to codes of elements, or where these break.
  std::optional<StrideFit> Strides;
};

/// Fits a layout with outputs dim0, dim1, ... of the sizes in Shape, or of the
/// least powers of two that hold all coordinates if Shape is empty. Sizes that
/// are no powers of two are rounded up. Fails on what Evaluation.h calls an
/// error, on negative coordinates and on those outside Shape.
llvm::Expected<ExpressionFit> fitExpressions(const IndexText &Text,
                                             const ThreadPlaces &Places,
                                             llvm::ArrayRef<uint64_t> Shape);

/// Splits the one input of a layout that was fitted to places into register,
/// lane and warp. Outputs have the sizes in Shape, rounded up to powers of two,
/// or stay if it is empty.
llvm::Expected<LinearLayout> splitInput(const LinearLayout &L,
                                        const ThreadPlaces &Places,
                                        llvm::ArrayRef<uint64_t> Shape);

/// "(T96,V4) -> (M24,N8) ((4,24),(2,2)):((48,1),(24,8))", as CuTe writes above
/// its atoms; T counts threads and V registers.
std::string strideText(const ExpressionFit &Fit, const ThreadPlaces &Places);

/// The coordinates of a code of an element. A negative code stays one.
llvm::SmallVector<int64_t, 2> coordinatesOf(int64_t Code,
                                            llvm::ArrayRef<uint64_t> Shape);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONFIT_H
