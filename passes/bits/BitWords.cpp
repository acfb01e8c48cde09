//===- BitWords.cpp - Arithmetic on words of affine bits ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitWords.h"
#include "passes/evaluate/SymbolicInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

BitWord BitWords::constant(uint64_t C, unsigned Width) {
  BitWord W;
  for (unsigned N = 0; N < Width; ++N)
    W.push_back(Bit::constant(N < 64 && (C >> N & 1)));
  return W;
}

BitWord BitWords::resized(ArrayRef<Bit> A, unsigned Width) {
  BitWord W(A.take_front(Width));
  W.resize(Width);
  return W;
}

BitWord BitWords::signExtended(ArrayRef<Bit> A, unsigned Width) {
  BitWord W(A);
  W.resize(Width, A.back());
  return W;
}

KnownBits BitWords::known(ArrayRef<Bit> A) {
  uint64_t Zero = 0, One = 0;
  for (unsigned N = 0; N < A.size(); ++N) {
    Zero |= uint64_t(A[N].isZero()) << N;
    One |= uint64_t(A[N].isOne()) << N;
  }
  KnownBits K(A.size());
  K.Zero = APInt(A.size(), Zero);
  K.One = APInt(A.size(), One);
  return K;
}

std::optional<uint64_t> BitWords::asConstant(ArrayRef<Bit> A) {
  uint64_t C = 0;
  for (auto [N, B] : enumerate(A)) {
    if (!B.isConstant())
      return std::nullopt;
    C |= uint64_t(B.offset()) << N;
  }
  return C;
}

bool BitWords::areDisjoint(ArrayRef<Bit> A, ArrayRef<Bit> B) {
  return all_of(zip(A, B), [](auto Both) {
    return std::get<0>(Both).isZero() || std::get<1>(Both).isZero();
  });
}

BitWord BitWords::opaque(unsigned Opcode, unsigned Aux, ArrayRef<Bit> A,
                         ArrayRef<Bit> B, unsigned Width) {
  Support Needs = T.support(A);
  Needs |= T.support(B);
  // Words do not store their width, which decides what an operation is.
  NameId Name =
      T.name({Opcode, Aux, T.word(A), T.word(B), unsigned(A.size())}, Needs);
  BitWord W;
  for (unsigned N = 0; N < Width; ++N)
    W.push_back(T.namedBit(Name, N));
  return W;
}

BitWord BitWords::bitwise(unsigned Opcode, ArrayRef<Bit> A, ArrayRef<Bit> B) {
  BitWord W;
  for (auto [X, Y] : zip_equal(A, B)) {
    if (Opcode == Instruction::Xor)
      W.push_back(T.exclusiveOr(X, Y));
    else if (Opcode == Instruction::And)
      W.push_back(T.product(X, Y));
    else
      W.push_back(~T.product(~X, ~Y));
  }
  return W;
}

static BitWord shiftByConstant(unsigned Opcode, ArrayRef<Bit> A, unsigned By) {
  unsigned Width = A.size();
  BitWord W;
  if (Opcode == Instruction::Shl) {
    W.resize(By);
    append_range(W, A.take_front(Width - By));
    return W;
  }
  append_range(W, A.drop_front(By));
  W.resize(Width, Opcode == Instruction::AShr ? A.back() : Bit());
  return W;
}

/// Amounts by which a shift may shift: as many as the unknown bits allow.
static constexpr unsigned MaxChoices = 3;

BitWord BitWords::shift(unsigned Opcode, ArrayRef<Bit> A, ArrayRef<Bit> By) {
  unsigned Width = A.size();
  SmallVector<unsigned, 4> Unknown;
  uint64_t Fixed = 0;
  for (auto [N, B] : enumerate(By)) {
    if (!B.isConstant())
      Unknown.push_back(N);
    else if (B.offset())
      Fixed |= 1ull << N;
  }
  if (Fixed >= Width) // poison
    return opaque(Opcode, 0, A, By, Width);
  if (Unknown.size() > MaxChoices) {
    BitWord W = opaque(Opcode, 0, A, By, Width);
    if (Opcode == Instruction::Shl)
      for (unsigned N = 0; N < Width && A[N].isZero(); ++N)
        W[N] = A[N];
    if (Opcode != Instruction::Shl)
      for (unsigned N = Width; N-- > 0 && A[N].isZero();)
        W[N] = A[N];
    return W;
  }
  BitWord W = shiftByConstant(Opcode, A, Fixed);
  for (unsigned N : Unknown) {
    // An amount of the width or more is poison, so this bit is zero then.
    uint64_t Step = 1ull << std::min(N, 63u);
    if (Step >= Width)
      continue;
    W = choose(By[N], shiftByConstant(Opcode, W, Step), W);
  }
  return W;
}

BitWord BitWords::multiply(ArrayRef<Bit> A, ArrayRef<Bit> B) {
  unsigned Width = A.size();
  if (asConstant(A))
    std::swap(A, B);
  if (auto C = asConstant(B))
    return sum(BitSummand{A, *C}, 0, Width);
  if (T.word(B) < T.word(A))
    std::swap(A, B);
  auto ZerosOf = [](ArrayRef<Bit> W) {
    return unsigned(find_if(W, [](Bit X) { return !X.isZero(); }) - W.begin());
  };
  unsigned Zeros = ZerosOf(A) + ZerosOf(B);
  if (Zeros >= Width)
    return constant(0, Width);
  unsigned Rest = Width - Zeros;
  BitWord X(A.drop_front(ZerosOf(A))), Y(B.drop_front(ZerosOf(B)));
  // Bits of the product do not depend on higher bits of the factors.
  BitWord High =
      opaque(Instruction::Mul, 0, resized(X, Rest), resized(Y, Rest), Rest);
  High[0] = T.product(X[0], Y[0]);
  BitWord W(Zeros, Bit());
  append_range(W, High);
  return W;
}

