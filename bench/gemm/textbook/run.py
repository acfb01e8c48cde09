#!/usr/bin/env python3
"""Times the forms of the textbook's product, 1024 x 1024 floats, on a GPU.

    run.py [--repetitions 15]

in the folder that build.py wrote. Every result is compared with one in double
precision. Prints microseconds, medians. Needs a GPU, Python and PyTorch.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import ctypes
import pathlib
import statistics

import torch

HERE = pathlib.Path(__file__).resolve().parent
CUDA = ctypes.CDLL("libcuda.so.1")
N = 1024
FORMS = ("000", "100", "010", "110", "001", "101", "111")


def check(error):
    if error:
        raise SystemExit(f"CUDA error {error}")


def launch(function, tile, tensors):
    values = [ctypes.c_void_p(x.data_ptr()) for x in tensors] + [ctypes.c_int(N)]
    pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    grid, block = (N // tile, N // tile, 1), (tile, tile, 1)
    check(CUDA.cuLaunchKernel(function, *grid, *block, 0, stream, pointers, None))


def microseconds(function, tile, tensors, launches=5):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(launches):
        launch(function, tile, tensors)
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3 / launches


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repetitions", type=int, default=15)
    options = parser.parse_args()
    torch.cuda.init()
    a, b = (torch.rand(N, N, device="cuda") - 0.5 for _ in range(2))
    c, exact = torch.empty_like(a), a.double() @ b.double()
    tensors = c, a, b
    functions = {}
    for compiler in ("clang", "nvcc"):
        module = ctypes.c_void_p()
        image = (HERE / f"{compiler}.cubin").read_bytes()
        check(CUDA.cuModuleLoadData(ctypes.byref(module), image))
        for tile in (16, 32):
            for form in FORMS:
                function = ctypes.c_void_p()
                name = f"form_{tile}_{form}".encode()
                check(CUDA.cuModuleGetFunction(ctypes.byref(function), module, name))
                c.fill_(-1)
                launch(function, tile, tensors)
                if float((c.double() - exact).abs().max()) > 1e-3:
                    raise SystemExit(f"{compiler}, tile {tile}, form {form}: WRONG")
                functions[compiler, tile, form] = function
    times = {key: [] for key in functions}
    for _ in range(options.repetitions):
        for key, function in functions.items():
            times[key].append(microseconds(function, key[1], tensors))
    for (compiler, tile, form), all_times in times.items():
        print(f"{compiler:5} tile {tile} form {form} {statistics.median(all_times):7.1f} us")


if __name__ == "__main__":
    main()
