//===- FragmentRows.h - The rows that WMMA's fragments touch ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. wmma.load and wmma.store take one pointer for the whole warp, and
// the distance of rows (sharedmemory/instructions/FragmentAccess.h):
//
//   wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [As], 64
//
// So they read 16 rows of 32 bytes, 128 bytes apart, which begin in the same
// bank. Which lane reads what is not documented, but the rows are.
//
// What ptxas 13.0 makes of them for sm_90, by the opcodes in its output:
//
//   2 bytes, or 1 byte along the product    LDSM    8 rows, 16 bytes of each
//   1 byte, across                          LDS.U8  4 rows, 8 bytes
//   4 bytes, a factor, along                LDS.32  8 rows, 16 bytes
//   4 bytes, a factor, across               LDS.32  4 rows, 32 bytes
//   4 bytes, a sum, by rows                 LDS.64  8 rows, 32 bytes
//   4 bytes, a sum, by columns              LDS.32  4 rows, 32 bytes
//
// Which rows are accessed at a time is taken from the fragments of mma.sync: a
// lane holds 1, 2 or 4 elements of neighbouring rows, and so those that are
// accessed together are as far apart. Sums of 2 bytes are accessed 4 bytes at a
// time, which takes the same wavefronts. The pointer is the same in all lanes,
// so the wavefronts depend on the distance of rows alone.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H
#define F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H

#include "passes/price/RuntimeStride.h"
#include "passes/sharedmemory/instructions/FragmentAccess.h"

namespace f2layout {
inline namespace passes {

/// What the warp's lanes access at a time, each time all of them, as far as the
/// fragment fills a warp: bytes are Times * Distance + Added, behind the
/// pointer, in pieces of FragmentAccess::pieceBytes().
std::vector<RuntimeStride> piecesOf(const FragmentAccess &A);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H
