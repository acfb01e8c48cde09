//===- PlanCode.h - Plans as device functions of CUDA and HIP -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan becomes one function, a statement for each step, that uses nothing but
// CUDA (or HIP):
//
//   __device__ inline void convert(unsigned (&out)[2],
//                                  const unsigned (&in)[2]) {
//     const unsigned thread = threadIdx.x + ...;
//     const unsigned lane = thread % 32;
//     const unsigned w0 = in[0], w1 = in[1];
//     const unsigned w2 = (lane & 16u) ? w1 : w0;
//     const unsigned w3 = __shfl_sync(0xffffffffu, w2, ...);
//     ...
//
// Registers travel in 32-bit words, as in Plan.h: an element of 64 bits is two
// words, the low one first; narrower ones are packed, the first in the lowest
// bits. With shared memory the function has one more parameter, scratch, and
// the comment above it says how many bytes. All threads of the block call it
// together. It ends without a barrier: one is needed before the scratch is used
// again.
//
// ldmatrix, stmatrix and movmatrix are assembly of PTX. Matrix tiles of other
// machines are written as the accesses of each lane, which are the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_PLANCODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_PLANCODE_H

#include "layouts/plan/Plan.h"
#include "tools/f2layout/code/MapCode.h"

namespace f2layout::calc {

/// Writes the plan for a block of that many threads as a function. The dialect
/// is CUDA or HIP.
void printPlanCode(llvm::raw_ostream &OS, const Plan &P, unsigned Threads,
                   llvm::StringRef Name, Dialect D);

/// "// 32 threads, 2 elements of 16 bits each, in words: 2 in a word, ..."
void printWordsComment(llvm::raw_ostream &OS, unsigned Threads,
                       unsigned Elements, unsigned ElementBits);
/// "// scratch: 256 bytes of shared memory, aligned to 16; ..."
void printScratchComment(llvm::raw_ostream &OS, uint64_t Bytes, unsigned Align);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_PLANCODE_H
