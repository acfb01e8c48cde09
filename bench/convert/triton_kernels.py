#!/usr/bin/env python3
# The conversions of pairs.json in Triton: gl.convert_layout between two
# DistributedLinearLayouts, there and back, in a loop, as in convert.cuh. Needs
# Triton and its GPU.
#
#   bench/convert/triton_kernels.py build-convert
#
# writes build-convert/cubin/triton/<kernel>.{cubin,launch,ptx}, which the host
# program finds next to the other variants. Between two conversions there is the
# same work as in convert.cuh: an empty asm statement on full registers, or an
# addition and an empty asm statement on each element.
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

import torch
import triton
from layouts import IN_DIMS, built_pairs
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

TYPES = {8: torch.uint8, 16: torch.int16, 32: torch.int32, 64: torch.int64}
# Of asm statements: each element, or all that a register holds.
CONSTRAINTS = {8: "=h,0", 16: "=h,0", 32: "=r,0", 64: "=l,0"}


@gluon.jit
def use(x, i, Add: gl.constexpr, Constraints: gl.constexpr, Each: gl.constexpr):
    if Add:
        x += i.to(x.dtype)
    return gl.inline_asm_elementwise(
        "// nothing", Constraints, [x], dtype=x.dtype, is_pure=False, pack=Each
    )


@gluon.jit
def places(Rows: gl.constexpr, Columns: gl.constexpr, L: gl.constexpr):
    i = gl.arange(0, Rows, layout=gl.SliceLayout(1, L))
    j = gl.arange(0, Columns, layout=gl.SliceLayout(0, L))
    return i[:, None] * Columns + j[None, :]


@gluon.jit
def convert(
    In,
    Out,
    Iterations,
    Rows: gl.constexpr,
    Columns: gl.constexpr,
    A: gl.constexpr,
    B: gl.constexpr,
    Add: gl.constexpr,
    Constraints: gl.constexpr,
    Each: gl.constexpr,
):
    begin = gl.program_id(0) * (2 * Rows * Columns)
    of_a = begin + places(Rows, Columns, A)
    of_b = begin + places(Rows, Columns, B)
    x = gl.load(In + of_a)
    y = gl.load(In + of_b)
    for i in range(Iterations):
        y = use(gl.convert_layout(x, B), i, Add, Constraints, Each)
        x = use(gl.convert_layout(y, A), i, Add, Constraints, Each)
    gl.store(Out + of_a, x)
    gl.store(Out + Rows * Columns + of_b, y)


def gluon_layout(layout):
    register, lane, warp = (layout.images[name] for name in IN_DIMS)
    return gl.DistributedLinearLayout(
        reg_bases=register,
        lane_bases=lane,
        warp_bases=warp,
        block_bases=[],
        shape=layout.shape,
    )


def compile_kernel(pair, bits, form):
    register = bits if form == "elements" else max(bits, 32)
    data = torch.empty(16, dtype=TYPES[bits], device="cuda")
    return convert.warmup(
        data,
        data,
        37,
        Rows=pair.source.shape[0],
        Columns=pair.source.shape[1],
        A=gluon_layout(pair.source),
        B=gluon_layout(pair.result),
        Add=form == "elements",
        Constraints=CONSTRAINTS[register],
        Each=register // bits,
        grid=(1,),
        num_warps=pair.source.threads() // 32,
    )


def build(job):
    """Compiles and writes one kernel; what went wrong, or nothing."""
    pair, bits, form, folder = job
    name = pair.kernel(bits, form)
    try:
        kernel = compile_kernel(pair, bits, form)
    except Exception:
        return f"{name}: {traceback.format_exc(limit=-2)}"
    base = folder / name
    base.with_suffix(".cubin").write_bytes(kernel.asm["cubin"])
    base.with_suffix(".ptx").write_text(kernel.asm["ptx"])
    launch = f"{kernel.metadata.name} {kernel.metadata.shared}\n"
    base.with_suffix(".launch").write_text(launch)
    return None


def main():
    parser = argparse.ArgumentParser(description="Builds Triton's conversions.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("build-convert"))
    parser.add_argument("--only", help="pairs whose name contains this", default="")
    options = parser.parse_args()
    folder = options.out / "cubin/triton"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "version.txt").write_text(triton.__version__ + "\n")
    jobs = [
        (pair, bits, form, folder)
        for pair in built_pairs(options.out)
        if options.only in pair.name
        for bits, form in pair.kernels()
    ]
    workers = min(os.cpu_count() or 1, len(jobs), 16)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        errors = [error for error in pool.map(build, jobs, chunksize=4) if error]
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"triton {triton.__version__}: {len(jobs) - len(errors)} kernels of {len(jobs)}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
