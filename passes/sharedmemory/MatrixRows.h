//===- MatrixRows.h - Accesses that hand rows of memory to many lanes -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which lane gets what of a matrix (layouts/machine/MatrixTile.h) does not matter to
// memory. What does is that some lanes of the warp point at one row each:
//
//   ldmatrix.x4.trans [p]    32 lanes, 16 bytes each
//   ldmatrix.x1 [p]           8 lanes (0 to 7), 16 bytes each
//   ds_read_b64_tr_b16 p     every lane, 8 bytes each
//
// So to the banks, and to a bijection that keeps such rows together, they are
// loads or stores of a row's width at the lane's own address.
//
// Source: PTX ISA 9.2, sections 9.7.14.5.15 and 16; CDNA4 ISA guide, 11.4.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_MATRIXROWS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_MATRIXROWS_H

#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

/// The rows of an access of matrices: lanes 0 to Lanes - 1 of a warp point at
/// one each, by the first argument of the call. ds_read_tr: 64, every lane of
/// any wave.
struct MatrixRows {
  unsigned Lanes = 0, Bytes = 0;
};

/// ldmatrix, stmatrix, ds_read_tr and ds_load_tr. No lanes if it is something
/// else.
MatrixRows rowsOf(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_MATRIXROWS_H
