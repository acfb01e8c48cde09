//===- LinearRelation.h - Linear layouts as integer relations -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear or affine layout, and a padded one, as relations. The relation of a
// layout is the composition of five maps, which relationSteps() gives by name.
// Of (i,j) -> (i, i xor j) on a 4x4 box:
//
//   integral coordinate map   [i, j]            -> [c = i + 4*j]
//   binary coordinate map     [c]               -> [c0, c1, c2, c3]
//   binary F2 map             [c0, c1, c2, c3]  -> [c0, c1, (c0 + c2) mod 2,
//                                                   (c1 + c3) mod 2]
//   linear index map          [b0, b1, b2, b3]  -> [x = b0 + 2*b1 + 4*b2
//                                                       + 8*b3]
//   natural index map         [x]               -> [dim0 = x mod 4,
//                                                   dim1 = floor(x/4)]
//
// Tuples are enumerated with the first item fastest (colexicographically), and
// bits from the lowest one. Note that the flat number of an element, which is
// used elsewhere in this library, has the *last* output fastest, while x here
// has the first one fastest, as in the paper; the composition is the same.
// (Swizzles count bits the other way round: CuteRelation.h.)
//
// relationOf() gives the whole map as one function of the natural coordinates.
//
// A padded layout is a partial function of addresses. Addresses in gaps are in
// no pair. Its first step is the map from addresses to offsets.
//
// (Section 5 of "Modeling Layout Abstractions Using Integer Set Relations".)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_RELATIONS_LINEARRELATION_H
#define F2LAYOUT_LAYOUTS_RELATIONS_LINEARRELATION_H

#include "layouts/families/PaddedShared.h"
#include "layouts/relations/Relation.h"

namespace f2layout {
inline namespace layouts {

/// From the inputs to the outputs, as one function.
Relation relationOf(const LinearLayout &L);
/// With paddings, the input offset is replaced by an input address.
Relation relationOf(const PaddedLayout &L);

/// Only the third step: from input bits to output bits, b0 being the lowest bit
/// of the first output.
Relation binaryRelation(const LinearLayout &L);

/// The five steps, preceded by the map of addresses if the layout is padded.
/// Each is applied to the result of the one before it.
std::vector<Relation> relationSteps(const PaddedLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_RELATIONS_LINEARRELATION_H
