//===- Explain.cpp - f2layout explain: reasons for "no" -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/memory/MemoryOption.h"
#include "tools/f2layout/tables/TableFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

/// Prints sentences, and whether the answer is "yes".
static int say(const Invocation &I, bool Yes, ArrayRef<std::string> Sentences,
               const LinearLayout *L = nullptr) {
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("holds", Yes);
      if (L) {
        J.attributeBegin("layout");
        writeJson(J, *L);
        J.attributeEnd();
      }
      J.attributeArray("sentences", [&] {
        for (const std::string &S : Sentences)
          J.value(S);
      });
    });
  } else {
    for (const std::string &S : Sentences)
      outs() << S << "\n";
  }
  return Yes ? 0 : 1;
}

//===----------------------------------------------------------------------===//
// Why a table is not linear
//===----------------------------------------------------------------------===//

/// Returns "9" or "(1,2)".
static std::string valueName(const LayoutPoint &P) {
  return P.size() == 1 ? std::to_string(P[0]) : pointName(P);
}

/// Returns "a, b and c".
template <typename RangeT> static std::string listed(RangeT &&Names) {
  SmallVector<std::string> All(Names.begin(), Names.end());
  std::string Last = All.pop_back_val();
  return All.empty() ? Last : join(All, ", ") + " and " + Last;
}

static std::string callOf(uint64_t X) { return "f(" + std::to_string(X) + ")"; }

static std::string independentNames(ArrayRef<uint64_t> Indices) {
  bool OfColumns =
      Indices.front() == 0 && all_of(Indices.drop_front(), isPowerOf2_64);
  return OfColumns ? "f(0) and the columns"
                   : listed(map_range(Indices, callOf));
}

static std::vector<std::string> describeBreak(const TableBreak &B,
                                              const FunctionTable &T) {
  std::vector<std::string> Lines;
  Lines.push_back("not linear: f(" + std::to_string(B.Index) + ") is " +
                  valueName(B.Is) + ", but " +
                  join(map_range(B.From, callOf), " ^ ") + " is " +
                  valueName(B.Expected));
  if (B.Carry)
    Lines.push_back(("columns " + Twine(B.ColumnA) + " and " +
                     Twine(B.ColumnB) + " break it: f(" + Twine(B.ColumnA) +
                     ") = " + valueName(T.at(B.ColumnA)) + " and f(" +
                     Twine(B.ColumnB) + ") = " + valueName(T.at(B.ColumnB)) +
                     " both have the bit " + Twine(B.Carry) +
                     ", where their sum carries")
                        .str());
  Lines.push_back(std::to_string(B.Differ) + " of " + std::to_string(T.size()) +
                  " places " + (B.Differ == 1 ? "is" : "are") + " not what " +
                  independentNames(B.Independent) + " say");
  return Lines;
}

/// Says what the table leaves open, and whether anything depends on the choice.
static std::string describeChoice(const FreeChoice &Choice,
                                  const LinearLayout &L) {
  std::string What =
      Choice.Bit ? "where the bit " + std::to_string(Choice.Bit) + " goes"
                 : "what f(0) is";
  if (Choice.Changes.empty())
    return "nothing in the table says " + What;
  const LayoutPoint Zero(L.outputs().size(), 0);
  return "the table leaves open " + What + ": " + valueName(Zero) +
         " is a choice, and another changes where the " +
         (Choice.Changes.size() == 1 ? "bit " : "bits ") +
         listed(map_range(Choice.Changes,
                          [](uint64_t X) { return std::to_string(X); })) +
         (Choice.Changes.size() == 1 ? " goes" : " go");
}

static Expected<int> explainTable(Invocation &I) {
  Expected<SourceText> Source = I.text(*I.value("table"), "--table");
  if (!Source)
    return Source.takeError();
  Expected<FunctionTable> T = readTable(*Source);
  if (!T)
    return T.takeError();
  Expected<TableFit> Fit = fitTable(*T, I.value("input").value_or("offset"));
  if (!Fit)
    return fail(toString(Fit.takeError()));
  if (Fit->Broken)
    return say(I, false, describeBreak(*Fit->Broken, *T));
  std::vector<std::string> Lines = {
      std::string(Fit->Layout.isLinear() ? "linear: " : "affine: ") +
      toString(Fit->Layout)};
  for (const FreeChoice &Choice : Fit->Free)
    Lines.push_back(describeChoice(Choice, Fit->Layout));
  return say(I, true, Lines, &Fit->Layout);
}

