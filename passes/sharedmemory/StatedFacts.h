//===- StatedFacts.h - Addresses by evaluation and by metadata ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An evaluated address is proved, a stated one is believed. So metadata is
// asked only where evaluation does not answer:
//
//   store to tile[4 * lane]          evaluated
//   load of tile[table[threadIdx.x]] stated, if it has !f2.layout
//
// and it is not believed of an array of which it is wrong once: where an
// address can be evaluated and is not what is stated, all statements about the
// array are left aside.
//
// Shapes. Where the block's shape is not known, addresses are evaluated for a
// one-dimensional one, and what they prove rests on races that another shape
// would have. Stated addresses go by the linear thread index in any shape, and
// prove no such thing. The two do not mix: either every access of the array is
// stated (or does not depend on the thread's index at all), and what follows
// holds for all shapes, or statements are left aside.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_STATEDFACTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_STATEDFACTS_H

#include "passes/sharedmemory/AccessFacts.h"
#include "passes/sharedmemory/StatedLayouts.h"

namespace f2layout {
inline namespace passes {

/// Where an evaluated address is not what metadata says.
struct Contradiction {
  unsigned Access = 0; ///< Of the object's.
  unsigned Thread = 0;
  int64_t Stated = 0;
  /// Nothing if the address depends on an argument, a loop counter or the like,
  /// too: it may then be what is stated, or not.
  std::optional<int64_t> Evaluated;
};

struct ObjectFacts {
  std::vector<AccessFacts> Accesses; ///< In the object's order.
  /// Statements were left aside for want of the block's shape.
  bool WantsShape = false;
};

/// The addresses of all accesses of O. Where Contradictions is given, it
/// receives one for each access of which a thread that certainly runs it is
/// found to go elsewhere.
ObjectFacts
evaluateObject(ThreadEval &Eval, const SharedObject &O,
               const StatedLayouts &Stated,
               llvm::SmallVectorImpl<Contradiction> *Contradictions = nullptr);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_STATEDFACTS_H
