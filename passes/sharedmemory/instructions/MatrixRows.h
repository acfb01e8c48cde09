//===- MatrixRows.h - Accesses that distribute rows over many lanes -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which lane receives which part of a matrix (layouts/machine/MatrixTile.h)
// does not matter to memory. What matters is that some lanes of the warp each
// point at one row:
//
//   ldmatrix.x4.trans [p]    32 lanes, 16 bytes each
//   ldmatrix.x1 [p]           8 lanes (0 to 7), 16 bytes each
//   ds_read_b64_tr_b16 p     every lane, 8 bytes each
//
// So for the banks, and for a bijection that keeps such rows together, they are
// loads or stores of a row's width at the lane's own address.
//
// Source: PTX ISA 9.2, sections 9.7.14.5.15 and 16; CDNA4 ISA guide, 11.4.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_MATRIXROWS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_MATRIXROWS_H

#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

/// The rows of a matrix access: each of the lanes 0 to Lanes - 1 of a warp
/// points at one row, by the first argument of the call. For ds_read_tr Lanes
/// is 64: every lane of any wave.
struct MatrixRows {
  unsigned Lanes = 0, Bytes = 0;
};

/// Recognises ldmatrix, stmatrix, ds_read_tr and ds_load_tr. Lanes is 0 for any
/// other instruction.
MatrixRows rowsOf(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_MATRIXROWS_H
