//===- RegisterShift.cpp - Registers renamed by thread --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/RegisterShift.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

RegisterShift::RegisterShift(ArrayRef<uint64_t> OfThreadBit)
    : Distances(reduceBasis(OfThreadBit)), Deciding(Distances.size(), 0) {
  // Reduced, the highest bit of a distance is in no other.
  for (auto [J, Place] : enumerate(OfThreadBit))
    for (auto [I, Distance] : enumerate(Distances))
      if (Place >> highestBit(Distance) & 1)
        Deciding[I] |= uint64_t(1) << J;
}

Step RegisterShift::select(unsigned I, Word Far, Word Near,
                           unsigned LaneBits) const {
  Step S;
  S.K = Step::Select;
  S.A = Far;
  S.B = Near;
  for (unsigned L = 0; L < 1u << LaneBits; ++L)
    S.Mask |= uint64_t(popcount(L & Deciding[I]) & 1) << L;
  S.WarpBits = Deciding[I] & ~lowOnes(LaneBits);
  return S;
}
