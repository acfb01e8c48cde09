//===- DotLayouts.cpp - The layouts of a matrix product -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/layouts/DotLayouts.h"
#include "layouts/families/Blocked.h"
#include "layouts/families/Family.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Collects choices.
class Choices {
public:
  Choices(const DotTypes &Of, LayoutTable &Table, const Target &T)
      : Of(Of), Table(Table), T(T) {}

  /// The product whose result has that family, if the kernel has room for it.
  /// By, Transposed and Clocks are those of Way.
  void add(const DistributedFamily &ByFamily, unsigned KWidth, DotChoice Way);
  /// What multiplications of single elements cost, if the result has that
  /// layout.
  double clocksOfElements(const DotChoice &C) const;
  /// The cheapest first.
  std::vector<DotChoice> take();

private:
  std::optional<LayoutId> number(const DistributedFamily &F,
                                 const f2layout::TensorType &Type);

  const DotTypes &Of;
  LayoutTable &Table;
  const Target &T;
  std::vector<DotChoice> Found;
};

} // namespace

std::optional<LayoutId> Choices::number(const DistributedFamily &F,
                                        const f2layout::TensorType &Type) {
  Expected<LinearLayout> L = distributedLayout(F, Type.Shape);
  if (!L) {
    consumeError(L.takeError());
    return std::nullopt;
  }
  Expected<LayoutId> Id = Table.number(*L);
  if (Id)
    return *Id;
  consumeError(Id.takeError());
  return std::nullopt;
}

unsigned f2layout::comfortableFactorWords(const Target &T) {
  return (T.MaxRegisters + 1) / 2;
}

void Choices::add(const DistributedFamily &ByFamily, unsigned KWidth,
                  DotChoice Way) {
  auto Parent = std::make_shared<const DistributedFamily>(ByFamily);
  auto Operand = [&](unsigned Index) {
    DotOperandParams P;
    P.OpIdx = Index;
    P.Parent = Parent;
    P.KWidth = KWidth;
    return DistributedFamily{P};
  };
  std::optional<LayoutId> OfA = number(Operand(0), Of.A),
                          OfB = number(Operand(1), Of.B),
                          OfResult = number(ByFamily, Of.Result);
  if (!OfA || !OfB || !OfResult)
    return;
  Way.A = *OfA;
  Way.B = *OfB;
  Way.Result = *OfResult;
  const uint64_t Held = (Of.HoldsA ? Table.registers(Way.A) : 0) +
                        (Of.HoldsB ? Table.registers(Way.B) : 0);
  Way.FactorWords = divideCeil(Held * Of.A.elementBits(), 32);
  if (!Way.By)
    Way.Clocks = clocksOfElements(Way);
  const unsigned Room = comfortableFactorWords(T);
  if (Way.FactorWords > Room)
    Way.Clocks += 2.0 * (Way.FactorWords - Room);
  Found.push_back(Way);
}

/// A multiplication and addition for each element and k, and the factors'
/// conversions.
double Choices::clocksOfElements(const DotChoice &C) const {
  const double Products =
      T.M.Costs.Select * Table.registers(C.Result) * double(Of.A.Shape[1]);
  if (Of.A.Element == Of.Result.Element)
    return Products;
  return Products +
         T.M.Costs.Select * (Table.registers(C.A) + Table.registers(C.B));
}

std::vector<DotChoice> Choices::take() {
  stable_sort(Found, [](const DotChoice &L, const DotChoice &R) {
    return L.Clocks < R.Clocks;
  });
  std::vector<DotChoice> Ways;
  for (const DotChoice &C : Found)
    if (none_of(Ways, [&](const DotChoice &O) {
          return O.Result == C.Result && O.A == C.A && O.B == C.B;
        }))
      Ways.push_back(C);
  return Ways;
}

using WarpGrid = std::pair<unsigned, unsigned>;

