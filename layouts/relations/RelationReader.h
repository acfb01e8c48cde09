//===- RelationReader.h - Layouts from integer relations ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a relation whose outputs are given as functions of the inputs, as
// LinearRelation.h writes it and as people do:
//
//   { [i, j] -> [i, (i + j) mod 2] : 0 <= i <= 1 and 0 <= j <= 1 }
//
//   relation   := "{" tuple "->" tuple [":" conditions] "}"
//   tuple      := [name] "[" [item {"," item}] "]"
//   item       := name | name "=" expression | expression
//   conditions := condition {"and" condition}
//   condition  := values {("<" | "<=" | ">" | ">=" | "=") values}
//               | "exists" "(" names ":" conditions ")"
//   values     := expression {"," expression}
//
// Expressions are those of QuasiAffine.h. A condition is a bound of an integer,
// or the value of one. Other relations need isl to become functions, and are
// refused here.
//
// A relation says nothing about linearity. The images are the values at 0 and
// at the powers of two; whether the layout that they determine is the relation
// is checked by all points if there are at most 2^20. A larger relation must be
// the very text that relationOf() writes of that layout, up to white space.
//
// Outputs without bounds get the smallest size that holds their values. Outputs
// without a name are called dim0, dim1, ...
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_RELATIONS_RELATIONREADER_H
#define F2LAYOUT_LAYOUTS_RELATIONS_RELATIONREADER_H

#include "layouts/families/PaddedShared.h"

namespace f2layout {
inline namespace layouts {

llvm::Expected<PaddedLayout> parseRelation(llvm::StringRef Text);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_RELATIONS_RELATIONREADER_H
