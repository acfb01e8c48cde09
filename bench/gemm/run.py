#!/usr/bin/env python3
"""Times the ways of one matrix product on a GPU, and compares their results.

    run.py DIR [--results FILE] [--repetitions 21]

DIR is what build.py wrote: a cubin for each way. Every way computes the same
C = A B (half, row-major) of random operands, and is compared with a product in
single precision; ways that compute in the same order must agree to the bit.
Prints a table: microseconds (median of the repetitions, all ways in turn within
each), TFLOP/s, and the time relative to the fastest of those by hand.

Needs a GPU, Python and CuPy.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import pathlib
import statistics

import cupy

TILE_M, TILE_N, THREADS = 128, 128, 256
# (M, N, K). The last has two blocks on every SM of an H200 and operands that
# fit its L2 cache, so that only the accesses to the tiles matter.
SIZES = [(4096, 4096, 4096), (8192, 8192, 8192), (2816, 1536, 16384)]


class Product:
    def __init__(self, m, n, k):
        self.size = m, n, k
        random = cupy.random.default_rng(m + k)
        self.a = (random.random((m, k), dtype=cupy.float32) - 0.5).astype(cupy.float16)
        self.b = (random.random((k, n), dtype=cupy.float32) - 0.5).astype(cupy.float16)
        self.c = cupy.empty((m, n), cupy.float16)
        self.grid = n // TILE_N, m // TILE_M

    def launch(self, kernel):
        _, n, k = self.size
        kernel(self.grid, (THREADS,), (self.c, self.a, self.b, cupy.int32(n), cupy.int32(k)))

    def result(self, kernel):
        self.c.fill(float("nan"))
        self.launch(kernel)
        cupy.cuda.runtime.deviceSynchronize()
        return self.c.copy()

    def error(self, c):
        """Of all elements, relative to the reference's norm."""
        exact = self.a.astype(cupy.float32) @ self.b.astype(cupy.float32)
        return float(cupy.linalg.norm(c.astype(cupy.float32) - exact) / cupy.linalg.norm(exact))

    def microseconds(self, kernel, launches):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        for _ in range(launches):
            self.launch(kernel)
        end.record()
        end.synchronize()
        return cupy.cuda.get_elapsed_time(begin, end) * 1e3 / launches


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=21)
    options = parser.parse_args()
    ways = json.loads((options.dir / "ways.json").read_text())
    kernels = {
        way: cupy.RawModule(path=str(options.dir / cubin)).get_function(kernel)
        for way, (cubin, kernel) in ways.items()
    }
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    table = {
        "gpu": f"{properties['name'].decode()}, driver for CUDA {cupy.cuda.runtime.driverGetVersion()}",
        "repetitions": options.repetitions,
        "rows": [],
    }
    for size in SIZES:
        product = Product(*size)
        results = {way: product.result(kernel) for way, kernel in kernels.items()}
        reference = results["by hand, clang"]
        times = {way: [] for way in kernels}
        for kernel in kernels.values():
            product.microseconds(kernel, 2)
        for _ in range(options.repetitions):
            for way, kernel in kernels.items():
                times[way].append(product.microseconds(kernel, 3))
        m, n, k = size
        hand = min(statistics.median(times[way]) for way in kernels if way.startswith("by hand"))
        for way in kernels:
            time = statistics.median(times[way])
            row = {
                "size": size,
                "way": way,
                "microseconds": round(time, 2),
                "tflops": round(2 * m * n * k / time / 1e6, 1),
                "to_hand": round(time / hand, 3),
                "error": product.error(results[way]),
                "equal": bool((results[way].view("u2") == reference.view("u2")).all()),
            }
            table["rows"].append(row)
            print(
                f"{m}x{n}x{k} {way:22} {row['microseconds']:10.2f} us {row['tflops']:7.1f} TFLOP/s "
                f"{row['to_hand']:7.3f} of by hand, error {row['error']:.1e}, "
                f"{'equal' if row['equal'] else 'DIFFERENT'}"
            )
    if options.results:
        options.results.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
