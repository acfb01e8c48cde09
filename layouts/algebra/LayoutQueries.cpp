//===- LayoutQueries.cpp - Queries of layouts -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutParts.h"
#include "layouts/algebra/Slicing.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Elements and copies
//===----------------------------------------------------------------------===//

uint64_t f2layout::elementsPerThread(const LinearLayout &L) {
  return uint64_t(1) << L.inputBits("register");
}

uint64_t f2layout::distinctElementsPerThread(const LinearLayout &L) {
  return uint64_t(1) << columnsOf(L, "register").rank();
}

CopyCount f2layout::countCopies(const LinearLayout &L) {
  CopyCount Count;
  for (const InputBits &Free : freeBits(L)) {
    uint64_t Copies = uint64_t(1) << popcount(Free.Bits);
    if (Free.Name == "register")
      Count.Registers = Copies;
    else if (Free.Name == "lane")
      Count.Lanes = Copies;
    else if (Free.Name == "warp")
      Count.Warps = Copies;
    else if (Free.Name == "block")
      Count.Blocks = Copies;
  }
  return Count;
}

//===----------------------------------------------------------------------===//
// Contiguity
//===----------------------------------------------------------------------===//

uint64_t f2layout::consecutiveRegisters(const LinearLayout &L) {
  BitMatrix Registers = columnsOf(L, "register");
  unsigned Bits = 0;
  while (Bits < Registers.cols() &&
         Registers.longColumn(Bits) == LongWord::unit(Bits))
    ++Bits;
  // Everything else that is added to the first element must leave it a multiple
  // of n. As n is a word, the low 64 bits decide.
  uint64_t Moved = L.flatOffset();
  unsigned First = L.inputShift("register").value_or(0);
  for (unsigned J = 0; J < L.inputBits(); ++J)
    if (J < First || J >= First + Bits)
      Moved |= L.matrix().column(J);
  if (Moved)
    Bits = std::min<unsigned>(Bits, countr_zero(Moved));
  return uint64_t(1) << Bits;
}

/// The largest 2^k such that the registers reach each of the k output bits from
/// Shift on by itself.
static uint64_t runLength(const LinearLayout &L, unsigned Shift,
                          unsigned MaxBits) {
  BitMatrix Registers = columnsOf(L, "register");
  unsigned Bits = 0;
  while (Bits < MaxBits && Registers.solve(LongWord::unit(Shift + Bits)))
    ++Bits;
  return uint64_t(1) << Bits;
}

uint64_t f2layout::contiguousElements(const LinearLayout &L) {
  return runLength(L, 0, L.outputBits());
}

Expected<uint64_t> f2layout::contiguousElements(const LinearLayout &L,
                                                StringRef Output) {
  std::optional<unsigned> Shift = L.outputShift(Output);
  if (!Shift)
    return noSuchDim("output", Output, L.outputs());
  return runLength(L, *Shift, L.outputBits(Output));
}

Expected<SmallVector<unsigned>> f2layout::minorToMajor(const LinearLayout &L,
                                                       StringRef In) {
  if (!indexOf(L.inputs(), In))
    return noSuchDim("input", In, L.inputs());
  SmallVector<unsigned> Order;
  auto Append = [&](unsigned Output) {
    if (!is_contained(Order, Output))
      Order.push_back(Output);
  };
  BitMatrix Images = columnsOf(L, In);
  for (unsigned Bit = 0; Bit < Images.cols(); ++Bit) {
    LayoutPoint P = L.point(Images.longColumn(Bit));
    for (unsigned I = P.size(); I-- > 0;)
      if (P[I])
        Append(I);
  }
  for (unsigned I = L.outputs().size(); I-- > 0;)
    Append(I);
  return Order;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

static Error checkAccess(const LinearLayout &L, unsigned ElementBits,
                         uint64_t Vector, unsigned SectorBytes) {
  if (!isPowerOf2_32(ElementBits))
    return layoutError("element size of " + Twine(ElementBits) +
                       " bits is not a power of two");
  if (!isPowerOf2_64(Vector))
    return layoutError("vector of " + Twine(Vector) +
                       " registers is not a power of two");
  if (!isPowerOf2_32(SectorBytes))
    return layoutError("sector of " + Twine(SectorBytes) +
                       " bytes is not a power of two");
  if (Vector > consecutiveRegisters(L))
    return layoutError(
        "no access of " + Twine(Vector) + " registers: the layout has " +
        Twine(consecutiveRegisters(L)) + " consecutive elements in order");
  return Error::success();
}

/// The elements of an access differ by a subspace: the images of the lanes and
/// of the 2^VectorBits registers. Returns its dimension without the Below
/// lowest bits.
template <typename VectorT>
static unsigned accessRank(const LinearLayout &L, unsigned VectorBits,
                           unsigned Below) {
  Echelon<VectorT> Seen;
  auto Insert = [&](StringRef In, unsigned Bits) {
    unsigned First = L.inputShift(In).value_or(0);
    for (unsigned Bit = 0; Bit < Bits; ++Bit) {
      VectorT Image = columnOf<VectorT>(L.matrix(), First + Bit);
      Seen.insert(Image ^ (Image & onesVector<VectorT>(Below)));
    }
  };
  Insert("register", VectorBits);
  Insert("lane", L.inputBits("lane"));
  return Seen.size();
}

Expected<Coalescing> f2layout::coalescing(const LinearLayout &L,
                                          unsigned ElementBits, uint64_t Vector,
                                          unsigned SectorBytes) {
  if (Error E = checkAccess(L, ElementBits, Vector, SectorBytes))
    return E;
  auto RankAbove = [&](unsigned Below) {
    unsigned VectorBits = Log2_64(Vector);
    return L.isOfWords() ? accessRank<uint64_t>(L, VectorBits, Below)
                         : accessRank<LongWord>(L, VectorBits, Below);
  };
  unsigned Rank = RankAbove(0);
  if (Rank + Log2_32(ElementBits) > 63)
    return layoutError("a warp accesses 2^" + Twine(Rank) + " elements of " +
                       Twine(ElementBits) +
                       " bits, expected less than 2^64 bits in all");
  uint64_t Bits = uint64_t(ElementBits) << Rank;
  uint64_t SectorBits = uint64_t(SectorBytes) * 8;
  uint64_t Whole = 1;  // Sectors that one element fills.
  unsigned Inside = 0; // Element bits that stay inside a sector.
  if (ElementBits > SectorBits)
    Whole = ElementBits / SectorBits;
  else
    Inside = Log2_64(SectorBits / ElementBits);
  Coalescing C;
  C.Sectors = Whole << RankAbove(Inside);
  C.Bytes = divideCeil(Bits, 8);
  C.Best = divideCeil(Bits, SectorBits);
  return C;
}

//===----------------------------------------------------------------------===//
// The paper's families
//===----------------------------------------------------------------------===//

bool f2layout::isDistributed(const LinearLayout &L) {
  LongWord Seen;
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord Image = L.matrix().longColumn(J);
    if (Image.popcount() > 1 || (Image & Seen))
      return false;
    Seen ^= Image;
  }
  return L.isSurjective();
}

bool f2layout::isMemory(const LinearLayout &L) {
  for (unsigned J = 0; J < L.inputBits(); ++J)
    if (L.matrix().longColumn(J).popcount() > 2)
      return false;
  return L.isSurjective() && L.isInjective();
}
