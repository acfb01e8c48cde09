//===- JoinConflicts.h - Wide accesses that would have conflicts ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Two loads of 8 bytes, which each lane makes in another order, may
// meet all banks together, while 16 bytes of each lane do not:
//
//   x0 = s[2 * r(t) + (0 ^ (t & 1))];         2 + 2 wavefronts
//   x1 = s[2 * r(t) + (1 ^ (t & 1))];
//
//   { e0, e1 } = s[2 * r(t) .. + 1];          8 wavefronts: of eight lanes,
//                                             whose words are served together,
//                                             two have the same banks
//
// Neighbours in plain order have no such trouble: what one of them leaves free
// of the banks, the others take.
//
// Algorithm. The addresses of a group are evaluated for all threads of the
// likely block (price/BankTraffic.h). Its wavefronts as they are, and those of
// one access of all bytes, are counted, warp by warp. Nothing is known, and so
// nothing refused, where an address depends on memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_JOINCONFLICTS_H
#define F2LAYOUT_PASSES_VECTORIZE_JOINCONFLICTS_H

#include "intrinsics/target/Target.h"
#include "passes/sharedmemory/kernel/FunctionAnalyses.h"

namespace f2layout {
inline namespace passes {

struct VectorGroup;

/// Wavefronts of all warps of a block.
struct JoinWavefronts {
  unsigned Apart = 0, Joined = 0;
  bool isWorse() const { return Joined > Apart; }
};

/// The wavefronts of a group of shared memory whose order depends on the lane;
/// none for other groups, and where they are not known.
JoinWavefronts countJoinWavefronts(const VectorGroup &J,
                                   const FunctionAnalyses &C, const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_JOINCONFLICTS_H
