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

/// Returns the symbolic part that all threads share, or nothing if they differ.
std::optional<SymId> ThreadEval::sharedSym(const Entry &E) {
  const SymId First = E.Values.front().Sym;
  if (E.HasSharedSym == Entry::NotAsked)
    E.HasSharedSym =
        !SymbolicIntTable::isVarying(First) &&
                all_of(E.Values, [=](SymbolicInt X) { return X.Sym == First; })
            ? Entry::Shared
            : Entry::NotShared;
  if (E.HasSharedSym == Entry::NotShared)
    return std::nullopt;
  return First;
}

ThreadEval::Entry ThreadEval::sum(const Value *V, const Entry &A,
                                  const Entry &B, unsigned Width, unsigned As) {
  const std::optional<SymId> X = sharedSym(A), Y = sharedSym(B);
  if (!X || !Y)
    return zip(
        V, A, B,
        [&](SymbolicInt P, SymbolicInt Q) { return Terms.add(P, Q, Width); },
        As);
  const SymId Sym = Terms.add({*X, 0}, {*Y, 0}, Width).Sym;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  Entry R;
  R.Reads = A.Reads | B.Reads;
  R.HasSharedSym = Entry::Shared;
  R.Values.resize(NumThreads);
  for (unsigned T = 0; T < NumThreads; ++T)
    R.Values[T] = {Sym, (A.Values[T].Const + B.Values[T].Const) & Mask};
  return R;
}

void ThreadEval::scale(const Value *V, Entry &A, uint64_t Factor,
                       unsigned Width, unsigned As) {
  const std::optional<SymId> X = sharedSym(A);
  if (!X)
    return map(
        V, A, [&](SymbolicInt P) { return Terms.mul(P, Factor, Width); }, As);
  const SymId Sym = Terms.mul({*X, 0}, Factor, Width).Sym;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  for (SymbolicInt &P : A.Values)
    P = {Sym, (P.Const * Factor) & Mask};
}

/// Constants are extended directly. With one symbolic part in all threads, the
/// extension distributes over the sum in every thread if it does so for the
/// largest constant.
void ThreadEval::extend(const Value *V, Entry &A, unsigned From, unsigned To,
                        bool Signed) {
  const std::optional<SymId> X = sharedSym(A);
  const uint64_t Mask = maskTrailingOnes<uint64_t>(To);
  if (X && *X == 0) {
    for (SymbolicInt &P : A.Values)
      P.Const =
          (Signed ? uint64_t(SignExtend64(P.Const, From)) : P.Const) & Mask;
    return;
  }
  if (X) {
    uint64_t Most = 0;
    for (const SymbolicInt &P : A.Values)
      Most = std::max(Most, P.Const);
    const SymbolicInt R = Terms.extend({*X, Most}, From, To, Signed);
    if (Most && R.Const == Most) {
      for (SymbolicInt &P : A.Values)
        P.Sym = R.Sym;
      return;
    }
  }
  map(
      V, A, [&](SymbolicInt P) { return Terms.extend(P, From, To, Signed); },
      2 * To + Signed);
}

/// Applies Each to the constants of both, thread by thread.
template <typename Fn>
static std::vector<SymbolicInt> combine(const std::vector<SymbolicInt> &A,
                                        const std::vector<SymbolicInt> &B,
                                        Fn Each) {
  std::vector<SymbolicInt> R(A.size());
  for (size_t T = 0; T < A.size(); ++T)
    R[T].Const = Each(A[T].Const, B[T].Const);
  return R;
}

/// Computes operations on constants in machine words; returns nothing if a
/// thread has no constant, or for an operation that is not handled here.
std::optional<ThreadEval::Entry> ThreadEval::combineConstants(const Entry &A,
                                                              const Entry &B,
                                                              unsigned Opcode,
                                                              unsigned Width) {
  if (sharedSym(A) != SymId(0) || sharedSym(B) != SymId(0))
    return std::nullopt;
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  const auto IsShift = [&](SymbolicInt X) { return X.Const < Width; };
  const auto IsNotZero = [](SymbolicInt X) { return X.Const != 0; };
  Entry R;
  auto Combine = [&](auto Each) {
    R.Values = combine(A.Values, B.Values, Each);
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
    if (!all_of(B.Values, IsShift))
      return std::nullopt;
    Combine([=](uint64_t X, uint64_t Y) { return (X << Y) & Mask; });
    break;
  case Instruction::LShr:
    if (!all_of(B.Values, IsShift))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X >> Y; });
    break;
  case Instruction::UDiv:
    if (!all_of(B.Values, IsNotZero))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X / Y; });
    break;
  case Instruction::URem:
    if (!all_of(B.Values, IsNotZero))
      return std::nullopt;
    Combine([](uint64_t X, uint64_t Y) { return X % Y; });
    break;
  default:
    return std::nullopt;
  }
  R.Reads = A.Reads | B.Reads;
  R.HasSharedSym = Entry::Shared;
  return R;
}
