//===- UnrollExchange.h - Loops that hide an exchange ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Registers cannot be indexed. While
//
//   for (int i = 0; i < 4; ++i) tile[lane][i] = v[i];
//
// is still a loop (#pragma unroll 1, or the unroller's budget was spent), its
// four stores are one instruction and cannot be distinguished.
//
// Algorithm. Loops that access shared memory and have a constant trip count
// (at most 64, or 10 if the loop has a barrier) are unrolled in a copy of the
// kernel. If the plans for the copy gain enough more than those for the
// original (ExchangeGain.h), the original is unrolled, too. Otherwise the same
// is tried with loops that some threads leave earlier than others,
//
//   for (i = threadIdx.x; i < 600; i += 256) tile[i] = in[i];
//
// after at most 8 iterations. Exits that no thread takes in a block within the
// launch bounds are folded, so that the loads of several iterations can be
// under way at once. The plans must also save enough beside the array with its
// elements at other places. If nothing pays, the kernel is kept unchanged.
//
// A loop is not tried if its iterations together load, or store, more words
// than a thread of the largest block has registers for:
//
//   for (int i = 0; i < 64; ++i) sum += a[i] * tile[i];   // 64 words
//
// What lies between two barriers would have to be in registers at once. If a
// barrier is in the loop, each iteration is an exchange of its own, and the
// limit does not apply.
//
// Legality. Each copy of the body keeps the exit of the loop. Nothing in a body
// that threads leave one by one is convergent, or waits for other threads.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LOOPS_UNROLLEXCHANGE_H
#define F2LAYOUT_PASSES_LOOPS_UNROLLEXCHANGE_H

#include "passes/exchange/ExchangeGain.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// What replacing exchanges of a function through some arrays gains.
using GainOfExchanges =
    llvm::function_ref<ExchangeGain(llvm::Function &, const SharedArraySet &)>;

/// The arrays through which values may be exchanged: every access is known, and
/// some of them store and some load.
SharedArraySet exchangeArrays(llvm::ArrayRef<SharedObject> Objects);

/// Those of the arrays that the loop accesses.
SharedArraySet accessedIn(const llvm::Loop &L, const SharedArraySet &Arrays);

/// What must be known of the number of a loop's iterations.
enum class UnrolledTrips {
  Constant, ///< With a constant trip count.
  Guarded,  ///< And those that some threads leave a few iterations earlier.
};

/// Which loops are unrolled.
struct UnrollLimits {
  UnrolledTrips Trips = UnrolledTrips::Constant;
  /// 32-bit words that all iterations of a loop without a barrier may load from
  /// the arrays, and as many that they may store.
  unsigned Words = ~0u;
};

/// Unrolls the loops of F that access the arrays and are within the limits,
/// whatever that gains; with Which, only those that it picks. Returns true if F
/// changed.
bool unrollExchangeLoops(
    llvm::Function &F, llvm::FunctionAnalysisManager &AM,
    const SharedArraySet &Arrays,
    llvm::function_ref<bool(const llvm::Loop &)> Which = nullptr,
    const UnrollLimits &Limits = {});

/// Unrolls F's exchange loops if the unrolled function gains enough more to pay
/// for its size. A thread has room for so many words. Returns true if F
/// changed.
bool unrollExchanges(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                     unsigned Words, GainOfExchanges Gain);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LOOPS_UNROLLEXCHANGE_H
