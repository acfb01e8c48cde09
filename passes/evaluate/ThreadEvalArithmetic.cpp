//===- ThreadEvalArithmetic.cpp - Sums and products of all threads --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"
#include "passes/evaluate/ThreadEvalZip.h"

using namespace llvm;
using namespace f2layout;

ThreadEval::Entry ThreadEval::sum(const Value *V, const Entry &A,
                                  const Entry &B, unsigned Width, unsigned As) {
  const std::optional<SymId> X = A.Values.sharedSym(), Y = B.Values.sharedSym();
  if (!X || !Y)
    return zip(
        V, A, B,
        [&](SymbolicInt P, SymbolicInt Q) { return Terms.add(P, Q, Width); },
        As);
  const SymId Sym = Terms.add({*X, 0}, {*Y, 0}, Width).Sym;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  return {ThreadValues::combine(
              Sym, A.Values, B.Values,
              [=](uint64_t P, uint64_t Q) { return (P + Q) & Mask; }),
          uint8_t(A.Reads | B.Reads)};
}

void ThreadEval::scale(const Value *V, Entry &A, uint64_t Factor,
                       unsigned Width, unsigned As) {
  const std::optional<SymId> X = A.Values.sharedSym();
  if (!X)
    return map(
        V, A, [&](SymbolicInt P) { return Terms.mul(P, Factor, Width); }, As);
  const SymId Sym = Terms.mul({*X, 0}, Factor, Width).Sym;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  A.Values.replace(Sym, [=](uint64_t C) { return (C * Factor) & Mask; });
}

/// Constants are extended directly. With one symbolic part in all threads, the
/// extension distributes over the sum in every thread if it does so for the
/// largest constant.
void ThreadEval::extend(const Value *V, Entry &A, unsigned From, unsigned To,
                        bool Signed) {
  const std::optional<SymId> X = A.Values.sharedSym();
  const uint64_t Mask = maskTrailingOnes<uint64_t>(To);
  if (X && *X == 0) {
    A.Values.replace(0, [=](uint64_t C) {
      return (Signed ? uint64_t(SignExtend64(C, From)) : C) & Mask;
    });
    return;
  }
  if (X) {
    const ArrayRef<uint64_t> Constants = A.Values.constants();
    const uint64_t Most = *max_element(Constants);
    const SymbolicInt R = Terms.extend({*X, Most}, From, To, Signed);
    if (Most && R.Const == Most) {
      A.Values.replace(R.Sym, [](uint64_t C) { return C; });
      return;
    }
  }
  map(
      V, A, [&](SymbolicInt P) { return Terms.extend(P, From, To, Signed); },
      2 * To + Signed);
}

/// Computes operations on constants in machine words; returns nothing if a
/// thread has no constant, or for an operation that is not handled here.
std::optional<ThreadEval::Entry> ThreadEval::combineConstants(const Entry &A,
                                                              const Entry &B,
                                                              unsigned Opcode,
                                                              unsigned Width) {
  if (A.Values.sharedSym() != SymId(0) || B.Values.sharedSym() != SymId(0))
    return std::nullopt;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  const ArrayRef<uint64_t> Second = B.Values.constants();
  const auto IsShift = [&](uint64_t C) { return C < Width; };
  const auto IsNotZero = [](uint64_t C) { return C != 0; };
  Entry R;
  auto Combine = [&](auto Each) {
    R.Values = ThreadValues::combine(0, A.Values, B.Values, Each);
  };
  switch (Opcode) {
  case Instruction::Sub:
    Combine([=](uint64_t X, uint64_t Y) { return (X - Y) & Mask; });
    break;
  case Instruction::Mul:
    Combine([=](uint64_t X, uint64_t Y) { return (X * Y) & Mask; });
    break;
  case Instruction::And:
    Combine([](uint64_t X, uint64_t Y) { return X & Y; });
    break;
  case Instruction::Or:
    Combine([](uint64_t X, uint64_t Y) { return X | Y; });
    break;
  case Instruction::Xor:
    Combine([](uint64_t X, uint64_t Y) { return X ^ Y; });
    break;
  case Instruction::Shl:
    if (!all_of(Second, IsShift))
      return std::nullopt;
    Combine([=](uint64_t X, uint64_t Y) { return (X << Y) & Mask; });
    break;
  case Instruction::LShr:
    if (!all_of(Second, IsShift))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X >> Y; });
    break;
  case Instruction::UDiv:
    if (!all_of(Second, IsNotZero))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X / Y; });
    break;
  case Instruction::URem:
    if (!all_of(Second, IsNotZero))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X % Y; });
    break;
  default:
    return std::nullopt;
  }
  R.Reads = A.Reads | B.Reads;
  return R;
}
