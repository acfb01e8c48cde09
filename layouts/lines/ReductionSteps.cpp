//===- ReductionSteps.cpp - What the steps of a reduction do --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/lines/Reduction.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

/// R with a zero bit inserted at Pivot.
static uint64_t insertZero(uint64_t R, unsigned Pivot) {
  const uint64_t Low = maskTrailingOnes<uint64_t>(Pivot);
  return (R & Low) | (R & ~Low) << 1;
}

std::pair<unsigned, unsigned> operandsOf(const ReduceStep &Fold, unsigned R) {
  if (Fold.K == ReduceStep::Split) {
    R = insertZero(R, Fold.Pivot);
    return {R, R | 1u << Fold.Pivot};
  }
  if (!Fold.Lanes)
    R = insertZero(R, Fold.Pivot);
  return {R, R ^ Fold.Registers};
}

unsigned registersAfter(const ReduceStep &S, const Reduction &R,
                        unsigned Before) {
  switch (S.K) {
  case ReduceStep::Rename:
    return S.Sources.size();
  case ReduceStep::Fold:
    return S.Lanes ? Before : Before / 2;
  case ReduceStep::Split:
    return Before / 2;
  case ReduceStep::Warp:
    return Before;
  case ReduceStep::Move:
    return R.Moves[S.Moved].Wanted.NumResults;
  }
  llvm_unreachable("covered switch");
}

static void printFold(const ReduceStep &S, raw_ostream &OS) {
  OS << "combine with ";
  if (S.Lanes)
    OS << "lane ^ " << S.Lanes;
  if (S.Lanes && S.Registers)
    OS << ", ";
  if (S.Registers)
    OS << "register ^ " << S.Registers;
}

void Reduction::print(raw_ostream &OS) const {
  OS << "reduction of " << NumSources << " registers to " << NumResults << "\n";
  unsigned Registers = NumSources;
  for (const ReduceStep &S : Steps) {
    OS << "  ";
    switch (S.K) {
    case ReduceStep::Rename:
      OS << "take registers [" << joinNumbers(S.Sources, " ") << "]";
      break;
    case ReduceStep::Fold:
      printFold(S, OS);
      break;
    case ReduceStep::Split:
      OS << "share with lane ^ " << S.Lanes << " by register bit " << S.Pivot;
      break;
    case ReduceStep::Warp:
      OS << "combine the warp";
      break;
    case ReduceStep::Move:
      OS << "move " << S.Moved;
      break;
    }
    Registers = registersAfter(S, *this, Registers);
    OS << ": " << Registers << (Registers == 1 ? " register" : " registers")
       << "\n";
  }
  OS << "  cost: " << Operations << " operations, " << Shuffles << " shuffles, "
     << Selects << " selects, " << WarpReductions << " warp reductions, "
     << Moves.size() << " moves\n  clocks: " << format("%.2f", Clocks) << "\n";
  for (auto [N, M] : enumerate(Moves)) {
    OS << "move " << N << ": ";
    printMove(M, OS);
  }
}

} // namespace layouts
} // namespace f2layout
