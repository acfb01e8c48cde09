#!/usr/bin/env python3
# The conversions that are counted for AMD GPUs, as lists that are fixed before
# anything is counted. For waves of 64 and of 32 lanes there are 24 conversions
# that occur in practice and 36 random ones, drawn like those of bench/convert,
# in four widths each; and 141 more random ones, in one width each.
#
#   bench/amd/draw.py            rewrites pairs-64.json and pairs-32.json
#   bench/amd/draw.py --check    fails if they are not what is drawn
#
# Fragments are those of V_MFMA_F32_32X32 and 16X16 (CDNA3 and CDNA4 ISA guides,
# section 7.1.4) and of V_WMMA_F32_16X16X16 of gfx11 and gfx12 (RDNA3 ISA guide,
# section 7.9, RDNA4 7.12), the waves of a block beside and below each other.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "convert"))

from pairs import (  # noqa: E402
    Layout,
    Tile,
    bits,
    blocked,
    exchange,
    list_text,
    random_pairs,
    rows_and_columns,
    write_lists,
)

SHAPE = (64, 64)
# The pairs of one width.
MORE_SEED, MORE = 2, range(12, 59)


def list_path(lane_bits):
    return HERE / f"pairs-{1 << lane_bits}.json"


def waves_on(tile, waves):
    return tile.take(1, waves[1]) + tile.take(0, waves[0])


def mfma(size, waves):
    """Results of size x size: four rows a lane, a column each; lanes go on below
    and, for 32 rows, registers again."""
    tile = Tile(SHAPE)
    register = tile.take(0, 4)
    lane = tile.take(1, size) + tile.take(0, 64 // size)
    register += tile.take(0, size * size // 256)
    warp = waves_on(tile, waves)
    return Layout(SHAPE, register + tile.rest(1), lane, warp)


def wmma_gfx11(waves):
    """Rows alternate between the halves of the wave."""
    tile = Tile(SHAPE)
    lane = tile.take(1, 16) + tile.take(0, 2)
    register = tile.take(0, 8)
    warp = waves_on(tile, waves)
    return Layout(SHAPE, register + tile.rest(1), lane, warp)


def wmma_gfx12(waves):
    """The halves of the wave have eight rows each."""
    tile = Tile(SHAPE)
    register = tile.take(0, 8)
    lane = tile.take(1, 16) + tile.take(0, 2)
    warp = waves_on(tile, waves)
    return Layout(SHAPE, register + tile.rest(1), lane, warp)


def operand(side, size, neighbours, groups, waves, idle=0):
    """Operand A (side 0: m x k) or B (side 1: k x n): a row of m (column of n) a
    lane, `neighbours` of k in its registers, the next ones in the next group of
    lanes. Idle lane bits, and waves that differ in the other matrix only, hold
    the same."""
    tile, k = Tile(SHAPE), 1 - side
    register = tile.take(k, neighbours)
    lane = tile.take(side, size) + tile.take(k, groups) + [(0, 0)] * idle
    own = tile.take(side, waves[side])
    same = [(0, 0)] * bits(waves[k])
    warp = own + same if side == 1 else same + own
    return Layout(SHAPE, register + tile.rest(k), lane, warp)


def exchanges(lanes):
    return {
        f"{scope}_exchange_{items}": exchange(items, scope == "warp", lanes)
        for scope in ("warp", "block")
        for items in (4, 16)
    }


def named_64():
    row8 = blocked((1, 8), (8, 8), (4, 1), 1)
    row4 = blocked((1, 4), (4, 16), (4, 1), 1)
    row1 = blocked((1, 1), (1, 64), (4, 1), 1)
    col8, col4, col1 = (row.transposed() for row in (row8, row4, row1))
    acc32 = mfma(32, (2, 2))
    acc16_41, acc16_22, acc16_14 = (mfma(16, w) for w in ((4, 1), (2, 2), (1, 4)))
    return {
        **rows_and_columns((row8, row4, row1), (col8, col4, col1)),
        "row8_mfma32": (row8, acc32),
        "row4_mfma32": (row4, acc32),
        "row1_mfma32": (row1, acc32),
        "col8_mfma32": (col8, acc32),
        "row8_mfma16_41": (row8, acc16_41),
        "row4_mfma16_22": (row4, acc16_22),
        "mfma16_41_14": (acc16_41, acc16_14),
        "mfma32_mfma16": (acc32, acc16_22),
        "mfma32_turned": (acc32, acc32.transposed()),
        "mfma16_turned": (acc16_41, acc16_41.transposed()),
        "mfma32_a4": (acc32, operand(0, 32, 4, 2, (2, 2))),
        "mfma16_a4": (acc16_41, operand(0, 16, 4, 4, (4, 1))),
        "mfma16_a8": (acc16_41, operand(0, 16, 8, 4, (4, 1))),
        "row8_a8": (row8, operand(0, 16, 8, 4, (4, 1))),
        "row8_b4": (row8, operand(1, 16, 4, 4, (2, 2))),
        **exchanges(64),
    }


def named_32():
    row8 = blocked((1, 8), (4, 8), (4, 1), 1)
    row4 = blocked((1, 4), (2, 16), (4, 1), 1)
    row1 = blocked((1, 1), (1, 32), (4, 1), 1)
    col8, col4, col1 = (row.transposed() for row in (row8, row4, row1))
    gfx11, gfx12 = wmma_gfx11((4, 1)), wmma_gfx12((4, 1))
    return {
        **rows_and_columns((row8, row4, row1), (col8, col4, col1)),
        "row8_wmma11": (row8, gfx11),
        "row4_wmma11": (row4, wmma_gfx11((2, 2))),
        "row1_wmma11": (row1, gfx11),
        "row8_wmma12": (row8, gfx12),
        "row4_wmma12": (row4, wmma_gfx12((2, 2))),
        "col8_wmma12": (col8, gfx12),
        "wmma11_41_14": (gfx11, wmma_gfx11((1, 4))),
        "wmma12_41_14": (gfx12, wmma_gfx12((1, 4))),
        "wmma11_turned": (gfx11, gfx11.transposed()),
        "wmma12_turned": (gfx12, gfx12.transposed()),
        "wmma11_a": (gfx11, operand(0, 16, 16, 1, (4, 1), 1)),
        "wmma12_a": (gfx12, operand(0, 16, 8, 2, (4, 1))),
        "row8_a11": (row8, operand(0, 16, 16, 1, (4, 1), 1)),
        "row8_a12": (row8, operand(0, 16, 8, 2, (4, 1))),
        "row8_b12": (row8, operand(1, 16, 8, 2, (2, 2))),
        **exchanges(32),
    }


def main():
    named = {6: named_64(), 5: named_32()}
    return write_lists(
        "Writes the lists of pairs.",
        {
            list_path(lane_bits): list_text(
                pairs,
                random_pairs(lane_bits),
                random_pairs(lane_bits, MORE_SEED, MORE),
            )
            for lane_bits, pairs in named.items()
        },
    )


if __name__ == "__main__":
    sys.exit(main())
