//===- RecogniseBlocked.cpp - Parameters of blocked layouts ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/notations/Recognition.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Bits in each dimension.
using Bits = SmallVector<unsigned>;

/// Reads a layout from the inside to the outside, for one order.
class BoxReader {
public:
  BoxReader(const LinearLayout &L, ArrayRef<uint64_t> Piece,
            ArrayRef<unsigned> Order)
      : L(L), Order(Order), Extent(Piece.size(), 0) {
    for (uint64_t Size : Piece)
      Whole.push_back(Log2_64(Size));
  }

  /// Fails if the images are not in this order. The caller must check that the
  /// parameters give the layout.
  std::optional<BlockedParams> read() {
    BlockedParams P;
    std::vector<LayoutPoint> Lanes = imagesOf(L, "lane");
    std::vector<LayoutPoint> Warps = imagesOf(L, "warp");
    P.SizePerThread = registers(firstSteps(Lanes, Warps));
    std::optional<SmallVector<unsigned>> Threads = box(Lanes);
    if (!Threads)
      return std::nullopt;
    std::optional<SmallVector<unsigned>> InBlock = box(Warps);
    if (!InBlock)
      return std::nullopt;
    P.ThreadsPerWarp = *Threads;
    P.WarpsPerCta = *InBlock;
    P.Order.assign(Order.begin(), Order.end());
    P.Cga = cgaOf(L);
    return P;
  }

private:
  /// The dimension and bit of a unit vector.
  static std::optional<std::pair<unsigned, unsigned>>
  unit(const LayoutPoint &Image) {
    std::optional<std::pair<unsigned, unsigned>> Found;
    for (auto [D, X] : enumerate(Image)) {
      if (X && (Found || !isPowerOf2_64(X)))
        return std::nullopt;
      if (X)
        Found = {unsigned(D), unsigned(Log2_64(X))};
    }
    return Found;
  }

  static bool isZero(const LayoutPoint &Image) {
    return all_of(Image, [](uint64_t X) { return X == 0; });
  }

  /// Where threads begin along each dimension; std::nullopt if none do.
  SmallVector<std::optional<unsigned>>
  firstSteps(ArrayRef<LayoutPoint> Lanes, ArrayRef<LayoutPoint> Warps) const {
    SmallVector<std::optional<unsigned>> First(Extent.size());
    for (ArrayRef<LayoutPoint> Images : {Lanes, Warps})
      for (const LayoutPoint &Image : Images)
        if (auto U = unit(Image))
          First[U->first] = std::min(First[U->first].value_or(~0u), U->second);
    return First;
  }

  /// Takes the registers of the inner box: up to the first thread, or all
  /// consecutive ones in dimensions without threads.
  SmallVector<unsigned>
  registers(ArrayRef<std::optional<unsigned>> FirstThread) {
    SmallVector<unsigned> Size(Extent.size(), 1);
    std::vector<LayoutPoint> Images = imagesOf(L, "register");
    size_t Next = 0;
    for (unsigned D : Order)
      for (; Next < Images.size() && Size[D] < 1u << 31; ++Next) {
        if (FirstThread[D] && Extent[D] >= *FirstThread[D])
          break;
        bool Full = Extent[D] >= Whole[D];
        if (Full ? !isZero(Images[Next])
                 : unit(Images[Next]) != std::pair(D, Extent[D]))
          break;
        ++Extent[D];
        Size[D] *= 2;
      }
    return Size;
  }

  /// Takes lanes or warps. An image of zero belongs to the first full dimension
  /// that does not precede those of the images so far.
  std::optional<SmallVector<unsigned>> box(ArrayRef<LayoutPoint> Images) {
    SmallVector<unsigned> Size(Extent.size(), 1);
    size_t At = 0;
    for (const LayoutPoint &Image : Images) {
      auto U = unit(Image);
      if (!U && !isZero(Image))
        return std::nullopt;
      auto Fits = [&](unsigned D) {
        return U ? D == U->first : Extent[D] >= Whole[D];
      };
      while (At < Order.size() && !Fits(Order[At]))
        ++At;
      if (At == Order.size() || Size[Order[At]] >= 1u << 31)
        return std::nullopt;
      ++Extent[Order[At]];
      Size[Order[At]] *= 2;
    }
    return Size;
  }

  const LinearLayout &L;
  ArrayRef<unsigned> Order;
  Bits Extent; ///< Of the box so far.
  Bits Whole;  ///< Of the piece of the tensor that a block holds.
};

} // namespace

void f2layout::visitBlocked(const LinearLayout &L, DistributedVisitor Visit) {
  SmallVector<uint64_t> Piece = pieceOf(shapeOf(L), cgaOf(L));
  anyOrder(L.outputs().size(), [&](ArrayRef<unsigned> Order) {
    std::optional<BlockedParams> P = BoxReader(L, Piece, Order).read();
    return P && Visit(DistributedFamily{std::move(*P)});
  });
}
