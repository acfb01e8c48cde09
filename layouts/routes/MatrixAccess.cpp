//===- MatrixAccess.cpp - An exchange whose rows come from several lanes --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile of an access (MatrixTile.h) states which bit of a slot or lane is at
// each bit of a row's elements, and of the row's number. With 16 bits:
//
//                        element of the row           row
//     ldmatrix           slot 0, lane 0, lane 1       lane 2, lane 3, lane 4
//     transposed         lane 2, lane 3, lane 4       slot 0, lane 0, lane 1
//     ds_read_b64_tr_b16 lane 0, lane 1               lane 2, lane 3, slot 0,
//                                                     slot 1, lane 4, lane 5
//
// A side whose threads and registers are arranged in this way in the memory's
// rows can use matrix accesses: the points of those lane bits must run inside
// an access, and those of slots must be registers. Rows are therefore made to
// fit one side, and the registers that its tile leaves free are chosen for the
// other side: its lowest ones, those that both sides have, or those that the
// other side's tile has there. For given rows, each side then takes what fits:
// a tile, or accesses as wide as its registers run along the row.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/MatrixAccess.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// A tile by atoms. Bits of the slot count first, then those of the lane.
struct Tile {
  MatrixTile Of;
  unsigned SlotBits = 0;
  SmallVector<unsigned, 4> Columns; ///< By bits of an atom's place in a row.
  SmallVector<unsigned, 6> Rows;    ///< By bits of the row.

  bool isSlot(unsigned Bit) const { return Bit < SlotBits; }
};

} // namespace

/// Returns std::nullopt if atoms are so wide that they would be split.
static std::optional<Tile> tileOf(const MatrixTile &Of, unsigned AtomBytes) {
  const unsigned AtomBits = Log2_32(AtomBytes);
  if (AtomBits > Of.unitBits())
    return std::nullopt;
  Tile T;
  T.Of = Of;
  T.SlotBits = Of.byteBits() - AtomBits;
  auto Number = [&](PlaceBit B) {
    return isByteBit(B) ? bitNumber(B) - AtomBits : T.SlotBits + bitNumber(B);
  };
  for (PlaceBit B : Of.columns().drop_front(AtomBits))
    T.Columns.push_back(Number(B));
  for (PlaceBit B : Of.rows())
    T.Rows.push_back(Number(B));
  return T;
}

namespace {

/// The points of one side's register bits and thread bits.
struct Side {
  ArrayRef<uint64_t> Registers, Threads;
};

} // namespace

/// Adds a register that is not a sum of those taken: a preferred one, or else
/// the one with the slot's number, so that words are in the wanted order, or a
/// following one.
static std::optional<uint64_t> takeRegister(Echelon<uint64_t> &Taken,
                                            const Side &Own,
                                            ArrayRef<uint64_t> Preferred,
                                            unsigned Slot = 0) {
  const size_t Before = std::min<size_t>(Slot, Own.Registers.size());
  for (ArrayRef<uint64_t> From :
       {Preferred, Own.Registers.drop_front(Before), Own.Registers})
    for (uint64_t X : From)
      if (spanContains(Own.Registers, X) && Taken.insert(X))
        return X;
  return std::nullopt;
}

/// The points along a row that fits the side's tile. Preferred(c) are registers
/// to stand at bit c of an element's place if a slot does.
static std::optional<SmallVector<uint64_t>>
rowFor(const Tile &T, const Side &Own,
       function_ref<ArrayRef<uint64_t>(unsigned)> Preferred) {
  SmallVector<uint64_t> Row(T.Columns.size());
  Echelon<uint64_t> Taken;
  for (auto [C, Bit] : enumerate(T.Columns))
    if (!T.isSlot(Bit)) {
      Row[C] = Own.Threads[Bit - T.SlotBits];
      if (!Taken.insert(Row[C]))
        return std::nullopt;
    }
  for (auto [C, Bit] : enumerate(T.Columns))
    if (T.isSlot(Bit)) {
      std::optional<uint64_t> X = takeRegister(Taken, Own, Preferred(C), Bit);
      if (!X)
        return std::nullopt;
      Row[C] = *X;
    }
  return Row;
}

/// The row with what makes the other side's accesses of it as wide as they get,
/// up to so many bits.
static SmallVector<uint64_t> widened(SmallVector<uint64_t> Row,
                                     const Side &Other, unsigned Bits) {
  Echelon<uint64_t> Taken;
  for (uint64_t X : Row)
    Taken.insert(X);
  while (Row.size() < Bits)
    if (std::optional<uint64_t> X = takeRegister(Taken, Other, {}))
      Row.push_back(*X);
    else
      break;
  return Row;
}

