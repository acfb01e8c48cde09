#!/usr/bin/env python3
# Runs what build.py built, on a machine with a GPU, checked and timed as in
# bench/gpu; then compares the price with what was measured (report.py).
#
#   bench/price/run.py [build-price] [--repetitions 11] [--results DIR]
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import report  # noqa: E402
import run as gpu_run  # noqa: E402

# Of bench/gpu, the kernels that repeat an exchange.
ONLY = {"convert": None, "gpu": "_repeated"}


def main():
    parser = gpu_run.option_parser("Measures what the price is compared by.", "build-price")
    options = parser.parse_args()
    results = options.results or options.build
    results.mkdir(parents=True, exist_ok=True)
    found = []
    for name, only in ONLY.items():
        part = argparse.Namespace(**vars(options))
        part.build = options.build / name
        if not part.build.exists():
            continue
        part.only = options.only or only
        table = part.build / "kernels.txt"
        part.kernels = table if table.exists() else None
        part.results = results / f"{name}.json"
        if gpu_run.measure(part, lambda measured, markdown: None) == 0:
            return 0  # There is no GPU; measure() has said so.
        predicted = part.build / "predicted.json"
        shutil.copy(predicted, results / f"{name}-predicted.json")
        found.append((name, part.results, predicted))
    rows = [
        row
        for name, measured, predicted in found
        for row in report.read(name, json.loads(measured.read_text()), predicted)
    ]
    return report.report(rows, results / "price.json")


if __name__ == "__main__":
    sys.exit(main())
