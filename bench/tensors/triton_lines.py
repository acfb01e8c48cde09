# The reductions and scans of lines.py in Triton, in the same loop.
#
#   triton         tl.reduce and tl.associative_scan, whose layout Triton chooses
#   triton-layout  Gluon's, over DistributedLinearLayouts, the same as those of
#                  @f2.reduce and @f2.scan, if this version of Triton has them
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import triton
import triton.language as tl
from lines import MASK
from loops import FOLLOW, THREADS
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton_gathers import layout_of

RAW = {16: torch.int16, 32: torch.int32}
TYPES = {"float": tl.float32, "half": tl.float16, "i32": tl.int32, "i16": tl.int16}
VARIANTS = ["triton", "triton-layout"]


@triton.jit
def combine_add(a, b):
    return a + b


@triton.jit
def combine_max(a, b):
    return tl.maximum(a, b)


@gluon.jit
def gluon_add(a, b):
    return a + b


@gluon.jit
def gluon_max(a, b):
    return gl.maximum(a, b)


@triton.jit
def along_triton(x, Axis: tl.constexpr, IsScan: tl.constexpr, IsMax: tl.constexpr):
    """The result that each element contributes to."""
    if IsScan:
        if IsMax:
            y = tl.associative_scan(x, Axis, combine_max)
        else:
            y = tl.associative_scan(x, Axis, combine_add)
    else:
        if IsMax:
            y = tl.reduce(x, Axis, combine_max)
        else:
            y = tl.reduce(x, Axis, combine_add)
        y = tl.broadcast_to(tl.expand_dims(y, Axis), x.shape)
    return y


@triton.jit
def lines_triton(
    In,
    Out,
    Iterations,
    Rows: tl.constexpr,
    Columns: tl.constexpr,
    Type: tl.constexpr,
    Mask: tl.constexpr,
    Each: tl.constexpr,
    Axis: tl.constexpr,
    IsScan: tl.constexpr,
    IsMax: tl.constexpr,
    Follow: tl.constexpr,
    Constraints: tl.constexpr,
):
    places = tl.arange(0, Rows)[:, None] * Columns + tl.arange(0, Columns)[None, :]
    begin = tl.program_id(0) * Rows * Columns
    x = (tl.load(In + begin + places) & Mask).to(Type)
    y = x
    for i in range(Iterations):
        y = along_triton(x, Axis, IsScan, IsMax)
        x = tl.inline_asm_elementwise(
            Follow, Constraints, [x, y, Iterations >> 30], dtype=x.dtype, is_pure=False, pack=Each
        )
    tl.store(Out + begin + places, y.to(In.dtype.element_ty, bitcast=True))


@gluon.jit
def along_gluon(x, Axis: gl.constexpr, IsScan: gl.constexpr, IsMax: gl.constexpr):
    """The result that each element contributes to."""
    if IsScan:
        if IsMax:
            y = gl.associative_scan(x, Axis, gluon_max)
        else:
            y = gl.associative_scan(x, Axis, gluon_add)
    else:
        if IsMax:
            y = gl.reduce(x, Axis, gluon_max)
        else:
            y = gl.reduce(x, Axis, gluon_add)
        y = gl.expand_dims(y, Axis).broadcast_to(x.shape)
    return y


@gluon.jit
def lines_gluon(
    In,
    Out,
    Iterations,
    Rows: gl.constexpr,
    Columns: gl.constexpr,
    Type: gl.constexpr,
    Mask: gl.constexpr,
    Each: gl.constexpr,
    Axis: gl.constexpr,
    IsScan: gl.constexpr,
    IsMax: gl.constexpr,
    Follow: gl.constexpr,
    Constraints: gl.constexpr,
    L: gl.constexpr,
):
    i = gl.arange(0, Rows, layout=gl.SliceLayout(1, L))
    j = gl.arange(0, Columns, layout=gl.SliceLayout(0, L))
    places = i[:, None] * Columns + j[None, :]
    begin = gl.program_id(0) * Rows * Columns
    x = (gl.load(In + begin + places) & Mask).to(Type)
    y = x
    for n in range(Iterations):
        y = along_gluon(x, Axis, IsScan, IsMax)
        x = gl.inline_asm_elementwise(
            Follow, Constraints, [x, y, Iterations >> 30], dtype=x.dtype, is_pure=False, pack=Each
        )
    gl.store(Out + begin + places, y.to(In.dtype.element_ty, bitcast=True))


def compile_kernel(lines, variant):
    data = torch.empty(16, dtype=RAW[lines.bits], device="cuda")
    known = {
        "Rows": lines.shape[0],
        "Columns": lines.shape[1],
        "Type": TYPES[lines.type],
        "Mask": MASK,
        "Each": 32 // lines.bits,
        "Axis": lines.axis,
        "IsScan": lines.kind == "scan",
        "IsMax": lines.operation == "max",
        "Follow": FOLLOW,
        # Zero comes once for each element of a word.
        "Constraints": "=r,r,r" + ",r" * (32 // lines.bits),
        "grid": (1,),
        "num_warps": THREADS // 32,
    }
    if variant == "triton":
        return lines_triton.warmup(data, data, 37, **known)
    known["L"] = layout_of(lines)
    return lines_gluon.warmup(data, data, 37, **known)
