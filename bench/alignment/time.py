#!/usr/bin/env python3
"""Times the kernels that build.py made, on a GPU of sm_90: microseconds of the
median launch, for buffers aligned to 256 bytes and for buffers that are not
aligned, where the kernels run as they were. Checks that all compute the same.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import ctypes
import json
import pathlib
import statistics
import sys

from driver import buffer, call, kernel, load, start

HERE = pathlib.Path(__file__).resolve().parent
MODULES = ["clang", "off", "tested"]
THREADS, BLOCKS, BYTES = 128, 8192, 1 << 30
ROUNDS, LAUNCHES = 31, 5
#: Kernel -> the two numbers behind its two pointers. halve works in place, so
#: its result depends on how often it ran: it is timed and not compared.
KERNELS = {
    "forces": (256, 1.0),
    "move": (0, BLOCKS * THREADS),
    "rows": (64, 64),
    "staged": (16, 0),
    "pixels": (0, 0),
    "halve": (1, 1),
}


def arguments_of(name, source, target):
    first, second = KERNELS[name]
    values = [ctypes.c_uint64(source), ctypes.c_uint64(target), ctypes.c_int(first)]
    if name == "halve":  # (x, unused, n, m): one pointer
        values = [ctypes.c_uint64(source), ctypes.c_int(0), ctypes.c_int(first)]
    values.append(ctypes.c_float(second) if name == "forces" else ctypes.c_int(second))
    packed = (ctypes.c_void_p * len(values))(
        *(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values)
    )
    return values, packed


def launch(function, packed):
    none = ctypes.c_void_p()
    call("cuLaunchKernel", function, BLOCKS, 1, 1, THREADS, 1, 1, 0, none, packed,
         none)  # fmt: skip


def timed(function, packed):
    begin, end, passed = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_float()
    for event in (begin, end):
        call("cuEventCreate", ctypes.byref(event), 0)
    call("cuEventRecord", begin, ctypes.c_void_p())
    for _ in range(LAUNCHES):
        launch(function, packed)
    call("cuEventRecord", end, ctypes.c_void_p())
    call("cuEventSynchronize", end)
    call("cuEventElapsedTime", ctypes.byref(passed), begin, end)
    for event in (begin, end):
        call("cuEventDestroy_v2", event)
    return 1000 * passed.value / LAUNCHES


def result(function, packed, target):
    call("cuMemsetD8_v2", ctypes.c_uint64(target & ~255), 0, ctypes.c_size_t(1 << 26))
    launch(function, packed)
    data = (ctypes.c_char * (1 << 26))()
    call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(target & ~255), ctypes.c_size_t(1 << 26))
    return bytes(data)


def main():
    start()
    source, target = buffer(BYTES).value, buffer(BYTES).value
    call("cuMemsetD32_v2", ctypes.c_uint64(source), 0x3F8CCCCD, ctypes.c_size_t(BYTES // 4))
    for name in KERNELS:
        functions = [kernel(load(HERE / f"{module}.cubin"), name) for module in MODULES]
        for shift in (0, 8):
            values, packed = arguments_of(name, source + shift, target + shift)
            results = [result(f, packed, target) for f in functions] if name != "halve" else []
            same = len(set(results)) < 2
            times = [[] for _ in MODULES]
            for _ in range(ROUNDS):
                for f, t in zip(functions, times):
                    t.append(timed(f, packed))
            row = {m: round(statistics.median(t), 2) for m, t in zip(MODULES, times)}
            print(json.dumps({"kernel": name, "shift": shift, "same": same, **row}), flush=True)
            del values


if __name__ == "__main__":
    main()
