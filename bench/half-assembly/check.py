#!/usr/bin/env python3
"""Runs the kernels that build.py made on a GPU of sm_90, and compares every
word that they write with what f2sim computed.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import array
import ctypes
import gzip
import json
import pathlib
import sys

from driver import buffer, call, kernel, load, start

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = 6  # different ones, of each function


def results(run, words):
    """What the kernel writes."""
    module, size = load(HERE / run["module"]), ctypes.c_size_t(8 * words)
    output = buffer(8 * words)
    call("cuMemsetD8_v2", output, ctypes.c_ubyte(0), size)
    arguments = [output, ctypes.c_uint(1), ctypes.c_int(run["rounds"])]
    pointers = (ctypes.c_void_p * 3)(*[ctypes.addressof(a) for a in arguments])
    call(
        "cuLaunchKernel", kernel(module, run["kernel"]), run["grid"], 1, 1,
        run["block"], 1, 1, 0, None, pointers, None,
    )  # fmt: skip
    call("cuCtxSynchronize")
    got = array.array("Q", bytes(8 * words))
    to = ctypes.c_void_p(got.buffer_info()[0])
    call("cuMemcpyDtoH_v2", to, output, size)
    call("cuMemFree_v2", output)
    call("cuModuleUnload", module)
    return got


def compare(run):
    """The words compared, and how many differ."""
    data = gzip.decompress((HERE / run["expected"]).read_bytes())
    expected = array.array("Q", data)
    got = results(run, len(expected))
    each = run["grid"] * run["block"] * run["rounds"]
    wrong = 0
    for i, name in enumerate(run["names"]):
        g, e = (words[i * each : (i + 1) * each] for words in (got, expected))
        if g == e:
            continue
        differ = [pair for pair in zip(g, e) if pair[0] != pair[1]]
        wrong += len(differ)
        print(f"{run['expected']} {name}: {len(differ)} of {each} differ")
        for on_gpu, in_f2sim in list(dict.fromkeys(differ))[:EXAMPLES]:
            print(f"    GPU {on_gpu:#x}  f2sim {in_f2sim:#x}")
    return len(expected), wrong


def main():
    start()
    compared = wrong = approximations = 0
    for run in json.loads((HERE / "runs.json").read_text()):
        words, differ = compare(run)
        if run["kernel"].endswith("_functions"):
            approximations += differ
            continue
        compared += words
        wrong += differ
    print(f"{compared} words compared, {wrong} differ")
    print(f"{approximations} words of approximations differ, as they may")
    sys.exit(wrong > 0)


main()
