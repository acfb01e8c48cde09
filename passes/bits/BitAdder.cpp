//===- BitAdder.cpp - Sums of words, column by column ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitWords.h"
#include "passes/evaluate/SymbolicInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// A coefficient with more signed powers of two than this is not decomposed.
static constexpr unsigned MaxPowers = 3;

namespace {

/// Adds columns from the least significant one on, as long as the carry is an
/// affine form.
class ColumnAdder {
public:
  ColumnAdder(BitTable &T, uint64_t Constant, unsigned Width)
      : T(T), Constant(Constant & maskTrailingOnes<uint64_t>(Width)),
        Width(Width) {}

  /// Adds Word << Shift.
  void add(ArrayRef<Bit> Word, unsigned Shift) {
    if (Shift >= Width)
      return;
    BitWord W(Shift, Bit::constant(false));
    append_range(W, Word.take_front(Width - Shift));
    Rows.push_back(std::move(W));
  }
  /// Subtracts it: -v is ~v + 1.
  void subtract(ArrayRef<Bit> Word, unsigned Shift) {
    if (Shift >= Width)
      return;
    BitWord W(Width, Bit::constant(true));
    for (auto [N, B] : enumerate(Word.take_front(Width - Shift)))
      W[Shift + N] = ~B;
    Rows.push_back(std::move(W));
    Constant = (Constant + 1) & maskTrailingOnes<uint64_t>(Width);
  }

  BitWord run() {
    BitWord Sum;
    for (unsigned N = 0; N < Width; ++N) {
      if (addColumn(N, Sum))
        continue;
      nameRest(N, Sum);
      break;
    }
    return Sum;
  }

private:
  /// Counts column N; forms that occur twice carry.
  void collect(unsigned N);
  /// Returns false if the carry out of column N is not affine. Column N itself
  /// is affine and done.
  bool addColumn(unsigned N, BitWord &Sum);
  void nameRest(unsigned N, BitWord &Sum);

  BitTable &T;
  SmallVector<BitWord, 4> Rows;
  uint64_t Constant;
  unsigned Width;
  uint64_t CarryCount = 0;
  SmallVector<Bit, 4> Carry;
  /// The forms of the current column.
  uint64_t Ones = 0;
  SmallVector<Bit, 8> Left;
  SmallVector<Bit, 4> NextCarry;
};

} // namespace

void ColumnAdder::collect(unsigned N) {
  Left.clear();
  NextCarry.clear();
  Ones = CarryCount + (Constant >> N & 1);
  SmallVector<Bit, 8> All(Carry.begin(), Carry.end());
  for (const BitWord &R : Rows)
    if (N < R.size())
      All.push_back(R[N]);
  llvm::sort(All); // a form and its complement are neighbours
  for (size_t I = 0; I < All.size();) {
    unsigned Count[2] = {0, 0};
    Bit Form = All[I].linear();
    for (; I < All.size() && All[I].linear() == Form; ++I)
      ++Count[All[I].offset()];
    if (Form.isZero()) {
      Ones += Count[1];
      continue;
    }
    // f + ~f is 1; some copies of f or of ~f remain.
    Ones += std::min(Count[0], Count[1]);
    Bit Rest = Count[1] > Count[0] ? ~Form : Form;
    unsigned Times =
        std::max(Count[0], Count[1]) - std::min(Count[0], Count[1]);
    if (Times & 1)
      Left.push_back(Rest);
    NextCarry.append(Times / 2, Rest);
  }
}

bool ColumnAdder::addColumn(unsigned N, BitWord &Sum) {
  collect(N);
  Bit Parity = Bit::constant(Ones & 1);
  for (Bit B : Left)
    Parity = T.exclusiveOr(Parity, B);
  Sum.push_back(Parity);
  if (Left.size() > 1)
    return false;
  // An odd count and f make (count - 1) / 2 + f pairs.
  if (Left.size() == 1 && (Ones & 1))
    NextCarry.push_back(Left.front());
  CarryCount = Ones >> 1;
  Carry = NextCarry;
  return true;
}

/// The columns above N are bits of the sum of all rows from column N on.
void ColumnAdder::nameRest(unsigned N, BitWord &Sum) {
  SmallVector<uint32_t, 8> Key;
  Support Needs = T.support(Carry);
  uint64_t Fixed = Constant >> N;
  for (const BitWord &R : Rows) {
    ArrayRef<Bit> Part =
        ArrayRef<Bit>(R).drop_front(std::min<size_t>(N, R.size()));
    if (WordId W = T.word(Part))
      Key.push_back(W);
    Needs |= T.support(Part);
  }
  llvm::sort(Key);
  uint32_t NumRows = Key.size();
  SmallVector<Bit, 4> Ordered(Carry);
  llvm::sort(Ordered);
  for (Bit B : Ordered)
    Key.push_back(B.Code);
  Fixed = (Fixed + CarryCount) & maskTrailingOnes<uint64_t>(Width - N);
  Key.insert(Key.begin(), {uint32_t(Instruction::Add), NumRows, uint32_t(Fixed),
                           uint32_t(Fixed >> 32)});
  NameId Name = T.name(Key, Needs);
  for (unsigned I = N + 1; I < Width; ++I)
    Sum.push_back(T.namedBit(Name, I - N));
}

BitWord BitWords::sum(ArrayRef<BitSummand> Summands, uint64_t Constant,
                      unsigned Width) {
  if (Summands.size() == 1 && !(Constant & maskTrailingOnes<uint64_t>(Width)) &&
      Summands.front().Coefficient == 1)
    return resized(Summands.front().Word, Width);
  ColumnAdder Adder(T, Constant, Width);
  for (const BitSummand &S : Summands) {
    // Non-adjacent form: 7 is 8 - 1.
    SmallVector<std::pair<unsigned, bool>, 8> Powers;
    uint64_t C = S.Coefficient & maskTrailingOnes<uint64_t>(Width);
    for (unsigned N = 0; N < Width && C; ++N, C >>= 1) {
      if (!(C & 1))
        continue;
      bool Minus = (C & 3) == 3;
      Powers.push_back({N, Minus});
      C = Minus ? C + 1 : C - 1;
      if (Minus && C == 0) // carried out of 64 bits
        break;
    }
    if (Powers.size() <= MaxPowers) {
      for (auto [Shift, Minus] : Powers)
        Minus ? Adder.subtract(S.Word, Shift) : Adder.add(S.Word, Shift);
      continue;
    }
    unsigned Zeros = Powers.front().first;
    BitWord Factor =
        constant((S.Coefficient & maskTrailingOnes<uint64_t>(Width)) >> Zeros,
                 Width - Zeros);
    Adder.add(opaque(Instruction::Mul, 0, resized(S.Word, Width - Zeros),
                     Factor, Width - Zeros),
              Zeros);
  }
  return Adder.run();
}