//===----------------------------------------------------------------------===//
// Why a division or a vector fails
//===----------------------------------------------------------------------===//

static Expected<int> explainDivision(Invocation &I, const LinearLayout &L) {
  Expected<SourceText> Text = I.text(*I.value("tile"), "--tile");
  if (!Text)
    return Text.takeError();
  Expected<LinearLayout> Tile = readLinear(*Text, {});
  if (!Tile)
    return Tile.takeError();
  if (std::optional<LinearLayout> Quotient = leftDivide(L, *Tile))
    return say(I, true, {"the tile divides the layout: " + toString(*Quotient)},
               &*Quotient);
  std::vector<std::string> Lines = {"the tile does not divide the layout: " +
                                    toString(checkLeftDivision(L, *Tile))};
  Expected<TileDivision> Renamed = divideByTile(L, *Tile);
  if (Renamed)
    Lines.push_back("it does after renaming registers: " +
                    Renamed->Action.toString());
  else
    Lines.push_back("nor does it after renaming registers: " +
                    toString(Renamed.takeError()));
  return say(I, false, Lines);
}

static Expected<int> explainVector(Invocation &I, const LinearLayout &L) {
  Expected<uint64_t> Elements = I.number("vec", 1, 1, uint64_t(1) << 31);
  if (!Elements)
    return Elements.takeError();
  if (!isPowerOf2_64(*Elements))
    return fail("--vec is " + Twine(*Elements) + ", expected a power of two");
  Expected<LinearLayout> Offsets = offsetsAsked(I, L);
  if (!Offsets)
    return Offsets.takeError();
  Expected<unsigned> Bits = commonVectorBits(*Offsets, Log2_64(*Elements));
  if (!Bits)
    return fail(toString(Bits.takeError()));
  Vector Selecting = widestVector(*Offsets, Log2_64(*Elements));
  uint64_t Common = uint64_t(1) << *Bits;
  std::string What = "a thread can access " + counted(Common, "element");
  if (Common == *Elements)
    return say(I, true, {What});
  std::string Why =
      Selecting.WhyNotWider.empty() ? "" : ": " + Selecting.WhyNotWider;
  if (Common == Selecting.elements())
    return say(I, false, {What + ", not more" + Why});
  return say(I, false,
             {What + ", not more",
              ifSelected(Selecting) + (Why.empty() ? "" : ", not more" + Why)});
}

//===----------------------------------------------------------------------===//
// What a layout does
//===----------------------------------------------------------------------===//

/// Appends "lane 4: by (0,8)" for each bit.
static void describeBits(const LinearLayout &L, std::vector<std::string> &To) {
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord Image = L.matrix().longColumn(J);
    std::string Name = bitNames(L, LongWord::unit(J));
    if (!Image)
      To.push_back(Name + " makes no difference");
    else if (Image.popcount() == 1)
      To.push_back(Name + " moves by " + elementName(L, Image));
    else
      To.push_back(Name + " moves by " + elementName(L, Image) +
                   ", several bits at once: a swizzle");
  }
  if (!L.isLinear())
    To.push_back("everything is moved by " + elementName(L, L.longOffset()));
}

static void describeHolders(const LinearLayout &L,
                            std::vector<std::string> &To) {
  SmallVector<LongWord> Kernel = L.matrix().longKernel();
  std::string Times = Kernel.empty() ? "once"
                      : Kernel.size() == 1
                          ? "twice"
                          : "2^" + std::to_string(Kernel.size()) + " times";
  if (L.isSurjective())
    To.push_back("every element is held " + Times);
  else
    To.push_back("2^" + std::to_string(L.matrix().rank()) + " of 2^" +
                 std::to_string(L.outputBits()) + " elements are held, " +
                 Times);
  CopyCount Copies = countCopies(L);
  for (auto [N, Where] : {std::pair<uint64_t, StringRef>{
                              Copies.Registers, "registers of a thread"},
                          {Copies.Lanes, "lanes of a warp"},
                          {Copies.Warps, "warps"},
                          {Copies.Blocks, "blocks"}})
    if (N > 1)
      To.push_back(("  in " + Twine(N) + " " + Where).str());
  for (const LongWord &K : Kernel)
    if (K.popcount() > 1)
      To.push_back("no difference when these change together: " +
                   bitNames(L, K));
}

