//===- Elements.cpp - Who holds an element --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/Elements.h"

using namespace llvm;

namespace f2layout::calc {

SmallVector<uint64_t> Elements::holders(uint64_t Element, size_t Most) const {
  SmallVector<uint64_t> Places;
  std::optional<uint64_t> Least = first(Element);
  if (!Least)
    return Places;
  // Over a reduced basis, counting up gives increasing words, and the least
  // place has none of the highest bits of the basis.
  SmallVector<uint64_t> Basis = reduceBasis(Kernel);
  uint64_t Start = remainder(Basis, *Least);
  BitMatrix Differences(64, Basis);
  for (uint64_t I = 0; I < Most && I >> Basis.size() == 0; ++I)
    Places.push_back(Start ^ Differences.apply(I));
  return Places;
}

} // namespace f2layout::calc
