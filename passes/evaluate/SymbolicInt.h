//===- SymbolicInt.h - Integers as constant plus opaque parts -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What thread t computes is known only up to what the launch decides:
//
//   y = blockIdx.y * 32 + threadIdx.y;   if (y + 8 < height) ...
//
// For thread (3, 5) that is  y = 32*ctaid.y + 5  and the comparison is
// slt(32*ctaid.y + 13, height). A SymbolicInt is such an integer: a constant,
// which differs from thread to thread, plus an interned symbolic part. Two
// threads (or a store and a load) computed the same value exactly if their
// symbolic integers are equal. The symbolic part is a linear combination of
// atoms, modulo 2^width. An atom is an opaque value (an argument, a block
// index), or a non-linear operation on symbolic integers (the comparison
// above).
//
// The legality rules need equality. If the reader's predicate equals the
// writer's, the reader never sees a byte whose writer was masked off. Two
// addresses with equal symbolic parts differ by the difference of their
// constants.
//
// A value that depends on memory varies: no two threads are known to agree on
// it. Its identifier names the value and the thread; nothing is interned for
// it, and whatever is computed from it varies, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_SYMBOLICINT_H
#define F2LAYOUT_PASSES_EVALUATE_SYMBOLICINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <optional>
#include <vector>

namespace f2layout {
inline namespace passes {

/// An interned symbolic part; 0 for constants, which have none. The identifiers
/// of varying values name a value and a thread, and are not stored.
using SymId = uint64_t;

/// The integer Sym + Const modulo 2^width. The width is that of the value it
/// stands for and is not repeated here. Const is kept reduced.
struct SymbolicInt {
  SymId Sym = 0;
  uint64_t Const = 0;
  bool isConst() const { return Sym == 0; }
  bool operator==(const SymbolicInt &O) const {
    return Sym == O.Sym && Const == O.Const;
  }
  bool operator!=(const SymbolicInt &O) const { return !(*this == O); }
};
/// Interns atoms and linear combinations of them. Widths are at most 64.
class SymbolicIntTable {
public:
  SymbolicIntTable();
  ~SymbolicIntTable();

  /// A value that is the same in every thread. Known: what is known of its bits
  /// (of the value's width).
  SymbolicInt opaque(const llvm::Value *V, const llvm::KnownBits &Known);
  /// The identifier that a varying value has in thread 0; add t for thread t.
  /// As numbers a function of V, and is 0 for V itself; identifiers of
  /// different functions differ.
  SymId varying(const llvm::Value *V, unsigned As = 0);
  /// Numbers the evaluations that use this table, from 1 on.
  unsigned countEvaluation() { return ++Evaluations; }
  /// A non-linear operation. Opcode and Aux (predicate, source width) identify
  /// it; equal operands give equal terms.
  SymbolicInt operation(unsigned Opcode, unsigned Aux,
                        llvm::ArrayRef<SymbolicInt> Operands, unsigned Width,
                        const llvm::KnownBits &Known);

  SymbolicInt add(SymbolicInt A, SymbolicInt B, unsigned Width);
  SymbolicInt sub(SymbolicInt A, SymbolicInt B, unsigned Width);
  SymbolicInt mul(SymbolicInt A, uint64_t Factor, unsigned Width);
  SymbolicInt truncate(SymbolicInt A, unsigned From, unsigned To);
  /// Extension keeps the constant apart from the symbolic part only where the
  /// known bits show that their sum does not wrap.
  SymbolicInt extend(SymbolicInt A, unsigned From, unsigned To, bool Signed);

  /// What is known of the bits of a term.
  llvm::KnownBits known(SymbolicInt A, unsigned Width) const;
  /// True if a varying value takes part.
  static bool isVarying(SymId S) { return S & VaryingBit; }
  /// The opaque values that a symbolic part is made of.
  void collectLeaves(SymId S,
                     llvm::SmallVectorImpl<const llvm::Value *> &Leaves) const;
  /// A symbolic part as atoms and their coefficients, sorted by atom; until the
  /// next term is made.
  using Summand = std::pair<uint32_t, uint64_t>; ///< Atom, coefficient.
  llvm::ArrayRef<Summand> summands(SymId S) const {
    assert(!isVarying(S) && "what varies is no sum");
    return Syms[S].Sum;
  }
  /// If S holds exactly one opaque V of the given predicate with coefficient 1:
  /// V, and what remains in Rest.
  template <typename Predicate>
  const llvm::Value *splitOpaque(SymId S, unsigned Width, Predicate P,
                                 SymId &Rest);

private:
  /// The identifier of a varying value: this bit, the number of the value and
  /// the function, and the thread.
  static constexpr SymId VaryingBit = SymId(1) << 63;
  static constexpr unsigned ThreadBits = 16;

  /// What makes an atom what it is, besides its width.
  struct AtomKey {
    const llvm::Value *Leaf = nullptr; ///< An opaque value, or null.
    llvm::ArrayRef<SymbolicInt> Operands;
    unsigned Opcode = 0, Aux = 0;
  };
  struct Atom {
    const llvm::Value *Leaf = nullptr;
    llvm::SmallVector<SymbolicInt, 2> Operands;
    llvm::KnownBits Known;
    unsigned Opcode = 0, Aux = 0;
    uint32_t SameHash = ~0u; ///< The next atom with the same hash.
    SymId Alone = 0;         ///< The sum of this atom, times 1, and no other.
  };
  struct Sym {
    llvm::SmallVector<Summand, 2> Sum; ///< Sorted by atom.
    unsigned Width = 0;
    uint32_t SameHash = ~0u; ///< The next sum with the same hash.
    /// Found out when somebody asks.
    mutable std::optional<llvm::KnownBits> Known;
  };

  SymbolicInt atomTerm(uint64_t Hash, const AtomKey &Key,
                       const llvm::KnownBits &Known);
  SymId intern(llvm::ArrayRef<Summand> Sum, unsigned Width);
  const llvm::KnownBits &knownOf(const Sym &S) const;

  // To grow a vector of small vectors would copy each of them.
  std::deque<Atom> Atoms;
  std::deque<Sym> Syms;
  /// From hashes to the newest atom, and to the newest sum of other than one
  /// atom alone, that have them.
  llvm::DenseMap<uint64_t, uint32_t> AtomIndex, SymIndex;
  llvm::DenseMap<std::pair<std::pair<SymId, SymId>, unsigned>, SymId> Sums;
  /// The values of which something varies, and the number of each function.
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, uint64_t>
      VaryingIndex;
  std::vector<const llvm::Value *> VaryingLeaves;
  unsigned Evaluations = 0;
};

template <typename Predicate>
const llvm::Value *SymbolicIntTable::splitOpaque(SymId S, unsigned Width,
                                                 Predicate P, SymId &Rest) {
  const llvm::Value *Found = nullptr;
  llvm::SmallVector<Summand, 2> Others;
  if (isVarying(S))
    return nullptr;
  for (const Summand &T : Syms[S].Sum) {
    const Atom &A = Atoms[T.first];
    if (A.Leaf && P(A.Leaf)) {
      if (Found || T.second != 1)
        return nullptr;
      Found = A.Leaf;
    } else {
      Others.push_back(T);
    }
  }
  Rest = intern(Others, Width);
  return Found;
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_SYMBOLICINT_H
