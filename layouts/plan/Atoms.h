//===- Atoms.h - Elements of at most 32 bits ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans move words of 32 bits. An element of 64 bits is two atoms of 32, in
// registers 2r and 2r + 1; any narrower element is one atom. So every atom fits
// into a word, and a word holds 4 / bytes of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_ATOMS_H
#define F2LAYOUT_LAYOUTS_PLAN_ATOMS_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

/// The conversion in atoms of at most 32 bits, Affine included.
Conversion splitWide(const Conversion &C);

/// The bytes of an atom, and the words that hold so many atoms.
inline unsigned atomBytes(const Conversion &C) { return C.ElementBits / 8; }
inline unsigned wordsOf(const Conversion &C, unsigned Atoms) {
  unsigned PerWord = 4 / atomBytes(C);
  return (Atoms + PerWord - 1) / PerWord;
}

/// A plan without steps for the conversion in atoms.
Plan startPlan(const Conversion &Atoms);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_ATOMS_H
