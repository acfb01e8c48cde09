//===- SwizzleProof.cpp - The values of an address in every thread --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SwizzleProof.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

/// The evaluation holds for every launch.
bool SwizzleProof::isKnown(const Value *V) {
  if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
    return false;
  (void)C.Eval.eval(V); // reads() needs it
  return C.Eval.shape().SizeIsExact ||
         !(C.Eval.reads(V) & (ReadsY | ReadsZ | ReadsLane));
}

/// Zero bits in every thread. Wider values are truncated to 32 bits, as
/// addresses truncate them.
ConstantRange SwizzleProof::rangeIn32Bits(const Value *V, bool Signed) {
  if (!V->getType()->isIntegerTy() || !C.SE.isSCEVable(V->getType()))
    return ConstantRange::getFull(32);
  const SCEV *S = C.SE.getSCEV(const_cast<Value *>(V));
  const ConstantRange Range =
      Signed ? C.SE.getSignedRange(S) : C.SE.getUnsignedRange(S);
  return Range.getBitWidth() > 32 ? Range.truncate(32) : Range;
}

KnownBits SwizzleProof::bitsOf(const Value *V, unsigned Thread) {
  KnownBits Bits(32);
  if (isKnown(V)) {
    const unsigned Width = V->getType()->getIntegerBitWidth();
    const SymbolicInt T = C.Eval.eval(V)[Thread];
    Bits = C.Eval.terms().known(T, Width).zextOrTrunc(32);
  }
  if (Bits.isConstant())
    return Bits;
  Bits = Bits.unionWith(rangeIn32Bits(V, /*Signed=*/false).toKnownBits());
  if (const BitFacts *Facts = C.Forms.of(V))
    Bits = Bits.unionWith(BitWords::known(Facts->Bits).zextOrTrunc(32));
  return Bits.hasConflict() ? KnownBits(32) : Bits;
}

/// Zero bits of a sum of numbers with such zeros, including carries.
uint32_t SwizzleProof::zerosOf(ArrayRef<AddressSum::Part> Parts) {
  uint32_t Zeros = ~0u;
  for (unsigned T = 0; T < C.Eval.threads() && Zeros; ++T) {
    KnownBits Sum = KnownBits::makeConstant(APInt(32, 0));
    for (const AddressSum::Part &P : Parts)
      Sum = KnownBits::add(
          Sum, KnownBits::mul(bitsOf(P.V, T),
                              KnownBits::makeConstant(APInt(32, P.Times))));
    Zeros &= uint32_t(Sum.Zero.getZExtValue());
  }
  return Zeros;
}

/// The range of the value as a signed number.
std::pair<int64_t, int64_t> SwizzleProof::rangeOf(const Value *V,
                                                  unsigned Thread) {
  const KnownBits Bits = bitsOf(V, Thread);
  ConstantRange Range = ConstantRange::fromKnownBits(Bits, /*IsSigned=*/true);
  if (!Bits.isConstant())
    Range = Range.intersectWith(rangeIn32Bits(V, /*Signed=*/true),
                                ConstantRange::Signed);
  if (Range.isEmptySet())
    Range = ConstantRange::getFull(32);
  return {Range.getSignedMin().getSExtValue(),
          Range.getSignedMax().getSExtValue()};
}

bool SwizzleProof::isUniform(ArrayRef<AddressSum::Part> Parts) {
  return all_of(Parts, [&](const AddressSum::Part &P) {
    return isKnown(P.V) && all_equal(C.Eval.eval(P.V)) &&
           !C.Eval.terms().isVarying(C.Eval.eval(P.V).front().Sym);
  });
}

namespace {

/// A sum's bounds; values that do not fit into 31 bits are out of bounds.
struct Bounds {
  int64_t Low = 0, High = 0;

