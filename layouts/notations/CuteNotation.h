//===- CuteNotation.h - CuTe layouts as layouts of a tensor ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe's text (layouts/cute/CuteText.h) says from where to where a layout maps
// only in comments. Here they are part of the text.
//
// A layout alone is of memory. Its modes are the dimensions of the tensor, and
// its values are offsets in elements, so that the layout of this library, from
// offsets to elements, is the inverse:
//
//   (4,8):(8,1)
//   offset=[[0,1],[0,2],[0,4],[1,0],[2,0]] -> [4,8]
//
// A layout of threads and values has the comment that CuTe writes above its
// atoms in front. T are threads, V values of a thread; M, N, ... are the
// dimensions of the tensor, and values are codes of elements, M fastest:
//
//   (T32,V4) -> (M16,N8) ((4,8),(2,2)):((32,1),(16,8))
//   register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]
//
// Threads beyond 32 are in further warps: T128 are lanes and warps. L, W and B
// are lanes, warps and blocks on their own, for warps of other sizes. If the
// layout gives coordinates, they are those of the tensor.
//
//   text     := [comment] composed
//   comment  := "(" side {"," side} ")" "->" "(" side {"," side} ")"
//   side     := letter number
//
// All sizes are powers of two, and the layout is linear or affine over F2
// (layouts/cute/Linear.h). It is written with all integers static, with a
// swizzle in front if there is no stride form otherwise; as `pycute`, with
// dynamic integers; as `cute-type`, as a C++ type.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_CUTENOTATION_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_CUTENOTATION_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// Whether the first tokens are those of a CuTe layout or of its comment.
bool startsCute(llvm::StringRef Text);

/// Errors with a location begin with it: "line:column: ...".
llvm::Expected<LinearLayout> parseCute(llvm::StringRef Text);

enum class CuteForm { Cute, Pycute, Type };
/// Fails if the layout has no stride form, also behind a swizzle; if it is of
/// memory and has no inverse; and if it has inputs or outputs of other names
/// than those that are read.
llvm::Expected<std::string> toCute(const LinearLayout &L, CuteForm Form);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_CUTENOTATION_H
