//===- Tiles.h - The conversion that benchmarks time ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of halves has been read from device memory, 16 bytes of a row per
// lane, and is needed as the accumulators of mma.m16n8:
//
//   Rows       register: 8 columns; lanes: on along the row, then down;
//              4 warps below each other; further registers: the rest
//   Fragments  register: column 1, row 8; lanes: columns 2, 4, rows 1, 2, 4;
//              2 x 2 warps side by side; further registers: the rest
//
// A lane has at most 256 halves: 256 x 256 takes eight warps. For 128 x 128
// each side has 7 register, 5 lane and 2 warp bits, and sixteen lanes make a
// row of Rows.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_LAYOUTS_TILES_H
#define F2LAYOUT_BENCH_LAYOUTS_TILES_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/machine/Machine.h"
#include "layouts/plan/Conversion.h"

namespace f2layout::bench {

struct Tile {
  LinearLayout Rows, Fragments;
  LinearLayout Offsets; ///< The tile to row-major offsets.
  LinearLayout Vector;  ///< Eight registers to eight columns.
};

/// The tile of 2^Bits x 2^Bits halves, at least 32 x 32.
Tile makeTile(unsigned Bits);

/// From Rows to Fragments, as an input of the planner.
Conversion makeConversion(const Tile &T);

/// Stores, loads and banks of sm_90, from intrinsics/target/Targets.def.
Machine hopper();

/// The shared-memory layout, found from the two layouts, for which neither
/// storing from Rows nor loading into Fragments has a conflict.
BitMatrix swizzleFor(const Tile &T, const Machine &M);

} // namespace f2layout::bench

#endif // F2LAYOUT_BENCH_LAYOUTS_TILES_H
