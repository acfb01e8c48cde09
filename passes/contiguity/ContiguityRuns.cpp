//===- ContiguityRuns.cpp - Addresses that fall into runs -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/contiguity/ContiguityRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Bits below this position may differ between accesses of one class: 32 bytes,
/// the widest access.
static constexpr unsigned WindowBits = 5;
/// Distinguishes words from forms in CutAddress::Base.
static constexpr uint64_t WholeWord = uint64_t(1) << 32;
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

/// Words with more unknown bits than this are compared as a whole. These are
/// pointers and sums; parts of a thread index, which can be combined in many
/// ways, are smaller.
static constexpr size_t MaxExpanded = 32;

namespace {

class AddressCutter {
public:
  AddressCutter(BitTable &Table, const AddressFacts &Address) : Table(Table) {
    Cut.Width = Address.Width;
    Cut.Constant = Address.Sum.Const;
  }
  void add(BitForms::WordTerm S);
  CutAddress finish();

private:
  void addBit(WeightedBit W);

  BitTable &Table;
  CutAddress Cut;
  SmallVector<std::pair<uint64_t, uint64_t>, 32> Base;
};

} // namespace

void AddressCutter::addBit(WeightedBit W) {
  const uint64_t Weight = W.Weight;
  const uint64_t Negative = 0 - uint64_t(SignExtend64(Weight, Cut.Width));
  if (isPowerOf2_64(Negative) && Negative < 1u << WindowBits) {
    // -w * s is w * ~s - w
    Cut.Constant -= Negative;
    Cut.Residue.push_back({int64_t(Negative), ~W.Form});
    return;
  }
  if (isPowerOf2_64(Weight) && Weight < 1u << WindowBits) {
    Cut.Residue.push_back(W);
    return;
  }
  if (W.Form.offset()) { // ~s is s + ~s - s
    Cut.Residue.push_back(W);
    W.Form = ~W.Form;
    Cut.Residue.push_back({int64_t(0 - Weight), W.Form});
  }
  Base.push_back({Weight, W.Form.Code});
}

void AddressCutter::add(BitForms::WordTerm S) {
  ArrayRef<Bit> Bits = Table.bits(S.Word);
  const bool IsWide =
      Bits.size() > MaxExpanded &&
      none_of(Bits.drop_front(WindowBits), [](Bit B) { return B.offset(); });
  const size_t Expanded = IsWide ? WindowBits : Bits.size();
  const BitWord Low(Bits.take_front(Expanded));
  if (IsWide) // Before the table grows.
    Base.push_back(
        {S.Coefficient << Expanded,
         WholeWord | Table.word(BitWord(Bits.drop_front(Expanded)))});
  for (auto [N, B] : enumerate(Low))
    if (!B.isZero())
      addBit({int64_t(S.Coefficient << N), B});
}

CutAddress AddressCutter::finish() {
  llvm::sort(Cut.Residue);
  llvm::sort(Base);
  Cut.Base.reserve(2 * Base.size());
  for (auto [Weight, Code] : Base) {
    Cut.Base.push_back(Weight);
    Cut.Base.push_back(Code);
  }
  return std::move(Cut);
}

CutAddress f2layout::cutAddress(BitForms &Forms, const AddressFacts &Address) {
  AddressCutter Cutter(Forms.table(), Address);
  for (const BitForms::WordTerm &S : Forms.summands(Address.Sum))
    Cutter.add(S);
  return Cutter.finish();
}

AlignFact f2layout::alignOf(const BitTable &Table,
                            ArrayRef<BitForms::WordTerm> Words,
                            uint64_t Constant) {
  uint64_t Modulus = MaxAlign;
  for (const BitForms::WordTerm &S : Words) {
    ArrayRef<Bit> Bits = Table.bits(S.Word);
    const auto *Lowest = find_if(Bits, [](Bit B) { return !B.isZero(); });
    if (const uint64_t Weight = S.Coefficient << (Lowest - Bits.begin()))
      Modulus = std::min<uint64_t>(Modulus, Weight & (0 - Weight));
  }
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
