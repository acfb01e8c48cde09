//===- MatrixFit.cpp - Addresses of accesses, by lanes --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of MatrixGroups that analyzes addresses: whether one fits a tile,
// and whether two may be the same.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/matrix/MatrixGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static const Value *pointerOf(const Instruction &I) {
  return getLoadStorePointerOperand(&I);
}

/// Callers must handle generic pointers.
static bool isMaybeShared(const Value &Pointer) {
  const unsigned Space = Pointer.getType()->getPointerAddressSpace();
  return Space == 3 || Space == 0;
}

unsigned f2layout::narrowSharedBytes(const Instruction &I) {
  const Value *P = pointerOf(I);
  if (!P || !isMaybeShared(*P))
    return 0;
  Type *Ty = getLoadStoreType(&I);
  if (!Ty->isIntOrIntVectorTy() && !Ty->isFPOrFPVectorTy())
    return 0;
  const TypeSize Bits = I.getDataLayout().getTypeSizeInBits(Ty);
  if (Bits.isScalable() || Ty->getScalarSizeInBits() % 8)
    return 0;
  return is_contained({8u, 16u, 32u}, unsigned(Bits)) ? Bits / 8 : 0;
}

//===----------------------------------------------------------------------===//
// One access and a tile
//===----------------------------------------------------------------------===//

std::vector<uint32_t> MatrixGroups::offsetsOf(const Instruction &I) {
  const BitFacts *Facts = Warp.forms().of(pointerOf(I));
  std::vector<uint32_t> Offsets(M.lanes(), Facts->Sum.Const);
  for (const BitForms::WordTerm &S : Warp.forms().summands(Facts->Sum))
    for (auto [N, B] : enumerate(Warp.forms().table().bits(S.Word))) {
      const std::optional<uint64_t> Set = Warp.lanesWhereSet(B);
      if (!Set)
        return {};
      for (uint64_t Left = *Set; Left; Left &= Left - 1)
        Offsets[countr_zero(Left)] += S.Coefficient << N;
    }
  return Offsets;
}

/// Positions in the row follow the lane, as far as the address is known; so
/// only the alignment is not known.
bool MatrixGroups::fitsByNumbers(const MatrixTile &Tile, const Instruction &I) {
  const std::vector<uint32_t> At = offsetsOf(I);
  if (At.empty())
    return false;
  for (auto [Place, B] : enumerate(Tile.columns())) {
    if (isByteBit(B))
      continue;
    const unsigned Bit = 1u << bitNumber(B);
    for (unsigned Lane = 0; Lane < M.lanes(); ++Lane)
      if (!(Lane & Bit) && At[Lane | Bit] - At[Lane] != 1u << Place)
        return false;
  }
  return true;
}

/// Four rows follow each other in memory. Then accesses by lane are as good as
/// those of a contiguous range, and the accesses remain free to be moved.
bool MatrixGroups::hasContiguousRows(const MatrixTile &Tile,
                                     const Instruction &I) {
  if (Tile.transposed())
    return false;
  const std::vector<uint32_t> At = offsetsOf(I);
  for (unsigned Row = 0; Row < 4 && !At.empty(); ++Row) {
    unsigned Lane = 0;
    for (unsigned N = 0; N < 2; ++N)
      if (Row >> N & 1)
        Lane |= 1u << bitNumber(Tile.rows()[N]);
    if (At[Lane] - At[0] != Row * Tile.rowBytes())
      return false;
  }
  return !At.empty();
}

/// Place is the number of the first byte among those of the lane, Key the row.
MatrixGroups::Fit MatrixGroups::fit(const MatrixTile &Tile, Instruction &I,
                                    unsigned &Place, RowKey &Key) {
  const BitFacts *Facts = Warp.forms().of(pointerOf(I));
  const unsigned Bytes = narrowSharedBytes(I), RowBits = Tile.columns().size();
  if (!Facts || Bytes > 1u << Tile.unitBits() || Facts->width() < RowBits)
    return Fit::No;
  bool Fits = true;
  uint64_t InRow = 0;
  Place = 0;
  for (auto [N, B] : enumerate(Tile.columns())) {
    const Bit Here = Facts->Bits[N];
    if (!isByteBit(B)) {
      Fits &= Warp.isLaneBit(Here, bitNumber(B));
      InRow |= Warp.placesOf(bitNumber(B));
    } else if (Here.isConstant() && !(Here.isOne() && 1u << N < Bytes)) {
      Place |= Here.isOne() << bitNumber(B);
    } else {
      Fits = false;
    }
  }
  const ArrayRef<Bit> Above = ArrayRef(Facts->Bits).drop_front(RowBits);
  Fits &= !(Warp.forms().table().support(Above).Threads & InRow);
  if (!Fits)
    return fitsByNumbers(Tile, I) ? Fit::Misaligned : Fit::No;
  if (hasContiguousRows(Tile, I))
    return Fit::No;
  Key.clear();
  for (Bit B : Above)
    Key.push_back(B.Code);
  return Fit::Yes;
}

