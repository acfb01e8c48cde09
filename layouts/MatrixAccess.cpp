//===- MatrixAccess.cpp - An exchange whose rows come from several lanes --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile of ldmatrix and stmatrix (families/MatrixMoves.h) says which bit of
// a slot or lane stands at each bit of a row's elements, and which of the row's
// number. With 16 bits:
//
//                 element of the row          row
//     plain       slot 0, lane 0, lane 1      lane 2, lane 3, lane 4
//     turned      lane 2, lane 3, lane 4      slot 0, lane 0, lane 1
//
// A side whose threads and registers stand so in the memory's rows can go by
// matrices: the points of those lane bits must be what runs inside an access,
// and those of slots must be registers. Rows are therefore made to fit one
// side, with the registers that its tile leaves free chosen for the other: its
// own lowest, those that both sides have, or what the other side's tile has
// there. Whatever the rows are, each side then takes what fits: a tile, or
// accesses as wide as its registers run along the row.
//
//===----------------------------------------------------------------------===//

#include "layouts/MatrixAccess.h"
#include "layouts/Echelon.h"
#include "layouts/Planner.h"
#include "layouts/families/MatrixMoves.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned RowBytes = 16, MatrixLaneBits = 5;

/// Bits of the slot count first, then those of the lane.
struct Tile {
  bool Turned = false;
  unsigned SlotBits = 0;
  SmallVector<unsigned, 4> Columns; ///< By bits of an element's place in a row.
  SmallVector<unsigned, 3> Rows;    ///< By bits of the row.

  bool isSlot(unsigned Bit) const { return Bit < SlotBits; }
};

/// Nothing if elements are too wide to be turned.
std::optional<Tile> tileOf(bool Turned, unsigned AtomBytes) {
  MatrixMoveParams Move;
  Move.Trans = Turned;
  Move.ElementBits = 8 * AtomBytes;
  Expected<LinearLayout> Layout = matrixMoveLayout(Move);
  if (!Layout) {
    consumeError(Layout.takeError());
    return std::nullopt;
  }
  Tile T;
  T.Turned = Turned;
  T.SlotBits = Layout->inputBits("register");
  T.Columns.resize(Log2_32(RowBytes / AtomBytes));
  T.Rows.resize(3);
  for (unsigned Bit = 0; Bit < Layout->inputBits(); ++Bit) {
    LayoutPoint At = Layout->point(Layout->matrix().column(Bit));
    if (At[1])
      T.Columns[Log2_64(At[1])] = Bit;
    else
      T.Rows[Log2_64(At[0])] = Bit;
  }
  return T;
}

/// The points of one side's register bits and thread bits.
struct Side {
  ArrayRef<uint64_t> Registers, Threads;
};

/// Adds a register of those preferred that is no sum of what is taken.
std::optional<uint64_t> takeRegister(Echelon<uint64_t> &Taken, const Side &Own,
                                     ArrayRef<uint64_t> Preferred) {
  for (ArrayRef<uint64_t> From : {Preferred, Own.Registers})
    for (uint64_t X : From)
      if (spanContains(Own.Registers, X) && Taken.insert(X))
        return X;
  return std::nullopt;
}

/// The points along a row that fits the side's tile. Preferred(c) are registers
/// to stand at bit c of an element's place if a slot does.
std::optional<SmallVector<uint64_t>>
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
      std::optional<uint64_t> X = takeRegister(Taken, Own, Preferred(C));
      if (!X)
        return std::nullopt;
      Row[C] = *X;
    }
  return Row;
}

