//===- Picture.cpp - Layouts as tables of cells ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/Picture.h"
#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/Elements.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/Command.h"
#include "tools/f2layout/commandline/Input.h"
#include "tools/f2layout/picture/Axis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

class Builder {
public:
  Builder(const PaddedLayout &Padded, const Machine &M, const PictureOptions &O)
      : Padded(Padded), L(Padded.Linear), M(M), O(O), Held(L),
        IsPadded(!Padded.Paddings.empty()), Memory(hasOffsets(L)),
        Threads(hasThreads(L)) {
    ThreadShift = L.inputBits("register");
  }

  Expected<Picture> run();

private:
  Error chooseTint();
  uint64_t bankOf(uint64_t Place) const;
  uint64_t bankAt(uint64_t Address) const;
  std::string offsetName(uint64_t Place) const;
  SmallVector<uint64_t> holders(uint64_t Element, size_t Most) const;
  std::optional<uint64_t> tintOf(uint64_t Place) const;
  std::optional<uint64_t> ownerOf(uint64_t Place) const;
  uint64_t regionOf(uint64_t Place) const;
  std::string holdersText(ArrayRef<uint64_t> Places) const;

  Cell elementCell(uint64_t Element, bool AsBank) const;
  Cell placeCell(uint64_t Place) const;
  Cell freeCell(uint64_t Address) const;
  void addTensorGrids(bool AsBanks);
  void addPlaceGrids();
  void addMemoryGrid();
  void addPaddedGrid();
  void addNotes();
  void addLegend();
  void addOwners();

  const PaddedLayout &Padded;
  const LinearLayout &L;
  const Machine &M;
  const PictureOptions &O;
  Elements Held;
  bool IsPadded, Memory, Threads;
  unsigned ThreadShift;
  std::string Tint; ///< An input dimension, "bank" or "none".
  Picture P;
};

} // namespace

//===----------------------------------------------------------------------===//
// Descriptions of one place
//===----------------------------------------------------------------------===//

Error Builder::chooseTint() {
  Tint = O.Tint;
  if (Tint.empty()) {
    Tint = Memory ? "bank" : "none";
    for (StringRef Name : {"register", "warp", "lane"})
      if (L.inputBits(Name))
        Tint = Name.str();
  }
  if (Tint == "none" || (Tint == "bank" && Memory) || L.inputBits(Tint))
    return Error::success();
  return fail("--tint " + Tint + ": the layout has no " +
              (Tint == "bank" ? "offsets in memory"
                              : "input of that name with more than one index"));
}

uint64_t Builder::bankAt(uint64_t Address) const {
  return Address * O.ElementBits / (8 * M.BankBytes) % M.Banks;
}

uint64_t Builder::bankOf(uint64_t Place) const {
  return bankAt(Padded.address(Place));
}

/// Returns "offset 9" or "offset 9, address 11".
std::string Builder::offsetName(uint64_t Place) const {
  std::string Name = "offset " + placeName(L, Place);
  if (IsPadded)
    Name += ", address " + std::to_string(Padded.address(Place));
  return Name;
}

SmallVector<uint64_t> Builder::holders(uint64_t Element, size_t Most) const {
  SmallVector<uint64_t> Places;
  for (const LongWord &Place : Held.holders(Element, Most))
    Places.push_back(Place.low());
  return Places;
}

std::optional<uint64_t> Builder::tintOf(uint64_t Place) const {
  if (Tint == "none")
    return std::nullopt;
  return Tint == "bank" ? bankOf(Place) : indexOf(L, Tint, Place);
}

std::optional<uint64_t> Builder::ownerOf(uint64_t Place) const {
  if (Memory)
    return bankOf(Place);
  if (Threads)
    return Place >> ThreadShift;
  return std::nullopt;
}

/// Memory has no regions; the region of a thread is its warp, or block and
/// warp.
uint64_t Builder::regionOf(uint64_t Place) const {
  return Threads ? indexOf(L, "warp", Place) | indexOf(L, "block", Place)
                                                   << L.inputBits("warp")
                 : 0;
}

