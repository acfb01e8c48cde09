//===- Elements.h - Who holds an element ----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout states which element a place holds. This file has the other
// direction: in
//
//   lane=[[1],[0],[2]] -> [4]
//
// element 3 is held by lanes 5 and 7. The places that hold an element are one
// of them, xor-ed with all words that have no effect (the kernel: here lane bit
// 1), so every element that is held has equally many places.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_ELEMENTS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_ELEMENTS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout::calc {

class Elements {
public:
  explicit Elements(const LinearLayout &L)
      : L(L), Kernel(L.matrix().longKernel()) {}

  /// log2 of the places that hold an element which is held.
  unsigned copyBits() const { return Kernel.size(); }
  llvm::ArrayRef<LongWord> kernel() const { return Kernel; }

  /// The least place; std::nullopt if the element is held nowhere.
  std::optional<LongWord> first(const LongWord &Element) const {
    return L.matrix().solve(Element ^ L.longOffset());
  }
  /// All places in increasing order, at most Most.
  llvm::SmallVector<LongWord> holders(const LongWord &Element,
                                      size_t Most) const;

private:
  const LinearLayout &L;
  llvm::SmallVector<LongWord> Kernel;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_ELEMENTS_H
