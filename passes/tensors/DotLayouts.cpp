//===- DotLayouts.cpp - The layouts of a matrix product -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/DotLayouts.h"
#include "layouts/families/Blocked.h"
#include "layouts/families/Family.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Collects choices.
class Choices {
public:
  Choices(const TensorType &A, const TensorType &B, const TensorType &Result,
          LayoutTable &Table)
      : A(A), B(B), Result(Result), Table(Table) {}

  /// The product whose result has that family, if the kernel has room for it.
  void add(const DistributedFamily &Of, unsigned KWidth,
           const MatrixInstruction *By);
  std::vector<DotChoice> take() { return std::move(Found); }

private:
  std::optional<LayoutId> number(const DistributedFamily &F,
                                 const TensorType &Type);

  const TensorType &A, &B, &Result;
  LayoutTable &Table;
  std::vector<DotChoice> Found;
};

} // namespace

std::optional<LayoutId> Choices::number(const DistributedFamily &F,
                                        const TensorType &Type) {
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

void Choices::add(const DistributedFamily &Of, unsigned KWidth,
                  const MatrixInstruction *By) {
  auto Parent = std::make_shared<const DistributedFamily>(Of);
  auto Operand = [&](unsigned Index) {
    DotOperandParams P;
    P.OpIdx = Index;
    P.Parent = Parent;
    P.KWidth = KWidth;
    return DistributedFamily{P};
  };
  std::optional<LayoutId> OfA = number(Operand(0), A),
                          OfB = number(Operand(1), B),
                          OfResult = number(Of, Result);
  if (!OfA || !OfB || !OfResult)
    return;
  if (any_of(Found, [&](const DotChoice &C) { return C.Result == *OfResult; }))
    return;
  Found.push_back({*OfA, *OfB, *OfResult, By});
}

/// Warps along rows and columns, the squarest for each warp's part first.
static SmallVector<std::pair<unsigned, unsigned>, 6>
warpGrids(unsigned WarpBits, uint64_t Rows, uint64_t Columns) {
  SmallVector<std::pair<unsigned, unsigned>, 6> Grids;
  for (unsigned Bits = 0; Bits <= WarpBits; ++Bits)
    Grids.push_back({1u << (WarpBits - Bits), 1u << Bits});
  auto Words = [&](std::pair<unsigned, unsigned> G) {
    return divideCeil(Rows, G.first) + divideCeil(Columns, G.second);
  };
  stable_sort(Grids, [&](auto L, auto R) { return Words(L) < Words(R); });
  return Grids;
}

std::vector<DotChoice> f2layout::dotLayouts(const TensorType &A,
                                            const TensorType &B,
                                            const TensorType &Result,
                                            LayoutTable &Table,
                                            const Target &T) {
  Choices All(A, B, Result, Table);
  const uint64_t M = Result.Shape[0], N = Result.Shape[1], K = A.Shape[1];
  for (const MatrixInstruction *I :
       matrixInstructions(T, A.Element, Result.Element)) {
    if (M < I->M || N < I->N || K < I->K)
      continue;
    for (auto [Rows, Columns] : warpGrids(Table.warpBits(), M, N))
      if (Rows * I->M <= M && Columns * I->N <= N)
        All.add(I->resultFamily({Rows, Columns}), I->KWidth, I);
  }
  for (auto [Rows, Columns] : warpGrids(Table.warpBits(), M, N)) {
    BlockedParams P;
    P.SizePerThread = {unsigned(std::min<uint64_t>(M, 4)),
                       unsigned(std::min<uint64_t>(N, 4))};
    const unsigned Half = (Table.laneBits() + 1) / 2;
    P.ThreadsPerWarp = {1u << (Table.laneBits() - Half), 1u << Half};
    P.WarpsPerCta = {Rows, Columns};
    P.Order = {1, 0};
    All.add({P}, 0, nullptr);
  }
  return All.take();
}
