# The gathers of gathers.py in Triton, in the same loop.
#
#   triton         tl.gather, whose layout Triton chooses
#   triton-layout  gl.gather between DistributedLinearLayouts, the same as those of
#                  @f2.gather, if this version of Triton has it
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import triton
import triton.language as tl
from loops import FOLLOW, THREADS
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

TYPES = {8: torch.uint8, 16: torch.int16, 32: torch.int32}
VARIANTS = ["triton"] + ["triton-layout"] * hasattr(gl, "gather")


@triton.jit
def gather_triton(
    In,
    Out,
    Iterations,
    Rows: tl.constexpr,
    Columns: tl.constexpr,
    PerBlock: tl.constexpr,
    Each: tl.constexpr,
    Follow: tl.constexpr,
):
    places = tl.arange(0, Rows)[:, None] * Columns + tl.arange(0, Columns)[None, :]
    begin = tl.program_id(0) * PerBlock
    x = tl.load(In + begin + places)
    from_index = (In + begin + Rows * Columns).to(tl.pointer_type(tl.int32))
    index = tl.load(from_index + places) & (Columns - 1)
    for i in range(Iterations):
        index = tl.inline_asm_elementwise(
            Follow, "=r,r,r,r", [index, index, Iterations >> 30], dtype=tl.int32,
            is_pure=False, pack=1,
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
    Follow: gl.constexpr,
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
            Follow, "=r,r,r,r", [index, index, Iterations >> 30], dtype=gl.int32,
            is_pure=False, pack=1,
        )
        y = gl.gather(x, index, 1)
        x = gl.inline_asm_elementwise(
            "// nothing", "=r,0", [y], dtype=y.dtype, is_pure=False, pack=Each
        )
    gl.store(Out + begin + places, x)
    to_index = (Out + begin + Rows * Columns).to(gl.pointer_type(gl.int32))
    gl.store(to_index + places, index)


def layout_of(tensor):
    """The tensor's layout in Gluon."""
    return gl.DistributedLinearLayout(
        reg_bases=tensor.images["register"],
        lane_bases=tensor.images["lane"],
        warp_bases=tensor.images["warp"],
        block_bases=[],
        shape=list(tensor.shape),
    )


def compile_kernel(gather, variant):
    data = torch.empty(16, dtype=TYPES[gather.bits], device="cuda")
    known = {
        "Rows": gather.shape[0],
        "Columns": gather.shape[1],
        "PerBlock": gather.per_block(),
        "Each": 32 // gather.bits,
        "Follow": FOLLOW,
        "grid": (1,),
        "num_warps": THREADS // 32,
    }
    if variant == "triton":
        return gather_triton.warmup(data, data, 37, **known)
    return gather_gluon.warmup(data, data, 37, L=layout_of(gather), **known)
