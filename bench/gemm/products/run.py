#!/usr/bin/env python3
"""Times the ten products on a GPU, and checks their results.

    run.py [--results FILE] [--repetitions 15]

in the folder that build.py wrote. Each product runs as written and by hand, by
clang, by nvcc, and by clang with the plugin, all ways in turn within each
repetition. Every result is compared with a product in double precision (of
integers: exactly) on some rows, and with that of the form by hand on all of them.
Prints microseconds (medians) and the time relative to the form by hand, by
whatever compiles it best. The last line says for how many products the plugin is
within 10% of it; the exit status is not 0 if a result is wrong.

Needs a GPU, Python and PyTorch. Takes about a minute.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import ctypes
import json
import pathlib
import statistics
import sys

import torch
from products import PRODUCTS

HERE = pathlib.Path(__file__).resolve().parent
CUDA = ctypes.CDLL("libcuda.so.1")
SIZE = 4096  # About the M, N and K of each product: multiples of its tile.
WAYS = [
    ("generic, clang", "clang", ""),
    ("generic, nvcc", "nvcc", ""),
    ("generic, plugin", "plugin", ""),
    ("by hand, clang", "clang", "_by_hand"),
    ("by hand, nvcc", "nvcc", "_by_hand"),
    ("by hand, plugin", "plugin", "_by_hand"),
]
REFERENCE = "by hand, clang"
TYPES = {"half": torch.float16, "bf16": torch.bfloat16, "tf32": torch.float32, "int8": torch.int8}
# Of single precision sums of K products, relative to the norm of a row.
BOUNDS = {"half": 1e-4, "bf16": 1e-4, "tf32": 4e-3, "int8": 0}
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


def check(error):
    if error:
        text = ctypes.c_char_p()
        CUDA.cuGetErrorString(error, ctypes.byref(text))
        sys.exit(f"CUDA: {text.value.decode()}")


class Kernel:
    def __init__(self, path, name, product):
        self.product = product
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        check(CUDA.cuModuleLoadData(ctypes.byref(module), path.read_bytes()))
        check(CUDA.cuModuleGetFunction(ctypes.byref(self.function), module, name.encode()))
        if product.dynamic:
            check(CUDA.cuFuncSetAttribute(self.function, MAX_DYNAMIC_SHARED, product.dynamic))

    def launch(self, operands):
        values = [ctypes.c_void_p(x.data_ptr()) for x in operands.tensors]
        values += [ctypes.c_int(x) for x in operands.sizes]
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
        block = (*self.product.block, 1, 1)[:3]
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        check(
            CUDA.cuLaunchKernel(
                self.function, *operands.grid, 1, *block, self.product.dynamic, stream, pointers, None
            )
        )


class Operands:
    def __init__(self, product):
        rows, columns = product.tile
        self.m, self.n, self.k = SIZE // rows * rows, SIZE // columns * columns, SIZE
        torch.manual_seed(1)
        dtype = TYPES[product.type]
        self.type = product.type

        def random(*shape):
            if dtype == torch.int8:
                return torch.randint(-128, 128, shape, dtype=dtype, device="cuda")
            return (torch.rand(shape, device="cuda") - 0.5).to(dtype)

        self.a, self.b = random(self.m, self.k), random(self.k, self.n)
        a = self.a.t().contiguous() if product.a_by_columns else self.a
        b = self.b.t().contiguous() if product.b_by_columns else self.b
        sums = torch.int32 if dtype == torch.int8 else torch.float32
        self.c = torch.empty(self.m, self.n, dtype=sums, device="cuda")
        self.tensors = self.c, a, b
        self.sizes = (self.m, self.n, self.k) if product.a_by_columns else (self.n, self.k)
        self.grid = self.n // columns, self.m // rows

    def result(self, kernel):
        self.c.fill_(-123456)
        kernel.launch(self)
        torch.cuda.synchronize()
        return self.c.clone()

    def error(self, c):
        """Of every 37th row, relative to its norm; for integers their number."""
        rows = range(0, self.m, 37)
        exact = self.a[::37].double() @ self.b.double()
        difference = c[list(rows)].double() - exact
        if self.type == "int8":
            return int((difference != 0).sum())
        return float((difference.norm(dim=1) / exact.norm(dim=1)).max())

    def microseconds(self, kernel, launches):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(launches):
            kernel.launch(self)
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e3 / launches


def measure(product, repetitions):
    kernels = {
        way: Kernel(HERE / f"{product.name}.{variant}.cubin", product.name + suffix, product)
        for way, variant, suffix in WAYS
    }
    operands = Operands(product)
    results = {way: operands.result(kernel) for way, kernel in kernels.items()}
    times = {way: [] for way in kernels}
    for kernel in kernels.values():
        operands.microseconds(kernel, 2)
    for _ in range(repetitions):
        for way, kernel in kernels.items():
            times[way].append(operands.microseconds(kernel, 2))
    medians = {way: statistics.median(all) for way, all in times.items()}
    hand = min(time for way, time in medians.items() if way.startswith("by hand"))
    rows = []
    for way, time in medians.items():
        error = operands.error(results[way])
        rows.append(
            {
                "product": product.name,
                "way": way,
                "microseconds": round(time, 1),
                "to_hand": round(time / hand, 3),
                "error": error,
                "right": error <= BOUNDS[product.type],
                "equal": bool(torch.equal(results[way], results[REFERENCE])),
            }
        )
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=15)
    options = parser.parse_args()
    torch.cuda.init()
    torch.empty(1, device="cuda")
    rows = []
    for product in PRODUCTS:
        for row in measure(product, options.repetitions):
            rows.append(row)
            print(
                f"{row['product']:11} {row['way']:16} {row['microseconds']:9.1f} us {row['to_hand']:6.3f} "
                f"of by hand, error {row['error']:.1e} {'' if row['right'] else 'WRONG '}"
                f"{'equal' if row['equal'] else 'other bits'}",
                flush=True,
            )
    if options.results:
        table = {"gpu": torch.cuda.get_device_name(), "repetitions": options.repetitions, "rows": rows}
        options.results.write_text(json.dumps(table, indent=1) + "\n")
    plugin = [row for row in rows if row["way"] == "generic, plugin"]
    worst = max(plugin, key=lambda row: row["to_hand"])
    within = sum(row["to_hand"] <= 1.1 for row in plugin)
    print(
        f"{within} of {len(plugin)} products within 10% of the form by hand; "
        f"worst {worst['product']}, {worst['to_hand']}"
    )
    sys.exit(not all(row["right"] for row in rows))


if __name__ == "__main__":
    main()
