//===- Show.cpp - f2layout show: a layout as a table ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "layouts/cute/CuteText.h"
#include "layouts/notations/LayoutJson.h"
#include "tools/f2layout/answer/Elements.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/CodeNames.h"
#include "tools/f2layout/code/LayoutCode.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/picture/Picture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// Large layouts: print the bits instead of the cells
//===----------------------------------------------------------------------===//

/// The largest value of --limit.
constexpr uint64_t MostCells = 1 << 20;

/// Returns "512 cells".
static std::string cellsText(uint64_t Cells) {
  return Cells >> 40 ? "at least 2^40 cells" : counted(Cells, "cell");
}

/// Says why there is no table; empty if there is one.
static std::string whyNoTable(const LinearLayout &L, uint64_t Cells,
                              uint64_t Limit) {
  std::string Why = whyNoPicture(L);
  if (!Why.empty() || Cells <= Limit)
    return Why;
  return "a table would have " + cellsText(Cells) + " (" +
         (Cells <= MostCells ? "--limit" : "more than --limit allows") + ")";
}

static void printBases(raw_ostream &OS, const PaddedLayout &Padded,
                       StringRef Why) {
  const LinearLayout &L = Padded.Linear;
  OS << toString(L) << "\n";
  if (!Padded.Paddings.empty())
    OS << "padded " << paddingName(Padded.Paddings) << "\n";
  OS << Why << ", so only what each bit adds:\n\n";
  size_t Widest = 0;
  SmallVector<std::string> Names;
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    Names.push_back(bitNames(L, LongWord::unit(J)));
    Widest = std::max(Widest, Names.back().size());
  }
  for (auto [J, Name] : enumerate(Names)) {
    OS << "  " << Name;
    OS.indent(Widest - Name.size())
        << " -> " << elementName(L, L.matrix().longColumn(J)) << "\n";
  }
  if (!L.isLinear())
    OS << "  always ^ " << elementName(L, L.longOffset()) << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// Writes {"lane": 3, "register": 0}.
static void writePlace(json::OStream &J, const LinearLayout &L,
                       const LongWord &Place) {
  J.object([&] {
    for (auto [I, D] : enumerate(L.inputs()))
      J.attribute(D.Name, indexOf(L, unsigned(I), Place));
  });
}

