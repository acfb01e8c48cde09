//===- Matrix.cpp - f2layout matrix: a layout as a matrix over F2 ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static size_t widestRowName(const LinearLayout &L) {
  size_t Widest = 0;
  for (unsigned I = 0; I < L.outputBits(); ++I)
    Widest = std::max(Widest, outputBitNames(L, LongWord::unit(I)).size());
  return Widest;
}

/// Prints two lines: the names of the inputs, and the index that each bit
/// stands for. Returns the width of each column.
static SmallVector<size_t> printHeads(raw_ostream &OS, const LinearLayout &L,
                                      size_t Indent) {
  std::string Names, Indices;
  SmallVector<size_t> Widths;
  for (const LayoutDim &D : L.inputs()) {
    if (D.Bits == 0)
      continue;
    size_t Begin = Indices.size();
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit) {
      std::string Index = std::to_string(uint64_t(1) << Bit);
      Widths.push_back(Index.size());
      Indices += (Bit ? " " : "  ") + Index;
    }
    // The name stands above its columns, and may be wider than they are.
    size_t Room = Indices.size() - Begin, Wanted = D.Name.size() + 2;
    if (Wanted > Room) {
      Widths[Widths.size() - D.Bits] += Wanted - Room;
      Indices.insert(Begin, Wanted - Room, ' ');
    }
    Names += "  " + D.Name;
    Names.resize(Indices.size(), ' ');
  }
  OS.indent(Indent) << StringRef(Names).rtrim() << "\n";
  OS.indent(Indent) << Indices << "\n";
  return Widths;
}

static void printRow(raw_ostream &OS, const LinearLayout &L, unsigned Row,
                     const LongWord &Entries, ArrayRef<size_t> Widths) {
  unsigned J = 0;
  for (const LayoutDim &D : L.inputs())
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit, ++J) {
      OS << (Bit ? " " : "  ");
      OS.indent(Widths[J] - 1) << (Entries[J] ? '1' : '.');
    }
  if (!L.isLinear())
    OS << "  ^ " << (L.longOffset()[Row] ? '1' : '.');
  OS << "\n";
}

static void printText(raw_ostream &OS, const LinearLayout &L) {
  OS << toString(L) << "\n\n";
  size_t Widest = widestRowName(L);
  SmallVector<size_t> Widths = printHeads(OS, L, Widest);
  const BitMatrix Transposed = L.matrix().transpose();
  for (unsigned Row = 0; Row < L.outputBits(); ++Row) {
    std::string Name = outputBitNames(L, LongWord::unit(Row));
    OS.indent(Widest - Name.size()) << Name;
    printRow(OS, L, Row, Transposed.longColumn(Row), Widths);
  }
  OS << "\nrank " << L.matrix().rank() << " of " << L.outputBits()
     << " rows and " << L.inputBits() << " columns\n";
  for (const LongWord &K : L.matrix().longKernel())
    OS << "no difference: " << bitNames(L, K) << "\n";
}

static void printJson(const LinearLayout &L) {
  SmallVector<LongWord> Columns;
  for (unsigned J = 0; J < L.inputBits(); ++J)
    Columns.push_back(L.matrix().longColumn(J));
  printObject([&](json::OStream &J) {
    J.attributeBegin("layout");
    writeJson(J, L);
    J.attributeEnd();
    J.attributeArray("rows", [&] {
      for (unsigned Row = 0; Row < L.outputBits(); ++Row) {
        std::string Text;
        for (const LongWord &Column : Columns)
          Text += Column[Row] ? '1' : '0';
        J.value(Text);
      }
    });
    J.attributeBegin("columns");
    writeJson(J, Columns);
    J.attributeEnd();
    J.attribute("rank", L.matrix().rank());
    J.attributeBegin("kernel");
    writeJson(J, L.matrix().longKernel());
    J.attributeEnd();
  });
}

static Expected<int> runMatrix(Invocation &I) {
  Expected<LinearLayout> L = I.layout(0u);
  if (!L)
    return L.takeError();
  if (std::string Why = whyNoMatrix(*L); !Why.empty())
    return fail("no matrix: " + Why);
  if (I.json())
    printJson(*L);
  else
    printText(outs(), *L);
  return 0;
}

const Command MatrixCommand = {
    "matrix",
    "LAYOUT",
    1,
    1,
    "the layout as a matrix over F2, its rank and its kernel",
    R"(
A column for each bit of the inputs, a row for each bit of the outputs, the
lowest first. An affine layout has one more column after '^'. Combinations of
input bits that make no difference (the kernel) are listed below. There are at
most 1024 rows and 1024 columns; 'show' prints larger layouts bit by bit.
)",
    {},
    {"matrix 'offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]'", R"(
offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]

        offset
        1 2 4 8
dim1 1  1 . 1 .
dim1 2  . 1 . 1
dim0 1  . . 1 .
dim0 2  . . . 1

rank 4 of 4 rows and 4 columns
)"},
    runMatrix};

} // namespace f2layout::calc
