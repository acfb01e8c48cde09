#!/usr/bin/env python3
"""Runs the kernels that check.py compiled for sm_90 on the first GPU, without and with
the plugin, and compares all bytes that they write.

    run.py FOLDER [results.json]

FOLDER is check.py's, or a copy of its before.cubin and after.cubin files; of it, CUB's
modules for sm_90 are run. Each kernel gets 500 blocks of random elements. The original runs twice: a kernel whose two results
differ has no verdict.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

import cupy

BLOCKS, THREADS, MAX_ITEMS = 500, 128, 8
DTYPES = {"char": "i1", "short": "i2", "int": "i4", "double": "f8"}


def kernels_of(cubin):
    """The names of a cubin's kernels: each has a section of code."""
    return sorted(set(re.findall(rb"\.text\.(\w+)\0", cubin.read_bytes())))


def result(module, name, matrix):
    out = cupy.zeros_like(matrix)
    module.get_function(name)((BLOCKS,), (THREADS,), (out, matrix))
    cupy.cuda.Device().synchronize()
    return out.view("u1")


def main():
    folder = pathlib.Path(sys.argv[1])
    counts = {"equal": 0, "different": [], "no verdict": []}
    modules = 0
    for case in sorted(folder.iterdir()):
        before, after = case / "before.cubin", case / "after.cubin"
        if not (before.exists() and after.exists()):
            continue
        if "_sm_90_" not in case.name or not case.name.startswith("cub_"):
            continue
        modules += 1
        element = next(t for t in DTYPES if f"_{t}_" in case.name)
        size = BLOCKS * THREADS * MAX_ITEMS
        matrix = cupy.random.randint(-100, 100, size).astype(DTYPES[element])
        loaded = [cupy.RawModule(path=str(path)) for path in (before, after)]
        for name in map(bytes.decode, kernels_of(before)):
            first, again, with_plugin = (result(m, name, matrix) for m in
                                         (loaded[0], loaded[0], loaded[1]))  # fmt: skip
            if not bool((first == again).all()):
                counts["no verdict"].append(f"{case.name} {name}")
            elif bool((first == with_plugin).all()):
                counts["equal"] += 1
            else:
                counts["different"].append(f"{case.name} {name}")
    query = ("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    gpu, driver = subprocess.check_output(query, text=True).splitlines()[0].split(", ")
    data = {
        "date": datetime.date.today().isoformat(),
        "gpu": gpu,
        "driver": driver,
        "modules": modules,
        **counts,
    }
    print(json.dumps(data, indent=1))
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(json.dumps(data, indent=1) + "\n")
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
