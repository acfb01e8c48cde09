//===- Axis.cpp - Rows and columns of a grid ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/Axis.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout::calc {

Axis axisOf(const LayoutDim &D, unsigned Shift, StringRef Prefix) {
  Axis A;
  A.Name = D.Name;
  A.Words.clear();
  A.Heads.clear();
  for (uint64_t I = 0; I < D.size(); ++I) {
    A.Words.push_back(D.Bits ? I << Shift : 0);
    A.Heads.push_back((Prefix + Twine(I)).str());
  }
  return A;
}

std::pair<Axis, Axis> wrapped(const LayoutDim &D) {
  unsigned Bits = std::min(D.Bits, 5u);
  Axis Columns = axisOf({D.Name, Bits}, 0, "");
  Axis Rows = axisOf({"", D.Bits - Bits}, Bits, "");
  for (auto [Word, Head] : zip(Rows.Words, Rows.Heads))
    Head = std::to_string(Word);
  return {Rows, Columns};
}

Grid gridOf(const Twine &Title, const Axis &Rows, const Axis &Columns,
            uint64_t Base, function_ref<Cell(uint64_t)> Make) {
  Grid G;
  G.Title = Title.str();
  G.Corner = Rows.Name.empty()      ? Columns.Name
             : Columns.Name.empty() ? Rows.Name
                                    : Rows.Name + " \\ " + Columns.Name;
  G.RowHeads.assign(Rows.Heads.begin(), Rows.Heads.end());
  G.ColumnHeads.assign(Columns.Heads.begin(), Columns.Heads.end());
  for (uint64_t Row : Rows.Words)
    for (uint64_t Column : Columns.Words)
      G.Cells.push_back(Make(Base ^ Row ^ Column));
  return G;
}

} // namespace f2layout::calc
