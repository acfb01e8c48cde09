//===- SymbolicInt.cpp - Integers as constant plus opaque parts -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/SymbolicInt.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;
using namespace f2layout;

SymbolicIntTable::SymbolicIntTable() { Syms.emplace_back(); }

SymbolicIntTable::~SymbolicIntTable() = default;

/// Mixes the words of a key (a 64-bit finaliser of the kind MurmurHash has).
static uint64_t mix(uint64_t Hash, uint64_t Word) {
  uint64_t H = (Hash ^ Word) * 0xff51afd7ed558ccdull;
  return H ^ H >> 32;
}

SymbolicInt SymbolicIntTable::atomTerm(uint64_t Hash, const AtomKey &Key,
                                       const KnownBits &Known) {
  const unsigned Width = Known.getBitWidth();
  // DenseMap reserves the two largest keys.
  Hash &= ~0ull >> 1;
  auto [It, New] = AtomIndex.try_emplace(Hash, Atoms.size());
  uint32_t Next = ~0u;
  if (!New) {
    for (uint32_t I = It->second; I != ~0u; I = Atoms[I].SameHash) {
      const Atom &B = Atoms[I];
      if (B.Leaf == Key.Leaf && B.Opcode == Key.Opcode && B.Aux == Key.Aux &&
          B.Known.getBitWidth() == Width &&
          ArrayRef<SymbolicInt>(B.Operands) == Key.Operands)
        return {B.Alone, 0};
    }
    Next = It->second;
    It->second = Atoms.size();
  }
  Atom &A = Atoms.emplace_back();
  A.Leaf = Key.Leaf;
  A.Operands.assign(Key.Operands.begin(), Key.Operands.end());
  A.Known = Known;
  A.Opcode = Key.Opcode;
  A.Aux = Key.Aux;
  A.SameHash = Next;
  A.Alone = Syms.size();
  Sym &S = Syms.emplace_back();
  S.Width = Width;
  S.Sum.push_back({uint32_t(Atoms.size() - 1), 1});
  return {A.Alone, 0};
}

SymbolicInt SymbolicIntTable::opaque(const Value *V, const KnownBits &Known) {
  AtomKey Key;
  Key.Leaf = V;
  const uint64_t Hash =
      mix(reinterpret_cast<uintptr_t>(V), Known.getBitWidth());
  return atomTerm(Hash, Key, Known);
}

SymId SymbolicIntTable::varying(const Value *V, unsigned As) {
  auto [It, New] = VaryingIndex.try_emplace({V, As}, VaryingLeaves.size());
  if (New)
    VaryingLeaves.push_back(V);
  return VaryingBit | It->second << ThreadBits;
}

SymbolicInt SymbolicIntTable::operation(unsigned Opcode, unsigned Aux,
                                        ArrayRef<SymbolicInt> Operands,
                                        unsigned Width,
                                        const KnownBits &Known) {
  assert(Known.getBitWidth() == Width);
  uint64_t Hash = mix(mix(Opcode, Aux), Width);
  for (const SymbolicInt &T : Operands) {
    assert(!isVarying(T.Sym) && "of what varies nothing is computed");
    Hash = mix(mix(Hash, T.Sym), T.Const);
  }
  return atomTerm(Hash, {nullptr, Operands, Opcode, Aux}, Known);
}

/// The atom that the sum consists of, if it is one atom of this width times 1;
/// else null.
template <typename AtomList>
static auto *atomAlone(const AtomList &Atoms,
                       ArrayRef<SymbolicIntTable::Summand> Sum,
                       unsigned Width) {
  const auto *Atom =
      Sum.size() == 1 && Sum[0].second == 1 ? &Atoms[Sum[0].first] : nullptr;
  return Atom && Atom->Known.getBitWidth() == Width ? Atom : nullptr;
}

SymId SymbolicIntTable::intern(ArrayRef<Summand> Sum, unsigned Width) {
  if (Sum.empty())
    return 0;
  if (const auto *Atom = atomAlone(Atoms, Sum, Width))
    return Atom->Alone;
  uint64_t Hash = Width;
  for (const Summand &T : Sum)
    Hash = mix(mix(Hash, T.first), T.second);
  Hash &= ~0ull >> 1;
  auto [It, New] = SymIndex.try_emplace(Hash, Syms.size());
  Sym S;
  if (!New) {
    for (uint32_t I = It->second; I != ~0u; I = Syms[I].SameHash)
      if (Syms[I].Width == Width && Sum == ArrayRef<Summand>(Syms[I].Sum))
        return I;
    S.SameHash = It->second;
    It->second = Syms.size();
  }
  S.Width = Width;
  S.Sum.assign(Sum.begin(), Sum.end());
  Syms.push_back(std::move(S));
  return Syms.size() - 1;
}

SymbolicInt SymbolicIntTable::add(SymbolicInt A, SymbolicInt B,
                                  unsigned Width) {
  SymbolicInt R;
  R.Const = (A.Const + B.Const) & maskTrailingOnes<uint64_t>(Width);
  if (A.Sym == 0 || B.Sym == 0) {
    R.Sym = A.Sym | B.Sym;
    return R;
  }
  assert(!isVarying(A.Sym) && !isVarying(B.Sym));
  auto Cached = Sums.find({{A.Sym, B.Sym}, Width});
  if (Cached != Sums.end()) {
    R.Sym = Cached->second;
    return R;
  }
  SmallVector<Summand, 2> Sum;
  const auto &L = Syms[A.Sym].Sum, &M = Syms[B.Sym].Sum;
  for (size_t I = 0, J = 0; I < L.size() || J < M.size();) {
    if (J == M.size() || (I < L.size() && L[I].first < M[J].first)) {
      Sum.push_back(L[I++]);
    } else if (I == L.size() || M[J].first < L[I].first) {
      Sum.push_back(M[J++]);
    } else {
      uint64_t Factor =
          (L[I].second + M[J].second) & maskTrailingOnes<uint64_t>(Width);
      if (Factor)
        Sum.push_back({L[I].first, Factor});
      ++I, ++J;
    }
  }
  R.Sym = intern(Sum, Width);
  Sums[{{A.Sym, B.Sym}, Width}] = R.Sym;
  return R;
}

