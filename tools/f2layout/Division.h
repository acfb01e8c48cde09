//===- Division.h - Why one layout does not divide another ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L divided by a tile is the Q for which product(tile, Q) == L. It exists if
// the low bits of L's inputs go where the tile says, and all other bits go to
// multiples of the tile. What is wrong is one column. Of
//
//   L    = register=[[0,1],[0,2]], lane=[[0,4],[1,0]] -> [2,8]
//   tile = register=[[0,2]] -> [1,4]
//
// register bit 1 is at (0,1), and the tile has it at (0,2).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_DIVISION_H
#define F2LAYOUT_TOOLS_F2LAYOUT_DIVISION_H

#include "layouts/LinearLayout.h"
#include <string>
#include <vector>

namespace f2layout::calc {

/// One sentence for each obstacle; none if leftDivide() succeeds.
std::vector<std::string> whyNotDivisible(const LinearLayout &L,
                                         const LinearLayout &Tile);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_DIVISION_H
