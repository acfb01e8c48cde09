//===- BitWords.h - Arithmetic on words of affine bits --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of an instruction on words of affine forms (BitTable.h). Xor,
// shifts by constants, extension and truncation only rename bits. "And" needs
// products where neither form is a constant. Sums are more involved:
//
//   p   = p7 p6 p5 p4  0  0  0  0         a pointer aligned to 16
//   t   =          x2 x1 x0  0  0         4 * threadIdx.x
//   p+t = #3 #2 #1 p4^x2 x1 x0 0  0
//
// Columns are added from the least significant one on. Constants are counted;
// equal forms cancel in pairs and carry. As long as at most one form remains,
// the column and its carry are affine. Two different forms f and g carry f & g,
// which is not affine. The column itself is still f ^ g, and the columns above
// it become bits of a name: "sum of these words from here on". The name
// consists of the parts of the operands that take part, from that column on, in
// an order that does not depend on the order of addition. So p + t + i, i in
// 0..3, has the same bits from bit 2 on for every i.
//
// Functions on words of the same width return a word of that width.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BITS_BITWORDS_H
#define F2LAYOUT_PASSES_BITS_BITWORDS_H

#include "passes/bits/BitTable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/KnownBits.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// One summand: Coefficient times the word.
struct BitSummand {
  llvm::ArrayRef<Bit> Word;
  uint64_t Coefficient = 1;
};

class BitWords {
public:
  explicit BitWords(BitTable &Table) : T(Table) {}

  static BitWord constant(uint64_t C, unsigned Width);
  /// Truncates the word, or appends zeros.
  static BitWord resized(llvm::ArrayRef<Bit> A, unsigned Width);
  static BitWord signExtended(llvm::ArrayRef<Bit> A, unsigned Width);
  /// The bits that are constants.
  static llvm::KnownBits known(llvm::ArrayRef<Bit> A);
  /// The value, if all bits are constants.
  static std::optional<uint64_t> asConstant(llvm::ArrayRef<Bit> A);
  /// At no position are both possibly nonzero, so or, xor and sum agree.
  static bool areDisjoint(llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);

  /// And, Or, Xor.
  BitWord bitwise(unsigned Opcode, llvm::ArrayRef<Bit> A,
                  llvm::ArrayRef<Bit> B);
  /// Shl, LShr, AShr by any amount. A shift by the width or more is poison.
  BitWord shift(unsigned Opcode, llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> By);
  /// The sum of all summands and Constant, modulo 2^Width.
  BitWord sum(llvm::ArrayRef<BitSummand> Summands, uint64_t Constant,
              unsigned Width);
  BitWord multiply(llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);
  /// UDiv, SDiv, URem, SRem.
  BitWord divide(unsigned Opcode, llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);
  BitWord choose(Bit Condition, llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);
  Bit compare(llvm::CmpInst::Predicate P, llvm::ArrayRef<Bit> A,
              llvm::ArrayRef<Bit> B);
  /// The result of an operation about which only its operands are known.
  BitWord opaque(unsigned Opcode, unsigned Aux, llvm::ArrayRef<Bit> A,
                 llvm::ArrayRef<Bit> B, unsigned Width);

private:
  Bit areEqual(llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);
  Bit isLess(llvm::ArrayRef<Bit> A, llvm::ArrayRef<Bit> B);
  BitWord divideByConstant(bool Remainder, llvm::ArrayRef<Bit> A,
                           uint64_t Divisor);

  BitTable &T;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BITS_BITWORDS_H
