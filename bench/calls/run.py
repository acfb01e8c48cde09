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


class Driver:
    """The few calls of the CUDA driver API that are needed."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name, version = ctypes.create_string_buffer(99), ctypes.c_int()
        self.call("cuDeviceGetName", name, 99, device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.device = f"{name.value.decode()}, driver for CUDA {version.value // 1000}"
        self.modules = {}

    def call(self, name, *operands):
        status = getattr(self.cuda, name)(*operands)
        if status:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(status, ctypes.byref(text))
            sys.exit(f"{name}: {(text.value or b'?').decode()}")

    def function(self, cubin, kernel):
        if cubin not in self.modules:
            module = ctypes.c_void_p()
            self.call("cuModuleLoad", ctypes.byref(module), str(cubin).encode())
            self.modules[cubin] = module
        function = ctypes.c_void_p()
        module = self.modules[cubin]
        self.call(
            "cuModuleGetFunction", ctypes.byref(function), module, kernel.encode()
        )
        return function

    def run(self, cubin, case, inputs):
        """The contents of the buffers after a launch."""
        pointers = []
        for data in inputs:
            pointer = ctypes.c_uint64()
            size = ctypes.c_size_t(len(data))
            self.call("cuMemAlloc_v2", ctypes.byref(pointer), size)
            self.call("cuMemcpyHtoD_v2", pointer, data, size)
            pointers.append(pointer)
        arguments = (ctypes.c_void_p * len(pointers))(
            *(ctypes.cast(ctypes.byref(p), ctypes.c_void_p) for p in pointers)
        )
        x, y = case["block"]
        function = self.function(cubin, case["kernel"])
        grid = case["grid"]
        self.call(
            "cuLaunchKernel", function, grid, 1, 1, x, y, 1, 0, None, arguments, None
        )
        self.call("cuCtxSynchronize")
        outputs = []
        for pointer, data in zip(pointers, inputs):
            output = ctypes.create_string_buffer(len(data))
            size = ctypes.c_size_t(len(data))
            self.call("cuMemcpyDtoH_v2", output, pointer, size)
            self.call("cuMemFree_v2", pointer)
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
    driver = Driver()
    tally, wrong = collections.Counter(), []
    for number, case in enumerate(cases):
        inputs = list(filled(random.Random(number), case))
        results = {
            way: driver.run(args.folder / cubin, case, inputs)
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
    report = {"gpu": driver.device, "cases": len(cases), **tally, "wrong": wrong}
    text = json.dumps(report, indent=1)
    print(text)
    if args.results:
        args.results.write_text(text + "\n")
    sys.exit(bool(wrong) or not cases)


if __name__ == "__main__":
    main()
