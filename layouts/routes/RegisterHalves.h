//===- RegisterHalves.h - Conversions that fall in two ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. Often a bit of the source register number is a bit of
// the result register number, independently of the thread:
//
//   result (r1 r0, t0) is held by register (r1 t0) of thread r0
//
//   r1 = 0: registers 0, 1 become registers 0, 1    two conversions of half
//   r1 = 1: registers 2, 3 become registers 2, 3    the size, the same map
//
// Each half can take a different route: one through memory while the other is
// shuffled, or one after the other through half the memory.
//
// In general it is a linear function of the register number. With a map that
// sends (r, t) to the register a r + b t, a function p of source registers with
// p b = 0 is the function p a of result registers. Functions that depend on the
// place inside a 32-bit word would split words and are excluded.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H
#define F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H

#include "layouts/routes/Planner.h"
#include <array>

namespace f2layout {
inline namespace layouts {

/// One of the two conversions that a conversion is divided into.
struct RegisterHalf {
  Conversion Atoms;
  /// The words of the whole conversion that are its source and result words.
  llvm::SmallVector<Word, 32> Sources, Results;
};

/// The halves of a conversion without a table. Returns std::nullopt if no such
/// function exists.
std::optional<std::array<RegisterHalf, 2>> halve(const Conversion &Atoms);
/// The halves by the value of this function of the source register (a mask of
/// its bits, none inside a word): first the one in which the same function of
/// the result register is 0. Returns std::nullopt if the value depends on the
/// thread.
std::optional<std::array<RegisterHalf, 2>> halveBy(const Conversion &Atoms,
                                                   uint64_t OfSource);
/// Another function, expressed in the registers of either half, up to a
/// constant.
uint64_t inHalf(uint64_t Other, uint64_t HalvedBy);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_REGISTERHALVES_H
