//===- Elementwise.h - Intrinsics that are arithmetic ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to this folder: the effects of the intrinsics of arithmetic that
// CommonIntrinsics.cpp lists. The ID of the intrinsic is the instruction's
// immediate operand. IntegerIntrinsics.cpp and FloatIntrinsics.cpp have them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_ELEMENTWISE_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_ELEMENTWISE_H

#include "tools/f2sim/machine/Machine.h"

namespace f2layout::sim {

/// Integers: of each element; {iN, i1} of the *.with.overflow family; of all
/// elements of a vector.
void integerElementwise(Exec &E);
void integerWithOverflow(Exec &E);
void reduceIntegers(Exec &E);

/// The same of floats; and ldexp(a, n): a * 2^n, rounded once.
void floatElementwise(Exec &E);
void reduceFloats(Exec &E);
void scaleByPower(Exec &E);

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_INTRINSICS_ELEMENTWISE_H
