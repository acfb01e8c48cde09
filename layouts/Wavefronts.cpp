//===- Wavefronts.cpp - What a shared-memory access costs -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/BitMatrix.h"
#include "layouts/Plan.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// Turns that the lanes of one phase take: the most words of one bank.
unsigned countTurns(std::vector<uint32_t> &Words, unsigned Banks) {
  if (Words.empty())
    return 0;
  std::sort(Words.begin(), Words.end());
  Words.erase(std::unique(Words.begin(), Words.end()), Words.end());
  std::vector<unsigned> OfBank(Banks, 0);
  unsigned Most = 0;
  for (uint32_t W : Words)
    Most = std::max(Most, ++OfBank[W % Banks]);
  return Most;
}

} // namespace

unsigned f2layout::countWavefronts(ArrayRef<uint32_t> Addresses, unsigned Bytes,
                                   bool IsStore, const Machine &M) {
  const unsigned Banks = std::max(M.Banks, 1u);
  const unsigned BankBytes = std::max(M.BankBytes, 1u);

  // Lanes of one phase differ by an element of the phase subspace, so all have
  // the same remainder. A width the machine does not know is served at once.
  SmallVector<uint64_t, 6> Phase;
  const AccessShape *S = M.shape(Bytes);
  if (S)
    for (unsigned V : IsStore ? S->StorePhase : S->LoadPhase)
      Phase.push_back(V);
  SmallVector<uint64_t> Basis = reduceBasis(Phase);

  std::vector<std::pair<uint64_t, std::vector<uint32_t>>> Phases;
  for (unsigned Lane = 0; Lane < Addresses.size(); ++Lane) {
    uint32_t First = Addresses[Lane];
    if (First == ~0u || Bytes == 0)
      continue;
    uint64_t Key = S ? remainder(Basis, Lane) : 0;
    auto It = std::find_if(Phases.begin(), Phases.end(),
                           [&](const auto &P) { return P.first == Key; });
    if (It == Phases.end())
      It = Phases.insert(Phases.end(), {Key, {}});
    for (uint32_t W = First / BankBytes; W <= (First + Bytes - 1) / BankBytes;
         ++W)
      It->second.push_back(W);
  }
  unsigned Sum = 0;
  for (auto &P : Phases)
    Sum += countTurns(P.second, Banks);
  return Sum;
}