/// How the side goes by matrices if rows are these; nothing if it cannot.
std::optional<MatrixSide> fit(const Tile &T, const Side &Own,
                              ArrayRef<uint64_t> Row) {
  MatrixSide S;
  S.Turned = T.Turned;
  S.Slots.resize(T.SlotBits);
  Echelon<uint64_t> Taken;
  for (auto [C, Bit] : enumerate(T.Columns)) {
    Taken.insert(Row[C]);
    if (!T.isSlot(Bit)) {
      if (Row[C] != Own.Threads[Bit - T.SlotBits])
        return std::nullopt;
      continue;
    }
    // A slot's bit is then the offset's bit of the same number.
    if (Bit != C || !spanContains(Own.Registers, Row[C]))
      return std::nullopt;
    S.Slots[Bit] = Row[C];
    S.InRow |= uint64_t(1) << C;
  }
  for (unsigned Bit : T.Rows) {
    if (!T.isSlot(Bit)) {
      S.Rows.push_back(Own.Threads[Bit - T.SlotBits]);
      continue;
    }
    std::optional<uint64_t> X = takeRegister(Taken, Own, {});
    if (!X)
      return std::nullopt;
    S.Slots[Bit] = *X;
    S.Rows.push_back(*X);
  }
  for (unsigned N = 0; N < 2; ++N)
    if (std::optional<uint64_t> X = takeRegister(Taken, Own, {})) {
      S.Matrices.push_back(*X);
      S.Rows.push_back(*X);
    }
  S.Rows.resize(MatrixLaneBits, 0);
  append_range(S.Rows, Own.Threads.drop_front(MatrixLaneBits));
  return S;
}

/// log2 of the atoms of the widest access along such a row.
unsigned widthAlong(ArrayRef<uint64_t> Row, const Side &Own, unsigned Atom,
                    const Machine &M) {
  unsigned Bits = 0;
  while (Bits < Row.size() && spanContains(Own.Registers, Row[Bits]) &&
         M.shape(Atom << (Bits + 1)))
    ++Bits;
  return Bits;
}

/// Registers choose the place in a row by slots alone, and lanes with rows, by
/// nothing.
bool fitsLayout(const std::optional<MatrixSide> &S, const BitMatrix &Layout,
                const Side &Own, uint64_t Offset, unsigned RowBits) {
  if (!S)
    return true;
  const uint64_t Inside = maskTrailingOnes<uint64_t>(RowBits);
  uint64_t OfRows = 0, OfRegisters = Layout.apply(Offset);
  for (uint64_t X : S->Rows)
    OfRows |= Layout.apply(X);
  for (uint64_t X : Own.Registers)
    OfRegisters |= Layout.apply(X);
  return (OfRows & Inside) == 0 && (OfRegisters & Inside & ~S->InRow) == 0;
}

/// All ways to go by matrices on one side or both.
class MatrixProposals {
public:
  MatrixProposals(const Side &Source, const Side &Result, unsigned Atom,
                  const Machine &M)
      : Sides{Source, Result}, Atom(Atom), M(M) {
    for (bool Turned : {false, true})
      if (std::optional<Tile> T = tileOf(Turned, Atom))
        Tiles.push_back(std::move(*T));
  }

  std::vector<SharedAccess>
  accesses(ArrayRef<SmallVector<uint64_t>> CommonOrders);

private:
  bool has(unsigned S) const { return S ? M.LoadsMatrices : M.StoresMatrices; }
  void addRows(const Tile &T, unsigned S,
               ArrayRef<SmallVector<uint64_t>> CommonOrders);
  SmallVector<std::optional<MatrixSide>, 3> waysAlong(unsigned S,
                                                      ArrayRef<uint64_t> Row);

  const Side Sides[2]; ///< Source, result.
  const unsigned Atom;
  const Machine &M;
  SmallVector<Tile, 2> Tiles;
  std::vector<SmallVector<uint64_t>> Rows;
};

/// Rows that fit the tile on side S.
void MatrixProposals::addRows(const Tile &T, unsigned S,
                              ArrayRef<SmallVector<uint64_t>> CommonOrders) {
  auto Add = [&](function_ref<ArrayRef<uint64_t>(unsigned)> Preferred) {
    auto Row = rowFor(T, Sides[S], Preferred);
    if (Row && !is_contained(Rows, *Row))
      Rows.push_back(std::move(*Row));
  };
  Add([](unsigned) { return ArrayRef<uint64_t>(); });
  for (const SmallVector<uint64_t> &Common : CommonOrders)
    Add([&](unsigned) { return ArrayRef<uint64_t>(Common); });
  for (const Tile &Other : Tiles)
    Add([&](unsigned C) -> ArrayRef<uint64_t> {
      unsigned Bit = Other.Columns[C];
      if (Other.isSlot(Bit))
        return {};
      return Sides[!S].Threads.slice(Bit - Other.SlotBits, 1);
    });
}

