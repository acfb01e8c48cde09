//===- LayoutTable.h - The layouts of a kernel's tensors, numbered --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts are compared, and used as keys of caches, all the time. So each one
// is brought into a normal form, in which layouts that differ only in their
// spelling are equal, and has a number.
//
//   register=[[0,2],[0,1]], lane=[[1,0],[2,0]] -> [m:4,n:4]
//   register=[[0,1],[0,2],[0,3]], lane=[[1,0],[2,0]] -> [4,4]
//
// are both register=[[0,1],[0,2]], lane=[[1,0],[2,0]] -> [4,4]. In the normal
// form
//
//   - the inputs are register, lane and warp, with the lanes and warps of the
//     kernel; missing ones hold copies;
//   - no register of a thread is a copy of others;
//   - the images of registers are the reduced basis of what they span, the
//     lowest first: the order of registers has no meaning to tensors, and so
//     neighbours of a row come first;
//   - outputs are called dim0, dim1, ...
//
// Lanes and warps stay as they are: exchanging them moves data.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_LAYOUTS_LAYOUTTABLE_H
#define F2LAYOUT_PASSES_TENSORS_LAYOUTS_LAYOUTTABLE_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace f2layout {
inline namespace passes {

/// The number of a layout in a table.
using LayoutId = unsigned;

class LayoutTable {
public:
  LayoutTable(unsigned LaneBits, unsigned WarpBits)
      : LaneBits(LaneBits), WarpBits(WarpBits) {}

  unsigned laneBits() const { return LaneBits; }
  unsigned warpBits() const { return WarpBits; }
  unsigned threadBits() const { return LaneBits + WarpBits; }

  /// The number of the layout's normal form. Fails if it has other inputs, more
  /// lanes or warps than the kernel, or more than 256 registers.
  llvm::Expected<LayoutId> number(const LinearLayout &L);
  const LinearLayout &operator[](LayoutId Id) const { return Layouts[Id]; }
  unsigned registers(LayoutId Id) const {
    return 1u << Layouts[Id].inputBits("register");
  }
  unsigned size() const { return Layouts.size(); }

  /// The images of bit I of the thread's number (lanes, then warps) and of bit
  /// I of the register, by dimension.
  LayoutPoint threadImage(LayoutId Id, unsigned I) const;
  LayoutPoint registerImage(LayoutId Id, unsigned I) const;
  /// The element in register R of thread 0.
  LayoutPoint elementAt(LayoutId Id, unsigned R) const;

private:
  llvm::Expected<LinearLayout> normal(const LinearLayout &L) const;

  const unsigned LaneBits, WarpBits;
  std::deque<LinearLayout> Layouts;
  llvm::StringMap<LayoutId> Numbers;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_LAYOUTS_LAYOUTTABLE_H
