//===- Family.h - Any family, and families as parameters ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every family has a struct of parameters, named as Triton names them, and a
// function from parameters and the tensor's shape to a layout. Some parameters
// are families themselves: a reduction over the columns of a matrix product's
// result leaves a slice of its accumulators' layout, and the layout of a
// product's operands depends on the layout of its result. In Triton's words:
//
//   #ttg.slice<{dim = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, ...}>}>
//   #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<...>, kWidth = 2}>
//
// So there is one type for "any distributed family", and slices and operands
// point to one:
//
//   MmaParams Mma = ...;
//   SliceParams Rows{1, distributed(Mma)};
//   distributedLayout({Rows}, {64})              // the layout on 64 rows
//
// The list is closed: a new family is a new member of the variant, a new header
// and a case in the two functions that visit the variant (distributedLayout,
// and dotOperandLayout if its products have operands in registers).
//
// MemoryFamily.h is the counterpart for memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_FAMILY_H
#define F2LAYOUT_LAYOUTS_FAMILIES_FAMILY_H

#include "layouts/families/Blocked.h"
#include "layouts/families/DotOperand.h"
#include "layouts/families/Dpas.h"
#include "layouts/families/Linear.h"
#include "layouts/families/Mfma.h"
#include "layouts/families/Mma.h"
#include "layouts/families/Sliced.h"
#include "layouts/families/Wmma.h"
#include <memory>
#include <variant>

namespace f2layout {
inline namespace layouts {

struct DistributedFamily {
  std::variant<BlockedParams, SliceParams, DotOperandParams, MmaParams,
               MfmaParams, WmmaParams, DpasParams, LinearParams>
      Params;
};

/// A parent for slices and operands.
template <typename ParamsT>
std::shared_ptr<const DistributedFamily> distributed(ParamsT Params) {
  return std::make_shared<const DistributedFamily>(
      DistributedFamily{std::move(Params)});
}

/// The layout of that family on a tensor of this shape: register, lane, warp
/// (and block, where there are several) to dim0, dim1, ...
/// Fails where the family's own function does.
llvm::Expected<LinearLayout> distributedLayout(const DistributedFamily &F,
                                               llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_FAMILY_H
