//===- PlaceBounds.h - Between which bytes an access is ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. In a loop that threads leave one by one, or whose step only the
// launch knows, an address has no value for each thread:
//
//   for (i = threadIdx.x; i < 50; i += blockDim.x) s[256 + i] = f[i];
//   s[p] = v;  barrier;  w = s[q];                          p, q < 256
//
// But i is between 0 and 49, so the loop does not touch what the others do.
//
// Algorithm. The address is a sum of values times constants. Of each value, the
// range is that of its operands, combined (ConstantRange), or what
// ScalarEvolution knows. A counter ends where its loop does: from the most that
// the exits compare with, bounds are guessed, and ScalarEvolution is asked
// whether they hold, before the loop and on the way back.
//
// Legality. Where the pointer's arithmetic does not wrap (nusw), the sum is the
// distance from the array. Otherwise it is computed modulo 2^32 (AddressSum.h):
// an access inside of its array has a distance from 0 to 2^31, and of the
// numbers of an interval within 32 bits only one is equal to it. Nothing is
// assumed of the block's shape.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_PLACEBOUNDS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_PLACEBOUNDS_H

#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace f2layout {
inline namespace passes {

/// Bytes of a shared array, counted from its beginning.
struct PlaceBounds {
  int64_t First = 0, End = 0;

  bool isApartFrom(const PlaceBounds &O) const {
    return End <= O.First || O.End <= First;
  }
};

/// The access touches no byte outside of the bounds, in any thread and in any
/// iteration.
std::optional<PlaceBounds> boundsOfPlace(const SharedObject &O,
                                         const SharedAccess &A,
                                         llvm::ScalarEvolution &SE,
                                         const llvm::LoopInfo &LI);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ACCESSES_PLACEBOUNDS_H