/// Warps along rows and columns, the squarest for each warp's part first.
static SmallVector<WarpGrid, 6> warpGrids(unsigned WarpBits, uint64_t Rows,
                                          uint64_t Columns) {
  SmallVector<WarpGrid, 6> Grids;
  for (unsigned Bits = 0; Bits <= WarpBits; ++Bits)
    Grids.push_back({1u << (WarpBits - Bits), 1u << Bits});
  auto Words = [&](WarpGrid G) {
    return divideCeil(Rows, G.first) + divideCeil(Columns, G.second);
  };
  stable_sort(Grids,
              [&](WarpGrid L, WarpGrid R) { return Words(L) < Words(R); });
  return Grids;
}

/// Of instructions with one tile and several K, the largest that k fills.
static bool isBestAlongK(const MatrixInstruction &I, uint64_t K,
                         ArrayRef<const MatrixInstruction *> All) {
  for (const MatrixInstruction *Other : All) {
    if (Other->M != I.M || Other->N != I.N || Other->Rounds != I.Rounds)
      continue;
    if (I.K > K ? Other->K < I.K : Other->K > I.K && Other->K <= K)
      return false;
  }
  return true;
}

/// Numbers of consecutive k in a lane: the instruction's, and that of
/// neighbours in a transposed result, which is then an operand as it is.
static SmallVector<unsigned, 2> kWidths(const MatrixInstruction &I,
                                        uint64_t K) {
  SmallVector<unsigned, 2> Widths{I.KWidth};
  const unsigned Neighbours = I.Of == MatrixInstruction::Mfma    ? 4
                              : I.Of == MatrixInstruction::Wmma2 ? 8
                                                                 : 0;
  if (Neighbours && Neighbours < I.KWidth && I.K <= K &&
      I.Sum != MatrixElement::Double)
    Widths.push_back(Neighbours);
  return Widths;
}

/// Rectangles of 4 x 4, or what there is of them, and as many lanes side by
/// side as below each other, as far as a warp's part goes.
static BlockedParams rectangles(uint64_t M, uint64_t N, unsigned LaneBits,
                                WarpGrid Warps) {
  BlockedParams P;
  M = std::max<uint64_t>(M / Warps.first, 1);
  N = std::max<uint64_t>(N / Warps.second, 1);
  const unsigned High = std::min<uint64_t>(M, 4),
                 Wide = std::min<uint64_t>(N, 4);
  P.SizePerThread = {High, Wide};
  unsigned Columns = 1u << (LaneBits + 1) / 2;
  const unsigned Lanes = 1u << LaneBits;
  while (Columns > 1 && Columns * Wide > N)
    Columns /= 2;
  while (Columns < Lanes && Columns * Wide < N && Lanes / Columns * High > M)
    Columns *= 2;
  P.ThreadsPerWarp = {Lanes / Columns, Columns};
  P.WarpsPerCta = {Warps.first, Warps.second};
  P.Order = {1, 0};
  return P;
}

std::vector<DotChoice>
f2layout::dotLayouts(const DotTypes &Of, LayoutTable &Table, const Target &T) {
  Choices All(Of, Table, T);
  const uint64_t M = Of.Result.Shape[0], N = Of.Result.Shape[1],
                 K = Of.A.Shape[1];
  const auto Grids = warpGrids(Table.warpBits(), M, N);
  const auto Instructions =
      matrixInstructions(T, Of.A.Element, Of.Result.Element, Of.MayRound);
  for (const MatrixInstruction *I : Instructions) {
    if (!isBestAlongK(*I, K, Instructions))
      continue;
    for (auto [Rows, Columns] : Grids) {
      DotChoice Way;
      Way.By = I;
      const uint64_t Count = divideCeil(M, uint64_t(Rows) * I->M) *
                             divideCeil(N, uint64_t(Columns) * I->N) *
                             divideCeil(K, I->K);
      // The last one's result takes as long again: of equal rates, the smaller
      // tile.
      Way.Clocks = I->Clocks * double(Count + 1);
      for (unsigned Width : kWidths(*I, K)) {
        Way.Transposed = false;
        All.add(I->resultFamily({Rows, Columns}), Width, Way);
        Way.Transposed = true;
        if (I->canTranspose())
          All.add(I->resultFamily({Rows, Columns}, true), Width, Way);
      }
    }
  }
  for (WarpGrid Warps : Grids)
    All.add({rectangles(M, N, Table.laneBits(), Warps)}, 0, {});
  return All.take();
}