/// Lists the elements if there are at most MostElements.
static void printJson(const PaddedLayout &Padded, uint64_t MostElements) {
  const LinearLayout &L = Padded.Linear;
  printObject([&](json::OStream &J) {
    J.attributeBegin("layout");
    writeLayoutJson(J, Padded);
    J.attributeEnd();
    Elements Held(L);
    J.attributeBegin("copies");
    J.rawValue(numberText(LongWord::unit(Held.copyBits())));
    J.attributeEnd();
    if (L.outputBits() > 63 || uint64_t(1) << L.outputBits() > MostElements)
      return;
    J.attributeArray("elements", [&] {
      for (uint64_t E = 0; E < uint64_t(1) << L.outputBits(); ++E)
        J.object([&] {
          J.attributeBegin("at");
          writeJson(J, L.point(E));
          J.attributeEnd();
          J.attributeArray("places", [&] {
            for (const LongWord &Place : Held.holders(E, 4096))
              writePlace(J, L, Place);
          });
        });
    });
  });
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// Formats for a document, which show the tensor unless asked for more.
static bool isDrawing(StringRef As) { return As == "svg" || As == "tikz"; }

static Expected<PictureOptions> pictureOptions(const Invocation &I) {
  PictureOptions O;
  StringRef As = I.value("as").value_or("text");
  StringRef View = I.value("view").value_or(isDrawing(As) ? "tensor" : "both");
  O.Tensor = View != "hardware";
  O.Hardware = View != "tensor";
  O.Banks = View == "both" && !isDrawing(As) && As != "html";
  O.Tint = I.value("tint").value_or("").str();
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  O.ElementBits = *Bits;
  return O;
}

/// Prints to the file that --out names, or to standard output.
static Error print(const Invocation &I,
                   function_ref<void(raw_ostream &)> Draw) {
  StringRef Path = I.value("out").value_or("-");
  std::error_code Code;
  ToolOutputFile Out(Path, Code, sys::fs::OF_Text);
  if (Code)
    return fail("--out: cannot write '" + Path + "': " + Code.message());
  Draw(Out.os());
  Out.os().flush();
  if (Path != "-" && Out.os().has_error()) {
    Code = Out.os().error();
    Out.os().clear_error();
    return fail("--out: cannot write '" + Path + "': " + Code.message());
  }
  Out.keep();
  return Error::success();
}

static Error draw(const Invocation &I, const Picture &P) {
  Expected<uint64_t> Width = I.number("width", 160, 1, 100000);
  if (!Width)
    return Width.takeError();
  StringRef As = I.value("as").value_or("text");
  return print(I, [&](raw_ostream &OS) {
    if (As == "svg")
      drawSvg(OS, P);
    else if (As == "tikz")
      drawTikz(OS, P);
    else if (As == "html")
      drawHtml(OS, P);
    else
      drawText(OS, P, As == "ansi", *Width);
  });
}

/// The error that there is no picture, if there are no bits to show instead.
static Error failPicture(const LinearLayout &L, uint64_t Cells,
                         uint64_t Limit) {
  std::string Why = whyNoPicture(L);
  if (!Why.empty())
    return fail("no picture: " + Why);
  return fail("the picture would have " + cellsText(Cells) +
              ", expected at most " + Twine(Limit) +
              (Cells <= MostCells
                   ? "; --limit allows more, --view draws one side"
                   : "; --limit allows at most " + Twine(MostCells).str()));
}

/// The functions that --as c++, cuda or hip prints.
static Expected<std::string> codeOf(Invocation &I, const SourceText &Source,
                                    Dialect D) {
  const StringRef Name = I.value("name").value_or("layout");
  if (Error E = checkFunctionName(Name))
    return E;
  Expected<cute::ComposedLayout> Cute = cute::parseComposed(Source.Text);
  const bool IsCute = Cute && recogniseNotation(Source.Text) == Notation::Cute;
  Expected<PaddedLayout> L = I.paddedLayout(Source);
  if (!IsCute) {
    consumeError(Cute.takeError());
    if (!L)
      return L.takeError();
    Expected<std::string> Text = layoutCode(*L, Name, D);
    if (!Text)
      return fail(toString(Text.takeError()));
    return Text;
  }
  Expected<std::string> Text = cuteCode(*Cute, Name, D);
  if (!L || !Text) { // Not linear, so that there is no function back.
    consumeError(L.takeError());
    return Text ? std::move(Text) : fail(toString(Text.takeError()));
  }
  Expected<std::string> Back = cuteInverseCode(L->Linear, Name, D);
  if (!Back)
    return *Text + "// no function back: " + toString(Back.takeError()) + "\n";
  return *Text + *Back;
}

static Expected<int> showCode(Invocation &I, const SourceText &Source,
                              Dialect D) {
  if (I.json())
    return fail("--as and --json, expected one of them");
  Expected<std::string> Code = codeOf(I, Source, D);
  if (!Code)
    return Code.takeError();
  if (Error E = print(I, [&](raw_ostream &OS) { OS << *Code; }))
    return E;
  return 0;
}

static Expected<int> runShow(Invocation &I) {
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  if (std::optional<Dialect> D = dialectByName(I.value("as").value_or("text")))
    return showCode(I, *Source, *D);
  Expected<PaddedLayout> L = I.paddedLayout(*Source);
  if (!L)
    return L.takeError();
  Expected<Target> T = I.target();
  if (!T)
    return T.takeError();
  Expected<PictureOptions> O = pictureOptions(I);
  if (!O)
    return O.takeError();
  Expected<uint64_t> Limit = I.number("limit", 8192, 1, MostCells);
  if (!Limit)
    return Limit.takeError();
  uint64_t Cells = cellCount(*L, *O, T->M);
  if (I.json()) {
    printJson(*L, Cells <= *Limit ? *Limit : 0);
    return 0;
  }
  StringRef As = I.value("as").value_or("text");
  std::string Why = whyNoTable(L->Linear, Cells, *Limit);
  if (!Why.empty() && (isDrawing(As) || As == "html"))
    return failPicture(L->Linear, Cells, *Limit);
  if (!Why.empty()) {
    if (Error E = print(I, [&](raw_ostream &OS) { printBases(OS, *L, Why); }))
      return E;
    return 0;
  }
  Expected<Picture> P = makePicture(*L, T->M, *O);
  if (!P)
    return P.takeError();
  if (Error E = draw(I, *P))
    return E;
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"as", "FORMAT", "how to draw, or a language to write it in",
     [] {
       return WordList{"text", "ansi", "svg",  "html",
                       "tikz", "c++",  "cuda", "hip"};
     }},
    {"name", "NAME", "of the function in code (default layout)"},
    {"view", "SIDE", "which side to draw",
     [] { return WordList{"tensor", "hardware", "both"}; }},
    {"tint", "INPUT", "what colours stand for",
     [] {
       return WordList{"register", "lane", "warp", "block", "bank", "none"};
     }},
    BitsOption,
    {"target", "CPU", "whose banks (default sm_90)", knownTargets,
     OptionSpec::Known},
    WaveOption,
    {"width", "N", "longest line of text (default 160)"},
    {"limit", "N", "most cells to draw (default 8192)"},
    {"out", "FILE", "write there instead of standard output"},
};

const Command ShowCommand = {
    "show",
    "LAYOUT",
    1,
    1,
    "the layout as a table, a drawing or code",
    R"(
From the tensor's side: for each element, the place that holds it (b: block,
w: warp, t: lane, r: register; or the offset in memory), 't0r0|t4r0' if two
places do and 't0r0+3' if three more do. From the hardware's side: for each
place, the element that it holds. A memory layout also shows the bank of each
element; a padded one shows addresses instead of offsets, and '.' for gaps.

Above --limit cells, and for more than 64 bits on a side, text shows what each
bit of the inputs adds instead of the table. SVG and TikZ draw the tensor's side
unless --view says otherwise. HTML is one file that needs nothing else; a click
on a cell isolates its thread (its bank, for memory).

With --as c++, cuda or hip, the layout is a function to paste, from inputs to
coordinates, and another one back if it is invertible; a CuTe layout is one from
coordinates to an index, of any sizes.
)",
    Options,
    {"show 'register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]'", R"(
register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]
t: lane, r: register

element -> place
  dim0 \ dim1    0    1    2    3
            0 t0r0 t0r1 t1r0 t1r1
            1 t2r0 t2r1 t3r0 t3r1

place -> element
  register \ lane    t0    t1    t2    t3
               r0 (0,0) (0,2) (1,0) (1,2)
               r1 (0,1) (0,3) (1,1) (1,3)
)"},
    runShow};

} // namespace f2layout::calc
