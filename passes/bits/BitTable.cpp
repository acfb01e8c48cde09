//===- BitTable.cpp - One bit of an integer as an affine form -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

/// A form of more symbols gets a symbol of its own, so that the cost of long
/// chains of xors is linear.
static constexpr size_t MaxSymbols = 16;
/// The first word of the name of such a form. All other names have at least
/// three words.
static constexpr uint32_t LongForm = ~0u;

BitTable::BitTable() {
  Forms.emplace_back();
  Words.emplace_back();
}

ArrayRef<uint32_t> BitTable::keep(ArrayRef<uint32_t> List) {
  return List.copy(Memory);
}

/// A new symbol, and the form that consists of it alone.
Bit BitTable::makeSymbol(const BitSymbol &S) {
  SymbolId Id = Symbols.size();
  Symbols.push_back(S);
  FormOfSymbol.push_back(Forms.size());
  Forms.push_back(keep(Id));
  return {FormOfSymbol.back() * 2};
}

Bit BitTable::symbolForm(const BitSymbol &S) {
  auto Place = std::make_pair(uint32_t(S.K) << 28 | S.Index >> 4,
                              uint64_t(S.Index & 15) << 32 | S.Number);
  auto [It, New] = SymbolIndex.try_emplace(Place, Symbols.size());
  return New ? makeSymbol(S) : Bit{FormOfSymbol[It->second] * 2};
}

Bit BitTable::formOf(ArrayRef<SymbolId> Sorted, bool Offset) {
  if (Sorted.empty())
    return Bit::constant(Offset);
  if (Sorted.size() == 1)
    return {FormOfSymbol[Sorted.front()] * 2 + Offset};
  auto It = FormIndex.find(Sorted);
  if (It == FormIndex.end()) {
    ArrayRef<uint32_t> Kept = keep(Sorted);
    It = FormIndex.try_emplace(Kept, Forms.size()).first;
    Forms.push_back(Kept);
  }
  Bit Form = {It->second * 2};
  if (Sorted.size() > MaxSymbols)
    Form = namedBit(name({LongForm, Form.Code}, support(Form)), 0);
  return Offset ? ~Form : Form;
}

Bit BitTable::threadBit(unsigned Dim, unsigned N) {
  BitSymbol S;
  S.K = BitSymbol::Thread;
  S.Index = Dim;
  S.Number = N;
  S.Needs.Threads = 1ull << threadPlace(Dim, N);
  return symbolForm(S);
}

BitWord BitTable::leaf(const Value *V, unsigned Tag, const KnownBits &Known,
                       Support Needs) {
  auto [It, New] = LeafIndex.try_emplace({V, Tag}, Leaves.size());
  if (New) {
    Leaves.push_back({V, Tag});
    LeafBits.emplace_back();
  }
  const unsigned Width = Known.getBitWidth();
  SmallVectorImpl<Bit> &Bits = LeafBits[It->second];
  if (Bits.size() < Width)
    Bits.resize(Width);
  const uint64_t Zero = Known.Zero.getZExtValue();
  const uint64_t One = Known.One.getZExtValue();
  BitSymbol S;
  S.K = BitSymbol::Leaf;
  S.Index = It->second;
  S.Needs = Needs;
  BitWord Word(Width);
  for (S.Number = 0; S.Number < Width; ++S.Number) {
    const unsigned N = S.Number;
    if ((Zero | One) >> N & 1) {
      Word[N] = Bit::constant(One >> N & 1);
      continue;
    }
    if (Bits[N].isZero())
      Bits[N] = makeSymbol(S);
    Word[N] = Bits[N];
  }
  return Word;
}

Bit BitTable::namedBit(NameId Name, unsigned N) {
  if (N >= Names[Name].Bits.size())
    Names[Name].Bits.resize(N + 1);
  Bit &B = Names[Name].Bits[N];
  if (!B.isZero())
    return B;
  BitSymbol S;
  S.K = BitSymbol::Named;
  S.Index = Name;
  S.Number = N;
  S.Needs = Names[Name].Needs;
  return B = makeSymbol(S);
}

NameId BitTable::name(ArrayRef<uint32_t> K, Support Needs) {
  auto It = NameIndex.find(K);
  if (It != NameIndex.end())
    return It->second;
  NameId Id = Names.size();
  NameIndex[keep(K)] = Id;
  Names.push_back({Needs, {}});
  return Id;
}

Bit BitTable::exclusiveOr(Bit A, Bit B) {
  bool Offset = A.offset() != B.offset();
  A = A.linear();
  B = B.linear();
  if (A == B)
    return Bit::constant(Offset);
  if (A.isConstant() || B.isConstant())
    return {(A.Code | B.Code) ^ Offset};
  if (B < A)
    std::swap(A, B);
  auto Cached = Sums.find({A.Code, B.Code});
  if (Cached != Sums.end())
    return {Cached->second ^ Offset};
  SmallVector<SymbolId, 16> Sum;
  std::set_symmetric_difference(symbolsOf(A).begin(), symbolsOf(A).end(),
                                symbolsOf(B).begin(), symbolsOf(B).end(),
                                std::back_inserter(Sum));
  Bit Result = formOf(Sum, false);
  Sums[{A.Code, B.Code}] = Result.Code;
  return {Result.Code ^ Offset};
}

Bit BitTable::product(Bit A, Bit B) {
  if (B < A)
    std::swap(A, B);
  if (A.isConstant())
    return A.isOne() ? B : A;
  if (A.linear() == B.linear())
    return A == B ? A : Bit::constant(false);
  BitSymbol S;
  S.K = BitSymbol::Product;
  S.Index = A.Code;
  S.Number = B.Code;
  S.Needs = support(A);
  S.Needs |= support(B);
  return symbolForm(S);
}

WordId BitTable::word(ArrayRef<Bit> Bits) {
  while (!Bits.empty() && Bits.back().isZero())
    Bits = Bits.drop_back();
  if (Bits.empty())
    return 0;
  SmallVector<uint32_t, 64> Codes;
  for (Bit B : Bits)
    Codes.push_back(B.Code);
  auto It = WordIndex.find(Key(Codes));
  if (It != WordIndex.end())
    return It->second;
  WordId Id = Words.size();
  Words.push_back(Bits.copy(Memory));
  WordIndex[keep(Codes)] = Id;
  return Id;
}

Support BitTable::support(Bit B) const {
  Support All;
  for (SymbolId S : symbolsOf(B))
    All |= Symbols[S].Needs;
  return All;
}

Support BitTable::support(ArrayRef<Bit> Bits) const {
  Support All;
  for (Bit B : Bits)
    All |= support(B);
  return All;
}

void BitTable::print(raw_ostream &OS, Bit B) const {
  if (B.isConstant()) {
    OS << int(B.offset());
    return;
  }
  ListSeparator Sep(" ^ ");
  for (SymbolId Id : symbolsOf(B)) {
    const BitSymbol &S = Symbols[Id];
    OS << Sep;
    switch (S.K) {
    case BitSymbol::Thread:
      OS << ArrayRef<StringRef>({"x", "y", "z", "lane"})[S.Index] << S.Number;
      break;
    case BitSymbol::Leaf: {
      const Value *V = Leaves[S.Index].first;
      if (V && V->hasName())
        OS << "%" << V->getName();
      else
        OS << "leaf" << S.Index;
      OS << "." << S.Number;
      break;
    }
    case BitSymbol::Product:
      OS << "product" << Id;
      break;
    case BitSymbol::Named:
      OS << "#" << S.Index << "." << S.Number;
      break;
    }
  }
  if (B.offset())
    OS << " ^ 1";
}