bool MatrixGroups::knowsRowAlone(const Instruction &I) {
  const BitFacts *Facts = Warp.forms().of(pointerOf(I));
  if (!Facts)
    return true;
  const Support S = Warp.forms().table().support(Facts->Bits);
  return Warp.forms().supportIn(S, I.getParent()).Varies;
}

//===----------------------------------------------------------------------===//
// Two accesses
//===----------------------------------------------------------------------===//

/// Bytes of a load or store in shared memory, if they are a power of two and
/// the address is a multiple of it; else 0.
static uint64_t alignedBytes(const Instruction &I, BitForms &Forms) {
  const Value *P = pointerOf(I);
  const BitFacts *Facts = P ? Forms.of(P) : nullptr;
  if (!Facts || !isMaybeShared(*P))
    return 0;
  const TypeSize Size =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (Size.isScalable() || !isPowerOf2_64(Size) || Size > 64)
    return 0;
  for (unsigned N = 0; N < Log2_64(Size); ++N)
    if (!Facts->Bits[N].isZero())
      return 0;
  return Size;
}

/// A function of bits of the lane number.
bool MatrixGroups::ofLanesAlone(Bit B) {
  const BitTable &T = Warp.forms().table();
  return all_of(T.symbolsOf(B), [&](SymbolId Id) {
    const BitSymbol &S = T.symbol(Id);
    if (S.Needs.Varies || (S.Needs.Threads & ~Warp.lanePlaces()))
      return false;
    return S.K == BitSymbol::Thread ||
           (S.K == BitSymbol::Product && ofLanesAlone({S.Index}) &&
            ofLanesAlone({S.Number}));
  });
}

std::optional<MatrixGroups::Parts> MatrixGroups::partsOf(const Instruction &I) {
  const SymbolicInt &Sum = Warp.forms().of(pointerOf(I))->Sum;
  const BitTable &T = Warp.forms().table();
  Parts P;
  for (const BitForms::WordTerm &S : Warp.forms().summands(Sum))
    for (auto [N, B] : enumerate(T.bits(S.Word))) {
      if (B.isConstant() || ofLanesAlone(B))
        continue;
      if (T.support(B).Threads & Warp.lanePlaces())
        return std::nullopt; // Both at once.
      // The offsets have the value for a linear part of zero.
      const uint64_t Times = S.Coefficient << N;
      P.Others[B.linear().Code] += B.offset() ? 0 - Times : Times;
    }
  P.Offsets = offsetsOf(I);
  if (P.Offsets.empty())
    return std::nullopt;
  return P;
}

/// What the forms that are not of lanes alone may add to the first of two
/// addresses more than to the second, for all of their values; none if there
/// are many. In one of two alternating tiles, for a store to the other,
///
///   16384 * stage and 16384 * ~stage    -16384 or 16384
static SmallVector<uint32_t, 16>
differences(const std::map<uint32_t, uint64_t> &First,
            const std::map<uint32_t, uint64_t> &Second) {
  constexpr size_t Most = 16;
  std::map<uint32_t, uint64_t> Apart = First;
  for (auto [Form, Times] : Second)
    Apart[Form] -= Times;
  SmallVector<uint32_t, 16> Sums = {0};
  for (auto [Form, Times] : Apart) {
    if (!uint32_t(Times))
      continue;
    if (2 * Sums.size() > Most)
      return {};
    for (size_t N = 0, Before = Sums.size(); N < Before; ++N)
      Sums.push_back(Sums[N] + uint32_t(Times));
  }
  return Sums;
}

bool MatrixGroups::mayOverlap(const Instruction &A, const Instruction &B) {
  const uint64_t Bytes =
      std::max(alignedBytes(A, Warp.forms()), alignedBytes(B, Warp.forms()));
  if (!alignedBytes(A, Warp.forms()) || !alignedBytes(B, Warp.forms()))
    return true;
  const BitFacts *X = Warp.forms().of(pointerOf(A));
  const BitFacts *Y = Warp.forms().of(pointerOf(B));
  if (X->width() != Y->width() || X->IsCast != Y->IsCast)
    return true;
  if (X->Sum.Sym == Y->Sum.Sym) {
    const int64_t Apart = SignExtend64(X->Sum.Const - Y->Sum.Const, X->width());
    return Apart < int64_t(Bytes) && -int64_t(Bytes) < Apart;
  }
  for (unsigned N = Log2_64(Bytes); N < X->width(); ++N)
    if (X->Bits[N] == ~Y->Bits[N])
      return false;
  const std::optional<Parts> P = partsOf(A), Q = partsOf(B);
  if (!P || !Q)
    return true;
  const SmallVector<uint32_t, 16> More = differences(P->Others, Q->Others);
  return More.empty() ||
         any_of(zip(P->Offsets, Q->Offsets), [&](const auto &At) {
           const auto [First, Second] = At;
           return any_of(More, [&, X = First, Y = Second](uint32_t D) {
             const uint32_t Apart = X + D - Y;
             return std::min(Apart, 0 - Apart) < Bytes;
           });
         });
}