/// Returns "t3r1", "t1r0|t3r0" or "t0r0+7".
std::string Builder::holdersText(ArrayRef<uint64_t> Places) const {
  if (Places.empty())
    return ".";
  std::string Text = placeName(L, Places[0]);
  if (Held.copyBits() == 1)
    return Text + "|" + placeName(L, Places[1]);
  if (Held.copyBits() > 1)
    Text += "+" + std::to_string(maskTrailingOnes<uint64_t>(Held.copyBits()));
  return Text;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

Cell Builder::elementCell(uint64_t Element, bool AsBank) const {
  constexpr size_t MostListed = 64;
  SmallVector<uint64_t> Places = holders(Element, MostListed);
  Cell C;
  C.Detail = elementName(L, Element) +
             (Places.empty() ? " is not held" : " is held by ");
  ListSeparator Comma;
  for (uint64_t Place : Places) {
    C.Detail += StringRef(Comma).str() + placeName(L, Place);
    std::optional<uint64_t> Owner = ownerOf(Place);
    if (Owner && !is_contained(C.Owners, *Owner))
      C.Owners.push_back(*Owner);
  }
  C.Text = holdersText(Places);
  if (Places.empty())
    return C;
  if (Memory)
    C.Detail = elementName(L, Element) + " is at " + offsetName(Places[0]) +
               ", bank " + std::to_string(bankOf(Places[0]));
  if (IsPadded)
    C.Text = std::to_string(Padded.address(Places[0]));
  if (AsBank)
    C.Text = "b" + std::to_string(bankOf(Places[0]));
  C.Tint = tintOf(Places[0]);
  C.Region = regionOf(Places[0]);
  return C;
}

Cell Builder::placeCell(uint64_t Place) const {
  Cell C;
  C.Text = elementName(L, L.applyFlat(Place));
  C.Detail = placeName(L, Place) + " holds " + C.Text;
  if (Memory)
    C.Detail = offsetName(Place) + ", bank " + std::to_string(bankOf(Place)) +
               ", holds " + C.Text;
  C.Tint = tintOf(Place);
  C.Region = regionOf(Place);
  if (std::optional<uint64_t> Owner = ownerOf(Place))
    C.Owners.push_back(*Owner);
  return C;
}

/// Makes the cell of an address that no element occupies.
Cell Builder::freeCell(uint64_t Address) const {
  Cell C;
  C.K = Address < Padded.size() ? Cell::Free : Cell::None;
  if (C.K == Cell::None)
    return C;
  C.Text = ".";
  C.Detail = "address " + std::to_string(Address) + ", bank " +
             std::to_string(bankAt(Address)) + ", is free";
  C.Owners.push_back(bankAt(Address));
  return C;
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

void Builder::addTensorGrids(bool AsBanks) {
  std::string Title = AsBanks    ? "element -> bank"
                      : IsPadded ? "element -> address"
                      : Memory   ? "element -> offset"
                                 : "element -> place";
  auto Make = [&](uint64_t E) { return elementCell(E, AsBanks); };
  ArrayRef<LayoutDim> Dims = L.outputs();
  Axis Rows, Columns;
  if (Dims.size() == 1) {
    std::tie(Rows, Columns) = wrapped(Dims[0]);
  } else if (!Dims.empty()) {
    Columns = axisOf(Dims.back(), 0, "");
    const LayoutDim &Above = Dims[Dims.size() - 2];
    Rows = axisOf(Above, Dims.back().Bits, "");
  }
  if (Dims.size() <= 2) {
    P.Grids.push_back(gridOf(Title, Rows, Columns, 0, Make));
    return;
  }
  unsigned Inner = Dims.back().Bits + Dims[Dims.size() - 2].Bits;
  uint64_t Slices = uint64_t(1) << (L.outputBits() - Inner);
  for (uint64_t I = 0; I < Slices; ++I) {
    std::string At = "[";
    LayoutPoint Corner = L.point(I << Inner);
    for (uint64_t X : ArrayRef(Corner).drop_back(2))
      At += std::to_string(X) + ",";
    P.Grids.push_back(
        gridOf(Title + ", " + At + ":,:]", Rows, Columns, I << Inner, Make));
  }
}

/// Columns count lanes, rows count registers, and grids count the rest. If no
/// input is a thread dimension, the first makes the columns and the second the
/// rows.
void Builder::addPlaceGrids() {
  Axis Rows, Columns;
  SmallVector<unsigned> Rest;
  for (auto [I, D] : enumerate(L.inputs())) {
    unsigned Shift = D.Bits ? *L.inputShift(D.Name) : 0;
    if (Threads ? D.Name == "lane" : I == 0)
      Columns = axisOf(D, Shift, Threads ? "t" : "");
    else if (Threads ? D.Name == "register" : I == 1)
      Rows = axisOf(D, Shift, Threads ? "r" : "");
    else if (D.Bits)
      Rest.push_back(I);
  }
  SmallVector<uint64_t> Bases = {0};
  SmallVector<std::string> Names = {""};
  for (unsigned I : reverse(Rest)) {
    const LayoutDim &D = L.inputs()[I];
    SmallVector<uint64_t> Old = std::move(Bases);
    SmallVector<std::string> OldNames = std::move(Names);
    Bases.clear();
    Names.clear();
    for (auto [Base, Name] : zip(Old, OldNames))
      for (uint64_t X = 0; X < D.size(); ++X) {
        Bases.push_back(Base | X << *L.inputShift(D.Name));
        Names.push_back((Name + ", " + D.Name + " " + Twine(X)).str());
      }
  }
  for (auto [Base, Name] : zip(Bases, Names))
    P.Grids.push_back(gridOf("place -> element" + Name, Rows, Columns, Base,
                             [&](uint64_t Place) { return placeCell(Place); }));
}

/// log2 of the elements in a row of banks, or of all elements if they are
/// fewer.
static unsigned bankRowBits(const PaddedLayout &L, const Machine &M,
                            unsigned ElementBits) {
  uint64_t PerRow = std::max(1u, M.Banks * M.BankBytes * 8 / ElementBits);
  return std::min(Log2_64(PerRow), Log2_64_Ceil(L.size()));
}

/// Adds a grid row for each row of banks. Padding leaves gaps between elements.
void Builder::addPaddedGrid() {
  unsigned Bits = bankRowBits(Padded, M, O.ElementBits);
  Axis Columns = axisOf({"bank", Bits}, 0, "b"), Rows;
  for (auto [Word, Head] : zip(Columns.Words, Columns.Heads))
    Head = "b" + std::to_string(bankAt(Word));
  Rows.Name = "address";
  Rows.Words.clear();
  Rows.Heads.clear();
  for (uint64_t Row = 0; Row < Padded.size(); Row += uint64_t(1) << Bits) {
    Rows.Words.push_back(Row);
    Rows.Heads.push_back(std::to_string(Row));
  }
  uint64_t Next = 0, Count = uint64_t(1) << L.inputBits();
  P.Grids.push_back(
      gridOf("address -> element", Rows, Columns, 0, [&](uint64_t Address) {
        if (Next < Count && Padded.address(Next) == Address)
          return placeCell(Next++);
        return freeCell(Address);
      }));
}

/// Adds a grid row for each row of banks.
void Builder::addMemoryGrid() {
  unsigned Bits = bankRowBits(Padded, M, O.ElementBits);
  Axis Columns = axisOf({"bank", Bits}, 0, "b");
  for (auto [Word, Head] : zip(Columns.Words, Columns.Heads))
    Head = "b" + std::to_string(bankOf(Word));
  Axis Rows = axisOf({"offset", L.inputBits() - Bits}, Bits, "");
  for (auto [Word, Head] : zip(Rows.Words, Rows.Heads))
    Head = std::to_string(Word);
  P.Grids.push_back(gridOf("offset -> element", Rows, Columns, 0,
                           [&](uint64_t Place) { return placeCell(Place); }));
}

//===----------------------------------------------------------------------===//
// Headings, notes and legends around the grids
//===----------------------------------------------------------------------===//

void Builder::addNotes() {
  if (IsPadded)
    P.Notes.push_back("padded " + paddingName(Padded.Paddings) +
                      (O.Hardware ? "; addresses marked '.' are free" : ""));
  if (Threads) {
    std::string Letters;
    for (StringRef Name : {"block", "warp", "lane", "register"})
      if (L.inputBits(Name))
        Letters += (Letters.empty() ? "" : ", ") +
                   std::string(1, Name == "lane" ? 't' : Name[0]) + ": " +
                   Name.str();
    if (!Letters.empty())
      P.Notes.push_back(Letters);
  }
  if (Held.copyBits()) {
    std::string Note = "every element is held " +
                       numberText(LongWord::unit(Held.copyBits())) +
                       " times; it stays the same when these change:";
    for (auto [I, K] : enumerate(Held.kernel()))
      Note += (I ? "; " : " ") + bitNames(L, K);
    P.Notes.push_back(Note);
  }
  if (!L.isSurjective())
    P.Notes.push_back("no place holds the elements marked '.': only 2^" +
                      std::to_string(L.matrix().rank()) + " of 2^" +
                      std::to_string(L.outputBits()) + " are held");
}

void Builder::addLegend() {
  if (Tint == "none")
    return;
  P.LegendTitle = Tint;
  uint64_t Numbers = Tint == "bank" ? std::min<uint64_t>(M.Banks, Padded.size())
                                    : uint64_t(1) << L.inputBits(Tint);
  for (uint64_t I = 0; I < std::min<uint64_t>(Numbers, 64); ++I)
    P.Legend.push_back({std::to_string(I), I});
}

void Builder::addOwners() {
  if (Memory) {
    P.OwnerName = "bank";
    for (unsigned I = 0; I < M.Banks; ++I)
      P.OwnerNames.push_back("bank " + std::to_string(I));
  } else if (Threads) {
    P.OwnerName = "thread";
    uint64_t Count = uint64_t(1) << (L.inputBits() - ThreadShift);
    for (uint64_t I = 0; I < Count; ++I) {
      std::string Name = "thread";
      for (StringRef Dim : {"block", "warp", "lane"})
        if (L.inputBits(Dim))
          Name += (" " + Dim + " " + Twine(indexOf(L, Dim, I << ThreadShift)))
                      .str();
      P.OwnerNames.push_back(Name);
    }
  }
}

Expected<Picture> Builder::run() {
  if (IsPadded && !Memory)
    return fail("the layout is padded and of several blocks, expected one "
                "block");
  if (Error E = chooseTint())
    return E;
  P.LayoutText = toString(L);
  if (O.Tensor)
    addTensorGrids(false);
  if (O.Hardware) {
    if (IsPadded)
      addPaddedGrid();
    else if (Memory)
      addMemoryGrid();
    else
      addPlaceGrids();
  }
  if (O.Banks && Memory)
    addTensorGrids(true);
  addNotes();
  addLegend();
  addOwners();
  return std::move(P);
}

std::string whyNoPicture(const LinearLayout &L) {
  constexpr unsigned MostThreadBits = 20;
  if (!L.isOfWords())
    return ("the layout has " + Twine(L.inputBits()) + " input bits and " +
            Twine(L.outputBits()) +
            " output bits, and tables are of at most 64 of each")
        .str();
  unsigned ThreadBits = L.inputBits() - L.inputBits("register");
  if (hasThreads(L) && ThreadBits > MostThreadBits)
    return ("there are 2^" + Twine(ThreadBits) +
            " threads, and tables are of at most 2^" + Twine(MostThreadBits))
        .str();
  return "";
}

uint64_t cellCount(const PaddedLayout &Padded, const PictureOptions &O,
                   const Machine &M) {
  const LinearLayout &L = Padded.Linear;
  auto Cells = [](unsigned Bits) { return uint64_t(1) << std::min(Bits, 40u); };
  uint64_t Places = Cells(L.inputBits());
  if (!Padded.Paddings.empty()) {
    uint64_t Row = uint64_t(1) << bankRowBits(Padded, M, O.ElementBits);
    Places = std::min(Padded.size(), uint64_t(1) << 40) / Row * Row + Row;
  }
  return (O.Tensor ? Cells(L.outputBits()) : 0) + (O.Hardware ? Places : 0) +
         (O.Banks && hasOffsets(L) ? Cells(L.outputBits()) : 0);
}

Expected<Picture> makePicture(const PaddedLayout &L, const Machine &M,
                              const PictureOptions &O) {
  return Builder(L, M, O).run();
}

} // namespace f2layout::calc
