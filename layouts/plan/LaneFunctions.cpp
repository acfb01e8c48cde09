//===- LaneFunctions.cpp - Predicates of the lane number ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/LaneFunctions.h"
#include "layouts/plan/Conversion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

LaneFunctions::LaneFunctions(unsigned LaneBits) {
  unsigned Lanes = 1u << LaneBits;
  All = maskTrailingOnes<uint64_t>(Lanes);
  std::vector<unsigned> Functions;
  for (unsigned F = 1; F < Lanes; ++F)
    Functions.push_back(F);
  stable_sort(Functions,
              [](unsigned A, unsigned B) { return popcount(A) < popcount(B); });
  for (unsigned F : Functions) {
    uint64_t Mask = 0;
    for (unsigned L = 0; L < Lanes; ++L)
      Mask |= uint64_t(popcount(F & L) & 1) << L;
    Masks.push_back(Mask);
  }
}

std::optional<uint64_t> LaneFunctions::complete(uint64_t Yes,
                                                uint64_t No) const {
  for (uint64_t Mask : Masks) {
    if ((Yes & ~Mask) == 0 && (No & Mask) == 0)
      return Mask;
    if ((Yes & Mask) == 0 && (No & ~Mask) == 0)
      return ~Mask & All;
  }
  return std::nullopt;
}

void f2layout::completeLanes(std::vector<uint8_t> &From) {
  std::optional<unsigned> Xor;
  bool Fits = true;
  for (unsigned L = 0; L < From.size(); ++L) {
    if (From[L] == 0xff)
      continue;
    if (!Xor)
      Xor = From[L] ^ L;
    Fits &= (From[L] ^ L) == *Xor;
  }
  if (Fits) {
    for (unsigned L = 0; L < From.size(); ++L)
      From[L] = L ^ Xor.value_or(0);
    return;
  }
  // The lanes as a conversion of one register: its fit is the affine map.
  Conversion C;
  C.NumThreads = From.size();
  C.NumSources = C.NumResults = 1;
  for (uint8_t F : From)
    C.Table.push_back(F == 0xff ? DontCare : Holder{0, F});
  std::optional<AffineMove> A = fitAffine(C);
  for (unsigned L = 0; L < From.size(); ++L) {
    if (From[L] != 0xff)
      continue;
    From[L] = L;
    if (!A)
      continue;
    uint64_t To = A->Offset;
    for (unsigned J = 0; J < A->ThreadColumns.size(); ++J)
      To ^= L >> J & 1 ? A->ThreadColumns[J] : 0;
    From[L] = To;
  }
}

bool f2layout::isIdentity(ArrayRef<uint8_t> From) {
  return all_of(enumerate(From),
                [](const auto &E) { return E.value() == E.index(); });
}

bool f2layout::isButterfly(ArrayRef<uint8_t> From) {
  return !From.empty() && all_of(enumerate(From), [&](const auto &E) {
    return (E.value() ^ E.index()) == From[0];
  });
}
