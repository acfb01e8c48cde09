//===- GatherCode.h - Gathers as device functions of CUDA and HIP ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather (layouts/plan/GatherPlan.h) becomes a function of the words of a
// thread's elements and of one index for each result:
//
//   __device__ inline void gather(unsigned (&out)[1], const unsigned (&in)[2],
//                                 const unsigned (&index)[1]) {
//     const unsigned i0 = index[0] & 3u;
//     const unsigned v0 = (i0 >> 1);
//     const unsigned v1 = ((i0 & 1u) << 3) ^ (thread & 0x17u);
//     const unsigned v2 = __shfl_sync(0xffffffffu, in[0], v1);
//     ...
//     const unsigned v5 = (v0 & 1u) ? v4 : v2;
//     out[0] = v5;
//   }
//
// Words are those of PlanCode.h: narrow elements are packed, the first in the
// lowest bits, and one of 64 bits is two words. Only the low bits of an index
// count. Through memory, a thread stores its elements at their places, and
// loads what it wants; if there is room for a window of the places only, this
// is repeated for each window.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_GATHERCODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_GATHERCODE_H

#include "layouts/plan/GatherPlan.h"
#include "tools/f2layout/code/MapCode.h"

namespace f2layout::calc {

/// \p G is what the plan performs.
void printGatherCode(llvm::raw_ostream &OS, const GatherPlan &P,
                     const Gather &G, llvm::StringRef Name, Dialect D);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_GATHERCODE_H
