//===- RegisterHalves.h - Conversions that fall in two ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. Often some bit of the register number stays a bit of
// the register number, whatever the threads do:
//
//   result (r1 r0, t0) is held by register (r1 t0) of thread r0
//
//   r1 = 0: registers 0, 1 become registers 0, 1    two conversions of half
//   r1 = 1: registers 2, 3 become registers 2, 3    the size, the same map
//
// Each half can go its own way: one through memory while the other is shuffled,
// or one after the other through half the memory.
//
// In general it is a linear function of the register number. With a map that
// sends (r, t) to the register a r + b t, a function p of source registers with
// p b = 0 is the function p a of result registers. Functions that look at what
// is inside a 32-bit word would cut words; they are left out.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H
#define F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H

#include "layouts/routes/Planner.h"
#include <array>

namespace f2layout {
inline namespace layouts {

/// One of two conversions that a conversion falls in.
struct RegisterHalf {
  Conversion Atoms;
  /// The words of the whole that its source and result words are.
  llvm::SmallVector<Word, 32> Sources, Results;
};

/// The halves of a conversion without a table. Nothing if no function of the
/// registers stays.
std::optional<std::array<RegisterHalf, 2>> halve(const Conversion &Atoms);
/// The halves where this function of the source register (a mask of its bits,
/// none inside a word) is one or the other value: first those in which the same
/// function of the result register is 0. Nothing if threads change it.
std::optional<std::array<RegisterHalf, 2>> halveBy(const Conversion &Atoms,
                                                   uint64_t OfSource);
/// Another function in the registers of either half, up to a constant.
uint64_t inHalf(uint64_t Other, uint64_t HalvedBy);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H
