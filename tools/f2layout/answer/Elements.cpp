//===- Elements.cpp - Holders of elements ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/answer/Elements.h"

using namespace llvm;

namespace f2layout::calc {

SmallVector<LongWord> Elements::holders(const LongWord &Element,
                                        size_t Most) const {
  SmallVector<LongWord> Places;
  std::optional<LongWord> Least = first(Element);
  if (!Least || Most == 0)
    return Places;
  // The kernel is a reduced basis, and the least place contains none of its
  // leading bits. Counting up in the kernel therefore gives increasing places:
  // places with the leading bit of a vector follow all places without it, in
  // the same order.
  Places.push_back(*Least);
  for (const LongWord &Apart : Kernel)
    for (size_t I = 0, E = Places.size(); I < E && Places.size() < Most; ++I)
      Places.push_back(Places[I] ^ Apart);
  return Places;
}

} // namespace f2layout::calc