/// The matrix accesses of the side if the bits inside an access begin with
/// these; std::nullopt if there are none.
static std::optional<MatrixSide> fit(const Tile &T, const Side &Own,
                                     ArrayRef<uint64_t> Row) {
  if (Row.size() < T.Columns.size())
    return std::nullopt;
  const unsigned LaneBits = T.Of.laneBits();
  MatrixSide S;
  S.Tile = T.Of;
  S.Slots.resize(T.SlotBits);
  Echelon<uint64_t> Taken;
  for (auto [C, Bit] : enumerate(T.Columns)) {
    Taken.insert(Row[C]);
    if (!T.isSlot(Bit)) {
      if (Row[C] != Own.Threads[Bit - T.SlotBits])
        return std::nullopt;
      continue;
    }
    if (!spanContains(Own.Registers, Row[C]))
      return std::nullopt;
    S.Slots[Bit] = Row[C];
    S.InRow.push_back({unsigned(C), Bit});
  }
  for (unsigned Bit : T.Rows) {
    if (!T.isSlot(Bit)) {
      S.Rows.push_back(Own.Threads[Bit - T.SlotBits]);
      continue;
    }
    std::optional<uint64_t> X = takeRegister(Taken, Own, {}, Bit);
    if (!X)
      return std::nullopt;
    S.Slots[Bit] = *X;
    S.Rows.push_back(*X);
  }
  for (unsigned N = 1; N < T.Of.MostMatrices; N *= 2)
    if (std::optional<uint64_t> X = takeRegister(Taken, Own, {})) {
      S.Matrices.push_back(*X);
      S.Rows.push_back(*X);
    }
  S.Rows.resize(LaneBits, 0);
  append_range(S.Rows, Own.Threads.drop_front(LaneBits));
  return S;
}

/// log2 of the atoms of the widest access along such a row.
static unsigned widthAlong(ArrayRef<uint64_t> Row, const Side &Own,
                           unsigned Atom, const Machine &M) {
  unsigned Bits = 0;
  while (Bits < Row.size() && spanContains(Own.Registers, Row[Bits]) &&
         M.shape(Atom << (Bits + 1)))
    ++Bits;
  return Bits;
}

/// Registers choose the place in a row by slots alone, and lanes with rows, by
/// nothing.
static bool fitsLayout(const std::optional<MatrixSide> &S,
                       const BitMatrix &Layout, const Side &Own,
                       uint64_t Offset, unsigned RowBits) {
  if (!S)
    return true;
  const uint64_t Inside = maskTrailingOnes<uint64_t>(RowBits);
  uint64_t OfRows = 0, OfRegisters = Layout.apply(Offset), BySlots = 0;
  for (MatrixSide::BitInRow B : S->InRow)
    BySlots |= uint64_t(1) << B.Offset;
  for (uint64_t X : S->Rows)
    OfRows |= Layout.apply(X);
  for (uint64_t X : Own.Registers)
    OfRegisters |= Layout.apply(X);
  return (OfRows & Inside) == 0 && (OfRegisters & Inside & ~BySlots) == 0;
}

namespace {

/// All choices of matrix accesses on one side or both.
class MatrixProposals {
public:
  MatrixProposals(const Side &Source, const Side &Result, unsigned Atom,
                  const Machine &M)
      : Sides{Source, Result}, Atom(Atom), M(M) {
    for (unsigned S : {0u, 1u})
      for (const MatrixTile &Of : S ? M.MatrixLoads : M.MatrixStores)
        if (Of.laneBits() == M.LaneBits && M.shape(Of.rowBytes()))
          if (std::optional<Tile> T = tileOf(Of, Atom))
            Tiles[S].push_back(std::move(*T));
  }

  std::vector<SharedAccess>
  accesses(ArrayRef<SmallVector<uint64_t>> CommonOrders);

private:
  unsigned widthOf(unsigned S, const std::optional<MatrixSide> &Way,
                   ArrayRef<uint64_t> Row) const {
    return Way ? Log2_32(Way->Tile.rowBytes() / Atom)
               : widthAlong(Row, Sides[S], Atom, M);
  }
  void addRows(const Tile &T, unsigned S,
               ArrayRef<SmallVector<uint64_t>> CommonOrders);
  SmallVector<std::optional<MatrixSide>, 3> waysAlong(unsigned S,
                                                      ArrayRef<uint64_t> Row);

