//===- KernelWriter.h - A random kernel from decisions ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel has four variables of 32 bits, up to three shared arrays, and a
// sequence of statements:
//
//   load and store     of any type, at any index, of any of the arrays: two
//                      types may look at one array
//   exchange           store, barrier, load, barrier
//   in place           a[f(t)] = a[g(t)] without a barrier between
//   barrier            of the block or of the warp
//   if, for, return    around any of these, on the thread's index, on
//                      arguments, or on data
//   arithmetic, shuffles, atomics, accesses of global memory
//
// An index begins with the thread's, a loop's counter or a value, and goes
// through xors, sums, products, rotations, padding, masks and reversals, each
// with a constant or a counter. It is brought into the array where it may lie
// outside, so that nearly all kernels are defined.
//
// Barriers stand where all threads come, and a kernel may lack one that it
// needs. Then f2sim gives no verdict.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_FUZZ_KERNELWRITER_H
#define F2LAYOUT_TEST_FUZZ_KERNELWRITER_H

#include "test/fuzz/Decisions.h"
#include "tools/f2sim/run/Options.h"
#include <string>
#include <vector>

namespace f2layout::fuzz {

/// A module with one kernel, as text, and how it is launched.
struct FuzzKernel {
  std::string Text;
  std::vector<sim::Options> Launches;
};

FuzzKernel writeKernel(Decisions &D);

} // namespace f2layout::fuzz

#endif // F2LAYOUT_TEST_FUZZ_KERNELWRITER_H
