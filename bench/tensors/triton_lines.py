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
from loops import THREADS
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
    Combine: tl.constexpr,
):
    places = tl.arange(0, Rows)[:, None] * Columns + tl.arange(0, Columns)[None, :]
    begin = tl.program_id(0) * Rows * Columns
    x = (tl.load(In + begin + places) & Mask).to(Type)
    for i in range(Iterations):
        if IsScan:
            y = tl.associative_scan(x, Axis, Combine)
        else:
            y = tl.reduce(x, Axis, Combine)
            y = tl.broadcast_to(tl.expand_dims(y, Axis), (Rows, Columns))
        x = tl.inline_asm_elementwise(
            "// nothing", "=r,0,r", [x, y], dtype=x.dtype, is_pure=False, pack=Each
        )
    if IsScan:
        z = tl.associative_scan(x, Axis, Combine)
    else:
        z = tl.reduce(x, Axis, Combine)
        z = tl.broadcast_to(tl.expand_dims(z, Axis), (Rows, Columns))
    tl.store(Out + begin + places, z.to(In.dtype.element_ty, bitcast=True))


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
    Combine: gl.constexpr,
    L: gl.constexpr,
):
    i = gl.arange(0, Rows, layout=gl.SliceLayout(1, L))
    j = gl.arange(0, Columns, layout=gl.SliceLayout(0, L))
    places = i[:, None] * Columns + j[None, :]
    begin = gl.program_id(0) * Rows * Columns
    x = (gl.load(In + begin + places) & Mask).to(Type)
    for n in range(Iterations):
        if IsScan:
            y = gl.associative_scan(x, Axis, Combine)
        else:
            y = gl.reduce(x, Axis, Combine)
            y = gl.expand_dims(y, Axis).broadcast_to(Rows, Columns)
        x = gl.inline_asm_elementwise(
            "// nothing", "=r,0,r", [x, y], dtype=x.dtype, is_pure=False, pack=Each
        )
    if IsScan:
        z = gl.associative_scan(x, Axis, Combine)
    else:
        z = gl.reduce(x, Axis, Combine)
        z = gl.expand_dims(z, Axis).broadcast_to(Rows, Columns)
    gl.store(Out + begin + places, z.to(In.dtype.element_ty, bitcast=True))


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
        "grid": (1,),
        "num_warps": THREADS // 32,
    }
    if variant == "triton":
        combine = {"add": combine_add, "max": combine_max}[lines.operation]
        return lines_triton.warmup(data, data, 37, Combine=combine, **known)
    combine = {"add": gluon_add, "max": gluon_max}[lines.operation]
    known["L"] = layout_of(lines)
    return lines_gluon.warmup(data, data, 37, Combine=combine, **known)
