//===- Linear.h - A layout given by its images ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout may be given by its images instead of by parameters. It has a shape,
// but like any tile it can be applied to tensors of other shapes:
//
//   given       register=[[1,0]], lane=[[0,1]]         -> [2,2]
//   on [2,4]    register=[[1,0],[0,2]], lane=[[0,1]]   -> [2,4]
//   on [1,2]    register=[],      lane=[[0,1]]         -> [1,2]
//
// It is first repeated along the dimension in which its registers run first,
// here along rows. Registers that are cut off are dropped; lanes are kept.
//
// (Triton: `#ttg.linear<{register = [...], lane = [...], warp = [...], block =
// [...]}>`, and `#ttg.generic_linear` with the same parameters, where Triton
// allows warps to be swizzled.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_LINEAR_H
#define F2LAYOUT_LAYOUTS_FAMILIES_LINEAR_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct LinearParams {
  LinearLayout Layout;    ///< First input register, outputs dim0, dim1, ...
  bool IsGeneric = false; ///< Selects the name only.
};

/// Fails unless the first input is register and the tensor has one power of two
/// for each output.
llvm::Expected<LinearLayout> linearLayout(const LinearParams &P,
                                          llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_LINEAR_H
