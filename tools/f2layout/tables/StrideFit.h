//===- StrideFit.h - Fitting sizes and strides to a function --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of which TableFit.h finds no map over F2 may still add: it has
// sizes and strides, and is a layout of CuTe. Threads of a block of 12 at
//
//   number  0  1  2  3  4  5  6  7  8  9 10 11
//   value   0  3  6  1  4  7  2  5  8 30 33 36
//
// have the strides 3 up to number 2, for 3 is at 1 and not at 9. So there is a
// mode 3:3. The next mode is fitted in the same way to the numbers 0, 3, 6, 9,
// whose values are 0, 1, 2, 30: it is 3:1, but 3 does not divide the 4 numbers.
// Therefore the function has no strides, and number 9 is what breaks them. With
// the value 3 at number 9, 6 at 10 and 9 at 11 it would be (3,4):(3,1).
//
// The modes found are as few as possible. A function of several numbers is
// fitted along each of them, where the others are 0, and then compared with the
// sum of these at every place. The value at 0 is an offset.
//
// (The sizes are unique: the smallest number whose value is not its multiple of
// the stride ends a mode in every layout of CuTe that the function is, as modes
// before it that continue each other are one.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TABLES_STRIDEFIT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TABLES_STRIDEFIT_H

#include "layouts/cute/Layout.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout::calc {

/// A place whose value no strides give: along one number, the first of the
/// places where a mode may begin; otherwise the first that differs from what
/// the modes along the numbers give.
struct StrideBreak {
  llvm::SmallVector<uint64_t, 2> Place;
  int64_t Is = 0, Expected = 0;
  /// Is would begin another mode, but so many numbers (the first) do not divide
  /// the second. Zero if it would not.
  uint64_t Size = 0, Whole = 0;
};

struct StrideFit {
  std::optional<StrideBreak> Broken;
  /// If nothing is broken: a mode for each number, all integers static. An
  /// offset is there if the value at 0 is not 0.
  cute::ComposedLayout Layout;
};

/// \p Value is given for all numbers below \p Sizes, which are positive and
/// have a product below 2^32; values are below 2^32 in size. Fails if the
/// layout has numbers that are too large.
llvm::Expected<StrideFit>
fitStrides(llvm::ArrayRef<uint64_t> Sizes,
           llvm::function_ref<int64_t(llvm::ArrayRef<uint64_t>)> Value);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TABLES_STRIDEFIT_H
