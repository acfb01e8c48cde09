//===- Linear.h - CuTe layouts as maps over F2, and back ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CuTe layout adds, a linear layout (LinearLayout.h) xors. They agree where
// no sum carries. Call d * 2^b the column of bit b of a mode s:d. The layout is
// linear on its domain exactly if no two columns whose bits occur together have
// a common bit:
//
//   (4,8):(8,1)    columns 8 16, 1 2 4                  linear
//   4:5            columns 5 10, bits 101 and 1010      linear
//   4:3            columns 3  6, bits  11 and  110      not: 3 + 6 is 9, 3 ^ 6
//                                                       is 5
//   3:3            columns 3  6, which never occur together: linear
//
// A swizzle is linear. An offset makes the layout affine if it has no bit of a
// column; a column of a negative stride must have all of its bits in it:
// `15 o 16:-1` is x -> 15 ^ x.
//
// Coordinates. Bits of an integral coordinate are bits of modes only if sizes
// are powers of two, the last one excepted. With an input for each mode all
// sizes are possible: 3 is padded to 4, and the map is defined on a part of it.
//
//   (3,4):(1,4)    c0=[[1],[2]], c1=[[4],[8]] -> [offset:16], on 3 x 4
//
// Back. A linear map has a stride form if its columns have no common bits;
// columns that double are one mode. If they have, a swizzle may separate them:
// Sw o L is the map for L = Sw o map, as Sw is its own inverse.
//
//   row=[[9],[18],[36]], col=[[1],[2],[4]]     Sw<3,0,3> o (8,8):(8,1)
//
// A constant is an offset where columns do not use its bits, and a negative
// stride where they are all in it.
//
// Compositions of maps over F2 are total, those of CuTe layouts are not:
// (4,4):(4,1) o 4:5 has a stride that is no multiple of 4, but as maps the
// result is 5, 10, that is 4:5.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_LINEAR_H
#define F2LAYOUT_LAYOUTS_CUTE_LINEAR_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/cute/Layout.h"

namespace f2layout {
inline namespace layouts {
namespace cute {

/// The inputs of the map: one for the integral coordinate, named "c"; one for
/// each mode, or for each flattened mode, named "c0", "c1", ...
enum class CoordinateKind { Integral, Modes, Natural };

/// A map that equals a CuTe layout on its domain.
struct LinearForm {
  /// To one output "offset", or to "dim0", "dim1", ... if the layout gives
  /// coordinates. Outputs are as large as the values need.
  LinearLayout Map;
  /// The sizes of the inputs. Indices from there on, below the next power of
  /// two, are no coordinates.
  std::vector<int64_t> Domain;
  bool isPartial() const;
};

/// Fails, with the two columns and what they have in common, if a sum carries.
/// Then a layout without an offset is not linear. With one it may still be
/// affine by its values, as `1 o 2:1` is x -> 1 ^ 3 x; that is not looked for.
llvm::Expected<LinearForm> toLinear(const ComposedLayout &L, CoordinateKind K);

/// One mode for each input, static, to the number of the output: dim0 is
/// fastest, as in CuTe's codes of elements. Fails if there is no stride form,
/// also behind a swizzle, with two columns that have a common bit.
llvm::Expected<ComposedLayout> fromLinear(const LinearLayout &L);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_LINEAR_H
