//===- RecogniseShared.cpp - Parameters of shared memory layouts ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a swizzle by rows, column bits are unchanged, and row bit 2^i is shifted
// along the columns by Vec * phase(2^i). The shifts of a tile of 64 rows
//
//   row bit   1   2   4   8   16  32
//   shift     0   8   16  32  0   0        swizzled: again 0
//   shift     0   8   16  32  8   16       rotating: again from the start
//
// show that perPhase = 2, the first row bit with a shift, and vec = 8, that
// shift. maxPhase is found by trying: here it is 2^3, but if shifts exceed the
// number of columns they do not determine it.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/notations/Recognition.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The shifts of row bits, if columns are Order[0] and rows Order[1].
static SmallVector<uint64_t> shiftsOf(const LinearLayout &L,
                                      ArrayRef<uint64_t> Piece,
                                      ArrayRef<unsigned> Order) {
  SmallVector<uint64_t> Shifts;
  if (Order.size() < 2)
    return Shifts;
  std::vector<LayoutPoint> Images = imagesOf(L, "offset");
  size_t First = Log2_64(Piece[Order[0]]);
  size_t Rows = Log2_64(Piece[Order[1]]);
  for (size_t I = First; I < std::min(First + Rows, Images.size()); ++I)
    Shifts.push_back(Images[I][Order[0]]);
  return Shifts;
}

/// Tries every MaxPhase for the Vec and PerPhase that the shifts imply.
template <typename ParamsT>
static bool findPhases(ParamsT &P, ArrayRef<uint64_t> Shifts,
                       const LinearLayout &L) {
  P.Vec = P.PerPhase = P.MaxPhase = 1;
  const auto *First = find_if(Shifts, [](uint64_t X) { return X != 0; });
  size_t Row = First - Shifts.begin();
  if (First != Shifts.end() && (*First > UINT32_MAX || Row > 30))
    return false;
  if (First != Shifts.end()) {
    P.Vec = *First;
    P.PerPhase = 1u << Row;
  }
  size_t Most = First == Shifts.end() ? 0 : std::min<size_t>(Shifts.size(), 30);
  SmallVector<uint64_t> Shape = shapeOf(L);
  for (size_t Bits = 0; Bits <= Most; ++Bits) {
    P.MaxPhase = 1u << Bits;
    if (gives(memoryLayout({P}, Shape), L))
      return true;
  }
  return false;
}

template <typename ParamsT>
static std::optional<ParamsT> swizzledParams(const LinearLayout &L) {
  SmallVector<uint64_t> Shape = shapeOf(L);
  ParamsT P;
  P.Cga = cgaOf(L);
  SmallVector<uint64_t> Piece = pieceOf(Shape, P.Cga);
  bool Found = anyOrder(Shape.size(), [&](ArrayRef<unsigned> Order) {
    P.Order.assign(Order.begin(), Order.end());
    return findPhases(P, shiftsOf(L, Piece, Order), L);
  });
  if (!Found)
    return std::nullopt;
  return P;
}

/// Padding moves whole runs of elements, so Triton requires each offset bit to
/// be one bit of one coordinate.
static Error checkUnitImages(const LinearLayout &L) {
  for (auto [Bit, Image] : enumerate(imagesOf(L, "offset")))
    if (L.flattenLong(Image).popcount() != 1)
      return layoutError("image of offset bit " + Twine(Bit) + " is " +
                         pointText(Image) +
                         ", expected a power of two in one dimension");
  if (!L.isInjective() || !L.isSurjective())
    return layoutError("the layout is not one-to-one and onto");
  return Error::success();
}

Expected<MemoryFamily> f2layout::recogniseSwizzled(const LinearLayout &L) {
  if (auto P = swizzledParams<SwizzledSharedParams>(L))
    return MemoryFamily{*P};
  return layoutError("no vec, perPhase, maxPhase and order give this layout");
}

Expected<MemoryFamily> f2layout::recogniseRotating(const LinearLayout &L) {
  if (auto P = swizzledParams<RotatingSharedParams>(L))
    return MemoryFamily{*P};
  return layoutError("no vec, perPhase, maxPhase and order give this layout");
}

Expected<MemoryFamily> f2layout::recogniseNvmma(const LinearLayout &L) {
  NvmmaSharedParams P;
  P.Cga = cgaOf(L);
  P.Rank = L.outputs().size();
  for (unsigned Width : {0, 32, 64, 128})
    for (bool Transposed : {false, true})
      for (bool Padded : {false, true})
        for (unsigned Bits : {16, 8, 32, 64}) {
          P.SwizzlingByteWidth = Width;
          P.Transposed = Transposed;
          P.Fp4Padded = Padded;
          P.ElementBitWidth = Bits;
          if (gives(memoryLayout({P}, shapeOf(L)), L))
            return MemoryFamily{P};
        }
  return layoutError("no swizzlingByteWidth and elementBitWidth give this "
                     "layout");
}

Expected<MemoryFamily> f2layout::recognisePadded(const LinearLayout &L,
                                                 ArrayRef<Padding> Paddings) {
  if (Paddings.empty())
    return layoutError("the layout has no padding, expected some");
  if (Error E = checkUnitImages(L))
    return E;
  PaddedSharedParams P;
  P.Paddings.assign(Paddings.begin(), Paddings.end());
  SmallVector<uint64_t> Shape = shapeOf(L);
  bool Rows = !L.inputBits("block") &&
              anyOrder(Shape.size(), [&](ArrayRef<unsigned> Order) {
                P.Order.assign(Order.begin(), Order.end());
                return gives(memoryLayout({P}, Shape), L);
              });
  if (!Rows) {
    P.Order.clear();
    P.Linear = L;
  }
  return MemoryFamily{P};
}
