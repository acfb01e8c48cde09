#!/usr/bin/env python3
# Compiles the kernels that build.py listed in Triton. Needs Triton and its GPU.
#
#   bench/tensors/triton_kernels.py build-tensors/gathers
#
# writes cubin/<variant>/<kernel>.{cubin,launch,ptx}, which the host program finds
# next to the other variants (triton_gathers.py, triton_lines.py).
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import multiprocessing
import os
import sys
import traceback
from pathlib import Path

import triton
import triton_gathers
import triton_lines
from cases import built_cases

BY_KIND = {"gather": triton_gathers, "reduce": triton_lines, "scan": triton_lines}


def build(job):
    """Compiles and writes one kernel; what went wrong, or nothing."""
    case, variant, out = job
    try:
        kernel = BY_KIND[case.kind].compile_kernel(case, variant)
    except Exception:
        return f"{variant}: {case.name}: {traceback.format_exc(limit=-1)[-300:]}"
    base = out / "cubin" / variant / case.name
    base.with_suffix(".cubin").write_bytes(kernel.asm["cubin"])
    base.with_suffix(".ptx").write_text(kernel.asm["ptx"])
    launch = f"{kernel.metadata.name} {kernel.metadata.shared}\n"
    base.with_suffix(".launch").write_text(launch)
    return None


def main():
    parser = argparse.ArgumentParser(description="Builds Triton's kernels.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", help="kernels whose name contains this", default="")
    options = parser.parse_args()
    jobs = [
        (case, variant, options.out)
        for case in built_cases(options.out)
        if options.only in case.name
        for variant in BY_KIND[case.kind].VARIANTS
    ]
    for variant in {variant for _, variant, _ in jobs}:
        folder = options.out / "cubin" / variant
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "version.txt").write_text(triton.__version__ + "\n")
    workers = min(os.cpu_count() or 1, len(jobs), 16)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        errors = [error for error in pool.map(build, jobs) if error]
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"triton {triton.__version__}: {len(jobs) - len(errors)} kernels of {len(jobs)}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
