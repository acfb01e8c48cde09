//===- ContiguityRuns.cpp - Addresses that fall into runs -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContiguityRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Bits below this place may be anything in accesses of one class: 32 bytes,
/// the widest access there is.
static constexpr unsigned WindowBits = 5;
/// No access needs more alignment than this.
static constexpr uint64_t MaxAlign = 256;

std::vector<WeightedBit>
f2layout::expandWords(const BitTable &Table,
                      ArrayRef<BitForms::WordTerm> Words) {
  std::vector<WeightedBit> List;
  for (const BitForms::WordTerm &S : Words)
    for (auto [N, B] : enumerate(Table.bits(S.Word)))
      if (!B.isZero())
        List.push_back({int64_t(S.Coefficient << N), B});
  return List;
}

CutAddress f2layout::cutAddress(BitForms &Forms, const BitFacts &Address) {
  CutAddress Cut;
  Cut.Width = Address.width();
  Cut.Constant = Address.Sum.Const;
  std::vector<WeightedBit> Base;
  for (WeightedBit W :
       expandWords(Forms.table(), Forms.summands(Address.Sum))) {
    uint64_t Weight = W.Weight;
    const uint64_t Negative = 0 - SignExtend64(Weight, Cut.Width);
    if (isPowerOf2_64(Negative) && Negative < 1u << WindowBits) {
      // -w * s is w * ~s - w
      Cut.Constant -= Negative;
      Cut.Residue.push_back({int64_t(Negative), ~W.Form});
      continue;
    }
    if (isPowerOf2_64(Weight) && Weight < 1u << WindowBits) {
      Cut.Residue.push_back(W);
      continue;
    }
    if (W.Form.offset()) { // ~s is s + ~s - s
      Cut.Residue.push_back(W);
      W.Form = ~W.Form;
      Cut.Residue.push_back({int64_t(0 - Weight), W.Form});
    }
    Base.push_back(W);
  }
  llvm::sort(Cut.Residue);
  llvm::sort(Base);
  for (const WeightedBit &W : Base) {
    Cut.Base.push_back(W.Weight);
    Cut.Base.push_back(W.Form.Code);
  }
  return Cut;
}

AlignFact f2layout::alignOf(const BitTable &Table,
                            ArrayRef<BitForms::WordTerm> Words,
                            uint64_t Constant) {
  uint64_t Modulus = MaxAlign;
  for (const WeightedBit &W : expandWords(Table, Words))
    if (uint64_t Weight = W.Weight)
      Modulus = std::min<uint64_t>(Modulus, Weight & (0 - Weight));
  return {Modulus, Constant & (Modulus - 1)};
}

SmallVector<unsigned, 4> f2layout::cutRun(ArrayRef<unsigned> Sizes,
                                          AlignFact Align, unsigned Widest) {
  SmallVector<unsigned, 4> Pieces;
  uint64_t At = 0;
  for (size_t First = 0; First < Sizes.size();) {
    uint64_t Address = Align.plus(At).Residue;
    uint64_t Known = Address ? Address & (0 - Address) : Align.Modulus;
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
