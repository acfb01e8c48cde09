//===- AccessFacts.h - Where each thread accesses a shared array ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ACCESSFACTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ACCESSFACTS_H

#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/objects/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// The evaluated address of one access: object + Sym + At[thread]. The opaque
/// part Sym (an argument, a loop counter, usually nothing) is the same in every
/// thread. The address is not Known if Sym would differ or depends on memory.
struct AccessFacts {
  bool Known = false;
  unsigned Width = 64; ///< Of Sym, in bits.
  SymId Sym = 0;
  std::vector<int64_t> At;
  uint8_t Reads = 0; ///< ReadFlags of the address.
  /// Metadata states the address (StatedFacts.h), by the linear thread index,
  /// whatever the block's shape.
  bool Stated = false;
};

AccessFacts evaluateAccess(ThreadEval &Eval, const SharedObject &O,
                           const SharedAccess &A);

/// The same modulo 2^32, which is enough for a caller that only asks where in
/// the array the access goes. More addresses are known in this way. In
///
///   %p = gep half, ptr @tile, i64 (sext i32 (32 * %i + %row))
///
/// it may be unknown whether the i32 wraps, but modulo 2^32 the address is
/// 2 * (32 * %i + %row) in any case.
AccessFacts evaluateInArray(ThreadEval &Eval, const SharedObject &O,
                            const SharedAccess &A);

/// The result of the evaluation holds for the threads of every block of the
/// launch: there are no threads beyond the largest block. Nothing is known
/// about blocks of another shape.
bool holdsInEveryBlock(const ThreadEval &Eval, const AccessFacts &A);

/// Bits at the low end of the opaque part that are zero in every thread.
unsigned trailingZeros(const SymbolicIntTable &Terms, const AccessFacts &A);

/// The condition under which one thread runs an instruction.
struct ThreadGuard {
  bool Never = false;
  llvm::SmallVector<SymbolicInt, 2>
      Needs; ///< One-bit terms that must all be 1.

  bool always() const { return !Never && Needs.empty(); }
};

/// One guard per thread for a path. Reads collects what the conditions depend
/// on.
std::vector<ThreadGuard> evaluateGuard(ThreadEval &Eval, const Path &P,
                                       uint8_t &Reads);

/// The access may have a condition of its own, besides that of its block: the
/// predicate of an asynchronous copy. Removes the threads in which it is false.
/// Returns false if it may be false in some of the others as well.
template <typename Threads>
bool removeUnmet(ThreadEval &Eval, const SharedAccess &A, Threads &Active) {
  const OwnCondition C = conditionOf(A);
  if (!C.V)
    return true;
  const ThreadValues &Values = Eval.eval(C.V);
  bool IsKnown = true;
  for (unsigned Thread = 0; Thread < Active.size(); ++Thread) {
    IsKnown &= Values[Thread].isConst();
    if (Values[Thread].isConst() && (Values[Thread].Const != 0) != C.Wanted)
      Active[Thread] = false;
  }
  return IsKnown;
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_ACCESSFACTS_H
