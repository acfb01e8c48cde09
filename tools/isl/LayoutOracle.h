//===- LayoutOracle.h - Layouts judged by isl -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What isl says about a layout, compared with what this project says. isl gets
// the relations that `f2layout translate --to isl` prints.
//
//   values      isl computes the value of the relation at every point, and it
//               is the layout's
//   steps       the same with the maps that compose the layout, one by one
//   injective   by the relation of the bits (linear layouts), or by that of the
//   surjective  coordinates (CuTe)
//   inverse     the layout and invert() of it compose to the identity
//   involution  the swizzle mapping is its own inverse
//
// Relations of bits are small: an output bit is one sum mod 2. The same
// questions about relations of coordinates have a floor for each bit, and take
// isl seconds to minutes from nine bits on. So what concerns whole layouts is
// decided on bits, and what concerns texts by evaluation.
//
// Points are evaluated within the limits of Limits.h; beyond, `values` and
// `steps` are unknown. A question about a relation that isl does not decide
// within its limit of operations is decided by the number of values.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_ISL_LAYOUTORACLE_H
#define F2LAYOUT_TOOLS_ISL_LAYOUTORACLE_H

#include "layouts/cute/Layout.h"
#include "layouts/families/PaddedShared.h"
#include "layouts/relations/Relation.h"
#include "tools/isl/Oracle.h"
#include "llvm/Support/Error.h"

namespace f2layout::oracle {

/// A property, isl's answer, and ours.
struct Finding {
  std::string Name;
  Answer Found = Answer::Unknown;
  /// What our own code says.
  bool Expected = true;

  bool agrees() const { return Found == (Expected ? Answer::Yes : Answer::No); }
};

std::vector<Finding> examine(Context &C, const PaddedLayout &L);
std::vector<Finding> examine(Context &C, const cute::ComposedLayout &L);
std::vector<Finding> examine(Context &C, const cute::Swizzle &S);

/// The relation of the bits of L as a map of isl.
Map binaryMap(Context &C, const LinearLayout &L);

/// The linear or affine layout that any relation describes. The relation must
/// be single-valued, its inputs must have all values below powers of two, and
/// isl must find it equal to the relation of the layout; if that takes too
/// long, all points are compared, within the limits of Limits.h.
llvm::Expected<LinearLayout> layoutOf(Context &C, llvm::StringRef Text);

} // namespace f2layout::oracle

#endif // F2LAYOUT_TOOLS_ISL_LAYOUTORACLE_H
