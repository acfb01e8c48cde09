//===- LaneSwaps.cpp - Swaps at the ends of a map -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSwaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

BitMatrix f2layout::matrixOf(const LaneSwap &S, unsigned RegisterBits,
                             unsigned LaneBits) {
  const unsigned Lane = RegisterBits + S.LaneBit;
  BitMatrix M = BitMatrix::identity(RegisterBits + LaneBits);
  for (unsigned I = 0; I < RegisterBits; ++I)
    if (S.First >> I & 1)
      M.setColumn(I, M.column(I) ^ S.Pair ^ uint64_t(1) << Lane);
  M.setColumn(Lane, S.Pair);
  return M;
}

namespace {

/// Takes swaps off a map, one by one.
class SwapTaker {
public:
  SwapTaker(const AffineMove &Map, BitMatrix N, BitMatrix Inverse)
      : RegisterBits(Map.SourceRegisterBits), N(std::move(N)),
        Inverse(std::move(Inverse)), Offset(Map.Offset) {
    Taken.Between = Map;
  }

  void take(unsigned LaneBits);
  SwappedMap finish();

private:
  uint64_t lane(unsigned Bit) const {
    return uint64_t(1) << (RegisterBits + Bit);
  }
  bool isRegister(uint64_t X) const { return X >> RegisterBits == 0; }
  std::optional<LaneSwap> swapOf(const BitMatrix &To, const BitMatrix &From,
                                 unsigned Bit) const;
  bool takeBefore(unsigned Bit);
  bool takeAfter(unsigned Bit);

  const unsigned RegisterBits;
  BitMatrix N, Inverse; ///< Of what is between.
  uint64_t Offset;
  SwappedMap Taken;
};

} // namespace

/// The swap that a map begins with; To is the map, From its inverse. Returns
/// std::nullopt if there is none, or if the map does not change the lane bit.
std::optional<LaneSwap> SwapTaker::swapOf(const BitMatrix &To,
                                          const BitMatrix &From,
                                          unsigned Bit) const {
  LaneSwap S;
  S.LaneBit = Bit;
  S.Pair = To.column(RegisterBits + Bit);
  S.First = From.transpose().column(RegisterBits + Bit);
  if (!isRegister(S.Pair) || !isRegister(S.First))
    return std::nullopt;
  return S;
}

bool SwapTaker::takeBefore(unsigned Bit) {
  std::optional<LaneSwap> S = swapOf(N, Inverse, Bit);
  if (!S)
    return false;
  BitMatrix M = matrixOf(*S, RegisterBits, N.cols() - RegisterBits);
  N = M * N;
  Inverse = Inverse * M;
  Offset = M.apply(Offset);
  // If all lanes are off by this bit, the order of pairs corrects it.
  S->TurnsLane = Offset & lane(Bit);
  Offset &= ~lane(Bit);
  Taken.Before.push_back(*S);
  return true;
}

bool SwapTaker::takeAfter(unsigned Bit) {
  std::optional<LaneSwap> S = swapOf(Inverse, N, Bit);
  if (!S)
    return false;
  // N d is the lane bit: that all lanes are off by it is the same as taking the
  // other register of each pair.
  S->TurnsPair = Offset & lane(Bit);
  Offset &= ~lane(Bit);
  BitMatrix M = matrixOf(*S, RegisterBits, N.cols() - RegisterBits);
  N = N * M;
  Inverse = M * Inverse;
  Taken.After.insert(Taken.After.begin(), *S);
  return true;
}

void SwapTaker::take(unsigned LaneBits) {
  // Each swap may expose another one. The map between the swaps does not change
  // a lane bit that has been swapped, so no lane bit is swapped twice.
  for (bool Again = true; Again;) {
    Again = false;
    for (unsigned Bit = 0; LaneBits >> Bit; ++Bit)
      Again |= (LaneBits >> Bit & 1) && (takeBefore(Bit) || takeAfter(Bit));
  }
}

SwappedMap SwapTaker::finish() {
  AffineMove &Map = Taken.Between;
  for (unsigned I = 0; I < Map.RegisterColumns.size(); ++I)
    Map.RegisterColumns[I] = N.column(I);
  for (unsigned J = 0; J < Map.ThreadColumns.size(); ++J)
    Map.ThreadColumns[J] = N.column(RegisterBits + J);
  Map.Offset = Offset;
  return std::move(Taken);
}

bool f2layout::renamesRegisters(const AffineMove &Map) {
  uint64_t Away = Map.Offset;
  for (uint64_t Column : Map.RegisterColumns)
    Away |= Column;
  for (unsigned J = 0; J < Map.ThreadColumns.size(); ++J)
    if (Map.ThreadColumns[J] != uint64_t(1) << (Map.SourceRegisterBits + J))
      return false;
  return Away >> Map.SourceRegisterBits == 0;
}

std::optional<SwappedMap> f2layout::takeSwapsOff(const AffineMove &Map,
                                                 unsigned LaneBits) {
  SmallVector<uint64_t> Columns{ArrayRef(Map.RegisterColumns)};
  append_range(Columns, Map.ThreadColumns);
  const unsigned Bits = Map.SourceRegisterBits + Map.ThreadBits;
  if (Bits > 64 || Columns.size() != Bits)
    return std::nullopt;
  BitMatrix N(Bits, Columns);
  std::optional<BitMatrix> Inverse = N.inverse();
  if (!Inverse)
    return std::nullopt;
  SwapTaker Taker(Map, std::move(N), std::move(*Inverse));
  Taker.take(LaneBits & maskTrailingOnes<unsigned>(Map.ThreadBits));
  return Taker.finish();
}
