//===- ThreadValues.cpp - One term for each thread of a block -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

ThreadValues ThreadValues::uniform(unsigned Threads, SymbolicInt Term) {
  ThreadValues R;
  R.Threads = Threads;
  R.Sym = Term.Sym;
  R.Constant = Term.Const;
  return R;
}

ThreadValues ThreadValues::sharing(SymId Sym, std::vector<uint64_t> Constants) {
  ThreadValues R;
  R.Threads = Constants.size();
  R.Sym = Sym;
  if (all_equal(Constants))
    R.Constant = Constants.empty() ? 0 : Constants.front();
  else
    R.Constants = std::move(Constants);
  return R;
}

ThreadValues ThreadValues::varying(unsigned Threads, SymId First) {
  ThreadValues R = uniform(Threads, {First, 0});
  R.Counts = true;
  return R;
}

ThreadValues::ThreadValues(std::vector<SymbolicInt> Terms)
    : Threads(Terms.size()) {
  if (Terms.empty())
    return;
  const SymbolicInt First = Terms.front();
  Counts = SymbolicIntTable::isVarying(First.Sym);
  bool IsOneSym = true, IsOneConstant = true;
  for (unsigned T = 0; T < Threads; ++T) {
    IsOneSym &= Terms[T].Sym == First.Sym + (Counts ? T : 0);
    IsOneConstant &= Terms[T].Const == First.Const;
  }
  if (!IsOneSym) {
    Counts = false;
    Apart = std::move(Terms);
    return;
  }
  Sym = First.Sym;
  if (IsOneConstant) {
    Constant = First.Const;
    return;
  }
  Constants.reserve(Threads);
  for (const SymbolicInt &T : Terms)
    Constants.push_back(T.Const);
}

void ThreadValues::addToConstants(uint64_t Add, uint64_t Mask) {
  const auto Changed = [=](uint64_t C) { return (C + Add) & Mask; };
  Constant = Changed(Constant);
  for (uint64_t &C : Constants)
    C = Changed(C);
  for (SymbolicInt &T : Apart)
    T.Const = Changed(T.Const);
}
