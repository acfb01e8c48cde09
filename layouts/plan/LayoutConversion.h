//===- LayoutConversion.h - From two layouts to what must travel ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Conversion (Conversion.h) states for each wanted register of each thread
// where the element is held. Two layouts of one tensor determine one:
//
//   From = register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]   two in a row
//   To   = register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]   32 apart
//
// Register 1 of lane 0 wants element 32, which register 0 of lane 16 holds. Of
// several holders the nearest is taken: same thread, then lane, then warp.
//
// If every warp performs the same conversion within itself, the result is a
// conversion of a warp.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_LAYOUTCONVERSION_H
#define F2LAYOUT_LAYOUTS_PLAN_LAYOUTCONVERSION_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/plan/Conversion.h"
#include <optional>
#include <string>

namespace f2layout {
inline namespace layouts {

/// A conversion, or the reason why no GPU can perform it.
struct MaybeConversion {
  std::optional<Conversion> Wanted;
  std::string WhyNot;
};

/// There is no conversion if an element crosses blocks, if To wants an element
/// that From does not hold, or if there are more than 1024 threads or 4096
/// registers. Fails if the arguments are invalid: the layouts are not
/// distributed layouts of the same tensor, or a warp does not have 2^LaneBits
/// lanes. ElementBits is 8, 16, 32 or 64.
llvm::Expected<MaybeConversion> conversionBetween(const LinearLayout &From,
                                                  const LinearLayout &To,
                                                  unsigned ElementBits,
                                                  unsigned LaneBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_LAYOUTCONVERSION_H
