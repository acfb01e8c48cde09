//===- LayoutParts.cpp - From names of dimensions to flat bits ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutParts.h"
#include <algorithm>

using namespace f2layout;

bool f2layout::sameDims(const FlatDims &A, const FlatDims &B) {
  unsigned Matched = 0;
  for (unsigned I = 0; I < A.size(); ++I) {
    if (!A[I].Bits)
      continue;
    if (B.bitsOf(A[I].Name) != A[I].Bits)
      return false;
    Matched += A[I].Bits;
  }
  return Matched == B.sumBits();
}

Wires::Wires(const FlatDims &From, const FlatDims &To) {
  unsigned Shift = 0;
  for (unsigned I = 0; I < From.size(); ++I) {
    const LayoutDim &D = From[I];
    FlatDims::Place Place = To.find(D.Name);
    add(Shift, Place.Shift, std::min(D.Bits, Place.Bits));
    Shift += D.Bits;
  }
}

LongWord Wires::apply(const LongWord &X) const {
  LongWord Y;
  Y.addAt(First.To, X.bits(First.From, First.Bits));
  for (const Run &R : More)
    Y.addAt(R.To, X.bits(R.From, R.Bits));
  return Y;
}

std::optional<unsigned> Wires::source(unsigned To) const {
  if (To - First.To < First.Bits)
    return To - First.To + First.From;
  for (const Run &R : More)
    if (To - R.To < R.Bits)
      return To - R.To + R.From;
  return std::nullopt;
}
