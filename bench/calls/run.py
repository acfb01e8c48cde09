#!/usr/bin/env python3
"""Runs kernels that were compiled in several ways, and compares their bytes.

    run.py DIR [--results FILE]

DIR is what build.py wrote: cubins, and cases.json, a list of

    {"kernel": "k0", "block": [128, 1], "grid": 2, "buffers": [4096, 4096],
     "fill": "bytes", "ways": {"plain": "m0.plain.cubin", "calls": ...}}

Every way of a case starts with the same bytes in every buffer ("half": halves
between -1 and 1), and must end with the same ones. Needs a GPU with its driver,
and nothing but Python.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import ctypes
import json
import pathlib
import random
import struct
import sys

import driver


class Driver:
    """The few calls of the CUDA driver API that are needed."""

    def __init__(self):
        device = driver.start()
        name, version = ctypes.create_string_buffer(99), ctypes.c_int()
        driver.call("cuDeviceGetName", name, 99, device)
        driver.call("cuDriverGetVersion", ctypes.byref(version))
        self.device = f"{name.value.decode()}, driver for CUDA {version.value // 1000}"
        self.modules = {}

    def function(self, cubin, kernel):
        if cubin not in self.modules:
            self.modules[cubin] = driver.load(cubin)
        return driver.kernel(self.modules[cubin], kernel)

    def run(self, cubin, case, inputs):
        """The contents of the buffers after a launch."""
        pointers = []
        for data in inputs:
            pointer, size = driver.buffer(len(data)), ctypes.c_size_t(len(data))
            driver.call("cuMemcpyHtoD_v2", pointer, data, size)
            pointers.append(pointer)
        arguments = (ctypes.c_void_p * len(pointers))(
            *(ctypes.cast(ctypes.byref(p), ctypes.c_void_p) for p in pointers)
        )
        x, y = case["block"]
        function = self.function(cubin, case["kernel"])
        grid = case["grid"]
        driver.call(
            "cuLaunchKernel", function, grid, 1, 1, x, y, 1, 0, None, arguments, None
        )
        driver.call("cuCtxSynchronize")
        outputs = []
        for pointer, data in zip(pointers, inputs):
            output = ctypes.create_string_buffer(len(data))
            size = ctypes.c_size_t(len(data))
            driver.call("cuMemcpyDtoH_v2", output, pointer, size)
            driver.call("cuMemFree_v2", pointer)
            outputs.append(output.raw)
        return outputs


def filled(rng, case):
    for size in case["buffers"]:
        if case["fill"] == "half":
            values = (rng.uniform(-1, 1) for _ in range(size // 2))
            yield struct.pack(f"<{size // 2}e", *values)
        else:
            yield rng.randbytes(size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    args = parser.parse_args()
    cases = json.loads((args.folder / "cases.json").read_text())
    gpu = Driver()
    tally, wrong = collections.Counter(), []
    for number, case in enumerate(cases):
        inputs = list(filled(random.Random(number), case))
        results = {
            way: gpu.run(args.folder / cubin, case, inputs)
            for way, cubin in case["ways"].items()
        }
        first, *others = results.items()
        if first[1] == inputs:
            wrong.append(f"{case['kernel']}: {first[0]} writes nothing")
        for way, outputs in others:
            if outputs != first[1]:
                wrong.append(f"{case['ways'][way]}: {case['kernel']}: not as {first[0]}")
        for key in (case["class"], "pairs"):
            tally[key] += case.get("pairs", 0) if key == "pairs" else 1
    report = {"gpu": gpu.device, "cases": len(cases), **tally, "wrong": wrong}
    text = json.dumps(report, indent=1)
    print(text)
    if args.results:
        args.results.write_text(text + "\n")
    sys.exit(bool(wrong) or not cases)


if __name__ == "__main__":
    main()
