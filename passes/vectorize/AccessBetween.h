//===- AccessBetween.h - Instructions that keep neighbours apart ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads are joined at the place of the first of them, stores at that of the
// last. So an instruction between them must not write what later loads read,
// nor access what earlier stores write, and control must always continue after
// it. LLVM's barriers of AMD, which touch no memory by themselves, are passed:
// the fences beside them are in the way.
//
// Alias analysis is used, as in LLVM's load/store vectorizer, and then the bits
// of the addresses (AddressDistance.h), which alias analysis does not know.
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
  /// Accesses between them go to the same object, at another place. Then the
  /// vectorizer may not be able to join them: it can show only few places to be
  /// different, and fewer once the accesses between are joined themselves.
  bool ByPlace = false;
};

/// A load or store that is neither volatile nor atomic.
bool isPlainAccess(const llvm::Instruction &I);
/// Any access may be moved past it: it neither touches memory nor stops.
bool letsAccessesPass(const llvm::Instruction &I);

/// The answers for one function, which must not change while they are in use.
class AccessBetween {
public:
  AccessBetween(Contiguity &C, llvm::AAResults &AA) : C(C), AA(AA) {}

  /// For simple loads, or simple stores, of one block.
  BetweenFacts look(llvm::ArrayRef<llvm::Instruction *> Accesses);
  /// Two simple accesses may change their order.
  bool mayExchange(llvm::Instruction &A, llvm::Instruction &B);

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
