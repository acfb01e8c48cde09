//===- CuteRelation.h - CuTe layouts and swizzles as integer relations ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CuTe layout is the composition of two maps. Of ((2,2),3):((24,2),8):
//
//   coordinate mapping   [c]          -> [n0 = c mod 2, n1 = floor(c/2) mod 2,
//                                         n2 = floor(c/4)]
//   index mapping        [n0, n1, n2] -> [x = 24*n0 + 2*n1 + 8*n2]
//
// Natural coordinates are enumerated with the first item fastest. Sizes need
// not be powers of two, and strides may be negative. Layouts that give
// coordinates have one output for each axis.
//
// A swizzle is the composition of three. Sw<1,2,1> works on the 1 + 2 + 1 bits
// of numbers below 16:
//
//   coordinate mapping   [x]              -> [c0, c1, c2, c3]
//   swizzle mapping      [c0, c1, c2, c3] -> [c0, (c0 + c1) mod 2, c2, c3]
//   index mapping        [b0, b1, b2, b3] -> [y = 8*b0 + 4*b1 + 2*b2 + b3]
//
// The first binary coordinate is the *highest* bit (lexicographic order), while
// the binary coordinates of linear layouts begin with the lowest one
// (LinearRelation.h). The paper has this difference.
//
// The swizzle mapping (algorithm 1 of the paper): of the n = B + M + |S| bits,
// bits M to M + B - 1 are added, mod 2, to the bits S places above them if S is
// positive; if it is negative, bits M + |S| to M + |S| + B - 1 to those |S|
// places below.
//
// A composed layout `Sw o offset o L` has the maps of L, the addition of the
// offset, and the maps of the swizzle. If values of the sum have more than n
// bits, the bits above are kept.
//
// (Sections 3 and 4 of "Modeling Layout Abstractions Using Integer Set
// Relations".)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_RELATIONS_CUTERELATION_H
#define F2LAYOUT_LAYOUTS_RELATIONS_CUTERELATION_H

#include "layouts/cute/Layout.h"
#include "layouts/relations/Relation.h"

namespace f2layout {
inline namespace layouts {

/// From integral coordinates to values, as one function.
Relation relationOf(const cute::ComposedLayout &L);
/// On numbers of B + M + |S| bits.
Relation relationOf(const cute::Swizzle &S);

/// The coordinate mapping and the index mapping; then, if there are any, the
/// offset and the three maps of the swizzle.
std::vector<Relation> relationSteps(const cute::ComposedLayout &L);
/// The three maps, on numbers of Bits bits; of B + M + |S| if that is more.
std::vector<Relation> relationSteps(const cute::Swizzle &S, unsigned Bits = 0);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_RELATIONS_CUTERELATION_H
