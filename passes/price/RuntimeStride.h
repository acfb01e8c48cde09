//===- RuntimeStride.h - Conflicts of a stride that is not known *- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The launch decides the pitch of a dynamic array:
//
//   extern __shared__ float s[];
//   sum += s[threadIdx.x * d + k];
//
// Its wavefronts cannot be counted, but they can be told: 32 a warp if 32
// divides d, one if d is odd.
//
// Algorithm. In a warp, the addresses of the lanes differ by constants and by
// multiples of one value d. The number of wavefronts depends on what is left of
// d when it is divided by the bytes of all banks. Each rest is counted, for a d
// so large that the lanes' words are different. If the worst numbers are those
// of all d that leave one rest with a power of two, that is said, with the
// largest such set; and so is the set without conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_RUNTIMESTRIDE_H
#define F2LAYOUT_PASSES_PRICE_RUNTIMESTRIDE_H

#include "layouts/machine/Machine.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/objects/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// What the lanes of a warp access, apart from what all of them add.
struct RuntimeStride {
  const llvm::Value *Of = nullptr; ///< The value d; an integer.
  unsigned Multiple = 1;           ///< d is a multiple of this power of two.
  std::vector<int64_t> Times;      ///< Of d, for each lane.
  std::vector<int64_t> Added;      ///< Bytes, for each lane.
};

/// The stride of the first warp, if it has one.
std::optional<RuntimeStride> runtimeStrideOf(ThreadEval &Eval,
                                             const SharedObject &O,
                                             const SharedAccess &A,
                                             unsigned Lanes);

struct StrideCount {
  unsigned Wavefronts = 0, Least = 0;
};

/// The wavefronts of the warp if d has this value.
StrideCount countWith(const RuntimeStride &S, int64_t D, unsigned Bytes,
                      bool IsStore, const Machine &M);

/// A set of values: those that leave a rest when divided by a power of two.
struct ValuesByRest {
  unsigned Divisor = 1, Rest = 0;

  /// "32 divides d", "32 divides d + 1", "d is odd", "any d".
  std::string text(llvm::StringRef Name) const;
};

struct StrideConflicts {
  /// How often as many wavefronts as without conflicts there are at the most.
  unsigned Ways = 1;
  ValuesByRest Worst;
  std::optional<ValuesByRest> Free; ///< Values without conflicts.
};

/// Nothing if no value has conflicts.
std::optional<StrideConflicts> conflictsOf(const RuntimeStride &S,
                                           unsigned Bytes, bool IsStore,
                                           const Machine &M);

/// "n", "argument 2", "the block's size", or "stride" where it has no name.
std::string nameOfStride(const llvm::Value &V);

/// "stride d: 32-way conflict if 32 divides d, none if d is odd"; empty if no
/// value has conflicts.
std::string textOfStride(const RuntimeStride &S, unsigned Bytes, bool IsStore,
                         const Machine &M);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_RUNTIMESTRIDE_H
