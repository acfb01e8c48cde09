#!/usr/bin/env python3
# The gathers of gathers.py in Triton, in the same loop. Needs Triton and its GPU.
#
#   bench/gather/triton_kernels.py build-gather
#
# writes build-gather/cubin/<variant>/<gather>.{cubin,launch,ptx}, which the host
# program finds next to the other variants:
#
#   triton         tl.gather, whose layout Triton chooses
#   triton-layout  gl.gather between DistributedLinearLayouts, the same as those of
#                  @f2.gather, if this version of Triton has it
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
import triton.language as tl
from gathers import THREADS, built_gathers
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

TYPES = {8: torch.uint8, 16: torch.int16, 32: torch.int32}


@triton.jit
def gather_triton(
    In,
    Out,
    Iterations,
    Rows: tl.constexpr,
    Columns: tl.constexpr,
    PerBlock: tl.constexpr,
    Each: tl.constexpr,
):
    places = tl.arange(0, Rows)[:, None] * Columns + tl.arange(0, Columns)[None, :]
    begin = tl.program_id(0) * PerBlock
    x = tl.load(In + begin + places)
    from_index = (In + begin + Rows * Columns).to(tl.pointer_type(tl.int32))
    index = tl.load(from_index + places) & (Columns - 1)
    for i in range(Iterations):
        index = tl.inline_asm_elementwise(
            "// nothing", "=r,0", [index], dtype=tl.int32, is_pure=False, pack=1
        )
        y = tl.gather(x, index, 1)
        x = tl.inline_asm_elementwise(
            "// nothing", "=r,0", [y], dtype=y.dtype, is_pure=False, pack=Each
        )
    tl.store(Out + begin + places, x)
    to_index = (Out + begin + Rows * Columns).to(tl.pointer_type(tl.int32))
    tl.store(to_index + places, index)


@gluon.jit
def gather_gluon(
    In,
    Out,
    Iterations,
    Rows: gl.constexpr,
    Columns: gl.constexpr,
    PerBlock: gl.constexpr,
    Each: gl.constexpr,
    L: gl.constexpr,
):
    i = gl.arange(0, Rows, layout=gl.SliceLayout(1, L))
    j = gl.arange(0, Columns, layout=gl.SliceLayout(0, L))
    places = i[:, None] * Columns + j[None, :]
    begin = gl.program_id(0) * PerBlock
    x = gl.load(In + begin + places)
    from_index = (In + begin + Rows * Columns).to(gl.pointer_type(gl.int32))
    index = gl.load(from_index + places) & (Columns - 1)
    for n in range(Iterations):
        index = gl.inline_asm_elementwise(
            "// nothing", "=r,0", [index], dtype=gl.int32, is_pure=False, pack=1
        )
        y = gl.gather(x, index, 1)
        x = gl.inline_asm_elementwise(
            "// nothing", "=r,0", [y], dtype=y.dtype, is_pure=False, pack=Each
        )
    gl.store(Out + begin + places, x)
    to_index = (Out + begin + Rows * Columns).to(gl.pointer_type(gl.int32))
    gl.store(to_index + places, index)


def compile_kernel(gather, variant):
    data = torch.empty(16, dtype=TYPES[gather.bits], device="cuda")
    known = {
        "Rows": gather.shape[0],
        "Columns": gather.shape[1],
        "PerBlock": gather.per_block(),
        "Each": 32 // gather.bits,
        "grid": (1,),
        "num_warps": THREADS // 32,
    }
    if variant == "triton":
        return gather_triton.warmup(data, data, 37, **known)
    layout = gl.DistributedLinearLayout(
        reg_bases=gather.images["register"],
        lane_bases=gather.images["lane"],
        warp_bases=gather.images["warp"],
        block_bases=[],
        shape=list(gather.shape),
    )
    return gather_gluon.warmup(data, data, 37, L=layout, **known)


def build(job):
    """Compiles and writes one kernel; what went wrong, or nothing."""
    gather, variant, out = job
    try:
        kernel = compile_kernel(gather, variant)
    except Exception:
        return f"{variant}: {gather.name}: {traceback.format_exc(limit=-1)[-300:]}"
    base = out / "cubin" / variant / gather.name
    base.with_suffix(".cubin").write_bytes(kernel.asm["cubin"])
    base.with_suffix(".ptx").write_text(kernel.asm["ptx"])
    launch = f"{kernel.metadata.name} {kernel.metadata.shared}\n"
    base.with_suffix(".launch").write_text(launch)
    return None


def main():
    parser = argparse.ArgumentParser(description="Builds Triton's gathers.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("build-gather"))
    parser.add_argument("--only", help="gathers whose name contains this", default="")
    options = parser.parse_args()
    variants = ["triton"] + ["triton-layout"] * hasattr(gl, "gather")
    for variant in variants:
        folder = options.out / "cubin" / variant
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "version.txt").write_text(triton.__version__ + "\n")
    jobs = [
        (gather, variant, options.out)
        for gather in built_gathers(options.out)
        if options.only in gather.name
        for variant in variants
    ]
    workers = min(os.cpu_count() or 1, len(jobs), 16)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        errors = [error for error in pool.map(build, jobs) if error]
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"triton {triton.__version__}: {len(jobs) - len(errors)} kernels of {len(jobs)}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
