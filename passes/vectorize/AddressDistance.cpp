//===- AddressDistance.cpp - Accesses of one thread that never meet -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AddressDistance.h"
#include "passes/contiguity/ContiguityRuns.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The largest number of bits for which both values are tried.
static constexpr unsigned MaxCases = 4;
/// The largest modulus, so that sums of two differences fit into a word.
static constexpr unsigned MaxWidth = 62;

namespace {

/// Constant + the sum of any subset of Weights, modulo Modulus, a power of two.
/// Weights are below it.
struct Distance {
  SmallVector<uint64_t, 16> Weights; ///< The largest last.
  uint64_t Constant = 0;
  uint64_t Modulus = 0;
};

} // namespace

/// Weight modulo Modulus as the representative nearest to zero.
static int64_t nextToZero(uint64_t Weight, uint64_t Modulus) {
  Weight &= Modulus - 1;
  return Weight >= Modulus / 2 ? int64_t(Weight) - int64_t(Modulus)
                               : int64_t(Weight);
}

static uint64_t heaviness(uint64_t Weight, uint64_t Modulus) {
  const int64_t Signed = nextToZero(Weight, Modulus);
  return Signed < 0 ? -Signed : Signed;
}

/// A - B.
static Distance distanceOf(BitForms &Forms, const AddressFacts &A,
                           const AddressFacts &B) {
  MapVector<WordId, uint64_t> OfWord;
  for (const BitForms::WordTerm &S : Forms.summands(A.Sum))
    OfWord[S.Word] += S.Coefficient;
  for (const BitForms::WordTerm &S : Forms.summands(B.Sum))
    OfWord[S.Word] -= S.Coefficient;
  SmallVector<BitForms::WordTerm, 8> Left;
  for (auto [Word, Coefficient] : OfWord)
    if (Coefficient)
      Left.push_back({Word, Coefficient});
  Distance D;
  D.Modulus = uint64_t(1) << std::min(A.Width, MaxWidth);
  D.Constant = A.Sum.Const - B.Sum.Const;
  MapVector<uint32_t, uint64_t> OfForm;
  for (const WeightedBit &W : expandWords(Forms.table(), Left)) {
    const bool Complemented = W.Form.offset(); // ~s is 1 - s.
    D.Constant += Complemented ? W.Weight : 0;
    OfForm[W.Form.linear().Code] += Complemented ? -W.Weight : W.Weight;
  }
  for (auto [Form, Weight] : OfForm) {
    if (Form == 0) // The form is 0.
      continue;
    if (Weight & (D.Modulus - 1))
      D.Weights.push_back(Weight & (D.Modulus - 1));
  }
  llvm::sort(D.Weights, [&](uint64_t X, uint64_t Y) {
    return heaviness(X, D.Modulus) < heaviness(Y, D.Modulus);
  });
  return D;
}

/// The distance is in [Least, Modulus - Behind] modulo Modulus, by the interval
/// that the weights span.
static bool isWithin(ArrayRef<uint64_t> Weights, uint64_t Constant,
                     uint64_t Modulus, uint64_t Least, uint64_t Behind) {
  if (Least + Behind > Modulus)
    return false;
  int64_t Low = Constant & (Modulus - 1);
  uint64_t Length = 0;
  for (uint64_t Weight : Weights) {
    const int64_t Signed = nextToZero(Weight, Modulus);
    Low += std::min<int64_t>(Signed, 0);
    Length += Signed < 0 ? -Signed : Signed;
    if (Length >= Modulus)
      return false;
  }
  const uint64_t Begin = uint64_t(Low) & (Modulus - 1);
  return Begin >= Least && Begin + Length <= Modulus - Behind;
}

static bool isApart(ArrayRef<uint64_t> Weights, uint64_t Constant,
                    uint64_t Modulus, uint64_t Least, uint64_t Behind,
                    unsigned Cases) {
  if (isWithin(Weights, Constant, Modulus, Least, Behind))
    return true;
  uint64_t Tried = Modulus;
  for (uint64_t Weight : Weights) {
    const uint64_t Power = Weight & (0 - Weight);
    if (Power == Tried)
      continue;
    Tried = Power;
    if (isWithin(Weights, Constant, Power, Least, Behind))
      return true;
  }
  if (Cases == 0 || Weights.empty())
    return false;
  const uint64_t Heaviest = Weights.back();
  Weights = Weights.drop_back();
  return isApart(Weights, Constant, Modulus, Least, Behind, Cases - 1) &&
         isApart(Weights, Constant + Heaviest, Modulus, Least, Behind,
                 Cases - 1);
}

bool f2layout::neverMeet(BitForms &Forms, const AddressFacts &A,
                         uint64_t BytesA, const AddressFacts &B,
                         uint64_t BytesB) {
  if (A.Width != B.Width || A.IsCast || B.IsCast)
    return false;
  const Distance D = distanceOf(Forms, A, B);
  return isApart(D.Weights, D.Constant, D.Modulus, BytesB, BytesA, MaxCases);
}