static Error describeAccess(Invocation &I, const LinearLayout &L,
                            std::vector<std::string> &To) {
  if (!I.has("memory") && L.outputBits() > MostOffsetBits) {
    To.push_back(
        ("no memory without gaps has 2^" + Twine(L.outputBits()) + " elements")
            .str());
    return Error::success();
  }
  Expected<LinearLayout> Offsets = offsetsAsked(I, L);
  if (!Offsets)
    return Offsets.takeError();
  Expected<unsigned> Bits = commonVectorBits(*Offsets, 64);
  if (!Bits)
    return fail(toString(Bits.takeError()));
  Vector V = widestVector(*Offsets, 64);
  To.push_back(
      "a thread can access " + counted(uint64_t(1) << *Bits, "element") +
      " of " + (I.has("memory") ? "that" : "row-major") + " memory at once" +
      (V.bits() > *Bits ? ", " + ifSelected(V) : "") + "; " + V.WhyNotWider);
  return Error::success();
}

static Expected<int> explainLayout(Invocation &I, const LinearLayout &L) {
  std::vector<std::string> Lines;
  describeBits(L, Lines);
  describeHolders(L, Lines);
  if (hasThreads(L))
    if (Error E = describeAccess(I, L, Lines))
      return E;
  return say(I, true, Lines, &L);
}

static Expected<int> runExplain(Invocation &I) {
  unsigned Questions = I.has("table") + I.has("tile") + I.has("vec");
  if (Questions > 1)
    return fail("expected one of --table, --tile, --vec");
  if (I.has("table") == !I.operands().empty())
    return fail("'explain' needs a layout, or --table and no layout");
  if (I.has("table"))
    return explainTable(I);
  Expected<LinearLayout> L = I.layout(0u);
  if (!L)
    return L.takeError();
  if (I.has("tile"))
    return explainDivision(I, *L);
  if (I.has("vec"))
    return explainVector(I, *L);
  return explainLayout(I, *L);
}

static constexpr OptionSpec Options[] = {
    {"table", "TABLE", "is this table of numbers a linear map?"},
    {"input", "NAME", "name of the table's input (default offset)",
     [] { return WordList{"register", "lane", "warp", "block", "offset"}; }},
    {"tile", "LAYOUT", "does this tile divide the layout?"},
    {"vec", "N", "can a thread access so many elements at once?"},
    {"memory", "LAYOUT", "the memory's layout (default: no gaps, row-major)"},
    {"order", "DIMS", "of memory without gaps, the fastest dimension last"},
};

const Command ExplainCommand = {
    "explain",
    "LAYOUT | --table TABLE",
    0,
    1,
    "why a table is not linear, a tile does not divide, a vector is not wider",
    R"(
For a layout alone: what each bit of its inputs does, how often elements are
held, and how wide accesses to memory can be.

--table takes numbers, the places of index 0, 1, 2, ..., or pairs such as
3 -> (0,5), separated by ';' or in lines, as text, '-' or '@FILE'. The answer is
the layout, or where f(a ^ b) == f(a) ^ f(b) ^ f(0) fails and which two columns
carry. What a table with gaps leaves open is 0 in the layout, and listed below.
--tile and --vec name the column that prevents it. As in 'vectorize', an access
takes the same registers in the same order in every thread; an access that needs
a separate order in each thread is reported, but the answer is "no". The exit
status is 1 if the answer is "no".
)",
    Options,
    {"explain --table '0 3 6 9'", R"(
not linear: f(3) is 9, but f(0) ^ f(1) ^ f(2) is 5
columns 1 and 2 break it: f(1) = 3 and f(2) = 6 both have the bit 2, where their sum carries
1 of 4 places is not what f(0) and the columns say
)"},
    runExplain};

} // namespace f2layout::calc
