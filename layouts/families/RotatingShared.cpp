//===- RotatingShared.cpp - A swizzle that goes on turning ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/RotatingShared.h"
#include "llvm/Support/MathExtras.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

static Error check(const RotatingSharedParams &P, ArrayRef<uint64_t> Shape) {
  unsigned Rank = P.Order.size();
  const std::pair<StringRef, unsigned> Sizes[] = {
      {"vec", P.Vec}, {"perPhase", P.PerPhase}, {"maxPhase", P.MaxPhase}};
  for (auto [Name, Size] : Sizes)
    if (!llvm::isPowerOf2_32(Size))
      return familyError("rotating shared", Name + " is " + Twine(Size) +
                                                ", expected a power of two");
  if (Rank == 0)
    return familyError("rotating shared", "order is empty, expected at least "
                                          "one dimension");
  if (Error E = checkOrder("rotating shared", P.Order, Rank))
    return E;
  if (Error E = checkCga("rotating shared", P.Cga, Rank))
    return E;
  return checkShape("rotating shared", Shape, Rank);
}

static uint64_t phase(const RotatingSharedParams &P, uint64_t Row) {
  uint64_t Turn = Row / P.PerPhase;
  return (Turn ^ Turn / P.MaxPhase) % P.MaxPhase;
}

Expected<LinearLayout>
f2layout::rotatingSharedLayout(const RotatingSharedParams &P,
                               ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  unsigned Rank = Shape.size();
  SmallVector<uint64_t> Piece = pieceOf(Shape, P.Cga);
  LayoutSpec::Input Offset{"offset", {}};
  // The element at offset (row, 0) is the one whose column, xor the phase of
  // the row, is 0. Phases are linear in the row, so bit by bit will do.
  for (unsigned I = 0; I < Rank; ++I)
    for (uint64_t Index = 1; Index < Piece[P.Order[I]]; Index *= 2) {
      LayoutPoint Element(Rank, 0);
      Element[P.Order[I]] = Index;
      if (I == 1)
        Element[P.Order[0]] = P.Vec * phase(P, Index) % Piece[P.Order[0]];
      Offset.Images.push_back(std::move(Element));
    }
  Expected<LinearLayout> Tile = tileOf(Rank, {Offset});
  return Tile ? tileToShape(*Tile, Shape, P.Order, P.Cga) : std::move(Tile);
}
