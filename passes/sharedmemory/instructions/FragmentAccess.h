//===- FragmentAccess.h - Loads and stores of WMMA fragments ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wmma.load and wmma.store take one pointer for the whole warp, and the
// distance of rows, in elements:
//
//   wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [As], 64
//
// Which lane gets which elements is not documented. Which bytes are accessed
// is: 16 rows of 16 halves, 128 bytes apart. That is all a bijection of the
// array's bytes needs to know.
//
// Source: PTX ISA 9.2, section 9.7.14.4, "Matrix Storage for WMMA".
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_FRAGMENTACCESS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_FRAGMENTACCESS_H

#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace f2layout {
inline namespace passes {

struct FragmentAccess {
  llvm::Value *Distance = nullptr; ///< Of rows, in elements.
  unsigned DistanceOperand = 0;
  unsigned Rows = 0, Columns = 0; ///< Columns lie side by side.
  unsigned ElementBytes = 0;
  unsigned LaneBytes = 0; ///< Of the registers of one lane.
  bool IsStore = false;
  bool IsSum = false; ///< C or D, and not a factor of a product.
  /// Elements that a lane holds together lie in different rows.
  bool IsAcross = false;

  /// Of what one lane accesses at a time (FragmentRows.h).
  unsigned pieceBytes() const;
  unsigned rowBytes() const { return Columns * ElementBytes; }
  /// In bytes, if it is a positive constant.
  std::optional<uint32_t> distance() const;
  /// The first row begins at a multiple of this.
  unsigned alignment() const { return LaneBytes; }
};

/// The bytes that a distance of rows is a multiple of, and those that the first
/// row begins at a multiple of (CUDA C++ Programming Guide, "Warp Matrix
/// Functions", load_matrix_sync).
inline constexpr unsigned FragmentDistanceAlign = 16, FragmentAlign = 32;

/// Nothing for another instruction, and for elements of other sizes.
std::optional<FragmentAccess> fragmentOf(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_FRAGMENTACCESS_H
