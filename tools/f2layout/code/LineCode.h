//===- LineCode.h - Reductions and scans as device functions --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction or a scan along an axis (layouts/lines) becomes a function of
// elements, which have the type that the operation needs:
//
//   __device__ inline void reduce(float (&out)[1], const float (&in)[2]) {
//     const float v0 = in[0] + in[1];
//     const float v1 = v0 + __shfl_xor_sync(0xffffffffu, v0, 2);
//     ...
//
// Narrow elements travel between lanes in words. A move is a function of its
// own, as PlanCode.h writes plans, or stores and loads at places: then one of
// the threads that hold copies stores. A barrier stands between two moves that
// use the same memory.
//
// Floats are added and multiplied in the plan's order, which is another one
// than that of a loop. fmin and fmax are fminf and fmaxf (of doubles, fmin and
// fmax), which ignore a NaN; of fminimum and fmaximum it is the result.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_LINECODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_LINECODE_H

#include "intrinsics/lines/LineOperation.h"
#include "layouts/lines/Scan.h"
#include "tools/f2layout/code/MapCode.h"

namespace f2layout::calc {

/// What a function of lines works on.
struct LineFunction {
  std::string Name;
  Dialect D = Dialect::Cuda;
  LineOperation Op = LineOperation::FAdd;
  unsigned ElementBits = 32;
  unsigned LaneBits = 5, WarpBits = 0;

  unsigned threads() const { return 1u << (LaneBits + WarpBits); }
};

/// Fail if C has no type of so many bits for the operation, and if a move has
/// neither a plan nor places in the memory that was allowed.
llvm::Error printReductionCode(llvm::raw_ostream &OS, const Reduction &R,
                               const LineFunction &F);
llvm::Error printScanCode(llvm::raw_ostream &OS, const Scan &S,
                          const LineFunction &F);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_LINECODE_H