SymbolicInt SymbolicIntTable::mul(SymbolicInt A, uint64_t Factor,
                                  unsigned Width) {
  SymbolicInt R;
  R.Const = (A.Const * Factor) & maskTrailingOnes<uint64_t>(Width);
  if (A.Sym == 0)
    return R;
  if (Factor == 1 && Syms[A.Sym].Width == Width) {
    R.Sym = A.Sym;
    return R;
  }
  SmallVector<Summand, 2> Sum;
  for (const Summand &T : Syms[A.Sym].Sum)
    if (uint64_t C = (T.second * Factor) & maskTrailingOnes<uint64_t>(Width))
      Sum.push_back({T.first, C});
  R.Sym = intern(Sum, Width);
  return R;
}

SymbolicInt SymbolicIntTable::sub(SymbolicInt A, SymbolicInt B,
                                  unsigned Width) {
  return add(A, mul(B, maskTrailingOnes<uint64_t>(Width), Width), Width);
}

SymbolicInt SymbolicIntTable::truncate(SymbolicInt A, unsigned From,
                                       unsigned To) {
  SymbolicInt R = {0, A.Const & maskTrailingOnes<uint64_t>(To)};
  if (A.Sym == 0)
    return R;
  for (const Summand &T : Syms[A.Sym].Sum) {
    KnownBits Known = Atoms[T.first].Known.trunc(To);
    SymbolicInt One = {intern(Summand{T.first, 1}, From), 0};
    SymbolicInt Part = operation(Instruction::Trunc, From, One, To, Known);
    R = add(R, mul(Part, T.second & maskTrailingOnes<uint64_t>(To), To), To);
  }
  return R;
}

SymbolicInt SymbolicIntTable::extend(SymbolicInt A, unsigned From, unsigned To,
                                     bool Signed) {
  if (A.Sym == 0) {
    APInt C(From, A.Const);
    return {0, (Signed ? C.sext(To) : C.zext(To)).getZExtValue()};
  }
  // Both extensions agree, and distribute over the sum, while every partial sum
  // stays below the sign bit (or below 2^From for the unsigned one).
  assert(From < To && To <= 64);
  const uint64_t Limit = 1ull << (Signed ? From - 1 : From);
  uint64_t Max = A.Const;
  bool IsAbove = false;
  for (const Summand &T : Syms[A.Sym].Sum) {
    const uint64_t Most = Atoms[T.first].Known.getMaxValue().getZExtValue();
    Max = SaturatingMultiplyAdd(T.second, Most, Max, &IsAbove);
    if (IsAbove)
      break;
  }
  if (IsAbove || Max >= Limit) {
    KnownBits Known = known(A, From);
    return operation(Signed ? Instruction::SExt : Instruction::ZExt, From, A,
                     To, Signed ? Known.sext(To) : Known.zext(To));
  }
  SymbolicInt R = {0, A.Const};
  for (const Summand &T : Syms[A.Sym].Sum) {
    SymbolicInt One = {intern(Summand{T.first, 1}, From), 0};
    SymbolicInt Part = operation(Instruction::ZExt, From, One, To,
                                 Atoms[T.first].Known.zext(To));
    R = add(R, mul(Part, T.second, To), To);
  }
  return R;
}

const KnownBits &SymbolicIntTable::knownOf(const Sym &S) const {
  if (S.Known)
    return *S.Known;
  if (const auto *Atom = atomAlone(Atoms, S.Sum, S.Width))
    return Atom->Known;
  KnownBits Known = KnownBits::makeConstant(APInt(S.Width, 0));
  for (const Summand &T : S.Sum) {
    KnownBits Factor =
        KnownBits::makeConstant(compat::lowBits(S.Width, T.second));
    Known = compat::sumOf(Known, KnownBits::mul(Atoms[T.first].Known, Factor));
  }
  return S.Known.emplace(std::move(Known));
}

KnownBits SymbolicIntTable::known(SymbolicInt A, unsigned Width) const {
  if (isVarying(A.Sym))
    return KnownBits(Width);
  KnownBits C = KnownBits::makeConstant(APInt(Width, A.Const));
  if (A.Sym == 0)
    return C;
  // Of an unknown summand's bits none is known in the sum.
  const KnownBits &Known = knownOf(Syms[A.Sym]);
  return A.Const == 0 || Known.isUnknown() ? Known : compat::sumOf(Known, C);
}

void SymbolicIntTable::collectLeaves(
    SymId S, SmallVectorImpl<const Value *> &Leaves) const {
  SmallVector<SymId, 8> Work = {S};
  DenseMap<SymId, bool> Seen;
  while (!Work.empty()) {
    SymId Id = Work.pop_back_val();
    if (Seen.lookup(Id))
      continue;
    Seen[Id] = true;
    if (isVarying(Id)) {
      Leaves.push_back(VaryingLeaves[(Id & ~VaryingBit) >> ThreadBits]);
      continue;
    }
    for (const Summand &T : Syms[Id].Sum) {
      const Atom &A = Atoms[T.first];
      if (A.Leaf)
        Leaves.push_back(A.Leaf);
      for (const SymbolicInt &O : A.Operands)
        Work.push_back(O.Sym);
    }
  }
}
