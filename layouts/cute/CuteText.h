//===- CuteText.h - CuTe layouts as text ----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same layout as three programs print it:
//
//   CuTe      Sw<3,4,3> o _0 o (_8,_64):(_64,_1)
//   pycute    SW_3_4_3 o 0 o (8, 64):(64, 1)
//   C++ type  ComposedLayout<Swizzle<3,4,3>,_0,
//                            Layout<Shape<_8,_64>,Stride<_64,_1>>>
//
// One parser reads all of these, and the text of the Python DSL, which has
// `S<3,4,3> o 0 o (8,64):(64,1)`:
//
//   composed := [swizzle "o"] [offset "o"] layout
//             | "ComposedLayout" "<" swizzle "," integer "," type ">"
//   swizzle  := ("Sw"|"S"|"Swizzle") "<" number "," number ["," number] ">"
//             | "SW_" number "_" number "_" number
//   offset   := ["ArithTuple"] tuple | name "[" number "b" "]" "(" "unset" ")"
//   layout   := tuple [":" tuple] | type
//   type     := "Layout" "<" tuples ["," tuples] ">"
//   tuple    := integer | "(" tuple {"," tuple} [","] ")"
//             | ("Shape"|"Stride"|"Step"|"Coord"|"tuple"|...) "<" ... ">"
//   integer  := ["-"] number axes | "_" number axes | "E" "<" numbers ">"
//             | ("Int"|"C") "<" number ">" | "ScaledBasis" "<" integer ... ">"
//   axes     := {"@" number}
//
// Namespaces (`cute::`, also with two colons in front) may stand before names.
// Without strides, a layout is compact with its first mode fastest; in types,
// LayoutLeft and LayoutRight stand for compact strides. A type has static
// integers, and `int` in it stands for one that is not known, which is refused.
//
// White space is allowed between any two symbols. Errors state line and column:
//
//   (4,8):(1
//   1:9: expected ',' or ')', found the end of the text
//   (4,8):(1,4,8)
//   1:7: stride (1,4,8) is not nested as the shape (4,8)
//
// What is written is read as the same layout, with two exceptions: pycute's
// text has no sign for static integers, and a type has nothing but static ones.
// Writing fails where axes or an unset pointer would be lost (pycute has
// neither), and for dynamic integers as types.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_CUTETEXT_H
#define F2LAYOUT_LAYOUTS_CUTE_CUTETEXT_H

#include "layouts/cute/Layout.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace f2layout {
inline namespace layouts {
namespace cute {

/// Reads any of the forms. A layout without swizzle and offset is plain.
llvm::Expected<ComposedLayout> parseComposed(llvm::StringRef Text);
/// Refuses a swizzle or an offset.
llvm::Expected<Layout> parseLayout(llvm::StringRef Text);
llvm::Expected<IntTuple> parseTuple(llvm::StringRef Text);
llvm::Expected<Swizzle> parseSwizzle(llvm::StringRef Text);

/// As CuTe prints them.
std::string toString(const Int &I);
std::string toString(const IntTuple &T);
std::string toString(const Layout &L);
std::string toString(const Swizzle &S);
std::string toString(const ComposedLayout &L);

/// As pycute prints it: `((2, 2), 3):((24, 2), 8)`. Fails on axes and pointers.
llvm::Expected<std::string> pycuteText(const ComposedLayout &L);
/// `Layout<Shape<_4,_8>,Stride<_1,_4>>`. Fails on dynamic integers.
llvm::Expected<std::string> typeText(const ComposedLayout &L);
/// All integers static, as in a type, or all dynamic, as in pycute.
Layout withStatic(const Layout &L, bool Static);
ComposedLayout withStatic(const ComposedLayout &L, bool Static);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_CUTETEXT_H
