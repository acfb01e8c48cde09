#!/usr/bin/env python3
# Runs what build.py and, with Triton, triton_kernels.py built: each kernel in
# all ways next to each other, checked and timed.
#
#   bench/tensors/run.py build-tensors/gathers [--repetitions 15] [--only TEXT]
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import report  # noqa: E402
import run as gpu_run  # noqa: E402


def main():
    parser = gpu_run.option_parser("Measures kernels of one kind.", "build-tensors/gathers")
    options = parser.parse_args()
    options.kernels = options.build / "kernels.txt"
    plans = report.read_plans(options.build / "plans.json")
    code = report.read_plans(options.build / "code.json")
    return gpu_run.measure(
        options, lambda results, markdown: report.report(results, markdown, plans, code)
    )


if __name__ == "__main__":
    sys.exit(main())
