#!/usr/bin/env python3
# Figure 5 of the paper on linear layouts again: conversions that stay in each warp,
# over shapes and widths of elements.
#
#   bench/paper/figure5.py list >figure5.json
#   bench/convert/build.py --list figure5.json --out build-figure5
#   bench/convert/plans.py build-figure5
#   bench/convert/triton_kernels.py build-figure5       where Triton is installed
#   bench/convert/run.py build-figure5                  on a GPU
#   bench/paper/figure5.py table build-figure5
#
# A thread has up to 16 bytes of a row, and wants as many elements of a column; the
# four warps lie below each other. Plain is the exchange through shared memory that
# the paper's baseline makes of every conversion, by the better of clang and nvcc.
# The table says how often the others go into its time: the plugin's, Triton's own,
# which shuffles today, and the calculator's lower bound for any plan, the ceiling.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "convert"))
sys.path.insert(0, str(HERE.parent / "gpu"))

import report  # noqa: E402
from analyze import geometric_mean, print_table  # noqa: E402
from layouts import built_pairs  # noqa: E402

SIZES = (16, 32, 64, 128)
WIDTHS = (8, 16, 32, 64)
LANE_BITS, WARP_BITS = 5, 2
MOST_WORDS = 64
PAPER = 3.93


def bits_of(number):
    return number.bit_length() - 1


def layout_text(shape, registers, first, second):
    """Register bits along the first dimension, then lanes there, then the second."""
    warps = [(0, bits_of(shape[0]) - WARP_BITS + b) for b in range(WARP_BITS)]
    free = {d: [(d, b) for b in range(bits_of(shape[d])) if (d, b) not in warps] for d in (0, 1)}
    order = free[first] + free[second]
    count = len(order) - LANE_BITS
    own = order[: min(registers, count)]
    rest = [bit for bit in order if bit not in own]
    lanes, own = rest[:LANE_BITS], own + rest[LANE_BITS:]

    def text(name, bits):
        images = [[1 << b, 0] if d == 0 else [0, 1 << b] for d, b in bits]
        return f"{name}={json.dumps(images, separators=(',', ':'))}"

    kinds = (("register", own), ("lane", lanes), ("warp", warps))
    return f"{', '.join(text(*k) for k in kinds)} -> [{shape[0]},{shape[1]}]"


def pairs():
    for rows in SIZES:
        for columns in SIZES:
            for bits in WIDTHS:
                words = rows * columns * bits // 32 >> LANE_BITS + WARP_BITS
                if not 1 <= words <= MOST_WORDS or rows * columns < 2 << LANE_BITS + WARP_BITS:
                    continue
                registers = bits_of(128 // bits)
                yield {
                    "name": f"figure5_{rows}x{columns}_{bits}",
                    "class": "figure5",
                    "bits": [bits],
                    "from": layout_text((rows, columns), registers, 1, 0),
                    "to": layout_text((rows, columns), registers, 0, 1),
                }


def table(build):
    results = json.loads((build / "bench.json").read_text())
    machine, plans = results["machine"], report.read_plans(build / "plans.json")
    built = {pair.name: pair for pair in built_pairs(build)}
    rows = [report.Row(kernel, built) for kernel in results["kernels"]]
    report.add_bounds(rows, machine, plans)
    print(f"{machine['gpu']}, driver {machine['driver']}, {machine['date'][:10]}\n")
    lines, ratios = [], []
    for row in rows:
        if row.form != "words" or report.SUBJECT not in row.medians:
            continue
        ours = row.medians[report.SUBJECT]
        plain = min(row.medians[v] for v in ("clang", "nvcc") if v in row.medians)
        ratios.append(plain / ours)

        def over(other):
            return f"{plain / row.medians[other]:.2f}" if other in row.medians else "-"

        _, shape, bits, _ = row.name.split("_")
        routes = plans.get(row.name, {}).get("routes", ["-"])
        lines.append([shape, bits, f"{plain / ours:.2f}", over("triton"), over("bound"),
                      "/".join(dict.fromkeys(routes))])  # fmt: skip
    print_table(["shape", "bits", "f2layout", "Triton", "ceiling", "route"], lines, True)
    print(
        f"\nover plain: {geometric_mean(ratios):.2f}x on the geometric mean, {min(ratios):.2f}x "
        f"to {max(ratios):.2f}x; the paper: up to {PAPER}x"
    )


def main():
    if sys.argv[1:] == ["list"]:
        print(json.dumps(list(pairs()), indent=1))
    elif len(sys.argv) == 3 and sys.argv[1] == "table":
        table(Path(sys.argv[2]))
    else:
        sys.exit("usage: figure5.py list, or figure5.py table FOLDER")


if __name__ == "__main__":
    main()
