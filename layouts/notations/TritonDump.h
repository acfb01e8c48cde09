//===- TritonDump.h - Linear layouts as Triton prints them ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In debug output and comments Triton writes a linear layout image by image:
//
//    - register=1 -> (0, 1)
//      register=2 -> (8, 0)
//    - lane=1 -> (0, 2)
//      lane=2 -> (0, 4)
//    - warp is a size 1 dimension
//   where out dims are: [dim0 (size 16), dim1 (size 8)]
//
// It means the same as the layout text
//
//   register=[[0,1],[8,0]], lane=[[0,2],[0,4]], warp=[] -> [16,8]
//
// and every name of a dimension is allowed, since Triton dumps offsets, banks
// and segments, too. Sizes are left out in older dumps; then they are the least
// that hold the images. `(empty layout)` is the layout without inputs and
// outputs.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_TRITONDUMP_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_TRITONDUMP_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// Reads a dump. Errors begin with their location: "line:column: ...".
llvm::Expected<LinearLayout> parseTritonDump(llvm::StringRef Text);

/// Writes a dump with sizes. Every line ends in a line break. Fails for affine
/// layouts, which Triton does not have.
llvm::Expected<std::string> toTritonDump(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_TRITONDUMP_H
