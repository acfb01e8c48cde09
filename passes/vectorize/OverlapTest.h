//===- OverlapTest.h - Whether a thread's own accesses overlap ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Whether p[n + i] lies within the structure q[i], of 32 bytes, must
// be known before the two are accessed in another order.
//
// Example. Four bytes at x have none in common with 32 bytes at y, if
//
//   x - y + 3 >= 35                          without a sign, modulo 2^32
//
// since they overlap only if x lies between y - 3 and y + 31. The test takes
// one addition and one comparison of 32 bits. It also fails, without need, if
// the distance is close to a multiple of 4 GiB. The thread then runs the
// original.
//
// The addresses are those of this thread, here and now. No bound of an index,
// of an array or of the grid is needed, and parts of one array may be apart.
//
// Algorithm. Spans that are compared with one span are tested together: what
// their differences have in common is computed once (LowAddress.h).
//
//   p[k * n + i] - q[i], k = 0, 1, ...:  (p + 4 i) - (q + 32 i)  and  4 k n
//
// Legality. The addresses are computed where all that they are computed from
// exists, and each of the accesses certainly runs afterwards. So if one of them
// is poison, the program is undefined. The result is frozen.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_OVERLAPTEST_H
#define F2LAYOUT_PASSES_VECTORIZE_OVERLAPTEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// Bytes that a thread accesses: from where Access does, and that much further.
struct AccessSpan {
  llvm::Instruction *Access = nullptr;
  int64_t From = 0;
  uint64_t Bytes = 0;
};

/// Extends Span by Other if that is a known distance away, and the two touch or
/// have bytes in common.
bool extend(AccessSpan &Span, const AccessSpan &Other);

/// Two spans that must have no byte in common.
struct SpanPair {
  AccessSpan A, B;
};

enum class SpanRelation {
  Apart,   ///< Whatever the arguments are.
  Overlap, ///< The same.
  Open,    ///< A test tells.
  Unknown, ///< Their addresses cannot be compared at that place.
};

/// What is known of the pair if it is compared before At, which is in the block
/// of the accesses and not behind them.
SpanRelation relationOf(const SpanPair &P, const llvm::Instruction &At);

/// Moves what the addresses of open pairs are computed from in front of At.
void prepareTest(llvm::ArrayRef<SpanPair> Pairs, llvm::Instruction &At);

/// Computes whether all pairs, for which At is prepared, are apart.
llvm::Value *emitTest(llvm::IRBuilder<> &B, llvm::ArrayRef<SpanPair> Pairs,
                      const llvm::Instruction &At);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_OVERLAPTEST_H
