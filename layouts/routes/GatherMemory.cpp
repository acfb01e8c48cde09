//===- GatherMemory.cpp - Gathers through shared memory -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every element has a place, stores are known, and loads depend on the index.
// The banks that a load touches are then a question of chance, but not of
// chance alone. Take 32 lanes that look up 32-bit elements of an axis of 64:
//
//   every lane has a row of its own       the row runs down one bank: there is
//                                         never a conflict
//   all lanes share a row                 it runs along all banks: lanes with
//                                         one bank and different words wait
//   an axis of 32, all lanes share it     along all banks: no conflict at all
//
// In general the lanes of a phase differ in the elements beside the axis by a
// subspace L. Swizzle.h gets L and as many bits of the axis as banks are left
// as the span of the load, so that these never meet in one bank; the others run
// down the banks. Elements of the axis that share a word meet there.
//
// The store's span is that of its lanes and its vector. Vectors are registers
// along the axis first, or in the order of the source's words. Which of the
// layouts is best is counted: the wavefronts of the store exactly, those of the
// load at random indices, always the same ones.
//
// If the gather stays in the warp and every element is held in one warp only,
// bits of a place are the warp's number. Then each warp has a slice, and no
// warp waits for another.
//
// If memory has room for a part of the tensor only, the highest bits of a place
// are such that neither threads nor indices change them. So every register is
// stored, and every result loaded, in one known window. Where there are not
// enough of such bits, places are row-major, and every window looks at all
// registers.
//
//   place   inside a slice | warp | window
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Swizzle.h"
#include "layouts/routes/GatherRoutes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Elements of the source's tensor as vectors of coordinates: those inside of a
/// slice, the warp, the window.
class MemoryBuilder {
public:
  MemoryBuilder(const LinearLayout &From, const LinearLayout &To, uint64_t Axis,
                const Gather &G, const Machine &M)
      : From(From), To(To), Axis(Axis), G(G), M(M), Bytes(G.ElementBits / 8) {}

  /// The cheapest in so many windows, each of which has known registers.
  std::optional<GatherPlan> best(unsigned NumWindowBits);
  /// Row-major places in windows of 2^WindowBits.
  std::optional<GatherPlan> byWindows(unsigned WindowBits) const;

private:
  bool findCoordinates(unsigned NumWindowBits);
  SmallVector<uint64_t> columns(const LinearLayout &L, StringRef In) const;
  std::vector<SmallVector<unsigned, 4>> vectorOrders() const;
  std::optional<GatherPlan> withVector(ArrayRef<unsigned> RegisterBits) const;
  BitMatrix layout(ArrayRef<uint64_t> Vector) const;
  std::optional<GatherPlan> complete(const BitMatrix &Layout,
                                     ArrayRef<unsigned> VectorBits,
                                     unsigned WindowBits, Scope Group) const;

  const LinearLayout &From, &To;
  const uint64_t Axis;
  const Gather &G;
  const Machine &M;
  const unsigned Bytes;
  Scope Group = Scope::Block;
  unsigned SliceBits = 0;  ///< Of the coordinates inside of a slice.
  unsigned WindowBits = 0; ///< Of those and the warp.
  BitMatrix Coordinates;   ///< Of an element.
};

} // namespace

/// The images of an input's bits, as elements of the source's tensor.
SmallVector<uint64_t> MemoryBuilder::columns(const LinearLayout &L,
                                             StringRef In) const {
  SmallVector<uint64_t> Columns;
  const BitMatrix OfInput = columnsOf(L, In);
  for (unsigned J = 0; J < OfInput.cols(); ++J)
    Columns.push_back(&L == &To ? atIndexZero(From, To, Axis, OfInput.column(J))
                                : OfInput.column(J));
  return Columns;
}

