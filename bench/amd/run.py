#!/usr/bin/env python3
# Compiles, compares and counts the conversions of the lists for AMD's GPUs.
# Needs LLVM 22, ROCm's device libraries, the plugin, f2sim and f2layout; no GPU.
#
#   bench/amd/run.py [--json bench/results/amd.json] [--only NAME ...] [--target CPU ...]
#
# The exit code is 1 if f2sim calls a kernel different, a command fails, or the
# plugin's form of a conversion costs more than the generic one by the model.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import json
import os
import shutil
import sys
from pathlib import Path

import draw
from isa import Unreadable
from kernels import Chunk, Failure, Tools, hip_flags
from layouts import WIDTHS, read_pairs
from tables import summary, worse

ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")
# Kernels of one source file.
KERNELS = 24


def groups(table, options):
    """Widths with the pairs that are compiled for them, one source file each."""
    pairs = read_pairs(draw.list_path(table["lanes"].bit_length() - 1))
    together = {}
    for pair in pairs:
        widths = tuple(bits for bits in pair.widths if bits in options.bits)
        if widths and (not options.only or pair.name in options.only):
            together.setdefault(widths, []).append(pair)
    for widths, some in together.items():
        count = KERNELS // len(widths)
        for first in range(0, len(some), count):
            yield widths, some[first : first + count]


def chunks(tools, options):
    for cpu in options.target:
        table = tools.table(cpu)
        for number, (widths, pairs) in enumerate(groups(table, options)):
            out = options.out / f"{cpu}-{number:02}"
            yield Chunk(tools, cpu, table, pairs, widths, out)


def rows_or_failure(chunk, keep):
    try:
        rows = chunk.rows()
    except (Failure, Unreadable) as failure:
        return [], f"{chunk.cpu}, {chunk.pairs[0].name} and after it: {failure}"
    if not keep:
        shutil.rmtree(chunk.out)
    return rows, None


def text_of(rows):
    """One row per line, so that changes are visible in a diff."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"rows": [\n{lines}\n]}}\n'


def parse():
    parser = argparse.ArgumentParser(description="Counts conversions on AMD's GPUs.")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--plugin", type=Path, default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--f2sim", type=Path, default=ROOT / "build/bin/f2sim")
    parser.add_argument("--calculator", type=Path, default=ROOT / "build/bin/f2layout")
    parser.add_argument("--out", type=Path, default=ROOT / "build-amd")
    parser.add_argument("--json", type=Path, help="default: OUT/amd.json")
    parser.add_argument("--target", nargs="*", default=TARGETS)
    parser.add_argument("--only", nargs="*", help="names of pairs")
    parser.add_argument("--bits", nargs="*", type=int, default=WIDTHS)
    parser.add_argument("--costs", type=Path, help="plans go by this table instead")
    parser.add_argument("--keep", action="store_true", help="IR and assembly stay")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    options = parse()
    flags = hip_flags()
    if not flags:
        print("skipped: no ROCm")
        return 0
    tools = Tools(
        *(options.llvm, options.plugin, options.f2sim, options.calculator),
        *(flags, options.costs and options.costs.resolve()),
    )
    work = list(chunks(tools, options))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda c: rows_or_failure(c, options.keep), work))
    rows = [row for some, _ in results for row in some]
    failures = [why for _, why in results if why]
    path = options.json or options.out / "amd.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(rows))
    print(*failures, sep="\n", end="\n" if failures else "")
    print("\n".join(summary(rows)))
    return 1 if failures or worse(rows) or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