BitWord BitWords::divideByConstant(bool Remainder, ArrayRef<Bit> A,
                                   uint64_t Divisor) {
  // x / (m * 2^k) is (x >> k) / m, and the remainder keeps the low k bits.
  unsigned Width = A.size(), K = countr_zero(Divisor);
  uint64_t M = Divisor >> K;
  BitWord High = shiftByConstant(Instruction::LShr, A, K);
  bool Small = known(High).getMaxValue().ult(M);
  if (!Remainder)
    return M == 1 ? High
           : Small
               ? constant(0, Width)
               : opaque(Instruction::UDiv, 0, High, constant(M, Width), Width);
  if (M == 1)
    High = constant(0, Width);
  else if (!Small)
    High = opaque(Instruction::URem, 0, High, constant(M, Width), Width);
  BitWord W(A.take_front(K));
  append_range(W, ArrayRef<Bit>(High).take_front(Width - K));
  return W;
}

BitWord BitWords::divide(unsigned Opcode, ArrayRef<Bit> A, ArrayRef<Bit> B) {
  unsigned Width = A.size();
  bool Remainder = Opcode == Instruction::URem || Opcode == Instruction::SRem;
  bool Signed = Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
  std::optional<uint64_t> C = asConstant(B);
  bool Positive = A.back().isZero() && B.back().isZero();
  if (!C || *C == 0 || (Signed && !Positive))
    return opaque(Opcode, 0, A, B, Width);
  return divideByConstant(Remainder, A, *C);
}

BitWord BitWords::choose(Bit Condition, ArrayRef<Bit> A, ArrayRef<Bit> B) {
  BitWord W;
  for (auto [X, Y] : zip_equal(A, B))
    W.push_back(T.choose(Condition, X, Y));
  return W;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

Bit BitWords::areEqual(ArrayRef<Bit> A, ArrayRef<Bit> B) {
  BitWord Differ;
  for (auto [X, Y] : zip_equal(A, B)) {
    Bit D = T.exclusiveOr(X, Y);
    if (D.isOne())
      return Bit::constant(false);
    if (!D.isZero() && !is_contained(Differ, D))
      Differ.push_back(D);
    // x ^ y and its complement: one of them is 1.
    if (!D.isZero() && is_contained(Differ, ~D))
      return Bit::constant(false);
  }
  if (Differ.empty())
    return Bit::constant(true);
  if (Differ.size() == 1)
    return ~Differ.front();
  llvm::sort(Differ);
  return opaque(Instruction::ICmp, CmpInst::ICMP_EQ, Differ, {}, 1).front();
}

/// Unsigned A < B.
Bit BitWords::isLess(ArrayRef<Bit> A, ArrayRef<Bit> B) {
  // Equal upper bits decide nothing, and neither do equal lower ones.
  while (!A.empty() && A.back() == B.back()) {
    A = A.drop_back();
    B = B.drop_back();
  }
  while (!A.empty() && A.front() == B.front()) {
    A = A.drop_front();
    B = B.drop_front();
  }
  if (A.empty())
    return Bit::constant(false);
  KnownBits X = known(A), Y = known(B);
  if (X.getMaxValue().ult(Y.getMinValue()))
    return Bit::constant(true);
  if (X.getMinValue().uge(Y.getMaxValue()))
    return Bit::constant(false);
  if (A.size() == 1)
    return T.product(~A[0], B[0]);
  // x < 2^k: the bits from k on are zero.
  if (auto C = asConstant(B); C && isPowerOf2_64(*C)) {
    ArrayRef<Bit> Upper = A.drop_front(Log2_64(*C));
    return areEqual(Upper, constant(0, Upper.size()));
  }
  // 2^k - 1 < x: impossible.
  if (auto C = asConstant(A); C && (*C == 0 || isMask_64(*C))) {
    ArrayRef<Bit> Upper = B.drop_front(Log2_64(*C + 1));
    return ~areEqual(Upper, constant(0, Upper.size()));
  }
  return opaque(Instruction::ICmp, CmpInst::ICMP_ULT, A, B, 1).front();
}

Bit BitWords::compare(CmpInst::Predicate P, ArrayRef<Bit> A, ArrayRef<Bit> B) {
  if (P == CmpInst::ICMP_EQ)
    return areEqual(A, B);
  if (P == CmpInst::ICMP_NE)
    return ~areEqual(A, B);
  BitWord X(A), Y(B);
  if (CmpInst::isSigned(P)) { // the same order with the sign bits flipped
    X.back() = ~X.back();
    Y.back() = ~Y.back();
    P = ICmpInst::getUnsignedPredicate(P);
  }
  if (P == CmpInst::ICMP_UGT || P == CmpInst::ICMP_ULE)
    std::swap(X, Y);
  Bit Less = isLess(X, Y);
  bool Negate = P == CmpInst::ICMP_UGE || P == CmpInst::ICMP_ULE;
  return Negate ? ~Less : Less;
}
