//===- AssumedValue.h - If a value were a constant --------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that depends on memory is not known, and neither is what is computed
// from it. But it may have a few values only, and then the rest can be
// evaluated for each of them:
//
//   %u = and i32 %data, 31           assumed to be 7
//   %i = add i32 %row, %u            thread 37:  32 + 7
//
// A thread for which the value is 7 has the result of the evaluation. Nothing
// is said of the others. So this must not lead through instructions by which a
// thread gets what another one computed: the caller names the instructions that
// depend on the value, and whatever else was evaluated before stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_ASSUMEDVALUE_H
#define F2LAYOUT_PASSES_EVALUATE_ASSUMEDVALUE_H

#include "passes/evaluate/ThreadEval.h"

namespace f2layout {
inline namespace passes {

/// As long as this lives, Eval evaluates with the assumption; behind it, as
/// before. One at a time.
class AssumedValue {
public:
  /// Dependent: what is computed from V, as far as it will be asked for.
  AssumedValue(ThreadEval &Eval, const llvm::Value *V,
               llvm::ArrayRef<const llvm::Value *> Dependent);
  AssumedValue(const AssumedValue &) = delete;
  AssumedValue &operator=(const AssumedValue &) = delete;
  ~AssumedValue();

  /// From now on V is this constant.
  void be(uint64_t Constant);

private:
  using Key = std::pair<const llvm::Value *, unsigned>;
  void forget();

  ThreadEval &Eval;
  const llvm::Value *V;
  /// What was known before, of V and of what depends on it.
  llvm::SmallVector<
      std::pair<const llvm::Value *, std::unique_ptr<ThreadEval::Entry>>, 8>
      Values;
  llvm::SmallVector<std::pair<Key, std::unique_ptr<ThreadEval::Entry>>, 8>
      Extensions;
  llvm::SmallVector<Key, 32> Added;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_ASSUMEDVALUE_H
