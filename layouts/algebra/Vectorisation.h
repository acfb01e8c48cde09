//===- Vectorisation.h - The widest access a layout allows ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread stores its registers to memory; the layout from threads to offsets
// is known (a distributed layout composed with the inverse of a memory layout).
// How wide can the store be?
//
// A store of 2^v elements is the tile `register=[[1],...,[2^(v-1)]] -> [2^v]`:
// register i goes to offset i. The layout can use it if the tile divides it on
// the left. Since renaming registers costs nothing, it is enough that the tile
// divides after some permutation of the registers. With 16-bit elements and at
// most 16 bytes:
//
//   L = register=[[64],[1],[2]], lane=[[4],[8],[16],[32]] -> [128]
//
//   tile of 8: no register has the image [4]
//   tile of 4: divides, when register bits 0, 1, 2 are bits 1, 2, 0 of before
//
//   largestVector(L, 16) = 4 elements
//     Action   = register=[[2],[4],[1]] -> [register:8]
//     Quotient = register=[[16]], lane=[[1],[2],[4],[8]] -> [32]
//
// The quotient counts in vectors: store i of each lane, i = 0, 1, goes to
// vector 16 * i + lane of memory. All addresses are aligned to the vector.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_VECTORISATION_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_VECTORISATION_H

#include "layouts/algebra/RegisterAction.h"

namespace f2layout {
inline namespace layouts {

struct Vectorisation {
  uint64_t Elements = 1; ///< Of one access; a power of two.
  /// Registers of access i are i * Elements, ..., after this action.
  RegisterAction Action;
  /// From accesses (the register dimension), lanes and so on to vectors.
  LinearLayout Quotient;
};

/// The widest vector of at most MaxBits bits. L maps registers and any other
/// inputs to a single output: the offset in elements of ElementBits bits. A
/// vector of one element always exists. Fails if L has no input Dim, if it does
/// not have exactly one output, and if a size is not a power of two.
llvm::Expected<Vectorisation> largestVector(const LinearLayout &L,
                                            unsigned ElementBits,
                                            unsigned MaxBits = 128,
                                            llvm::StringRef Dim = "register");

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_VECTORISATION_H
