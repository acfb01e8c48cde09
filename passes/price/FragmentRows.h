//===- FragmentRows.h - The rows that WMMA's fragments touch ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. wmma.load and wmma.store take one pointer for the whole warp, and
// the distance of rows (sharedmemory/FragmentAccess.h):
//
//   wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [As], 64
//
// So they read 16 rows of 32 bytes, 128 bytes apart, which begin in the same
// bank. Which lane reads what is not documented, but the rows are.
//
// Assumption. Rows of elements of 1 and 2 bytes are read as by ldmatrix: eight
// rows at a time, 16 bytes of each (docs/banks.md). A fragment of elements of 4
// bytes is accessed as that of mma.m16n8: by lane L in row L / 4, at elements
// 2 * (L % 4) and behind, in eight rows at a time. So the wavefronts depend on
// the distance of rows alone: the pointer is the same in all lanes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H
#define F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H

#include "passes/price/RuntimeStride.h"
#include "passes/sharedmemory/FragmentAccess.h"

namespace f2layout {
inline namespace passes {

/// What the warp's lanes access at a time, each time all of them, as far as the
/// fragment fills a warp: bytes are Times * Distance + Added, behind the
/// pointer, in pieces of FragmentAccess::pieceBytes().
std::vector<RuntimeStride> piecesOf(const FragmentAccess &A);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_FRAGMENTROWS_H