/// False if registers alone do not tell as many elements apart as there are
/// windows.
bool MemoryBuilder::findCoordinates(unsigned NumWindowBits) {
  const unsigned Dim = From.outputBits();
  const unsigned Shift = *From.outputShift(From.outputs()[Axis].Name);
  // What a window must have all of.
  Echelon<uint64_t> Together;
  SmallVector<uint64_t> Basis, Warps;
  auto Add = [&](uint64_t Element, SmallVectorImpl<uint64_t> &List) {
    if (Together.insert(Element))
      List.push_back(Element);
  };
  for (unsigned J = 0; J < G.indexBits(); ++J)
    Add(uint64_t(1) << (Shift + J), Basis);
  for (const LinearLayout *L : {&From, &To})
    for (uint64_t Column : columns(*L, "lane"))
      Add(Column, Basis);
  // Each warp has a slice if its elements are its own.
  SmallVector<uint64_t> InWarp(Basis);
  for (uint64_t Column : columns(From, "register"))
    InWarp.push_back(Column);
  const unsigned Own = reduceBasis(InWarp).size();
  append_range(InWarp, columns(From, "warp"));
  Group = G.staysInWarp() &&
                  reduceBasis(InWarp).size() == Own + From.inputBits("warp")
              ? Scope::Warp
              : Scope::Block;
  const SmallVector<uint64_t> Giving = columns(From, "warp"),
                              Taking = columns(To, "warp");
  if (Group == Scope::Warp) {
    // What a warp takes beside its own.
    for (auto [Give, Take] : zip_equal(Giving, Taking))
      Add(Give ^ Take, Basis);
    for (uint64_t Column : Giving)
      Add(Column, Warps);
  } else {
    for (uint64_t Column : Giving)
      Add(Column, Basis);
    for (uint64_t Column : Taking)
      Add(Column, Basis);
  }
  // Registers do the rest, first those inside of a window.
  SmallVector<uint64_t> Others;
  for (uint64_t Column : columns(From, "register"))
    Add(Column, Others);
  if (Others.size() < NumWindowBits)
    return false;
  const unsigned Inside = Others.size() - NumWindowBits;
  append_range(Basis, ArrayRef(Others).take_front(Inside));
  SliceBits = Basis.size();
  WindowBits = SliceBits + Warps.size();
  append_range(Basis, Warps);
  append_range(Basis, ArrayRef(Others).drop_front(Inside));
  std::optional<BitMatrix> Inverse = BitMatrix(Dim, Basis).inverse();
  if (Inverse)
    Coordinates = std::move(*Inverse);
  return Inverse.has_value();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Orders in which registers may follow each other in memory, by their bits.
std::vector<SmallVector<unsigned, 4>> MemoryBuilder::vectorOrders() const {
  const uint64_t AlongAxis = maskTrailingOnes<uint64_t>(G.indexBits())
                             << *From.outputShift(From.outputs()[Axis].Name);
  Echelon<uint64_t> Seen;
  SmallVector<unsigned, 4> Natural, First, Others;
  for (auto [J, Column] : enumerate(columns(From, "register"))) {
    if (!Seen.insert(Column))
      continue;
    Natural.push_back(J);
    (Column & ~AlongAxis ? Others : First).push_back(J);
  }
  append_range(First, Others);
  if (First == Natural)
    return {Natural};
  return {First, Natural};
}

/// The best places if the vector's elements are neighbours.
BitMatrix MemoryBuilder::layout(ArrayRef<uint64_t> Vector) const {
  const unsigned RowBits = Log2_32(std::max(1u, M.Banks * M.BankBytes / Bytes));
  const unsigned WordBits = Log2_32(std::max(1u, M.BankBytes / Bytes));
  const uint64_t InSlice = maskTrailingOnes<uint64_t>(SliceBits);
  auto Inside = [&](uint64_t Element) {
    return Coordinates.apply(Element) & InSlice;
  };
  auto Span = [&](const LinearLayout &L, ArrayRef<unsigned> Phase,
                  unsigned VectorBits) {
    const SmallVector<uint64_t> Lanes = columns(L, "lane");
    const BitMatrix OfLanes(64, Lanes);
    SmallVector<uint64_t> Touched;
    for (unsigned Lane : Phase)
      Touched.push_back(Inside(OfLanes.apply(Lane)));
    for (uint64_t V : Vector.take_front(std::max(VectorBits, WordBits)))
      Touched.push_back(Inside(V));
    return reduceBasis(Touched);
  };
  SmallVector<uint64_t> Stored =
      Span(From, M.shape(Bytes << Vector.size())->StorePhase, Vector.size());
  SmallVector<uint64_t> Loaded = Span(To, M.shape(Bytes)->LoadPhase, 0);
  Echelon<uint64_t> Reached;
  for (uint64_t X : Loaded)
    Reached.insert(X);
  const unsigned Shift = *From.outputShift(From.outputs()[Axis].Name);
  for (unsigned J = 0; J < G.indexBits() && Reached.size() < RowBits; ++J) {
    const uint64_t Unit = Inside(uint64_t(1) << (Shift + J));
    if (Reached.insert(Unit))
      Loaded.push_back(Unit);
  }
  SmallVector<uint64_t> Aligned, InVector;
  for (StringRef In : {"lane", "warp"})
    for (uint64_t Column : columns(From, In))
      Aligned.push_back(Inside(Column));
  for (uint64_t V : Vector)
    InVector.push_back(Inside(V));
  const BitMatrix Slice =
      swizzledLayout(InVector, Stored, Loaded, Aligned, RowBits, SliceBits);
  SmallVector<uint64_t> Whole(Slice.columns());
  for (unsigned J = SliceBits; J < From.outputBits(); ++J)
    Whole.push_back(uint64_t(1) << J);
  return BitMatrix(From.outputBits(), Whole) * Coordinates;
}

std::optional<GatherPlan> MemoryBuilder::complete(const BitMatrix &Layout,
                                                  ArrayRef<unsigned> VectorBits,
                                                  unsigned WindowBits,
                                                  Scope Group) const {
  Expected<ScratchPlaces> Places = placesOfGather(From, To, Axis, &Layout);
  if (!Places) {
    consumeError(Places.takeError());
    return std::nullopt;
  }
  GatherPlan P;
  P.By = Route::Shared;
  P.ElementBits = G.ElementBits;
  P.LaneBits = G.LaneBits;
  P.Memory.emplace();
  GatherMemory &Memory = *P.Memory;
  Memory.Places = std::move(*Places);
  // Register 0 of thread 0 is at place 0, so that a warp's slice has the warp's
  // number.
  Memory.Places.Result.Offset ^= Memory.Places.Source.Offset;
  Memory.Places.Source.Offset = 0;
  Memory.Group = Group;
  Memory.WindowBits = WindowBits;
  // The neighbours of a store must be the same in every thread that stores.
  const ScratchPlaces &At = Memory.Places;
  const uint64_t InVector = maskTrailingOnes<uint64_t>(VectorBits.size());
  for (auto [J, Column] : enumerate(At.Source.ThreadColumns))
    if (!(At.SpareThreads >> J & 1) && Column & InVector)
      return std::nullopt;
  uint64_t Vector = 0;
  for (auto [I, Bit] : enumerate(VectorBits)) {
    Vector |= uint64_t(1) << Bit;
    if (At.Source.RegisterColumns[Bit] != uint64_t(1) << I)
      return std::nullopt;
  }
  for (unsigned R : At.Registers) {
    if (R & Vector)
      continue;
    if (At.Source.at(R, 0) & InVector)
      return std::nullopt;
    Memory.Stores.emplace_back();
    for (uint64_t I = 0; I <= InVector; ++I) {
      uint64_t Register = R;
      for (auto [J, Bit] : enumerate(VectorBits))
        Register |= (I >> J & 1) << Bit;
      Memory.Stores.back().push_back(Register);
    }
  }
  priceMemory(P, G, M);
  return P;
}

std::optional<GatherPlan>
MemoryBuilder::withVector(ArrayRef<unsigned> RegisterBits) const {
  if (!M.shape(Bytes << RegisterBits.size()) || !M.shape(Bytes))
    return std::nullopt;
  const SmallVector<uint64_t> Registers = columns(From, "register");
  SmallVector<uint64_t> Vector;
  for (unsigned Bit : RegisterBits)
    Vector.push_back(Registers[Bit]);
  return complete(layout(Vector), RegisterBits, WindowBits, Group);
}

std::optional<GatherPlan> MemoryBuilder::best(unsigned NumWindowBits) {
  std::optional<GatherPlan> Best;
  if (!findCoordinates(NumWindowBits))
    return Best;
  for (const SmallVector<unsigned, 4> &Order : vectorOrders())
    for (unsigned Bits = Order.size() + 1; Bits-- > 0;)
      if (std::optional<GatherPlan> P =
              withVector(ArrayRef(Order).take_front(Bits)))
        if (!Best || isCheaper(*P, *Best))
          Best = std::move(P);
  return Best;
}

std::optional<GatherPlan> MemoryBuilder::byWindows(unsigned WindowBits) const {
  return complete(BitMatrix::identity(From.outputBits()), {}, WindowBits,
                  G.WarpBits ? Scope::Block : Scope::Warp);
}

std::optional<GatherPlan> f2layout::memoryGather(const LinearLayout &From,
                                                 const LinearLayout &To,
                                                 uint64_t Axis, const Gather &G,
                                                 const Machine &M,
                                                 uint64_t ScratchLimit) {
  const uint64_t Room = ScratchLimit / (G.ElementBits / 8);
  if (!Room)
    return std::nullopt;
  MemoryBuilder Builder(From, To, Axis, G, M);
  const unsigned Bits = From.outputBits(),
                 WindowBits = std::min(Bits, Log2_64(Room));
  std::optional<GatherPlan> Best = Builder.best(Bits - WindowBits);
  if (Best)
    return Best;
  return Builder.byWindows(WindowBits);
}
