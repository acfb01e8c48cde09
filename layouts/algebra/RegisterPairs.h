//===- RegisterPairs.h - Two tensors in one list of registers -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A complex number has a real and an imaginary part. Two tensors of four
// elements, each in two registers of two lanes, can be regarded as one tensor
// of four pairs, in four registers:
//
//   each      register=[[1]], lane=[[2]] -> [4]
//   in turn   register=[[0,1],[1,0]], lane=[[2,0]] -> [4,2]   re0 im0 re1 im1
//   in lists  register=[[1,0],[0,1]], lane=[[2,0]] -> [4,2]   re0 re1 im0 im1
//
// The new last coordinate selects the tensor, and one register bit moves along
// it: the lowest, so that the parts of a number are neighbours, or the highest,
// so that the registers of one tensor are. This is the operation join; split is
// its inverse (ShapeOps.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERPAIRS_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERPAIRS_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// L, with an input "register" of one index in front if it has none.
llvm::Expected<LinearLayout> withRegisters(const LinearLayout &L);

/// Two tensors in this layout: a new last output of size 2, dimN for N outputs,
/// and a new register bit for it at place Bit. Fails if there are fewer than
/// Bit register bits.
llvm::Expected<LinearLayout> pairRegisters(const LinearLayout &L, unsigned Bit);

/// The layout of either tensor of those that are paired. Some register bits
/// must change only the last coordinate; of the two registers of a pair, the
/// one without the highest of these bits is kept. Fails, naming the dimension,
/// if the last output is not of size 2, if there are no such registers, or if
/// another bit also moves along the last output, so that the first of a pair is
/// not in the same register of all threads.
llvm::Expected<LinearLayout> unpairRegisters(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERPAIRS_H
