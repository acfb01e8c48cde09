//===- LayoutCode.h - Layouts as functions of C++, CUDA and HIP -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a function from its inputs to coordinates, and if it is
// invertible there is one back:
//
//   register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]
//
//   struct tile_point { unsigned dim0, dim1; };
//   constexpr tile_point tile(unsigned register_, unsigned lane) {
//     return {((register_ & 2u) << 2) ^ (lane >> 2),
//             (register_ & 1u) ^ ((lane & 3u) << 1)};
//   }
//
// Names become those of variables (CodeNames.h). For padded memory, the
// function back gives the address, in elements.
//
// A CuTe layout is a function from its coordinates, one for each mode, to an
// index. Its sizes may be any numbers:
//
//   ((2,2),3):((24,2),8)
//   constexpr int tile(int c0, int c1) {
//     return c0 % 2 * 24 + c0 / 2 * 2 + c1 * 8;
//   }
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_LAYOUTCODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_LAYOUTCODE_H

#include "layouts/cute/Layout.h"
#include "layouts/families/PaddedShared.h"
#include "tools/f2layout/code/MapCode.h"

namespace f2layout::calc {

/// Fails if an input, a coordinate or an address has more than 32 bits.
llvm::Expected<std::string> layoutCode(const PaddedLayout &L,
                                       llvm::StringRef Name, Dialect D);

/// Fails if the layout gives coordinates.
llvm::Expected<std::string> cuteCode(const cute::ComposedLayout &L,
                                     llvm::StringRef Name, Dialect D);
/// The function back from an index, of a CuTe layout that is the memory layout
/// L: coordinates c0, c1, ...
llvm::Expected<std::string> cuteInverseCode(const LinearLayout &L,
                                            llvm::StringRef Name, Dialect D);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_LAYOUTCODE_H
