//===- MemoryFamily.h - Any layout of shared or tensor memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Like Family.h for threads, this is one type for "any memory family". Memory
// layouts map offset (in elements) and block, or row, col and block, to dim0,
// dim1, ...
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_MEMORYFAMILY_H
#define F2LAYOUT_LAYOUTS_FAMILIES_MEMORYFAMILY_H

#include "layouts/families/NvmmaShared.h"
#include "layouts/families/PaddedShared.h"
#include "layouts/families/RotatingShared.h"
#include "layouts/families/SwizzledShared.h"
#include "layouts/families/TensorMemory.h"
#include <variant>

namespace f2layout {
inline namespace layouts {

/// A memory layout given by its images, `#ttg.shared_linear`. It fits one shape
/// only.
struct SharedLinearParams {
  LinearLayout Layout;
};

struct MemoryFamily {
  std::variant<SwizzledSharedParams, RotatingSharedParams, NvmmaSharedParams,
               PaddedSharedParams, SharedLinearParams, TensorMemoryParams,
               TensorMemoryScalesParams>
      Params;
};

/// The layout of that family on a tensor of this shape; for a padded family the
/// linear part. Fails where the family's own function does.
llvm::Expected<LinearLayout> memoryLayout(const MemoryFamily &F,
                                          llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_MEMORYFAMILY_H
