//===- AccessBetween.h - What keeps neighbours apart ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads become one at the place of the first of them, stores at that of the
// last. So what stands between must not write what later loads read, nor touch
// what earlier stores write, and must go on to the next instruction.
//
// Alias analysis is asked, as LLVM's load/store vectorizer does, and then the
// bits of the addresses (AddressDistance.h), which it does not know of.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSBETWEEN_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSBETWEEN_H

#include "passes/contiguity/Contiguity.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

struct BetweenFacts {
  /// The first instruction that keeps them apart; null if they may be joined.
  llvm::Instruction *InTheWay = nullptr;
  /// What stands between goes to the same object, at another place. Then the
  /// vectorizer may not join them: it knows of few places that they differ, and
  /// of fewer once the accesses between are joined themselves.
  bool ByPlace = false;
};

/// Of one function, as long as it does not change.
class AccessBetween {
public:
  AccessBetween(Contiguity &C, llvm::AAResults &AA) : C(C), AA(AA) {}

  /// Of simple loads, or simple stores, of one block.
  BetweenFacts look(llvm::ArrayRef<llvm::Instruction *> Accesses);

private:
  bool mayPass(llvm::Instruction &I, llvm::ArrayRef<llvm::Instruction *> Moved,
               bool &ByPlace);
  bool areApart(const llvm::Instruction &A, const llvm::Instruction &B);

  Contiguity &C;
  llvm::BatchAAResults AA;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSBETWEEN_H
