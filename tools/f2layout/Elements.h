//===- Elements.h - Who holds an element ----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout says which element a place holds. This is the other direction: of
//
//   lane=[[1],[0],[2]] -> [4]
//
// element 3 is held by lanes 5 and 7. The places that hold an element are one
// of them, xor-ed with everything that makes no difference (the kernel: here
// lane bit 1), so there are equally many for every element that is held.
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

  /// The least place; nothing if nobody holds the element.
  std::optional<LongWord> first(const LongWord &Element) const {
    return L.matrix().solve(Element ^ L.longOffset());
  }
  /// All places in increasing order, but no more than Most.
  llvm::SmallVector<LongWord> holders(const LongWord &Element,
                                      size_t Most) const;

private:
  const LinearLayout &L;
  llvm::SmallVector<LongWord> Kernel;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_ELEMENTS_H
