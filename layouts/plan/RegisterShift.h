//===- RegisterShift.h - Registers renamed by thread ------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. Threads cannot index their registers, but every thread
// can use the name r for its register (r ^ C thread), for a linear map C from
// threads to registers. This takes one select per word for each dimension of
// C's image.
//
//   C = 2 in odd lanes, 0 in even ones       new r0 = select(odd, w2, w0)
//                                            new r2 = select(odd, w0, w2)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_REGISTERSHIFT_H
#define F2LAYOUT_LAYOUTS_PLAN_REGISTERSHIFT_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

class RegisterShift {
public:
  /// The image under C of each thread bit.
  explicit RegisterShift(llvm::ArrayRef<uint64_t> OfThreadBit);

  /// The select by the I-th dimension: Far where its bit is set.
  Step select(unsigned I, Word Far, Word Near, unsigned LaneBits) const;
  /// A reduced basis of C's image.
  llvm::ArrayRef<uint64_t> distances() const { return Distances; }

private:
  llvm::SmallVector<uint64_t> Distances;
  llvm::SmallVector<uint64_t> Deciding; ///< Thread bits, for each.
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_REGISTERSHIFT_H
