//===- StatedFacts.h - Addresses by evaluation and by metadata ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An evaluated address is proved; a stated one is trusted. So metadata is used
// only where evaluation gives no answer:
//
//   store to tile[4 * lane]          evaluated
//   load of tile[table[threadIdx.x]] stated, if it has !f2.layout
//
// Metadata is not trusted for an array for which one statement is wrong: if an
// address can be evaluated and contradicts its statement, all statements about
// the array are ignored.
//
// Shapes. Where the block's shape is not known, addresses are evaluated for a
// one-dimensional block, and the proofs rest on races that another shape would
// have. Stated addresses depend on the linear thread index in any shape, and
// prove no such thing. The two must not be mixed. Either every access of the
// array is stated (or does not depend on the thread's index at all), and the
// result holds for all shapes; or the statements are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_STATEDFACTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_STATEDFACTS_H

#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"

namespace f2layout {
inline namespace passes {

/// A place at which an evaluated address contradicts the metadata.
struct Contradiction {
  unsigned Access = 0; ///< Index in the object's accesses.
  unsigned Thread = 0;
  int64_t Stated = 0;
  /// No value if the address also depends on an argument, a loop counter or the
  /// like. It may then agree with the statement, or not.
  std::optional<int64_t> Evaluated;
};

struct ObjectFacts {
  std::vector<AccessFacts> Accesses; ///< In the object's order.
  /// Statements were ignored because the block's shape is not known.
  bool WantsShape = false;
};

/// The addresses of all accesses of O. If Contradictions is given, it receives
/// one entry for each access for which some thread that certainly runs it
/// accesses another place than stated.
ObjectFacts
evaluateObject(ThreadEval &Eval, const SharedObject &O,
               const StatedLayouts &Stated,
               llvm::SmallVectorImpl<Contradiction> *Contradictions = nullptr);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_STATEDFACTS_H
