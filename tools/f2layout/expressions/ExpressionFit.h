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
// The definitions that no other one uses are the coordinates, in their order.
// They are evaluated for every register of every thread, and if
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
#include "tools/f2layout/tables/TableFit.h"

namespace f2layout::calc {

/// The places that expressions are evaluated at, all powers of two.
struct ThreadPlaces {
  BlockShape Block;
  unsigned Registers = 1;

  unsigned registerBits() const;
  unsigned laneBits() const;
  unsigned warpBits() const;
  /// "lane 5, warp 1, i 3"
  std::string name(uint64_t Place) const;
};

struct ExpressionFit {
  FunctionTable Table;
  llvm::SmallVector<std::string, 2> Coordinates; ///< Their names.
  /// The layout, or where it breaks; see TableFit.
  LinearLayout Layout;
  std::optional<TableBreak> Broken;
};

/// Fits a layout with outputs dim0, dim1, ... of the sizes in Shape, or of the
/// least powers of two that hold all coordinates if Shape is empty. Fails on
/// what Evaluation.h calls an error, on negative coordinates and on those
/// outside Shape.
llvm::Expected<ExpressionFit> fitExpressions(const IndexText &Text,
                                             const ThreadPlaces &Places,
                                             llvm::ArrayRef<uint64_t> Shape);

/// Splits the one input of a layout that was fitted to places into register,
/// lane and warp. Outputs have the sizes in Shape, or stay if it is empty.
llvm::Expected<LinearLayout> splitInput(const LinearLayout &L,
                                        const ThreadPlaces &Places,
                                        llvm::ArrayRef<uint64_t> Shape);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONFIT_H