  const Side Sides[2]; ///< Source, result.
  const unsigned Atom;
  const Machine &M;
  SmallVector<Tile, 2> Tiles[2]; ///< Of the machine's stores, loads.
  std::vector<SmallVector<uint64_t>> Rows;
};

} // namespace

/// Rows that fit the tile on side S.
void MatrixProposals::addRows(const Tile &T, unsigned S,
                              ArrayRef<SmallVector<uint64_t>> CommonOrders) {
  auto Add = [&](function_ref<ArrayRef<uint64_t>(unsigned)> Preferred) {
    auto Row = rowFor(T, Sides[S], Preferred);
    if (!Row)
      return;
    auto Wider = widened(*Row, Sides[!S], Log2_32(MaxAccessBytes / Atom));
    for (auto &New : {std::move(*Row), std::move(Wider)})
      if (!is_contained(Rows, New))
        Rows.push_back(New);
  };
  Add([](unsigned) { return ArrayRef<uint64_t>(); });
  for (const SmallVector<uint64_t> &Common : CommonOrders)
    Add([&](unsigned) { return ArrayRef<uint64_t>(Common); });
  for (const Tile &Other : Tiles[!S])
    Add([&](unsigned C) -> ArrayRef<uint64_t> {
      if (C >= Other.Columns.size() || Other.isSlot(Other.Columns[C]))
        return {};
      return Sides[!S].Threads.slice(Other.Columns[C] - Other.SlotBits, 1);
    });
}

SmallVector<std::optional<MatrixSide>, 3>
MatrixProposals::waysAlong(unsigned S, ArrayRef<uint64_t> Row) {
  SmallVector<std::optional<MatrixSide>, 3> Ways{std::nullopt};
  for (const Tile &T : Tiles[S])
    if (auto Way = fit(T, Sides[S], Row))
      Ways.push_back(std::move(Way));
  return Ways;
}

std::vector<SharedAccess>
MatrixProposals::accesses(ArrayRef<SmallVector<uint64_t>> CommonOrders) {
  for (unsigned S : {0u, 1u})
    for (const Tile &T : Tiles[S])
      addRows(T, S, CommonOrders);
  std::vector<SharedAccess> All;
  for (const SmallVector<uint64_t> &Row : Rows)
    for (const auto &Store : waysAlong(0, Row))
      for (const auto &Load : waysAlong(1, Row)) {
        if (!Store && !Load)
          continue;
        SharedAccess &A = All.emplace_back();
        A.Vector = Row;
        A.StoreMatrix = Store;
        A.LoadMatrix = Load;
        A.StoreBits = widthOf(0, Store, Row);
        A.LoadBits = widthOf(1, Load, Row);
      }
  return All;
}

