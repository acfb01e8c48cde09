//===- DrawTikz.cpp - Tables of cells for LaTeX ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tikzpicture, for a document with \usepackage{tikz}. A grid is a row of
// \node for each row of cells, with absolute places in units of a cell, so that
// TeX keeps no matrix in memory:
//
//   \begin{tikzpicture}[x=1.2em,y=-1.2em,...]
//   \definecolor{f2c0}{HTML}{F4A6A6}
//   \node[f2cell,fill=f2c0] at (1,2) {t0r0};
//
// The place of a cell is its column and its row, the grids below each other.
// Heads of rows end where the first cell begins, and titles begin there.
//
// (pdflatex of TeX Live 2022 has memory for 4,096 cells, not for 8,192.)
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/Palette.h"
#include "tools/f2layout/picture/Picture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace f2layout::calc {

/// The text with TeX's special characters escaped. Old encodings of fonts have
/// other characters in the places of '<', '>' and '|'.
static std::string tex(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    if (Text.consume_front("->")) {
      Out += "$\\rightarrow$";
      continue;
    }
    const char C = Text.front();
    Text = Text.drop_front();
    if (StringRef("#$%&_{}").contains(C))
      Out += '\\';
    if (C == '\\')
      Out += "$\\backslash$";
    else if (C == '^')
      Out += "\\textasciicircum{}";
    else if (C == '~')
      Out += "\\textasciitilde{}";
    else if (C == '<')
      Out += "$<$";
    else if (C == '>')
      Out += "$>$";
    else if (C == '|')
      Out += "$|$";
    else
      Out += C;
  }
  return Out;
}

/// Colours have names of letters and digits.
static std::string colourName(uint64_t Tint) { return "f2c" + utostr(Tint); }

static void defineColours(raw_ostream &OS, const Picture &P) {
  std::set<uint64_t> Tints;
  for (const Grid &G : P.Grids)
    for (const Cell &C : G.Cells)
      if (C.Tint)
        Tints.insert(*C.Tint);
  for (uint64_t Tint : Tints)
    OS << "\\definecolor{" << colourName(Tint) << "}{HTML}{"
       << StringRef(webColour(colourOf(Tint))).drop_front().upper() << "}\n";
}

/// The widest text of a cell or of a column's head, in characters.
static size_t widestText(const Picture &P) {
  size_t Most = 2;
  for (const Grid &G : P.Grids) {
    for (const Cell &C : G.Cells)
      Most = std::max(Most, C.Text.size());
    for (const std::string &Head : G.ColumnHeads)
      Most = std::max(Most, Head.size());
  }
  return Most;
}

static void drawGrid(raw_ostream &OS, const Grid &G, size_t &Row) {
  OS << "\\node[f2title] at (.5," << Row++ << ") {" << tex(G.Title) << "};\n";
  OS << "\\node[f2row] at (.5," << Row << ") {" << tex(G.Corner) << "};\n";
  for (auto [C, Head] : enumerate(G.ColumnHeads))
    OS << "\\node[f2head] at (" << C + 1 << "," << Row << ") {" << tex(Head)
       << "};\n";
  ++Row;
  for (size_t R = 0; R < G.rows(); ++R, ++Row) {
    OS << "\\node[f2row] at (.5," << Row << ") {" << tex(G.RowHeads[R])
       << "};\n";
    for (size_t C = 0; C < G.columns(); ++C) {
      const Cell &Here = G.at(R, C);
      if (Here.K == Cell::None)
        continue;
      OS << "\\node[f2cell";
      if (Here.K == Cell::Free)
        OS << ",fill=black!10";
      else if (Here.Tint)
        OS << ",fill=" << colourName(*Here.Tint);
      OS << "] at (" << C + 1 << "," << Row << ") {" << tex(Here.Text)
         << "};\n";
    }
  }
  ++Row;
}

void drawTikz(raw_ostream &OS, const Picture &P) {
  const std::string Width = utostr(widestText(P) * 55 / 10 + 4) + "pt";
  OS << "% " << P.LayoutText << "\n"
     << "\\begin{tikzpicture}[x=" << Width << ",y=-11pt,\n"
     << "  every node/.style={font=\\ttfamily\\scriptsize,inner sep=0pt},\n"
     << "  f2cell/.style={draw,minimum width=" << Width
     << ",minimum height=11pt},\n"
     << "  f2head/.style={text=black!60},\n"
     << "  f2row/.style={text=black!60,anchor=east,xshift=-.3em},\n"
     << "  f2title/.style={anchor=west,font=\\bfseries\\scriptsize}]\n";
  defineColours(OS, P);
  size_t Row = 0;
  for (const Grid &G : P.Grids)
    drawGrid(OS, G, Row);
  OS << "\\end{tikzpicture}\n";
}

} // namespace f2layout::calc
