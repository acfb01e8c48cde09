//===- Elements.h - Holders of elements -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout maps a place to the element that it holds. This file provides the
// other direction: in
//
//   lane=[[1],[0],[2]] -> [4]
//
// element 3 is held by lanes 5 and 7. The places that hold an element are one
// of them, xor-ed with every word that has no effect (the kernel: here lane bit
// 1). So every element that is held at all is held equally often.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_ELEMENTS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_ELEMENTS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout::calc {

class Elements {
public:
  explicit Elements(const LinearLayout &L)
      : L(L), Kernel(L.matrix().longKernel()) {}

  /// log2 of the number of places that hold each held element.
  unsigned copyBits() const { return Kernel.size(); }
  llvm::ArrayRef<LongWord> kernel() const { return Kernel; }

  /// Returns the least place, or std::nullopt if no place holds the element.
  std::optional<LongWord> first(const LongWord &Element) const {
    return L.matrix().solve(Element ^ L.longOffset());
  }
  /// Returns the first Most places that hold the element, in increasing order.
  llvm::SmallVector<LongWord> holders(const LongWord &Element,
                                      size_t Most) const;

private:
  const LinearLayout &L;
  llvm::SmallVector<LongWord> Kernel;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_ELEMENTS_H
