//===- Picture.h - Layouts as tables of cells -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A picture is what `show` draws, in any output format: tables ("grids") of
// cells with headers, colours and a legend. For a tile of four lanes with two
// registers each,
//
//   register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]
//
// the tensor's side has a cell for each element, which shows its holder. The
// hardware's side has a cell for each place, which shows its element:
//
//          0     1     2     3                t0     t1     t2     t3
//   0   t0r0  t0r1  t1r0  t1r1          r0  (0,0)  (0,2)  (1,0)  (1,2)
//   1   t2r0  t2r1  t3r0  t3r1          r1  (0,1)  (0,3)  (1,1)  (1,3)
//
// A tensor of more than two dimensions has a grid for each index of the leading
// ones; a tensor of one dimension is wrapped. On the hardware's side each warp
// has its own grid. For memory, the hardware's side has a grid row for each row
// of banks, and a third grid says in which bank each element lies. The grids of
// padded memory show addresses and free cells, and the last row may end early.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PICTURE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PICTURE_H

#include "layouts/families/PaddedShared.h"
#include "layouts/machine/Machine.h"
#include <string>
#include <vector>

namespace f2layout::calc {

struct Cell {
  /// Free: a gap that padding leaves. None: after the end of the memory.
  enum Kind { Full, Free, None } K = Full;
  std::string Text;
  std::string Detail;           ///< A sentence: everything about the cell.
  std::optional<uint64_t> Tint; ///< Number of the colour.
  /// The numbers of the threads (or banks) that a click on the cell isolates.
  /// There is usually one.
  llvm::SmallVector<uint64_t, 1> Owners;
  uint64_t Region = 0; ///< A thick line separates different regions (warps).
};

struct Grid {
  std::string Title;
  std::string Corner; ///< What rows and columns count: "dim0 \ dim1".
  std::vector<std::string> ColumnHeads, RowHeads;
  std::vector<Cell> Cells; ///< Row by row.

  size_t columns() const { return ColumnHeads.size(); }
  size_t rows() const { return RowHeads.size(); }
  const Cell &at(size_t Row, size_t Column) const {
    return Cells[Row * columns() + Column];
  }
};

struct LegendEntry {
  std::string Name;
  uint64_t Tint;
};

struct Picture {
  std::string LayoutText;
  std::vector<std::string> Notes; ///< Letters, copies, missing elements.
  std::vector<Grid> Grids;
  std::string LegendTitle;
  std::vector<LegendEntry> Legend;
  std::string OwnerName; ///< "thread" or "bank": what a click isolates.
  std::vector<std::string> OwnerNames; ///< By number.
};

struct PictureOptions {
  bool Tensor = true, Hardware = true, Banks = false;
  /// An input dimension, "bank", or "none"; if empty, the layout decides.
  std::string Tint;
  unsigned ElementBits = 32; ///< Needed for banks.
};

/// Says why a layout has no picture, whatever its number of cells. Cells
/// identify places and elements by words, and all threads are listed, at most
/// 2^20. Empty if there is a picture.
std::string whyNoPicture(const LinearLayout &L);

/// The cells of all grids that would be drawn; not exact from 2^40 on.
uint64_t cellCount(const PaddedLayout &L, const PictureOptions &O,
                   const Machine &M);

/// Fails if Tint is not a dimension of the layout, or if the memory of several
/// blocks is padded. The caller must check whyNoPicture() and cellCount()
/// first.
llvm::Expected<Picture> makePicture(const PaddedLayout &L, const Machine &M,
                                    const PictureOptions &O);

/// Draws plain text, or text with ANSI colours. Lines have at most Width
/// columns if a single grid column fits; wider grids continue below.
void drawText(llvm::raw_ostream &OS, const Picture &P, bool Ansi,
              unsigned Width);
void drawSvg(llvm::raw_ostream &OS, const Picture &P);
/// Draws a tikzpicture for LaTeX.
void drawTikz(llvm::raw_ostream &OS, const Picture &P);
void drawHtml(llvm::raw_ostream &OS, const Picture &P);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PICTURE_H
