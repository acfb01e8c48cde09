#!/usr/bin/env python3
# The measured conversions, as a list that is fixed before anything is measured:
# 24 that occur in practice, and 36 random ones.
#
#   bench/convert/pairs.py            rewrites pairs.json, which is checked in
#   bench/convert/pairs.py --check    fails if pairs.json is not what is drawn
#
# For lists that are drawn fresh, see build.py.
#
# Layouts are bit permutations of a tile for four warps of 32 lanes, since
# Triton accepts these; a hardware bit without effect (a broadcast) has the
# image zero. pairs.json contains them as layout text.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import itertools
import json
import random
import sys
from pathlib import Path

from layouts import WIDTHS

LIST = Path(__file__).resolve().parent / "pairs.json"
LANE_BITS, WARP_BITS = 5, 2
SEED = 1
SHARED_BYTES = 48 * 1024


def bits(size):
    return size.bit_length() - 1


class Layout:
    """Images of the bits of register, lane and warp in a tile of Shape."""

    def __init__(self, shape, register, lane, warp):
        self.shape, self.register, self.lane, self.warp = shape, register, lane, warp

    def text(self):
        parts = []
        for name in ("register", "lane", "warp"):
            images = ",".join(f"[{i},{j}]" for i, j in getattr(self, name))
            parts.append(f"{name}=[{images}]")
        return f"{', '.join(parts)} -> [{self.shape[0]},{self.shape[1]}]"

    def transposed(self):
        def swap(images):
            return [(j, i) for i, j in images]

        return Layout(
            self.shape[::-1], swap(self.register), swap(self.lane), swap(self.warp)
        )


