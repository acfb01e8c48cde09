#!/usr/bin/env python3
"""Times the ways of a transpose on a GPU, and checks their results.

    run.py DIR [--results FILE] [--repetitions 21]

DIR is what build.py wrote. Every way is first compared with a transpose by
CuPy, also on sizes that are not multiples of a tile. Then it is timed, all ways
alternately within each repetition; the result is the median of the repetitions:

    transpose   a matrix of 4096 x 4096 and of 8192 x 8192: microseconds
    exchange    the tile alone, eight blocks on every SM, in clocks of an SM for one
                exchange of one block with its barriers, at the highest clock (if
                clocks are not locked, compare ways only)

Needs a GPU, Python and CuPy.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import pathlib
import statistics
import sys

import cupy

BLOCK, TILE = (32, 8), 32
SIZES = [(4096, 4096), (8192, 8192)]
ODD_SIZES = [(1000, 777), (33, 31), (5, 4096)]
TYPES = {8: cupy.int8, 16: cupy.int16, 32: cupy.float32}
BLOCKS_OF_SM, TURNS = 8, 1024


class Matrix:
    """Width x height elements of one type, and space for the result."""

    def __init__(self, bits, width, height):
        self.bits, self.width, self.height = bits, width, height
        numbers = cupy.random.default_rng(bits + width).integers(-100, 100, (height, width))
        self.source = numbers.astype(TYPES[bits])
        self.out = cupy.empty(width * height, TYPES[bits])
        self.grid = -(-width // TILE), -(-height // TILE)

    def launch(self, kernel, *more):
        operands = (self.out, self.source, cupy.int32(self.width), cupy.int32(self.height))
        kernel(self.grid, BLOCK, (*operands, *map(cupy.int32, more)))

    def result(self, kernel, *more):
        self.out.fill(77)
        self.launch(kernel, *more)
        cupy.cuda.runtime.deviceSynchronize()
        return self.out

    def microseconds(self, kernel, launches, *more):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        for _ in range(launches):
            self.launch(kernel, *more)
        end.record()
        end.synchronize()
        return cupy.cuda.get_elapsed_time(begin, end) * 1e3 / launches


class Ways:
    def __init__(self, folder):
        self.all = json.loads((folder / "ways.json").read_text())
        modules = {w["compiler"] for w in self.all}
        self.modules = {m: cupy.RawModule(path=str(folder / f"{m}.cubin")) for m in modules}

    def of(self, bits, prefix):
        """[(way, kernel)]"""
        return [
            (w, self.modules[w["compiler"]].get_function(f"{prefix}_{bits}_{w['tile']}"))
            for w in self.all
            if w["bits"] == bits
        ]


def medians(matrix, ways, repetitions, launches, *more):
    times = [[] for _ in ways]
    for _, kernel in ways:
        matrix.microseconds(kernel, 2, *more)
    for _ in range(repetitions):
        for number, (_, kernel) in enumerate(ways):
            times[number].append(matrix.microseconds(kernel, launches, *more))
    return [statistics.median(t) for t in times]


def check(ways):
    """What is wrong."""
    wrong = []
    for bits in TYPES:
        for width, height in [*ODD_SIZES, *SIZES]:
            matrix = Matrix(bits, width, height)
            wanted = matrix.source.T.ravel()
            for way, kernel in ways.of(bits, "transpose"):
                if not bool((matrix.result(kernel) == wanted).all()):
                    wrong.append(f"transpose {width}x{height} {way}")
        matrix = Matrix(bits, 256, 128)
        for way, kernel in ways.of(bits, "exchange"):
            if not bool((matrix.result(kernel, 6) == matrix.source.ravel()).all()):
                wrong.append(f"exchange {way}")
    return wrong


def report(rows, way, what, number, unit, best):
    row = {**way, "what": what, unit: round(number, 3), "to_best_by_hand": round(number / best, 3)}
    rows.append(row)
    print(f"{what:20} {way['bits']:2} bits {way['tile']:8} {way['compiler']:7} "
          f"{way['shared']:5} bytes {way['registers']:3} registers {number:10.2f} {unit}, "
          f"{number / best:.3f} of the best by hand")  # fmt: skip


def best_by_hand(ways, numbers):
    """The best way written by hand: padded or swizzled, without the plugin."""
    return min(
        number
        for (way, _), number in zip(ways, numbers)
        if way["compiler"] in ("clang", "nvcc") and way["tile"] != "plain"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=21)
    options = parser.parse_args()
    ways = Ways(options.dir)
    wrong = check(ways)
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    rows = []
    for bits in TYPES:
        for width, height in SIZES:
            matrix, some = Matrix(bits, width, height), ways.of(bits, "transpose")
            times = medians(matrix, some, options.repetitions, 20)
            best = best_by_hand(some, times)
            for (way, _), time in zip(some, times):
                report(rows, way, f"transpose {width}x{height}", time, "us", best)
        attributes = cupy.cuda.Device().attributes
        multiprocessors = attributes["MultiProcessorCount"]
        matrix = Matrix(bits, TILE * multiprocessors, TILE * BLOCKS_OF_SM)
        some = ways.of(bits, "exchange")
        times = medians(matrix, some, options.repetitions, 3, TURNS)
        clock = attributes["ClockRate"] / 1e3  # from kHz to clocks a microsecond
        clocks = [time * clock / TURNS / BLOCKS_OF_SM for time in times]
        best = best_by_hand(some, clocks)
        for (way, _), number in zip(some, clocks):
            report(rows, way, "exchange", number, "clocks", best)
    table = {"device": properties["name"].decode(), "wrong": wrong, "rows": rows,
             "driver": cupy.cuda.runtime.driverGetVersion(),
             "repetitions": options.repetitions}  # fmt: skip
    if options.results:
        options.results.write_text(json.dumps(table, indent=1) + "\n")
    print("\n".join(wrong) or "all results are right")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
