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

ArrayRef<SwizzleProof::Bits32> SwizzleProof::bitsOf(const Value *V) {
  auto [It, IsNew] = Bits.try_emplace(V);
  std::vector<Bits32> &Found = It->second;
  if (!IsNew)
    return Found;
  const unsigned Threads = C.Eval.threads();
  Found.reserve(Threads);
  const bool IsKnown = isKnown(V);
  const ThreadValues None;
  const ThreadValues &Values = IsKnown ? C.Eval.eval(V) : None;
  // What is the same for all threads, found for the first that needs it.
  std::optional<KnownBits> OfRange, OfFacts;
  auto Compute = [&](unsigned Thread) {
    KnownBits Here(32);
    if (IsKnown)
      Here = C.Eval.terms()
                 .known(Values[Thread], V->getType()->getIntegerBitWidth())
                 .zextOrTrunc(32);
    if (Here.isConstant())
      return Here;
    if (!OfRange) {
      OfRange = rangeIn32Bits(V, /*Signed=*/false).toKnownBits();
      const BitFacts *Facts = C.Forms.of(V);
      OfFacts =
          Facts ? BitWords::known(Facts->Bits).zextOrTrunc(32) : KnownBits(32);
    }
    Here = Here.unionWith(*OfRange).unionWith(*OfFacts);
    return Here.hasConflict() ? KnownBits(32) : Here;
  };
  for (unsigned T = 0; T < Threads; ++T) {
    if (T > 0 && (!IsKnown || Values[T] == Values[T - 1])) {
      Found.push_back(Found.back());
      continue;
    }
    const KnownBits Here = Compute(T);
    Found.push_back({uint32_t(Here.Zero.getZExtValue()),
                     uint32_t(Here.One.getZExtValue())});
  }
  return Found;
}

static KnownBits knownBits(uint32_t Zero, uint32_t One) {
  KnownBits Known(32);
  Known.Zero = APInt(32, Zero);
  Known.One = APInt(32, One);
  return Known;
}

ArrayRef<SwizzleProof::Bits32> SwizzleProof::bitsOfProduct(const Value *V,
                                                           uint32_t Times) {
  auto [It, IsNew] = Products.try_emplace({V, Times});
  std::vector<Bits32> &Found = It->second;
  if (!IsNew)
    return Found;
  const ArrayRef<Bits32> Of = bitsOf(V);
  const KnownBits Factor = KnownBits::makeConstant(APInt(32, Times));
  Found.reserve(Of.size());
  for (size_t T = 0; T < Of.size(); ++T) {
    if (T > 0 && Of[T] == Of[T - 1]) {
      Found.push_back(Found.back());
      continue;
    }
    const KnownBits Product =
        KnownBits::mul(knownBits(Of[T].Zero, Of[T].One), Factor);
    Found.push_back({uint32_t(Product.Zero.getZExtValue()),
                     uint32_t(Product.One.getZExtValue())});
  }
  return Found;
}

/// Zero bits of a sum of numbers with such zeros, including carries.
uint32_t SwizzleProof::zerosOf(ArrayRef<AddressSum::Part> Parts) {
  Key K;
  for (const AddressSum::Part &P : Parts)
    K.push_back({P.V, P.Times});
  if (auto Known = Zeros.find(K); Known != Zeros.end())
    return Known->second;
  return Zeros[K] = findZerosOf(Parts);
}

uint32_t SwizzleProof::findZerosOf(ArrayRef<AddressSum::Part> Parts) {
  SmallVector<ArrayRef<Bits32>, 4> Summands;
  for (const AddressSum::Part &P : Parts)
    Summands.push_back(bitsOfProduct(P.V, P.Times));
  uint32_t AllZeros = ~0u;
  for (unsigned T = 0; T < C.Eval.threads() && AllZeros; ++T) {
    // As KnownBits::add, which takes longer: the carries of the greatest and
    // of the smallest sum.
    uint32_t Zero = ~0u, One = 0;
    for (ArrayRef<Bits32> Of : Summands) {
      const Bits32 B = Of[T];
      const uint32_t Greatest = ~Zero + ~B.Zero, Smallest = One + B.One;
      const uint32_t NoCarry = ~(Greatest ^ Zero ^ B.Zero);
      const uint32_t Carry = Smallest ^ One ^ B.One;
      const uint32_t Known =
          (Zero | One) & (B.Zero | B.One) & (NoCarry | Carry);
      Zero = ~Greatest & Known;
      One = Smallest & Known;
    }
    AllZeros &= Zero;
  }
  return AllZeros;
}

/// The ranges of the value as a signed number.
ArrayRef<SwizzleProof::Range> SwizzleProof::rangesOf(const Value *V) {
  auto [It, IsNew] = Ranges.try_emplace(V);
  std::vector<Range> &Found = It->second;
  if (!IsNew)
    return Found;
  const ArrayRef<Bits32> Of = bitsOf(V);
  std::optional<ConstantRange> OfThreads;
  Found.reserve(Of.size());
  for (size_t T = 0; T < Of.size(); ++T) {
    if (T > 0 && Of[T] == Of[T - 1]) {
      Found.push_back(Found.back());
      continue;
    }
    if ((Of[T].Zero | Of[T].One) == ~0u) {
      Found.push_back({int32_t(Of[T].One), int32_t(Of[T].One)});
      continue;
    }
    if (!OfThreads)
      OfThreads = rangeIn32Bits(V, /*Signed=*/true);
    ConstantRange Here =
        ConstantRange::fromKnownBits(knownBits(Of[T].Zero, Of[T].One),
                                     /*IsSigned=*/true)
            .intersectWith(*OfThreads, ConstantRange::Signed);
    if (Here.isEmptySet())
      Here = ConstantRange::getFull(32);
    Found.push_back({Here.getSignedMin().getSExtValue(),
                     Here.getSignedMax().getSExtValue()});
  }
  return Found;
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
  SmallVector<ArrayRef<Range>, 4> RangesOf;
  for (const CutSum::Part &P : Found.Parts)
    RangesOf.push_back(rangesOf(P.V));
  const int64_t Far = (int64_t(1) << 30) / Pitch;
  const int64_t Rows = divideCeil(C.Bytes, uint64_t(Pitch));
  const std::vector<LimitedParts> Limited = limitsOf(Sum, Access);
  SmallVector<Range, 4> InThread(Found.Parts.size());
  for (unsigned T = 0; T < C.Eval.threads(); ++T) {
    if (C.Eval.shape().SizeIsExact && T < A.Active.size() && !A.Active[T])
      continue;
    for (auto [Here, OfPart] : zip_equal(InThread, RangesOf))
      Here = OfPart[T];
    if (any_of(Limited,
               [&](const LimitedParts &L) { return !limit(L, T, InThread); }))
      continue;
    Bounds Row, Column, Size;
    Row.add(Found.Rows, {1, 1});
    Column.add(Found.Columns, {1, 1});
    for (auto [P, Here] : zip_equal(Found.Parts, InThread)) {
      Row.add(P.Rows, Here);
      Column.add(P.Columns, Here);
      const int64_t Most =
          std::max(std::abs(Here.first), std::abs(Here.second));
      Size.add(std::abs(P.Rows) + 1, {Most, Most});
    }
    // Completely outside of the array: undefined, so it is assumed not to
    // happen.
    const bool NeverRuns =
        Column.within(0, Pitch - 1) && (Row.Low >= Rows || Row.High < 0);
    if (NeverRuns && Row.within(-Far, Far))
      continue;
    if (!Column.within(0, int64_t(Room) - A.whole()) || !Row.within(-Far, Far))
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
