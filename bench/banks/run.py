#!/usr/bin/env python3
"""Compares counted wavefronts with a GPU's counters.

    run.py DIR [--results FILE]

DIR is what build.py wrote. Nsight Compute (ncu) runs each kernel once, one block,
and counts the wavefronts of its loads from and stores to shared memory. Prints
those that differ, and how many agree. Needs a GPU, its driver, ncu and Python.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import csv
import ctypes
import json
import pathlib
import subprocess
import sys

METRIC = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
KINDS = {"load": METRIC.format("ld"), "store": METRIC.format("st")}
BUFFER_BYTES = 1 << 20


def launch(folder, kernels):
    """What runs under ncu: each kernel once, of (out, in) or (in, count)."""
    from driver import Driver

    gpu = Driver()
    buffers = []
    for _ in range(2):
        buffers.append(ctypes.c_uint64())
        gpu.call("cuMemAlloc_v2", ctypes.byref(buffers[-1]), ctypes.c_size_t(BUFFER_BYTES))
        gpu.call("cuMemsetD8_v2", buffers[-1], 1, ctypes.c_size_t(BUFFER_BYTES))
    for name, kernel in kernels.items():
        values = [buffers[0], ctypes.c_int(3) if kernel["count"] else buffers[1]]
        arguments = (ctypes.c_void_p * 2)(
            *(ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values)
        )
        print(name, flush=True)
        function = gpu.function(folder / kernel["cubin"], name)
        x, y = kernel["block"]
        gpu.call("cuLaunchKernel", function, 1, 1, 1, x, y, 1, 0, None, arguments, None)
        gpu.call("cuCtxSynchronize")


def counters(folder):
    """{kernel: {metric: value}}"""
    command = [
        "ncu", "--clock-control", "none", "--csv", "--print-units", "base",
        "--metrics", ",".join(KINDS.values()),
        sys.executable, __file__, folder, "--launch",
    ]  # fmt: skip
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    lines = done.stdout.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        sys.exit(f"ncu counted nothing:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    if done.returncode:
        sys.exit("a kernel failed:\n" + "\n".join(lines[:begin][-5:]))
    found = {}
    for row in csv.DictReader(lines[begin:]):
        value = int(float(row["Metric Value"].replace(",", "")))
        found.setdefault(row["Kernel Name"].split("(")[0], {})[row["Metric Name"]] = value
    return found


def gpu():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return subprocess.run(query, capture_output=True, text=True).stdout.split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--launch", action="store_true", help="what runs under ncu")
    options = parser.parse_args()
    kernels = json.loads((options.folder / "banks.json").read_text())
    if options.launch:
        return launch(options.folder, kernels)
    found = counters(options.folder)
    equal, table = 0, {}
    for name, kernel in kernels.items():
        counted = [kernel[kind] for kind in KINDS]
        measured = [found.get(name, {}).get(metric) for metric in KINDS.values()]
        equal += counted == measured
        table[name] = {"block": kernel["block"], "counted": counted, "measured": measured}
        if counted != measured:
            print(f"{name}: counted {counted}, measured {measured}{'' if kernel['exact'] else ', at most'}")
    print(f"{len(kernels)} kernels, {equal} equal (loads, stores)")
    if options.results:
        rows = ",\n".join(f'  "{name}": {json.dumps(row)}' for name, row in table.items())
        options.results.write_text(f'{{"gpu": "{gpu()}", "kernels": {{\n{rows}\n}}}}\n')


if __name__ == "__main__":
    main()
