//===- LateOrder.h - A basic block whose values are made late -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A product whose threads have 4 x 4 results is unrolled, and LLVM's
// vectorizer leaves its loads and its multiplications in front of the sums. In
// that order a thread has 139 registers in use. LLVM's scheduler for AMD, which
// works towards many waves, moves them down, and the assembly takes 70.
//
// Rule. Loads of shared memory, and arithmetic that does not depend on what a
// loop carries from one iteration to the next, stand in front of their first
// user; loads do not pass what may write to shared memory or order accesses.
// Everything else stays where it is: a sum that moves down would keep alive
// what it adds.
//
//   x0 = a[0], x1 = a[1], y0 = b[0], y1 = b[1]     x0 = a[0], y0 = b[0]
//   m0 = x0 * y0, m1 = x1 * y1                     m0 = x0 * y0, s = s + m0
//   s = s + m0                                     x1 = a[1], y1 = b[1]
//   s = s + m1                                     m1 = x1 * y1, s = s + m1
//
// What stays has the order of IR, or that of its level, where IR has one sum
// behind the other: what needs one step from the beginning of the block, or
// from the last side effect, then what needs two. So the sums s and t of one
// element of a come together:
//
//   s0 = s + a[0] * b[0], s1 = s0 + a[1] * b[1]    s0 = .., t0 = ..
//   t0 = t + a[0] * c[0], t1 = t0 + a[1] * c[1]    s1 = .., t1 = ..
//
// These are two orders of many that a scheduler may choose.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_LATEORDER_H
#define F2LAYOUT_PASSES_PRICE_LATEORDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"

namespace f2layout {
inline namespace passes {

/// The instructions of BB in that order. MadeWith says which other loads are
/// made by one instruction with the one that is asked for.
llvm::SmallVector<const llvm::Instruction *, 0>
lateOrder(const llvm::BasicBlock &BB, bool ByLevel,
          llvm::function_ref<llvm::SmallVector<const llvm::Instruction *, 4>(
              const llvm::Instruction &)>
              MadeWith);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_LATEORDER_H
