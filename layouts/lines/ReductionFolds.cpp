//===- ReductionFolds.cpp - Folds within a warp ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/ReductionPlanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

/// R without bit Pivot.
static uint64_t removeBit(uint64_t R, unsigned Pivot) {
  const uint64_t Low = maskTrailingOnes<uint64_t>(Pivot);
  return (R & Low) | (R >> 1 & ~Low);
}

/// Words that so many elements make.
static unsigned wordsOf(unsigned Registers, unsigned ElementBits) {
  return divideCeil(Registers * ElementBits, 32);
}

void ReductionPlanner::rename(Reduction &To,
                              SmallVector<unsigned, 16> Sources) const {
  ReduceStep S;
  S.K = ReduceStep::Rename;
  S.Sources = std::move(Sources);
  To.Steps.push_back(std::move(S));
}

/// Adds the step, and its price, for so many results.
void ReductionPlanner::fold(Reduction &To, unsigned Registers,
                            ReduceStep Step) const {
  double Memory = 0, Alu = 0;
  if (Step.K != ReduceStep::Warp)
    Alu += Registers * std::max(1u, ElementBits / 32) * M.Costs.Select;
  const unsigned Words = wordsOf(Registers, ElementBits);
  if (Step.K == ReduceStep::Warp) {
    To.WarpReductions += Registers;
    Memory += Registers * Traits.WarpReduceClocks;
  } else if (Step.Lanes) {
    To.Shuffles += Words;
    if (!(M.Butterflies >> Step.Lanes & 1))
      Memory += Words * M.Costs.Shuffle;
    else
      (M.ButterflyPipe == Pipe::Alu ? Alu : Memory) +=
          Words * M.Costs.Butterfly;
    if (ElementBits < 32 && Registers > 1)
      Alu += 2 * Words * M.Costs.Permute;
    if (Step.K == ReduceStep::Split) {
      const unsigned Selects = 2 * Registers * std::max(1u, ElementBits / 32);
      To.Selects += Selects;
      Alu += Selects * M.Costs.Select;
    }
  }
  // The warp waits for what it has shuffled.
  if (Step.Lanes || Step.K == ReduceStep::Warp)
    To.Clocks += M.Costs.WarpBarrier;
  To.Operations += Step.K == ReduceStep::Warp ? 0 : Registers;
  To.Clocks += std::max(Memory, Alu);
  To.Steps.push_back(std::move(Step));
}

void ReductionPlanner::keepDistinct() {
  const DistinctRegisters D = distinctRegisters(Has.Register);
  if (D.areAll())
    return;
  SmallVector<unsigned, 16> Sources;
  for (unsigned K = 0; K < 1u << D.Kept.size(); ++K)
    Sources.push_back(D.registerOf(K));
  rename(R, std::move(Sources));
  LineImageList Images;
  for (unsigned Bit : D.Kept)
    Images.push_back(Has.Register[Bit]);
  Has.Register = std::move(Images);
}

void ReductionPlanner::foldRegisters() {
  while (!Left.empty() && !Left.front().Lane && !Left.front().Warp) {
    const ThreadBits D = Left.front();
    Left.erase(Left.begin());
    Folded.insert(Has.of(D).Along);
    ReduceStep S;
    S.Registers = unsigned(D.Register);
    S.Pivot = Log2_64(D.Register);
    // Of two registers that were folded, either may stand for both.
    auto Renumber = [&](ThreadBits &Other) {
      if (Other.Register >> S.Pivot & 1)
        Other ^= D;
      Other.Register = removeBit(Other.Register, S.Pivot);
    };
    for_each(Left, Renumber);
    for_each(Copies, Renumber);
    Has.Register.erase(Has.Register.begin() + S.Pivot);
    fold(R, 1u << Has.Register.size(), std::move(S));
  }
}

/// One instruction instead of folds of lanes: all lanes must be folded, or hold
/// copies that do no harm. Registers must be the same everywhere.
bool ReductionPlanner::foldWarpAtOnce(ArrayRef<ThreadBits> Lanes) {
  if (!Traits.WarpReduceClocks || !Traits.AnyOrder || ElementBits > 32)
    return false;
  if (Lanes.size() < M.LaneBits &&
      (!Traits.Idempotent || Lanes.size() + Copies.size() < M.LaneBits))
    return false;
  auto MovesRegisters = [](const ThreadBits &D) { return D.Register != 0; };
  if (any_of(Lanes, MovesRegisters) ||
      (Lanes.size() < M.LaneBits && any_of(Copies, MovesRegisters)))
    return false;
  if (Traits.WarpReduceClocks + M.Costs.WarpBarrier >=
      Lanes.size() * (M.Costs.Butterfly + M.Costs.WarpBarrier))
    return false;
  ReduceStep S;
  S.K = ReduceStep::Warp;
  fold(R, 1u << Has.Register.size(), std::move(S));
  return true;
}

/// Two lanes share the registers. The lanes that differ by D differ by the
/// register's image afterwards.
bool ReductionPlanner::splitLanes(const ThreadBits &D) {
  if (D.Register || Has.Register.empty())
    return false;
  ReduceStep S;
  S.K = ReduceStep::Split;
  S.Lanes = unsigned(D.Lane);
  S.Pivot = Has.Register.size() - 1;
  S.LaneBit = Log2_64(D.Lane);
  for (ThreadBits &Other : Left) {
    // The lane's bit says which register it is now.
    if ((Other.Lane >> S.LaneBit & 1) != (Other.Register >> S.Pivot & 1))
      Other.Lane ^= D.Lane;
    Other.Register &= ~(uint64_t(1) << S.Pivot);
  }
  Has.Lane[S.LaneBit] ^= Has.Register.pop_back_val();
  fold(R, 1u << Has.Register.size(), std::move(S));
  return true;
}

void ReductionPlanner::foldLanes(unsigned Splits) {
  SmallVector<ThreadBits, 8> Lanes;
  while (Lanes.size() < Left.size() && !Left[Lanes.size()].Warp)
    Lanes.push_back(Left[Lanes.size()]);
  const bool AtOnce = !Lanes.empty() && !Splits && foldWarpAtOnce(Lanes);
  for (unsigned N = 0; N < Lanes.size(); ++N) {
    const ThreadBits D = Left.front();
    Left.erase(Left.begin());
    Folded.insert(Has.of(D).Along);
    if (AtOnce || (N < Splits && splitLanes(D)))
      continue;
    ReduceStep S;
    S.Lanes = unsigned(D.Lane);
    S.Registers = unsigned(D.Register);
    fold(R, 1u << Has.Register.size(), std::move(S));
  }
}

} // namespace layouts
} // namespace f2layout
