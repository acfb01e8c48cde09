//===- RandomFamilies.cpp - Parameters for tests of notations -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/notations/NotationTesting.h"

using namespace f2layout;

namespace {

/// Blocks along one dimension after the other, copies among them.
CgaLayout randomCga(Random &R, unsigned Rank) {
  CgaLayout Cga;
  if (R() % 3)
    return Cga;
  unsigned Dim = R() % Rank;
  for (unsigned Bit = 0, N = 1 + R() % 2; Bit < N; ++Bit) {
    Cga.Images.emplace_back(Rank, 0);
    Cga.Images.back()[Dim] = uint64_t(1) << Bit;
  }
  if (R() % 3 == 0)
    Cga.Images.emplace_back(Rank, 0);
  return Cga;
}

/// Random powers of two whose product is 2^Bits.
Sizes sharedOut(Random &R, unsigned Rank, unsigned Bits) {
  Sizes S(Rank, 1);
  for (; Bits; --Bits)
    S[R() % Rank] *= 2;
  return S;
}

BlockedParams randomBlocked(Random &R, unsigned Rank) {
  return {sharedOut(R, Rank, R() % 5), sharedOut(R, Rank, 5 + R() % 2),
          sharedOut(R, Rank, R() % 4), randomOrder(R, Rank),
          randomCga(R, Rank)};
}

MmaParams randomMma(Random &R, unsigned Rank) {
  MmaParams P;
  P.VersionMajor = 2 + (Rank == 2 && R() % 2);
  P.WarpsPerCta = sharedOut(R, Rank, R() % 4);
  if (P.VersionMajor == 3)
    P.InstrShape = {16, unsigned(8 << R() % 6), 16};
  else
    P.InstrShape = Rank == 3 ? Sizes{1, 16, 8} : Sizes{16, 8};
  P.Cga = randomCga(R, Rank);
  return P;
}

MfmaParams randomMfma(Random &R, unsigned Rank) {
  const Sizes Shapes[] = {{32, 32, 8}, {16, 16, 16}, {4, 64, 4}, {64, 4, 4}};
  MfmaParams P;
  P.Version = 2 + R() % 3;
  P.WarpsPerCta = sharedOut(R, Rank, R() % 4);
  P.InstrShape = Shapes[R() % 4];
  P.IsTransposed = P.InstrShape[0] == 64 || R() % 2;
  if (R() % 3 == 0) {
    P.TilesPerWarp.assign(Rank, 1);
    P.TilesPerWarp[Rank - 1 - R() % 2] = 2;
  }
  if (P.InstrShape[0] == 16 && R() % 4 == 0)
    P.ElementBitWidth = 64;
  P.Cga = randomCga(R, Rank);
  return P;
}

WmmaParams randomWmma(Random &R, unsigned Rank) {
  WmmaParams P;
  P.Version = 1 + R() % 3;
  P.IsTransposed = R() % 2;
  if (P.Version == 3)
    P.InstrShape = R() % 4 ? Sizes{16, 16, 32} : Sizes{32, 16, 128};
  P.Cga = randomCga(R, Rank);
  if (Rank == 2 && P.InstrShape[0] == 16 && R() % 3 == 0) {
    P.CtaLayout = parsed("register=[[1,0]], warp=[[0,1],[2,0]] -> [4,2]");
    return P;
  }
  P.WarpsPerCta = sharedOut(R, Rank, R() % 4);
  if (R() % 3 == 0) {
    P.TilesPerWarp.assign(Rank, 1);
    P.TilesPerWarp[Rank - 1] = 2;
  }
  return P;
}

/// Families of results of products.
DistributedFamily randomResult(Random &R, unsigned Rank) {
  switch (Rank < 2 ? 0 : R() % 4) {
  case 0:
    return {randomBlocked(R, Rank)};
  case 1:
    return {randomMma(R, Rank)};
  case 2:
    return {randomMfma(R, Rank)};
  default:
    return {randomWmma(R, Rank)};
  }
}

template <typename ParamsT> ParamsT randomSwizzle(Random &R, unsigned Rank) {
  ParamsT P;
  P.Vec = randomPower(R, 3);
  P.PerPhase = randomPower(R, 2);
  P.MaxPhase = randomPower(R, 3);
  P.Order = randomOrder(R, Rank);
  P.Cga = randomCga(R, Rank);
  return P;
}

} // namespace

DistributedFamily f2layout::randomThreads(Random &R, unsigned Rank) {
  switch (R() % 4) {
  case 0: {
    SliceParams P{unsigned(R() % (Rank + 1)), nullptr};
    P.Parent =
        std::make_shared<const DistributedFamily>(randomResult(R, Rank + 1));
    return {P};
  }
  case 1: {
    if (Rank < 2)
      break;
    DotOperandParams P;
    P.Parent = std::make_shared<const DistributedFamily>(randomResult(R, Rank));
    P.OpIdx = R() % 2;
    if (!std::holds_alternative<BlockedParams>(P.Parent->Params))
      P.KWidth = 1 << R() % 5;
    return {P};
  }
  default:
    break;
  }
  return randomResult(R, Rank);
}

MemoryFamily f2layout::randomMemory(Random &R, unsigned Rank) {
  switch (R() % 4) {
  case 0:
    return {randomSwizzle<SwizzledSharedParams>(R, Rank)};
  case 1:
    return {randomSwizzle<RotatingSharedParams>(R, Rank)};
  case 2: {
    NvmmaSharedParams P;
    P.SwizzlingByteWidth = R() % 4 ? 16 << (1 + R() % 3) : 0;
    P.Transposed = R() % 2;
    P.ElementBitWidth = 8 << R() % 4;
    P.Fp4Padded = P.ElementBitWidth == 8 && R() % 2;
    P.Cga = randomCga(R, Rank);
    return {P};
  }
  default: {
    PaddedSharedParams P;
    P.Paddings = {{randomPower(R, 9), randomPower(R, 4)}};
    P.Order = randomOrder(R, Rank);
    return {P};
  }
  }
}
