//===- ContiguityRuns.cpp - Addresses that fall into runs -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContiguityRuns.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// Bits below this place may be anything in accesses of one class: 32 bytes,
/// the widest access there is.
static constexpr unsigned WindowBits = 5;
/// No access needs more alignment than this.
static constexpr uint64_t MaxAlign = 256;

/// Moves the bits of Coefficient * Word that are below the window, or
/// complemented, to the residue.
static void cutWord(BitTable &Table, BitForms::WordTerm S, CutAddress &Cut) {
  unsigned Shift = Log2_64(S.Coefficient);
  BitWord Rest;
  for (auto [N, Constant] : enumerate(Table.bits(S.Word))) {
    Bit B = Constant;
    unsigned Place = N + Shift;
    int64_t Weight = int64_t(1ull << std::min(Place, 63u));
    if (Place < WindowBits) {
      Cut.Residue.push_back({Weight, B});
      B = Bit();
    } else if (B.offset()) { // ~s is s + ~s - s
      Cut.Residue.push_back({Weight, B});
      Cut.Residue.push_back({-Weight, ~B});
      B = ~B;
    }
    Rest.push_back(B);
  }
  unsigned Zeros = 0;
  while (Zeros < Rest.size() && Rest[Zeros].isZero())
    ++Zeros;
  if (WordId W = Table.word(ArrayRef<Bit>(Rest).drop_front(Zeros)))
    Cut.Base.push_back({W, S.Coefficient << Zeros});
}

CutAddress f2layout::cutAddress(BitForms &Forms, const BitFacts &Address) {
  CutAddress Cut;
  Cut.Width = Address.width();
  Cut.Constant = Address.Sum.Const;
  for (const BitForms::WordTerm &S : Forms.summands(Address.Sum)) {
    if (isPowerOf2_64(S.Coefficient))
      cutWord(Forms.table(), S, Cut);
    else
      Cut.Base.push_back(S);
  }
  llvm::sort(Cut.Residue);
  llvm::sort(Cut.Base, [](const auto &A, const auto &B) {
    return std::make_pair(A.Word, A.Coefficient) <
           std::make_pair(B.Word, B.Coefficient);
  });
  return Cut;
}

AlignFact f2layout::alignOf(BitForms &Forms, ArrayRef<BitForms::WordTerm> Base,
                            ArrayRef<WeightedBit> Residue, uint64_t Constant) {
  uint64_t Modulus = MaxAlign;
  auto AtMost = [&](unsigned Zeros) {
    Modulus = std::min<uint64_t>(Modulus, 1ull << std::min(Zeros, 63u));
  };
  for (const BitForms::WordTerm &S : Base) {
    ArrayRef<Bit> Bits = Forms.table().bits(S.Word);
    AtMost(countr_zero(S.Coefficient) +
           (find_if(Bits, [](Bit B) { return !B.isZero(); }) - Bits.begin()));
  }
  for (const WeightedBit &W : Residue)
    AtMost(countr_zero(uint64_t(W.Weight)));
  return {Modulus, Constant & (Modulus - 1)};
}

SmallVector<unsigned, 4> f2layout::cutRun(ArrayRef<unsigned> Sizes,
                                          AlignFact Align, unsigned Widest) {
  SmallVector<unsigned, 4> Pieces;
  uint64_t At = 0;
  for (size_t First = 0; First < Sizes.size();) {
    uint64_t Address = Align.plus(At).Residue;
    uint64_t Known = Address ? Address & -Address : Align.Modulus;
    // The longest power of two that ends where an access ends.
    uint64_t Length = 0, Best = Sizes[First];
    size_t Next = First + 1;
    for (size_t N = First; N < Sizes.size(); ++N) {
      Length += Sizes[N];
      if (Length > Widest || Length > Known)
        break;
      if (isPowerOf2_64(Length)) {
        Best = Length;
        Next = N + 1;
      }
    }
    Pieces.push_back(Best);
    At += Best;
    First = Next;
  }
  return Pieces;
}
