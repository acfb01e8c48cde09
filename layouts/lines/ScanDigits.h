//===- ScanDigits.h - The digits of a position in a line --------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/lines: where the digits of a scan's position are, and the
// tensors that their elements are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_SCANDIGITS_H
#define F2LAYOUT_LAYOUTS_LINES_SCANDIGITS_H

#include "layouts/lines/Scan.h"

namespace f2layout {
inline namespace layouts {

/// The digits of a layout; none if a bit does not move by one bit of the
/// position or in no other dimension, or if two move by the same.
std::optional<llvm::SmallVector<ScanDigit, 6>>
digitsOf(const LineImages &Images);

/// Bits of registers that hold an element for each digit above Digits[N - 1].
llvm::SmallVector<unsigned, 8> registersAbove(const Scan &S, unsigned N);

/// A thread has room for the elements of all warps.
bool fits(const Scan &S);

/// The layout of the same threads that has the lowest bits of the position in
/// registers, then in lanes, then in warps, then the lines in the same way.
LineImages straightLayout(const LineImages &Of);

/// The elements of digit N as a tensor of lines of one element each: all that
/// is above the digit and beside it, then the digit in the highest bits. Bits
/// of lower digits hold copies.
LineImages elementsOfDigit(const Scan &S, const LineImages &Images, unsigned N);

/// The lowest bits of a digit, as many as InRegisters says, change places with
/// the highest bits of registers.
LineImages exchanged(LineImages I, const ScanDigit &D);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_SCANDIGITS_H
