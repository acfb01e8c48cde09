//===- AssumedValue.cpp - If a value were a constant ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/AssumedValue.h"

using namespace llvm;
using namespace f2layout;

/// Values are at most so wide.
static constexpr unsigned MaxWidth = 64;

AssumedValue::AssumedValue(ThreadEval &Eval, const Value *V,
                           ArrayRef<const Value *> Dependent)
    : Eval(Eval), V(V) {
  assert(!Eval.Added && "one assumption at a time");
  auto Remember = [&](const Value *Of) {
    if (auto It = Eval.Memo.find(Of); It != Eval.Memo.end()) {
      Values.emplace_back(Of, std::move(It->second));
      Eval.Memo.erase(It);
    }
    // See ThreadEval::extended for the key.
    for (unsigned As = 0; As < 2 * (MaxWidth + 1); ++As)
      if (auto It = Eval.Extensions.find({Of, As});
          It != Eval.Extensions.end()) {
        Extensions.emplace_back(Key(Of, As), std::move(It->second));
        Eval.Extensions.erase(It);
      }
  };
  Remember(V);
  for (const Value *D : Dependent)
    Remember(D);
  Eval.Added = &Added;
}

/// Also what was evaluated for the first time, and depends on V perhaps.
void AssumedValue::forget() {
  for (const Key &K : Added)
    if (K.second)
      Eval.Extensions.erase(K);
    else
      Eval.Memo.erase(K.first);
  Added.clear();
  Eval.Memo.erase(V);
}

void AssumedValue::be(uint64_t Constant) {
  forget();
  Eval.Memo[V] = std::make_unique<ThreadEval::Entry>(Eval.constant(Constant));
}

AssumedValue::~AssumedValue() {
  forget();
  Eval.Added = nullptr;
  for (auto &[Of, E] : Values)
    Eval.Memo[Of] = std::move(E);
  for (auto &[K, E] : Extensions)
    Eval.Extensions[K] = std::move(E);
}