SmallVector<std::optional<MatrixSide>, 3>
MatrixProposals::waysAlong(unsigned S, ArrayRef<uint64_t> Row) {
  SmallVector<std::optional<MatrixSide>, 3> Ways{std::nullopt};
  if (has(S))
    for (const Tile &T : Tiles)
      if (auto Way = fit(T, Sides[S], Row))
        Ways.push_back(std::move(Way));
  return Ways;
}

std::vector<SharedAccess>
MatrixProposals::accesses(ArrayRef<SmallVector<uint64_t>> CommonOrders) {
  for (unsigned S : {0u, 1u})
    for (const Tile &T : Tiles)
      if (has(S))
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
        A.StoreBits = Store ? Row.size() : widthAlong(Row, Sides[0], Atom, M);
        A.LoadBits = Load ? Row.size() : widthAlong(Row, Sides[1], Atom, M);
      }
  return All;
}

} // namespace

std::vector<SharedAccess> SharedAccesses::bestOfMatrices(unsigned Limit) const {
  if (T.C.LaneBits != MatrixLaneBits || !M.shape(RowBytes) ||
      T.ThreadColumns.size() < MatrixLaneBits)
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
    if (fitsLayout(A.StoreMatrix, A.Layout, Source, 0, A.Vector.size()) &&
        fitsLayout(A.LoadMatrix, A.Layout, Result, T.Offset, A.Vector.size()))
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
    for (auto [I, X] : enumerate(S.Slots))
      if (!(S.InRow >> I & 1))
        add(X, uint64_t(1) << I);
    for (auto [I, X] : enumerate(S.Matrices))
      add(X, uint64_t(1) << (S.Slots.size() + I));
  }

  struct Place {
    uint64_t Access; ///< The offset of the first matrix's first row.
    unsigned Matrix, Slot;
  };
  Place of(uint64_t Point) const {
    uint64_t Slot = Layout.apply(Point) & S.InRow;
    for (auto [I, X] : enumerate(S.Slots))
      Point ^= Slot >> I & 1 ? X : 0;
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

Step accessOf(Step::Kind K, const MatrixSide &Side, ThreadAddress Address,
              uint64_t Bytes) {
  Step S;
  S.K = K;
  S.Turned = Side.Turned;
  S.Bytes = RowBytes;
  S.Address = std::move(Address);
  S.Address.Constant = Bytes;
  return S;
}

} // namespace

void f2layout::addMatrixStores(Plan &P, WordBuilder &B, const SharedTraffic &T,
                               const SharedAccess &A) {
  const unsigned Atom = atomBytes(T.C), PerWord = 4 / Atom;
  const MatrixPlaces Places(*A.StoreMatrix, A.Layout);
  MapVector<uint64_t, SmallVector<Wish, 4>> Accesses;
  for (unsigned Point = 0; Point < T.Sources.size(); ++Point) {
    const unsigned Register = T.Sources.at(Point);
    if (!T.Used.test(Register))
      continue;
    auto At = Places.of(Point);
    auto &Words = Accesses[At.Access];
    Words.resize(Places.matrices(), Wish(1));
    Words[At.Matrix][0][At.Slot] = {Register / PerWord,
                                    uint8_t(Register % PerWord)};
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
  const unsigned Atom = atomBytes(T.C);
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
      S.Count = Places.matrices();
      P.Steps.push_back(std::move(S));
      for (unsigned M = 0; M < Places.matrices(); ++M)
        B.newWord();
    }
    Where[Register] = {It->second + At.Matrix, uint8_t(At.Slot)};
  }
}
