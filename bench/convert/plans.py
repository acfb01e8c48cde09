#!/usr/bin/env python3
# The calculator's plans for each pair, there and back: their clocks, bounds and
# wavefronts in shared memory, to compare times with in the report.
#
#   bench/convert/plans.py [build-convert] [--calculator build/bin/f2layout]
#
# writes build-convert/plans.json: kernel -> {routes, clocks, bound, wavefronts},
# sums over both ways, in clocks of one warp.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

from layouts import built_pairs

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = "sm_90"


def plan(calculator, source, result, bits, form):
    words = [calculator, "plan", "--json", "--target", TARGET]
    words += ["--packed"] if form == "words" else []
    words += ["--bits", str(bits), "--from", source, "--to", result]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE).stdout)


def both_ways(job):
    calculator, pair, bits, form = job
    ways = [
        plan(calculator, *texts, bits, form)
        for texts in (pair.texts, pair.texts[::-1])
    ]
    if any(way["route"] is None for way in ways):
        return pair.kernel(bits, form), None
    return pair.kernel(bits, form), {
        "routes": [way["route"] for way in ways],
        "clocks": sum(way["clocks"] for way in ways),
        "bound": sum(way["boundClocks"] for way in ways),
        "wavefronts": sum(way["wavefronts"] for way in ways),
    }


def main():
    parser = argparse.ArgumentParser(description="Plans the conversions.")
    parser.add_argument("build", type=Path, nargs="?", default=ROOT / "build-convert")
    parser.add_argument("--calculator", type=Path, default=ROOT / "build/bin/f2layout")
    options = parser.parse_args()
    jobs = [
        (options.calculator, pair, bits, form)
        for pair in built_pairs(options.build)
        for bits, form in pair.kernels()
    ]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        plans = {name: known for name, known in pool.map(both_ways, jobs) if known}
    (options.build / "plans.json").write_text(json.dumps(plans, indent=1) + "\n")
    print(f"plans: {len(plans)} of {len(jobs)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
