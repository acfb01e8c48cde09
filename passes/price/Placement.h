//===- Placement.h - Other places for the bytes of an array -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An exchange whose accesses conflict need not leave shared memory:
// the array's elements may move to places without conflicts, by a swizzle or
// one to a bank. Its plan must be cheaper than that, not only than the code as
// it is.
//
// Example. Five 16-bit elements of each lane, measured on an H100
// (bench/results/price-h100.json, warp32_b2s_short_5_repeated):
//
//   s[5 * lane + j] = v[j]; __syncwarp(); w[j] = s[32 * j + lane];
//
//   as written               15.6 clocks of a warp
//   by shuffles              12.1
//   one element to a bank    10.8
//
// The alternatives do not know each other. A rewrite that moves elements says
// what it would do in the terms below, and nothing is changed by the question.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_PLACEMENT_H
#define F2LAYOUT_PASSES_PRICE_PLACEMENT_H

#include "intrinsics/target/Target.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/IR/PassManager.h"
#include <functional>
#include <memory>

namespace f2layout {
inline namespace passes {

/// What a rewrite would do with every access of an array.
struct Placement {
  const char *How = ""; ///< As in "in place, with a swizzle".
  /// The new place of a byte of the array, both in bytes.
  std::function<uint32_t(uint32_t)> Place;
  /// Bytes of the pieces in which accesses are made; 0: as they are.
  unsigned Piece = 0;
  /// Clocks of one warp for the addresses of one access, on average.
  double ArithmeticClocks = 0;
};

/// The placements of one kernel's arrays, found when somebody asks.
class Placements {
public:
  virtual ~Placements() = default;
  /// Null if the array's elements would stay where they are. The object may be
  /// that of a copy of the kernel: the answer is about the kernel that the
  /// placements were made for.
  virtual const Placement *of(const SharedObject &O) = 0;
};

using MakePlacements = std::function<std::unique_ptr<Placements>(
    llvm::Function &, llvm::FunctionAnalysisManager &, const Target &)>;

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_PLACEMENT_H
