//===- DrawSvg.cpp - Tables of cells as a drawing -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws the grids below each other, then the legend. Each grid has its title,
// headers and cells, and a thick line between neighbours that belong to
// different warps. All coordinates are integers, so that equal pictures are
// equal byte for byte.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/DrawSvg.h"
#include "tools/f2layout/picture/Palette.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::calc {

// Sizes in pixels. A character of the 11-pixel monospace font is 7 wide.
static constexpr unsigned CharWidth = 7, CellHeight = 22, LineHeight = 16,
                          Margin = 12, LegendColumns = 16, LegendWidth = 46,
                          TitleChar = 8;

static unsigned textWidth(StringRef Text) { return Text.size() * CharWidth; }

namespace {

struct GridSize {
  unsigned Head, Cell; ///< Widths of row headers and of cells.
  unsigned Width, Height;
};

} // namespace

static GridSize sizeOf(const Grid &G) {
  unsigned Head = textWidth(G.Corner), Cell = 22;
  for (const std::string &Text : G.RowHeads)
    Head = std::max(Head, textWidth(Text));
  for (const std::string &Text : G.ColumnHeads)
    Cell = std::max(Cell, textWidth(Text) + 8);
  for (const auto &C : G.Cells)
    Cell = std::max(Cell, textWidth(C.Text) + 8);
  Head += 8;
  unsigned Width = Head + Cell * unsigned(G.columns());
  return {Head, Cell, std::max<unsigned>(Width, G.Title.size() * TitleChar),
          2 * LineHeight + 8 + CellHeight * unsigned(G.rows())};
}

/// Breaks the text at spaces into lines of at most Characters, if it has
/// spaces.
static SmallVector<std::string> folded(StringRef Text, size_t Characters) {
  SmallVector<std::string> Lines = {""};
  SmallVector<StringRef> Words;
  Text.split(Words, ' ');
  for (StringRef Word : Words) {
    if (!Lines.back().empty() &&
        Lines.back().size() + 1 + Word.size() > Characters)
      Lines.emplace_back();
    Lines.back() += (Lines.back().empty() ? "" : " ") + Word.str();
  }
  return Lines;
}

namespace {

class Drawing {
public:
  Drawing(raw_ostream &OS, const Picture &P, bool Interactive)
      : OS(OS), P(P), Interactive(Interactive) {}

  void draw();

private:
  void layOut();
  void begin();
  void text(unsigned X, unsigned Y, StringRef Class, StringRef Text);
  void grid(const Grid &G);
  void cell(const Cell &C, unsigned X, unsigned Y, unsigned Width);
  void regionLines(const Grid &G, const GridSize &S, unsigned X, unsigned Y);
  void legend();

  raw_ostream &OS;
  const Picture &P;
  bool Interactive;
  SmallVector<std::string> Lines; ///< Printed above the grids.
  unsigned Width = 0, Height = 0, Y = 0;
};

} // namespace

void Drawing::layOut() {
  Width = 480;
  for (const Grid &G : P.Grids)
    Width = std::max(Width, sizeOf(G).Width + 2 * Margin);
  if (!P.Legend.empty())
    Width = std::max<unsigned>(
        Width, 2 * Margin + LegendWidth * std::min<size_t>(LegendColumns,
                                                           P.Legend.size()));
  size_t Characters = (Width - 2 * Margin) / CharWidth;
  Lines = folded(P.LayoutText, Characters);
  for (const std::string &Note : P.Notes)
    append_range(Lines, folded(Note, Characters));
  for (const std::string &Line : Lines)
    Width = std::max<unsigned>(Width, textWidth(Line) + 2 * Margin);

  Height = 2 * Margin + LineHeight * unsigned(Lines.size());
  for (const Grid &G : P.Grids)
    Height += sizeOf(G).Height + Margin;
  if (!P.Legend.empty()) {
    size_t Rows = (P.Legend.size() + LegendColumns - 1) / LegendColumns;
    Height += LineHeight + 8 + (CellHeight + 2) * unsigned(Rows);
  }
}

void Drawing::begin() {
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << Width
     << "\" height=\"" << Height << "\" viewBox=\"0 0 " << Width << ' '
     << Height << "\" role=\"img\" aria-label=\"";
  printHTMLEscaped(P.LayoutText, OS);
  OS << "\">\n"
     << "<style>text{font:11px ui-monospace,Menlo,Consolas,"
        "'DejaVu Sans Mono',monospace;fill:#111}"
        ".c{text-anchor:middle}.r{text-anchor:end}.h{fill:#555}"
        ".t{font-weight:bold}"
        "rect{fill:#fff;stroke:#666;stroke-width:1}"
        ".f rect{fill:#e4e4e4}"
        "path{fill:none;stroke:#111;stroke-width:3}</style>\n"
     << "<rect width=\"" << Width << "\" height=\"" << Height
     << "\" style=\"stroke:none\"/>\n";
}