  /// Times and Range are of 32 bits. Sums stay far from the ends of 64.
  void add(int64_t Times, std::pair<int64_t, int64_t> Range) {
    constexpr int64_t Far = int64_t(1) << 61;
    const int64_t A = Times * Range.first, B = Times * Range.second;
    Low = std::clamp(Low + std::clamp(std::min(A, B), -Far, Far), -Far, Far);
    High = std::clamp(High + std::clamp(std::max(A, B), -Far, Far), -Far, Far);
  }
  bool within(int64_t Least, int64_t Most) const {
    return Low >= Least && High <= Most;
  }
};

} // namespace

/// Of N, to the nearest one, so that small negative factors stay unchanged.
static int64_t rowsOf(uint32_t N, uint32_t Pitch) {
  return divideFloorSigned(int32_t(N) + int64_t(Pitch) / 2, int64_t(Pitch));
}

AddressSum CutSum::withPitch(uint32_t Pitch) const {
  AddressSum Sum;
  Sum.Constant = uint32_t(Rows * Pitch + Columns);
  for (const Part &P : Parts)
    if (uint32_t Times = uint32_t(P.Rows * Pitch + P.Columns))
      Sum.Parts.push_back({P.V, Times});
  return Sum;
}

/// A small negative constant may be one of columns: s[y][x - 1].
std::optional<CutSum> SwizzleProof::cut(const AddressSum &Sum, unsigned Access,
                                        uint32_t Pitch, uint32_t Room) {
  const int64_t Constant = int32_t(Sum.Constant);
  const int64_t Rows = divideFloorSigned(Constant, int64_t(Pitch));
  if (auto Found = cutAt(Rows, Sum, Access, Pitch, Room))
    return Found;
  return cutAt(Rows + 1, Sum, Access, Pitch, Room);
}

std::optional<CutSum> SwizzleProof::cutAt(int64_t FirstRow,
                                          const AddressSum &Sum,
                                          unsigned Access, uint32_t Pitch,
                                          uint32_t Room) {
  const SwizzleAccess &A = C.Accesses[Access];
  CutSum Found;
  Found.Rows = FirstRow;
  Found.Columns = int32_t(Sum.Constant) - FirstRow * Pitch;
  for (const AddressSum::Part &P : Sum.Parts) {
    const int64_t Rows = rowsOf(P.Times, Pitch);
    Found.Parts.push_back({P.V, Rows, int32_t(P.Times) - Rows * Pitch});
  }
  const int64_t Far = (int64_t(1) << 30) / Pitch;
  for (unsigned T = 0; T < C.Eval.threads(); ++T) {
    if (C.Eval.shape().SizeIsExact && T < A.Active.size() && !A.Active[T])
      continue;
    Bounds Row, Column, Size;
    Row.add(Found.Rows, {1, 1});
    Column.add(Found.Columns, {1, 1});
    for (const CutSum::Part &P : Found.Parts) {
      const auto Range = rangeOf(P.V, T);
      Row.add(P.Rows, Range);
      Column.add(P.Columns, Range);
      const int64_t Most =
          std::max(std::abs(Range.first), std::abs(Range.second));
      Size.add(std::abs(P.Rows) + 1, {Most, Most});
    }
    const int64_t Rows = divideCeil(C.Bytes, uint64_t(Pitch));
    // Completely outside of the array: undefined, so it is assumed not to
    // happen.
    const bool NeverRuns =
        Column.within(0, Pitch - 1) && (Row.Low >= Rows || Row.High < 0);
    if (NeverRuns && Row.within(-Far, Far))
      continue;
    if (!Column.within(0, int64_t(Room) - A.A->Bytes) || !Row.within(-Far, Far))
      return std::nullopt;
    Found.IsSmall &= Size.within(0, Far / 4);
  }
  return Found;
}

std::optional<AddressSum> SwizzleProof::packed(const AddressSum &Sum,
                                               unsigned Access, uint32_t Pitch,
                                               uint32_t Kept) {
  if (std::optional<CutSum> Found = cut(Sum, Access, Pitch, Kept))
    return Found->withPitch(Kept);
  return std::nullopt;
}
