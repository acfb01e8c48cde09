//===- PreShuffle.cpp - Memory prepared for a layout of threads -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/PreShuffle.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Vectorisation.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The columns of the input, as far as they are independent of those in Basis,
/// which they are added to.
static SmallVector<uint64_t, 10> newColumns(const LinearLayout &L, StringRef In,
                                            SmallVectorImpl<uint64_t> &Basis) {
  SmallVector<uint64_t, 10> New;
  const BitMatrix Columns = columnsOf(L, In);
  for (uint64_t Column : Columns.columns())
    if (!spanContains(Basis, Column)) {
      Basis.push_back(Column);
      New.push_back(Column);
    }
  return New;
}

/// From registers, lanes and warps to the offset in memory.
static Expected<Vectorisation> vectorsFrom(const LinearLayout &L,
                                           const LinearLayout &Memory,
                                           unsigned ElementBits,
                                           unsigned MaxBits) {
  Expected<LinearLayout> Inverse = invert(Memory);
  if (!Inverse)
    return Inverse.takeError();
  Expected<LinearLayout> Offsets = compose(L, *Inverse);
  if (!Offsets)
    return Offsets.takeError();
  return largestVector(*Offsets, ElementBits, MaxBits);
}

/// One bit of one coordinate: the dimension and the bit.
static std::optional<std::pair<unsigned, unsigned>> bitOf(const LinearLayout &L,
                                                          uint64_t Flat) {
  if (!isPowerOf2_64(Flat))
    return std::nullopt;
  unsigned Bit = Log2_64(Flat);
  for (unsigned D = L.outputs().size(); D-- > 0;) {
    if (Bit < L.outputs()[D].Bits)
      return std::pair(D, Bit);
    Bit -= L.outputs()[D].Bits;
  }
  return std::nullopt;
}

/// Offset bits from the highest to the lowest, in runs of bits that follow each
/// other in one coordinate.
static std::optional<ShapeSteps> stepsOf(const LinearLayout &Memory) {
  struct Run {
    unsigned Dim, High, Low;
  };
  SmallVector<Run, 8> Runs;
  for (unsigned I = Memory.inputBits(); I-- > 0;) {
    auto Bit = bitOf(Memory, Memory.matrix().column(I));
    if (!Bit)
      return std::nullopt;
    if (!Runs.empty() && Runs.back().Dim == Bit->first &&
        Runs.back().Low == Bit->second + 1)
      Runs.back().Low = Bit->second;
    else
      Runs.push_back({Bit->first, Bit->second, Bit->second});
  }
  // The same runs in the order of the tensor.
  SmallVector<unsigned, 8> ByTensor;
  for (unsigned I = 0; I < Runs.size(); ++I)
    ByTensor.push_back(I);
  sort(ByTensor, [&](unsigned A, unsigned B) {
    return std::pair(Runs[A].Dim, ~Runs[A].High) <
           std::pair(Runs[B].Dim, ~Runs[B].High);
  });
  auto SizeOf = [&](unsigned I) {
    return uint64_t(1) << (Runs[I].High - Runs[I].Low + 1);
  };
  ShapeSteps S;
  S.Order.resize(Runs.size());
  for (auto [Position, I] : enumerate(ByTensor)) {
    S.Sizes.push_back(SizeOf(I));
    S.Order[I] = unsigned(Position);
    S.BackOrder.push_back(I);
  }
  for (unsigned I = 0; I < Runs.size(); ++I)
    S.BackSizes.push_back(SizeOf(I));
  return S;
}

Expected<PreShuffle> f2layout::preShuffle(const LinearLayout &L,
                                          unsigned ElementBits,
                                          unsigned MaxBits) {
  if (!hasThreads(L) || L.inputBits("block") || !L.isLinear())
    return layoutError("expected a linear layout of the registers, lanes and "
                       "warps of one block");
  if (!L.isSurjective() || L.outputBits() > 63)
    return layoutError("the layout does not hold every element, expected one "
                       "that does");
  SmallVector<uint64_t, 16> Basis;
  const SmallVector<uint64_t, 10> Registers = newColumns(L, "register", Basis),
                                  Lanes = newColumns(L, "lane", Basis),
                                  Warps = newColumns(L, "warp", Basis);
  const unsigned Vector = std::min<unsigned>(
      Registers.size(), Log2_32(std::max(1u, MaxBits / ElementBits)));
  SmallVector<uint64_t, 16> Columns(Registers.begin(),
                                    Registers.begin() + Vector);
  append_range(Columns, Lanes);
  Columns.append(Registers.begin() + Vector, Registers.end());
  append_range(Columns, Warps);
  BitMatrix All = BitMatrix::zero(L.outputBits(), Columns.size());
  for (auto [I, Column] : enumerate(Columns))
    All.setColumn(unsigned(I), Column);
  Expected<LinearLayout> Memory = LinearLayout::fromMatrix(
      {{"offset", unsigned(Columns.size())}}, L.outputs(), All);
  if (!Memory)
    return Memory.takeError();
  // Row by row, as the matrix is without it.
  Expected<LinearLayout> Plain =
      LinearLayout::fromMatrix({{"offset", L.outputBits()}}, L.outputs(),
                               BitMatrix::identity(L.outputBits()));
  if (!Plain)
    return Plain.takeError();
  PreShuffle P;
  Expected<Vectorisation> After = vectorsFrom(L, *Memory, ElementBits, MaxBits),
                          Before = vectorsFrom(L, *Plain, ElementBits, MaxBits);
  if (!After) {
    if (!Before)
      consumeError(Before.takeError());
    return After.takeError();
  }
  if (!Before)
    return Before.takeError();
  const uint64_t Elements = uint64_t(1) << Registers.size();
  P.VectorElements = After->Elements;
  P.VectorBefore = Before->Elements;
  P.Loads = std::max<uint64_t>(1, Elements / P.VectorElements);
  P.LoadsBefore = std::max<uint64_t>(1, Elements / P.VectorBefore);
  P.Steps = stepsOf(*Memory);
  P.Memory = std::move(*Memory);
  return P;
}
