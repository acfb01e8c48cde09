//===- DrawText.cpp - Tables of cells in a terminal -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/Palette.h"
#include "tools/f2layout/picture/Picture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static size_t widest(ArrayRef<std::string> Texts) {
  size_t Most = 0;
  for (const std::string &T : Texts)
    Most = std::max(Most, T.size());
  return Most;
}

namespace {

class TextGrid {
public:
  TextGrid(raw_ostream &OS, const Grid &G, bool Ansi)
      : OS(OS), G(G), Ansi(Ansi) {
    CellWidth = widest(G.ColumnHeads);
    for (const Cell &C : G.Cells)
      CellWidth = std::max(CellWidth, C.Text.size());
    HeadWidth = std::max(widest(G.RowHeads), G.Corner.size());
  }

  /// Prints bands of as many columns as fit, but at least one.
  void print(unsigned Width) {
    size_t Fit =
        Width > HeadWidth + 2 ? (Width - HeadWidth - 2) / (CellWidth + 1) : 1;
    // Sizes are powers of two, so that bands are equal.
    Fit = bit_floor(std::max<size_t>(Fit, 1));
    OS << G.Title << "\n";
    for (size_t First = 0; First < G.columns(); First += Fit) {
      size_t End = std::min(First + Fit, G.columns());
      printHeads(First, End);
      for (size_t Row = 0; Row < G.rows(); ++Row)
        printRow(Row, First, End);
    }
  }

private:
  void right(StringRef Text, size_t Width) {
    OS.indent(Width - std::min(Width, Text.size())) << Text;
  }

  void printHeads(size_t First, size_t End) {
    OS << "  ";
    right(G.Corner, HeadWidth);
    for (size_t C = First; C < End; ++C) {
      OS << ' ';
      right(G.ColumnHeads[C], CellWidth);
    }
    OS << "\n";
  }

  void printRow(size_t Row, size_t First, size_t End) {
    OS << "  ";
    right(G.RowHeads[Row], HeadWidth);
    for (size_t C = First; C < End && G.at(Row, C).K != Cell::None; ++C)
      printCell(G.at(Row, C));
    OS << "\n";
  }

  void printCell(const Cell &C) {
    OS << ' ';
    if (!Ansi || !C.Tint) {
      right(C.Text, CellWidth);
      return;
    }
    Colour Paint = colourOf(*C.Tint);
    OS << "\x1b[48;2;" << Paint.Red << ';' << Paint.Green << ';' << Paint.Blue
       << ";38;2;17;17;17m";
    right(C.Text, CellWidth);
    OS << "\x1b[0m";
  }

  raw_ostream &OS;
  const Grid &G;
  bool Ansi;
  size_t CellWidth = 0, HeadWidth = 0;
};

} // namespace

void drawText(raw_ostream &OS, const Picture &P, bool Ansi, unsigned Width) {
  OS << P.LayoutText << "\n";
  for (const std::string &Note : P.Notes)
    OS << Note << "\n";
  for (const Grid &G : P.Grids) {
    OS << "\n";
    TextGrid(OS, G, Ansi).print(Width);
  }
}

} // namespace f2layout::calc