void Drawing::text(unsigned X, unsigned Y, StringRef Class, StringRef Text) {
  OS << "<text x=\"" << X << "\" y=\"" << Y << '"';
  if (!Class.empty())
    OS << " class=\"" << Class << '"';
  OS << '>';
  printHTMLEscaped(Text, OS);
  OS << "</text>";
}

void Drawing::cell(const Cell &C, unsigned X, unsigned Y, unsigned Width) {
  if (C.K == Cell::None)
    return;
  bool IsFree = C.K == Cell::Free;
  OS << "<g";
  if (IsFree || Interactive)
    OS << " class=\"" << (Interactive ? "cell" : "")
       << (IsFree && Interactive ? " " : "") << (IsFree ? "f" : "") << '"';
  if (Interactive) {
    OS << " tabindex=\"-1\" role=\"button\" data-o=\"";
    interleave(C.Owners, OS, " ");
    OS << "\" aria-label=\"";
    printHTMLEscaped(C.Detail, OS);
    OS << '"';
  }
  OS << "><rect x=\"" << X << "\" y=\"" << Y << "\" width=\"" << Width
     << "\" height=\"" << CellHeight << '"';
  if (C.Tint)
    OS << " style=\"fill:" << webColour(colourOf(*C.Tint)) << '"';
  OS << "/>";
  text(X + Width / 2, Y + 15, "c", C.Text);
  OS << "</g>\n";
}

void Drawing::regionLines(const Grid &G, const GridSize &S, unsigned X,
                          unsigned Y) {
  std::string Path;
  raw_string_ostream To(Path);
  for (size_t Row = 0; Row < G.rows(); ++Row)
    for (size_t Column = 0; Column < G.columns(); ++Column) {
      uint64_t Here = G.at(Row, Column).Region;
      size_t Left = X + Column * S.Cell, Top = Y + Row * CellHeight;
      if (Column && G.at(Row, Column - 1).Region != Here)
        To << 'M' << Left << ' ' << Top << 'v' << CellHeight;
      if (Row && G.at(Row - 1, Column).Region != Here)
        To << 'M' << Left << ' ' << Top << 'h' << S.Cell;
    }
  if (!Path.empty())
    OS << "<path d=\"" << Path << "\"/>\n";
}

void Drawing::grid(const Grid &G) {
  GridSize S = sizeOf(G);
  unsigned Left = Margin + S.Head;
  text(Margin, Y + 12, "t", G.Title);
  Y += LineHeight;
  text(Left - 6, Y + 13, "r h", G.Corner);
  for (auto [I, Head] : enumerate(G.ColumnHeads))
    text(Left + unsigned(I) * S.Cell + S.Cell / 2, Y + 13, "c h", Head);
  OS << "\n";
  Y += LineHeight + 4;
  for (size_t Row = 0; Row < G.rows(); ++Row) {
    unsigned Top = Y + unsigned(Row) * CellHeight;
    text(Left - 6, Top + 15, "r h", G.RowHeads[Row]);
    for (size_t Column = 0; Column < G.columns(); ++Column)
      cell(G.at(Row, Column), Left + unsigned(Column) * S.Cell, Top, S.Cell);
  }
  regionLines(G, S, Left, Y);
  Y += CellHeight * unsigned(G.rows()) + 4 + Margin;
}

void Drawing::legend() {
  if (P.Legend.empty())
    return;
  text(Margin, Y + 12, "t", P.LegendTitle);
  OS << "\n";
  Y += LineHeight + 4;
  for (auto [I, Entry] : enumerate(P.Legend)) {
    unsigned X = Margin + unsigned(I % LegendColumns) * LegendWidth;
    unsigned Top = Y + unsigned(I / LegendColumns) * (CellHeight + 2);
    OS << "<rect x=\"" << X << "\" y=\"" << Top << "\" width=\""
       << LegendWidth - 4 << "\" height=\"" << CellHeight
       << "\" style=\"fill:" << webColour(colourOf(Entry.Tint)) << "\"/>";
    text(X + (LegendWidth - 4) / 2, Top + 15, "c", Entry.Name);
    OS << "\n";
  }
}

void Drawing::draw() {
  layOut();
  begin();
  Y = Margin;
  for (const std::string &Line : Lines) {
    text(Margin, Y + 12, "", Line);
    OS << "\n";
    Y += LineHeight;
  }
  Y += Margin;
  for (const Grid &G : P.Grids)
    grid(G);
  legend();
  OS << "</svg>\n";
}

void drawSvg(raw_ostream &OS, const Picture &P) {
  Drawing(OS, P, /*Interactive=*/false).draw();
}

void drawInteractiveSvg(raw_ostream &OS, const Picture &P) {
  Drawing(OS, P, /*Interactive=*/true).draw();
}

} // namespace f2layout::calc
