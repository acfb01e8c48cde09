//===- LiveTensors.h - How much of a kernel's tensors lives at a time -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. What a barrier costs depends on how many other warps can run
// meanwhile, and that on the registers of a thread. Registers are known when
// layouts are chosen, but the price of a barrier is needed before.
//
// Estimate. For each place of the program: the bits of all tensors that live
// there, divided among the threads of the block, in words. The largest of these
// sums counts. An attention step in blocks of 128 threads:
//
//   sums of 128 x 64 floats      64 words
//   scores, 128 x 64 floats      64
//   queries, 128 x 64 halves     32
//
// Layouts that hold copies need more. Splats and iotas are taken to need none,
// since they are computed where they are used, and broadcasts none, since their
// registers are those of their operand.
//
// Algorithm. A value lives from its place in the program's order to its last
// use. If a loop that does not contain its place contains a use, it lives to
// the end of that loop. An operand of a phi lives to the end of the block that
// it comes from.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_PROGRAM_LIVETENSORS_H
#define F2LAYOUT_PASSES_TENSORS_PROGRAM_LIVETENSORS_H

#include "passes/tensors/program/TensorProgram.h"

namespace f2layout {
inline namespace passes {

/// Words of 32 bits of a thread in blocks of 2^ThreadBits threads.
unsigned mostLiveWords(const TensorProgram &P, const llvm::LoopInfo &Loops,
                       unsigned ThreadBits);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_PROGRAM_LIVETENSORS_H
