//===- StrideForm.h - Sizes and strides of any relation -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of CuTe that a relation of coordinates and a number describes:
//
//   { [i, j] -> [9*i + j] : 0 <= i < 6 and 0 <= j < 4 }            (6,4):(9,1)
//   { [c] -> [24*(c mod 2) + 2*floor(c/2)] : 0 <= c < 12 }      (2,6):(24,2)
//
// Every input is a mode. Its stride is the value at 1, and its size the
// smallest divisor n of the input's size such that the value at n is not n
// times as much; what is left starts at n, and is a mode likewise. A stride
// form without mergeable modes, which is unique, has these sizes: n is a
// digit of the next mode, whose stride is another.
//
// isl must find the relation equal to the layout. If that takes too long, all
// points are compared, within the limits of Limits.h.
//
// Errors say which condition of a stride form the relation does not meet.
//
// (`f2layout fit` finds strides of a table, where a value costs nothing, and
// looks for the first number that breaks them: StrideFit.h of the calculator.
// Here every value is a question to isl, so only divisors are asked for.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_ISL_STRIDEFORM_H
#define F2LAYOUT_TOOLS_ISL_STRIDEFORM_H

#include "layouts/cute/Layout.h"
#include "tools/isl/Oracle.h"
#include "llvm/Support/Error.h"

namespace f2layout::oracle {

/// The mode of a layout for each input.
llvm::Expected<cute::Layout> strideFormOf(Context &C, const Map &M);

} // namespace f2layout::oracle

#endif // F2LAYOUT_TOOLS_ISL_STRIDEFORM_H
