//===- Slice.h - Parts of a CuTe layout, chosen by a coordinate -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice fixes some modes at numbers and keeps those where the coordinate has
// an underscore: a row of a matrix, a thread's part of a tile. What is fixed
// adds an offset:
//
//   (4,8):(8,1)              at (2,_)        is (8):(1), from offset 16 on
//   ((2,2),3):((24,2),8)     at ((_,1),2)    is (2):(24), from offset 18 on
//   (A,(B,C))                at (_,(_,1))    is (A,B)
//
// Modes that are kept are items of one tuple, whatever tuples they were in. A
// number may stand for a mode that is a tuple, as in every coordinate; an
// underscore keeps it with its nesting. If all is fixed, _1:_0 is left.
//
// A dice is the rest: the modes at which the coordinate has numbers.
//
//   ((2,2),3):((24,2),8)     at ((_,1),2)    (2,3):(2,8)
//
// (CuTe: include/cute/underscore.hpp; slice_and_offset in layout.hpp.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_SLICE_H
#define F2LAYOUT_LAYOUTS_CUTE_SLICE_H

#include "layouts/cute/Layout.h"
#include "llvm/ADT/StringRef.h"

namespace f2layout {
inline namespace layouts {
namespace cute {

/// A coordinate of which parts are left open: `((_,1),2)`.
struct SliceCoordinate {
  enum Kind { Kept, Number, Tuple };
  Kind K = Kept;
  int64_t Value = 0;                  ///< Number.
  std::vector<SliceCoordinate> Items; ///< Tuple; at least one.

  static SliceCoordinate number(int64_t Value) { return {Number, Value, {}}; }
  static SliceCoordinate tuple(std::vector<SliceCoordinate> Items) {
    return {Tuple, 0, std::move(Items)};
  }
};

/// `_`, a number or a tuple of them. Errors state line and column.
llvm::Expected<SliceCoordinate> parseSliceCoordinate(llvm::StringRef Text);

struct Sliced {
  Layout Kept;
  /// The value at the coordinate with 0 for underscores; a tuple if the layout
  /// gives coordinates.
  IntTuple Offset;
};

/// Both fail if the coordinate has a tuple where the layout has no tuple of as
/// many modes, and on numbers outside their modes.
llvm::Expected<Sliced> slice(const Layout &L, const SliceCoordinate &At);
llvm::Expected<Layout> dice(const Layout &L, const SliceCoordinate &At);

/// The offset is added before the swizzle.
llvm::Expected<ComposedLayout> slice(const ComposedLayout &L,
                                     const SliceCoordinate &At);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_SLICE_H
