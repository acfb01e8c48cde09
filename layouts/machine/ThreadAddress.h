//===- ThreadAddress.h - An address as a map of thread bits ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_THREADADDRESS_H
#define F2LAYOUT_LAYOUTS_MACHINE_THREADADDRESS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace f2layout {
inline namespace layouts {

/// A byte address as an F2-affine function of the linear thread index:
///   Constant ^ xor of Columns[j] over the set bits j of the thread.
/// In a plan of Scope::Warp the thread is the lane, and each warp has its own
/// slice of scratch. The columns of bits that the group's threads do not have
/// must be zero.
struct ThreadAddress {
  uint32_t Constant = 0;
  llvm::SmallVector<uint32_t, 10> Columns;
  uint32_t at(unsigned Thread) const {
    uint32_t A = Constant;
    for (unsigned J = 0; J < Columns.size() && Thread >> J; ++J)
      if (Thread >> J & 1)
        A ^= Columns[J];
    return A;
  }
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_THREADADDRESS_H