class Tile:
    """Assigns the bits of the two coordinates, lowest first."""

    def __init__(self, shape):
        self.shape, self.next = shape, [1, 1]

    def take(self, dim, count):
        result = []
        for _ in range(bits(count)):
            result.append((self.next[0], 0) if dim == 0 else (0, self.next[1]))
            self.next[dim] *= 2
        return result

    def rest(self, first):
        """All remaining bits, those of the first dimension first."""
        order = (first, 1 - first)
        return [
            image
            for dim in order
            for image in self.take(dim, self.shape[dim] // self.next[dim])
        ]


def blocked(per_thread, threads, warps, minor, shape=(64, 64)):
    """Each thread a box of elements, boxes in a grid of lanes, grids in a grid of
    warps, the minor dimension first; what is left of the tile in registers."""
    tile, major = Tile(shape), 1 - minor
    register = tile.take(minor, per_thread[minor]) + tile.take(major, per_thread[major])
    lane = tile.take(minor, threads[minor]) + tile.take(major, threads[major])
    warp = tile.take(minor, warps[minor]) + tile.take(major, warps[major])
    return Layout(shape, register + tile.rest(minor), lane, warp)


def mma_accumulator(warps, shape=(64, 64)):
    """mma.sync.m16n8: two neighbours of a row a lane, eight rows below again."""
    tile = Tile(shape)
    register = tile.take(1, 2)
    lane = tile.take(1, 4) + tile.take(0, 8)
    register += tile.take(0, 2)
    warp = tile.take(1, warps[1]) + tile.take(0, warps[0])
    return Layout(shape, register + tile.rest(1), lane, warp)


def mma_operand_a(neighbours, warps, shape=(64, 64)):
    """Rows of m, columns of k; `neighbours` of k a lane. Warps beside each other
    in n hold the same."""
    tile = Tile(shape)
    register = tile.take(1, neighbours)
    lane = tile.take(1, 4) + tile.take(0, 8)
    register += tile.take(0, 2) + tile.take(1, 2)
    warp = [(0, 0)] * bits(warps[1]) + tile.take(0, warps[0])
    return Layout(shape, register + tile.rest(1), lane, warp)


def mma_operand_b(neighbours, warps, shape=(64, 64)):
    """Rows of k, columns of n. Warps below each other in m hold the same."""
    tile = Tile(shape)
    register = tile.take(0, neighbours)
    lane = tile.take(0, 4) + tile.take(1, 8)
    register += tile.take(0, 2)
    warp = tile.take(1, warps[1]) + [(0, 0)] * bits(warps[0])
    return Layout(shape, register + tile.rest(0), lane, warp)


def exchange(items, warp_wide, lanes=1 << LANE_BITS):
    """CUB's exchanges of four warps, as tiles of one row: items of a thread next
    to each other, or a whole warp or block apart."""
    shape = (1, 4 * lanes * items)
    own = blocked((1, items), (1, lanes), (1, 4), 1, shape)
    tile = Tile(shape)
    lane = tile.take(1, lanes)
    if warp_wide:
        register = tile.take(1, items)
        return own, Layout(shape, register, lane, tile.take(1, 4))
    warp = tile.take(1, 4)
    return own, Layout(shape, tile.take(1, items), lane, warp)


def rows_and_columns(rows, columns):
    """Pairs of layouts of 8, 4 and 1 neighbours a lane, along rows and along
    columns."""
    row8, row4, row1 = rows
    col8, col4, col1 = columns
    return {
        "row8_col8": (row8, col8),
        "row4_col4": (row4, col4),
        "row1_col1": (row1, col1),
        "row8_row1": (row8, row1),
        "row4_row1": (row4, row1),
    }


def named():
    row8 = blocked((1, 8), (4, 8), (4, 1), 1)
    row4 = blocked((1, 4), (2, 16), (4, 1), 1)
    row1 = blocked((1, 1), (1, 32), (4, 1), 1)
    col8, col4, col1 = (
        blocked((8, 1), (8, 4), (1, 4), 0),
        blocked((4, 1), (16, 2), (1, 4), 0),
        blocked((1, 1), (32, 1), (1, 4), 0),
    )
    acc41, acc22, acc14 = (mma_accumulator(w) for w in ((4, 1), (2, 2), (1, 4)))
    return {
        **rows_and_columns((row8, row4, row1), (col8, col4, col1)),
        "row8_acc41": (row8, acc41),
        "row4_acc41": (row4, acc41),
        "row1_acc41": (row1, acc41),
        "row8_acc22": (row8, acc22),
        "col8_acc22": (col8, acc22),
        "acc41_acc14": (acc41, acc14),
        "acc22_acc41": (acc22, acc41),
        "acc41_a2": (acc41, mma_operand_a(2, (4, 1))),
        "acc41_a4": (acc41, mma_operand_a(4, (4, 1))),
        "row8_a2": (row8, mma_operand_a(2, (4, 1))),
        "row8_a4": (row8, mma_operand_a(4, (4, 1))),
        "row8_b2_41": (row8, mma_operand_b(2, (4, 1))),
        "row8_b2_14": (row8, mma_operand_b(2, (1, 4))),
        "acc41_acc41t": (acc41, acc41.transposed()),
        "acc22_acc22t": (acc22, acc22.transposed()),
        "warp_exchange_4": exchange(4, True),
        "warp_exchange_16": exchange(16, True),
        "block_exchange_4": exchange(4, False),
        "block_exchange_16": exchange(16, False),
    }


def images_of(shape):
    return [(1 << i, 0) for i in range(bits(shape[0]))] + [
        (0, 1 << j) for j in range(bits(shape[1]))
    ]


def dealt(shape, images, lane_images, warp_images):
    """The images for lanes and warps as given, the others for registers."""
    left = [x for x in images if x not in lane_images and x not in warp_images]
    return Layout(shape, left, lane_images, warp_images)


def random_layout(rng, shape, warp_images=None, lane_bits=LANE_BITS):
    images = images_of(shape)
    rng.shuffle(images)
    if warp_images is None:
        warp_images = images[:WARP_BITS]
    others = [x for x in images if x not in warp_images]
    return dealt(shape, images, others[:lane_bits], warp_images)


def within_warps(rng, lane_bits=LANE_BITS):
    source = random_layout(rng, (64, 64), None, lane_bits)
    return source, random_layout(rng, (64, 64), source.warp, lane_bits)


def across_warps(rng, lane_bits=LANE_BITS):
    while True:
        pair = [random_layout(rng, (64, 64), None, lane_bits) for _ in range(2)]
        if set(pair[0].warp) != set(pair[1].warp):
            return pair


def broadcast_layout(rng, shape, idle, lane_bits, warp_bits=WARP_BITS):
    """`idle` bits of the thread have no effect."""
    images = images_of(shape)
    rng.shuffle(images)
    threads = images[: lane_bits + warp_bits - idle] + [(0, 0)] * idle
    rng.shuffle(threads)
    return dealt(shape, images, threads[:lane_bits], threads[lane_bits:])


def with_broadcast(rng, lane_bits=LANE_BITS):
    idle = 0, 0
    while idle == (0, 0):
        idle = rng.randint(0, 2), rng.randint(0, 2)
    return [broadcast_layout(rng, (32, 64), count, lane_bits) for count in idle]


def random_pairs(lane_bits=LANE_BITS, seed=SEED, numbers=range(12)):
    """12 within a warp, 12 across warps, 12 with broadcasts; or as many of each
    kind as there are numbers."""
    rng = random.Random(seed)
    return [
        (kind, f"{kind}_{i:02}", draw(rng, lane_bits))
        for kind, draw in (
            ("warp", within_warps),
            ("cross", across_warps),
            ("broadcast", with_broadcast),
        )
        for i in numbers
    ]


def random_shape(rng, size):
    """A tile of 2^size elements."""
    rows = rng.randint(0, size)
    return 1 << rows, 1 << size - rows


def random_pair(rng):
    """A pair of random shape, registers, warps and broadcasts, and what it is. Both
    sides have 4 to 32 registers: a word of bytes at least."""
    warp_bits, register_bits = rng.randint(1, 3), rng.randint(2, 5)
    most_idle = min(1, 5 - register_bits)
    idle = [most_idle * (rng.random() < 0.25) for _ in range(2)]
    shape = random_shape(rng, LANE_BITS + warp_bits + register_bits)
    source, result = (
        broadcast_layout(rng, shape, count, LANE_BITS, warp_bits) for count in idle
    )
    if rng.random() < 0.3:
        others = [image for image in images_of(shape) if image not in source.warp]
        rng.shuffle(others)
        result = dealt(shape, others, others[:LANE_BITS], source.warp)
    if any(idle):
        return "broadcast", (source, result)
    return "warp" if source.warp == result.warp else "cross", (source, result)


def fitting_widths(layout):
    """Those in which a tile fits into static shared memory."""
    elements = layout.shape[0] * layout.shape[1]
    return [width for width in WIDTHS if elements * width // 8 <= SHARED_BYTES]


def drawn_list(seed, count):
    """The text of a list of pairs of other shapes than those of the fixed one."""
    rng = random.Random(f"drawn {seed}")
    drawn = [random_pair(rng) for _ in range(count)]
    lines = list_lines((kind, f"drawn_{i:03}", p) for i, (kind, p) in enumerate(drawn))
    for line, (_, (source, _)) in zip(lines, drawn):
        line["bits"] = fitting_widths(source)
    return lines_text(lines)


def list_lines(pairs):
    return [
        {"name": name, "class": kind, "from": source.text(), "to": result.text()}
        for kind, name, (source, result) in pairs
    ]


def lines_text(lines):
    return "[\n" + ",\n".join(json.dumps(line) for line in lines) + "\n]\n"


def list_text(named_pairs, drawn, drawn_in_one_width=()):
    """A list of pairs as it is checked in. A pair that names no width is meant in
    all of them."""
    pairs = [("named", name, pair) for name, pair in named_pairs.items()] + drawn
    lines = list_lines([*pairs, *drawn_in_one_width])
    for line, width in zip(lines[len(pairs) :], itertools.cycle(WIDTHS)):
        line["bits"] = [width]
    return lines_text(lines)


def write_lists(description, lists):
    """Writes the lists (path -> text), or with --check compares them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        for path, text in lists.items():
            path.write_text(text)
        return 0
    wrong = [path for path, text in lists.items() if path.read_text() != text]
    for path in wrong:
        print(f"{path.name} is not the list that is drawn")
    return 1 if wrong else 0


def main():
    return write_lists(
        "Writes the list of pairs.", {LIST: list_text(named(), random_pairs())}
    )


if __name__ == "__main__":
    sys.exit(main())
