//===- Masks.h - A layout as the masks of its output bits -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout's columns are the images of input bits. Its rows describe the same
// map: output bit i is the parity of those input bits that mask i selects. With
// an input b of three bits,
//
//   m0 = (1,0,1)      o0 = b2 ^ b0
//   m1 = (0,1,1)      o1 = b1 ^ b0
//   m2 = (1,1,1)      o2 = b2 ^ b1 ^ b0
//
// is the layout `offset=[[7],[6],[5]] -> [8]`: bit 0 is in all three masks, so
// its image is 7. A mask is a row of the matrix, the highest input bit first.
//
// Several dimensions are concatenated to one string of bits, as in
// LinearLayout.h: the first input has the lowest bits, the last output has the
// lowest bits. The first line names them. A 2x4 tile whose columns are xor-ed
// with the row, held by two lanes of four registers:
//
//   [register:4, lane:2] -> [dim0:2, dim1:4]
//   m0 = (1,0,1)      column bit 0 is lane bit 0 ^ register bit 0
//   m1 = (0,1,0)      column bit 1 is register bit 1
//   m2 = (1,0,0)      the row is the lane
//
// Without that line the input is offset, the output dim0, and as these are
// single dimensions there are at most 63 masks of 63 bits. Masks may be in any
// order, each once, one per line or separated by commas. `^ [c0,c1]` at the end
// adds an offset, as in layout text.
//
//   masks := ["[" dim {"," dim} "]" "->" "[" dim {"," dim} "]" [":"]]
//            {mask [","]} ["^" "[" number {"," number} "]"]
//   dim   := name ":" size
//   mask  := ("m" | "m_") number "=" "(" [bit {"," bit}] ")"
//
// A mask of a layout without input bits is empty: `m0 = ()`.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_MASKS_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_MASKS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// Reads masks. Errors begin with their location: "line:column: ...".
llvm::Expected<LinearLayout> parseMasks(llvm::StringRef Text);

/// Writes masks, with the first line. Every line ends in a line break.
std::string toMasks(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_MASKS_H
