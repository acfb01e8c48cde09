//===- BitTable.h - One bit of an integer as an affine form ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluating an address for every thread (ThreadEval.h) gives its value in one
// block of one shape. It does not show that
//
//   col = tid & 7, row = tid >> 3         row in 0..31
//   at  = (row * 8 + col) ^ (row & 7)
//
// is, in any block and for any tid,
//
//   bit 0 = x0 ^ x3    bit 1 = x1 ^ x4    bit 2 = x2 ^ x5    bit 3 = x3 ...
//
// where x0 is bit 0 of threadIdx.x. Such a bit is a constant xor some symbols:
// an affine form over F2. The symbols are
//
//   thread   a bit of threadIdx.x, y, z or of the lane number;
//   leaf     a bit of a value that is not looked through: an argument, a loaded
//            value, the iteration number of a loop;
//   product  the "and" of two forms, p & q, which is not affine;
//   named    a bit of an operation on whole words that is not affine: the upper
//            part of a sum above the column where two unknown bits meet, a
//            product of two unknowns, a comparison.
//
// Forms, products and named words are interned: the same operation on the same
// operands is the same symbol, so two forms are equal exactly if their Codes
// are. This makes p + (x ^ y) comparable with p + (x ^ y ^ 1): the upper half
// of both is named after the same operands.
//
// Support. Each symbol knows what it may depend on: which thread bits, and
// whether it depends on something else that may differ between threads
// ("varies"). A value that depends on neither is the same in every thread of
// the block.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BITS_BITTABLE_H
#define F2LAYOUT_PASSES_BITS_BITTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/KnownBits.h"
#include <vector>

namespace f2layout {
inline namespace passes {

/// A form: Code is twice its number in the table, plus the constant.
/// The form without symbols has number 0, so that 0 and 1 are the constants.
struct Bit {
  uint32_t Code = 0;

  static Bit constant(bool C) { return {C}; }
  bool isConstant() const { return Code < 2; }
  bool isZero() const { return Code == 0; }
  bool isOne() const { return Code == 1; }
  /// The constant of the form.
  bool offset() const { return Code & 1; }
  /// The form without its constant.
  Bit linear() const { return {Code & ~1u}; }
  Bit operator~() const { return {Code ^ 1u}; }
  bool operator==(Bit O) const { return Code == O.Code; }
  bool operator!=(Bit O) const { return Code != O.Code; }
  bool operator<(Bit O) const { return Code < O.Code; }
};

/// Bits of an integer, least significant first.
using BitWord = llvm::SmallVector<Bit, 64>;

/// Positions of thread bits in a mask: threadIdx.x has 10, y 10, z 10, the lane
/// 6.
enum ThreadDim : unsigned { DimX, DimY, DimZ, DimLane };
inline constexpr unsigned ThreadDimBits[] = {10, 10, 10, 6};
inline unsigned threadPlace(unsigned Dim, unsigned N) { return Dim * 10 + N; }

/// What a value may depend on.
struct Support {
  uint64_t Threads = 0; ///< Thread bits, by threadPlace().
  uint64_t Loops = 0;   ///< Loops with divergent exits whose values it uses.
  bool Varies = false;  ///< On something else that may differ by thread.

  void operator|=(const Support &O) {
    Threads |= O.Threads;
    Loops |= O.Loops;
    Varies |= O.Varies;
  }
};

using SymbolId = uint32_t;
using WordId = uint32_t;
using NameId = uint32_t;

struct BitSymbol {
  enum Kind : uint8_t { Thread, Leaf, Product, Named };
  Kind K = Thread;
  /// Thread: dimension. Leaf: number of the leaf. Product: code of one form.
  /// Named: number of the name.
  uint32_t Index = 0;
  /// Which bit. Product: code of the other form.
  uint32_t Number = 0;
  Support Needs;
};

class BitTable {
public:
  BitTable();

  Bit threadBit(unsigned Dim, unsigned N);
  /// The bits of the leaf that V stands for, except for those that Known fixes.
  /// Tag distinguishes several leaves with the same V. The support is that of
  /// the first call.
  BitWord leaf(const llvm::Value *V, unsigned Tag, const llvm::KnownBits &Known,
               Support Needs);
  /// Bit N of the result of an operation (Name, below).
  Bit namedBit(NameId Name, unsigned N);

  Bit exclusiveOr(Bit A, Bit B);
  Bit product(Bit A, Bit B);
  /// C ? A : B.
  Bit choose(Bit C, Bit A, Bit B) {
    return exclusiveOr(B, product(C, exclusiveOr(A, B)));
  }

  /// Interns a word; upper zeros do not count.
  WordId word(llvm::ArrayRef<Bit> Bits);
  llvm::ArrayRef<Bit> bits(WordId W) const { return Words[W]; }
  /// Interns an operation, which is described by all that distinguishes it from
  /// others. Needs covers all operands.
  NameId name(llvm::ArrayRef<uint32_t> Key, Support Needs);

  llvm::ArrayRef<SymbolId> symbolsOf(Bit B) const { return Forms[B.Code / 2]; }
  const BitSymbol &symbol(SymbolId S) const { return Symbols[S]; }
  const llvm::Value *leafValue(uint32_t Leaf) const {
    return Leaves[Leaf].first;
  }
  Support support(Bit B) const;
  Support support(llvm::ArrayRef<Bit> Bits) const;

  /// "x0 ^ y3 ^ 1"; leaves by their names, products and named words by numbers.
  void print(llvm::raw_ostream &OS, Bit B) const;

private:
  using Key = llvm::ArrayRef<uint32_t>;
  Bit makeSymbol(const BitSymbol &S);
  Bit symbolForm(const BitSymbol &S);
  Bit formOf(llvm::ArrayRef<SymbolId> Sorted, bool Offset);
  llvm::ArrayRef<uint32_t> keep(llvm::ArrayRef<uint32_t> List);

  llvm::BumpPtrAllocator Memory;
  std::vector<BitSymbol> Symbols;
  std::vector<uint32_t> FormOfSymbol;
  std::vector<llvm::ArrayRef<SymbolId>> Forms;
  std::vector<llvm::ArrayRef<Bit>> Words;
  std::vector<std::pair<const llvm::Value *, unsigned>> Leaves;
  /// By leaf: its bits; zero for bits that were not requested yet.
  std::vector<llvm::SmallVector<Bit, 0>> LeafBits;
  struct Named {
    Support Needs;
    llvm::SmallVector<Bit, 0> Bits; ///< Zero: not requested yet.
  };
  std::vector<Named> Names;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, SymbolId> SymbolIndex;
  llvm::DenseMap<Key, uint32_t> FormIndex, WordIndex, NameIndex;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, uint32_t> LeafIndex;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Sums;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BITS_BITTABLE_H