std::vector<SharedAccess> SharedAccesses::bestOfMatrices(unsigned Limit) const {
  if (T.C.LaneBits != M.LaneBits || T.ThreadColumns.size() < M.LaneBits)
    return {};
  SmallVector<uint64_t, 8> Stored;
  for (unsigned I = 0; I < T.SourceBits; ++I)
    Stored.push_back(uint64_t(1) << I);
  const Side Source{Stored, SourceThreads},
      Result{T.ResultColumns, T.ThreadColumns};
  std::vector<SharedAccess> Fitting;
  for (SharedAccess &A :
       MatrixProposals(Source, Result, Atom, M).accesses(vectorOrders())) {
    A.Layout = layout(A);
    if (fitsLayout(A.StoreMatrix, A.Layout, Source, 0, A.StoreBits) &&
        fitsLayout(A.LoadMatrix, A.Layout, Result, T.Offset, A.LoadBits))
      Fitting.push_back(std::move(A));
  }
  return ranked(std::move(Fitting), Limit);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {

/// Finds the access, the matrix and the slot of an element.
class MatrixPlaces {
public:
  MatrixPlaces(const MatrixSide &S, const BitMatrix &Layout)
      : S(S), Layout(Layout) {
    uint64_t BitsInRow = 0;
    for (MatrixSide::BitInRow B : S.InRow)
      BitsInRow |= uint64_t(1) << B.Slot;
    for (auto [I, X] : enumerate(S.Slots))
      if (!(BitsInRow >> I & 1))
        add(X, uint64_t(1) << I);
    for (auto [I, X] : enumerate(S.Matrices))
      add(X, uint64_t(1) << (S.Slots.size() + I));
  }

  struct Place {
    uint64_t Access; ///< The offset of the first matrix's first row.
    unsigned Matrix, Slot;
  };
  Place of(uint64_t Point) const {
    const uint64_t Offset = Layout.apply(Point);
    uint64_t Slot = 0;
    for (MatrixSide::BitInRow B : S.InRow)
      if (Offset >> B.Offset & 1) {
        Slot |= uint64_t(1) << B.Slot;
        Point ^= S.Slots[B.Slot];
      }
    auto Rest = Others.reduce({Point, 0});
    Slot |= Rest.Label & maskTrailingOnes<uint64_t>(S.Slots.size());
    return {Layout.apply(Rest.Vector), unsigned(Rest.Label >> S.Slots.size()),
            unsigned(Slot)};
  }
  unsigned matrices() const { return 1u << S.Matrices.size(); }

private:
  void add(uint64_t Point, uint64_t Bit) {
    Echelon<uint64_t>::Entry E{Point, Bit};
    Others.insert(E);
  }

  const MatrixSide &S;
  const BitMatrix &Layout;
  Echelon<uint64_t> Others; ///< Slots that choose a row, and matrices.
};

} // namespace

static Step accessOf(Step::Kind K, const MatrixSide &Side,
                     ThreadAddress Address, uint64_t Bytes) {
  Step S;
  S.K = K;
  S.Tile = Side.Tile;
  S.Bytes = Side.Tile.rowBytes();
  S.Address = std::move(Address);
  S.Address.Constant = Bytes;
  return S;
}

void f2layout::addMatrixStores(Plan &P, WordBuilder &B, const SharedTraffic &T,
                               const SharedAccess &A) {
  const unsigned Atom = atomBytes(T.C), PerWord = 4 / Atom;
  const unsigned PerMatrix = A.StoreMatrix->Tile.words();
  const MatrixPlaces Places(*A.StoreMatrix, A.Layout);
  MapVector<uint64_t, SmallVector<Wish, 4>> Accesses;
  for (unsigned Point = 0; Point < T.Sources.size(); ++Point) {
    const unsigned Register = T.Sources.at(Point);
    if (!T.Used.test(Register))
      continue;
    auto At = Places.of(Point);
    auto &Words = Accesses[At.Access];
    Words.resize(Places.matrices() * PerMatrix, Wish(1));
    Words[At.Matrix * PerMatrix + At.Slot / PerWord][0][At.Slot % PerWord] = {
        Register / PerWord, uint8_t(Register % PerWord)};
  }
  for (const auto &[Offset, Wishes] : Accesses) {
    Step S =
        accessOf(Step::StoreMatrix, *A.StoreMatrix, A.Store, Offset * Atom);
    for (const Wish &W : Wishes)
      S.Words.push_back(B.build(W));
    P.Steps.push_back(std::move(S));
  }
}

void f2layout::addMatrixLoads(Plan &P, WordBuilder &B, const SharedTraffic &T,
                              const SharedAccess &A,
                              MutableArrayRef<Spot> Where) {
  const unsigned Atom = atomBytes(T.C), PerWord = 4 / Atom;
  const unsigned PerMatrix = A.LoadMatrix->Tile.words();
  const MatrixPlaces Places(*A.LoadMatrix, A.Layout);
  const BitMatrix PointOf(64, T.ResultColumns);
  MapVector<uint64_t, Word> Loaded; // First words of accesses.
  for (unsigned R = 0; R < T.Results.size(); ++R) {
    const unsigned Register = T.Results.at(R);
    if (!T.Travels.test(Register))
      continue;
    auto At = Places.of(PointOf.apply(R) ^ T.Offset);
    auto [It, New] = Loaded.insert({At.Access, P.NumWords});
    if (New) {
      Step S =
          accessOf(Step::LoadMatrix, *A.LoadMatrix, A.Load, At.Access * Atom);
      S.Count = Places.matrices() * PerMatrix;
      const unsigned Count = S.Count;
      P.Steps.push_back(std::move(S));
      for (unsigned W = 0; W < Count; ++W)
        B.newWord();
    }
    Where[Register] = {It->second + At.Matrix * PerMatrix + At.Slot / PerWord,
                       uint8_t(At.Slot % PerWord)};
  }
}
