//===- StatedVectors.h - Neighbours that LLVM will join -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. f2layout-access often leaves the joining of accesses to LLVM's
// load/store vectorizer, and only states addresses and alignments. Then the
// words of an access are needed at a time, which the order in IR does not show:
//
//                                          live     live, if joined
//   %a = load i32, %p, align 16             1            4
//   %x = add %a, 1; store %x                0            3
//   %b = load i32, %p + 4                   1            3
//   %y = add %b, 1; store %y                0            2
//   ...
//
// Algorithm. Loads, and stores, of one block whose addresses are constants from
// one value apart, as far as LLVM's own analysis sees that, are sorted. From
// the first on, the widest access of a power of two of them that is aligned and
// has at most 16 bytes is one. No access is joined with one behind a call or a
// barrier; stores in between are taken not to be in the way. The result is what
// registerPressure takes: the first load defines all results, and the last
// store uses all values.
//
// What it is not. It proves nothing: the estimate of registers is all that uses
// it. Elements of less than a word are left out, since a joined access takes
// fewer registers for them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_STATEDVECTORS_H
#define F2LAYOUT_PASSES_PRICE_STATEDVECTORS_H

#include "passes/price/RegisterPressure.h"
#include <vector>

namespace f2layout {
inline namespace passes {

/// The accesses of F that LLVM will join. The one at which they are is not
/// among the accesses that are replaced, so that its address counts.
std::vector<HoistedLoads> statedVectors(const llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_STATEDVECTORS_H
