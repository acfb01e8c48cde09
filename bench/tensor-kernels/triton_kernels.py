"""The kernels in Triton, as its tutorials write them, and their compilation. Sizes
are constants, as in the kernels of examples/tensors.

Products are also compiled for sm_80, whose instructions are mma.sync and cp.async, and
that PTX by ptxas for sm_90: what Triton does with the instructions that f2layout uses.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import re
import subprocess
import tempfile

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(In, Out, Rows: tl.constexpr, Columns: tl.constexpr, Block: tl.constexpr,
            Stages: tl.constexpr):  # fmt: skip
    columns = tl.arange(0, Block)
    inside = columns < Columns
    for row in tl.range(tl.program_id(0), Rows, tl.num_programs(0), num_stages=Stages):
        x = tl.load(In + row * Columns + columns, mask=inside, other=-float("inf"))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(Out + row * Columns + columns, e / tl.sum(e, axis=0), mask=inside)


@triton.jit
def softmax_of_row(In, Out, Columns: tl.constexpr, Block: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, Block)
    inside = columns < Columns
    x = tl.load(In + row * Columns + columns, mask=inside, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(Out + row * Columns + columns, e / tl.sum(e, axis=0), mask=inside)


@triton.jit
def layer_norm(X, W, B, Y, Mean, Rstd, Columns: tl.constexpr, Block: tl.constexpr):
    row = tl.program_id(0)
    Y += row * Columns
    X += row * Columns
    mean = tl.zeros([Block], dtype=tl.float32)
    for off in range(0, Columns, Block):
        cols = off + tl.arange(0, Block)
        mean += tl.load(X + cols, mask=cols < Columns, other=0.0).to(tl.float32)
    mean = tl.sum(mean, axis=0) / Columns
    var = tl.zeros([Block], dtype=tl.float32)
    for off in range(0, Columns, Block):
        cols = off + tl.arange(0, Block)
        x = tl.load(X + cols, mask=cols < Columns, other=0.0).to(tl.float32)
        x = tl.where(cols < Columns, x - mean, 0.0)
        var += x * x
    var = tl.sum(var, axis=0) / Columns
    rstd = 1 / tl.sqrt(var + 1e-5)
    tl.store(Mean + row, mean)
    tl.store(Rstd + row, rstd)
    for off in range(0, Columns, Block):
        cols = off + tl.arange(0, Block)
        mask = cols < Columns
        w = tl.load(W + cols, mask=mask)
        b = tl.load(B + cols, mask=mask)
        x = tl.load(X + cols, mask=mask, other=0.0).to(tl.float32)
        tl.store(Y + cols, (x - mean) * rstd * w + b, mask=mask)


@triton.jit
def layer_norm_backward(X, W, DY, Mean, Rstd, DX, DW, DB, Rows: tl.constexpr,
                        Parts: tl.constexpr, Columns: tl.constexpr, Block: tl.constexpr):  # fmt: skip
    cols = tl.arange(0, Block)
    mask = cols < Columns
    w = tl.load(W + cols, mask=mask, other=0).to(tl.float32)
    dw = tl.zeros([Block], dtype=tl.float32)
    db = tl.zeros([Block], dtype=tl.float32)
    for i in range(0, Rows // Parts):
        row = i * Parts + tl.program_id(0)
        x = tl.load(X + row * Columns + cols, mask=mask, other=0).to(tl.float32)
        dy = tl.load(DY + row * Columns + cols, mask=mask, other=0).to(tl.float32)
        mean = tl.load(Mean + row)
        rstd = tl.load(Rstd + row)
        xhat = (x - mean) * rstd
        wdy = w * dy
        xhat = tl.where(mask, xhat, 0.0)
        wdy = tl.where(mask, wdy, 0.0)
        c1 = tl.sum(xhat * wdy, axis=0) / Columns
        c2 = tl.sum(wdy, axis=0) / Columns
        dx = (wdy - (xhat * c1 + c2)) * rstd
        tl.store(DX + row * Columns + cols, dx, mask=mask)
        dw += dy * xhat
        db += dy
    tl.store(DW + tl.program_id(0) * Columns + cols, dw, mask=mask)
    tl.store(DB + tl.program_id(0) * Columns + cols, db, mask=mask)


@triton.jit
def layer_norm_sum(DW, DB, FinalDW, FinalDB, Parts: tl.constexpr, Columns: tl.constexpr,
                   Block: tl.constexpr):  # fmt: skip
    cols = tl.program_id(0) * Block + tl.arange(0, Block)
    rows = tl.arange(0, Parts)
    mask = (rows[:, None] < Parts) & (cols[None, :] < Columns)
    offs = rows[:, None] * Columns + cols[None, :]
    dw = tl.load(DW + offs, mask=mask, other=0.0)
    db = tl.load(DB + offs, mask=mask, other=0.0)
    tl.store(FinalDW + cols, tl.sum(dw, axis=0), mask=cols < Columns)
    tl.store(FinalDB + cols, tl.sum(db, axis=0), mask=cols < Columns)


@triton.jit
def gather_rows(X, Index, Out, Rows: tl.constexpr, Columns: tl.constexpr):
    rows = tl.program_id(0) * Rows + tl.arange(0, Rows)
    places = rows[:, None] * Columns + tl.arange(0, Columns)[None, :]
    x = tl.load(X + places)
    index = tl.load(Index + places)
    tl.store(Out + places, tl.gather(x, index, 1))


@triton.jit
def cumulative_sum(X, Out, Rows: tl.constexpr, Columns: tl.constexpr):
    rows = tl.program_id(0) * Rows + tl.arange(0, Rows)
    places = rows[:, None] * Columns + tl.arange(0, Columns)[None, :]
    tl.store(Out + places, tl.cumsum(tl.load(X + places), axis=1))


@triton.jit
def tile_of_block(M: tl.constexpr, N: tl.constexpr, TM: tl.constexpr, TN: tl.constexpr):
    pid = tl.program_id(0)
    down = M // TM
    across = N // TN
    in_group = 8 * across
    first = pid // in_group * 8
    size = min(down - first, 8)
    return first + (pid % in_group) % size, (pid % in_group) // size


@triton.jit
def product(A, B, C, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, TM: tl.constexpr,
            TN: tl.constexpr, TK: tl.constexpr):  # fmt: skip
    pid_m, pid_n = tile_of_block(M, N, TM, TN)
    rows = pid_m * TM + tl.arange(0, TM)
    columns = pid_n * TN + tl.arange(0, TN)
    depth = tl.arange(0, TK)
    a = A + (rows[:, None] * K + depth[None, :])
    b = B + (depth[:, None] * N + columns[None, :])
    c = tl.zeros((TM, TN), dtype=tl.float32)
    for _ in range(0, K // TK):
        c = tl.dot(tl.load(a), tl.load(b), c)
        a += TK
        b += TK * N
    tl.store(C + N * rows[:, None] + columns[None, :], c.to(tl.float16))


@triton.jit
def mixed_product(A, B, S, C, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
                  TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):  # fmt: skip
    pid_m, pid_n = tile_of_block(M, N, TM, TN)
    rows = pid_m * TM + tl.arange(0, TM)
    columns = pid_n * TN + tl.arange(0, TN)
    depth = tl.arange(0, TK)
    a = A + (rows[:, None] * K + depth[None, :])
    b = B + (depth[:, None] * N + columns[None, :])
    s = S + columns
    c = tl.zeros((TM, TN), dtype=tl.float32)
    for _ in range(0, K // TK):
        wide = tl.load(b).to(tl.float16) * tl.load(s)[None, :]
        c = tl.dot(tl.load(a), wide, c)
        a += TK
        b += TK * N
        s += N
    tl.store(C + N * rows[:, None] + columns[None, :], c.to(tl.float16))


@triton.jit
def attention(Q, K, V, Out, Scale: tl.constexpr, Context: tl.constexpr, D: tl.constexpr,
              TM: tl.constexpr, TN: tl.constexpr):  # fmt: skip
    head = tl.program_id(1).to(tl.int64) * Context * D
    rows = tl.program_id(0) * TM + tl.arange(0, TM)
    depth = tl.arange(0, D)
    keys = tl.arange(0, TN)
    q = tl.load(Q + head + rows[:, None] * D + depth[None, :])
    k = K + head + keys[None, :] * D + depth[:, None]
    v = V + head + keys[:, None] * D + depth[None, :]
    m_i = tl.zeros([TM], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([TM], dtype=tl.float32)
    acc = tl.zeros([TM, D], dtype=tl.float32)
    for _ in range(0, Context // TN):
        qk = tl.dot(q, tl.load(k))
        m_ij = tl.maximum(m_i, tl.max(qk, 1) * Scale)
        p = tl.math.exp2(qk * Scale - m_ij[:, None])
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(v), acc)
        m_i = m_ij
        k += TN * D
        v += TN * D
    acc = acc / l_i[:, None]
    tl.store(Out + head + rows[:, None] * D + depth[None, :], acc.to(tl.float16))


HALVES, FLOATS = "*fp16", "*fp32"
#: The types of arguments.
SIGNATURES = {
    softmax: [FLOATS] * 2,
    softmax_of_row: [FLOATS] * 2,
    layer_norm: [HALVES] * 4 + [FLOATS] * 2,
    layer_norm_backward: [HALVES] * 3 + [FLOATS] * 2 + [HALVES] + [FLOATS] * 2,
    layer_norm_sum: [FLOATS] * 2 + [HALVES] * 2,
    gather_rows: [FLOATS, "*i32", FLOATS],
    cumulative_sum: [FLOATS] * 2,
    product: [HALVES] * 3,
    mixed_product: [HALVES, "*i8", HALVES, HALVES],
    attention: [HALVES] * 4,
}
#: Stages of loops whose loads are done ahead.
STAGES = {"triton-mma": (3, 4), "triton": (3,)}
BY_MATRIX = ("product", "mixed_product", "attention")


def ways(case):
    """(variant, kernel, constants, warps, stages, persistent)"""
    rows, columns, depth = case.sizes
    tile = case.tile
    block = triton.next_power_of_2(columns)
    warps = [t // 32 for t in case.threads]
    one = {
        "layer_norm": (layer_norm, [columns, block]),
        "layer_norm_backward": (layer_norm_backward, [rows, tile[0], columns, block]),
        "layer_norm_sum": (layer_norm_sum, [tile[0], columns, tile[1]]),
        "gather_rows": (gather_rows, [tile[0], columns]),
        "cumulative_sum": (cumulative_sum, [tile[0], columns]),
        "product": (product, [*case.sizes, *tile]),
        "mixed_product": (mixed_product, [*case.sizes, *tile]),
        "attention": (attention, [1.4426950408889634 / depth**0.5, rows, depth, tile[0], tile[1]]),
    }
    if case.kernel == "softmax":
        for stages in (2, 4):
            constants = [rows, columns, block, stages]
            yield "triton", softmax, constants, warps[0], stages, True
        yield "triton", softmax_of_row, [columns, block], warps[0], 3, False
        return
    kernel, constants = one[case.kernel]
    if case.kernel not in BY_MATRIX:
        yield "triton", kernel, constants, warps[0], 3, False
        return
    for variant, of_variant in STAGES.items():
        for w in warps:
            for stages in of_variant:
                yield variant, kernel, constants, w, stages, False


def assembled(ptx):
    """The cubin of PTX of an older processor, by Triton's ptxas."""
    ptxas = pathlib.Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "k.ptx"
        source.write_text(ptx)
        subprocess.run([ptxas, "-arch=sm_90", "-O3", source, "-o", source.with_suffix(".cubin")],
                       check=True)  # fmt: skip
        return source.with_suffix(".cubin").read_bytes()


def compile_way(case, number):
    """What a launch of a way needs to know."""
    variant, kernel, constants, warps, stages, persistent = list(ways(case))[number]
    pointers = SIGNATURES[kernel]
    names = kernel.arg_names
    signature = dict(zip(names, pointers + ["constexpr"] * len(constants)))
    known = dict(zip(names[len(pointers) :], constants))
    aligned = {(i,): [["tt.divisibility", 16]] for i in range(len(pointers))}
    source = ASTSource(kernel, signature, known, aligned)
    target = GPUTarget("cuda", 80 if variant == "triton-mma" else 90, 32)
    made = triton.compile(source, target=target, options={"num_warps": warps, "num_stages": stages})
    ptx = made.asm["ptx"]
    entry = re.search(r"\.entry\s+(\w+)\s*\((.*?)\)", ptx, re.S)
    return {
        "variant": variant, "number": number, "name": entry[1],
        "threads": warps * 32, "stages": stages, "persistent": persistent,
        "parameters": entry[2].count(".param"), "shared": made.metadata.shared,
        "wgmma": "wgmma" in ptx, "ptx": ptx,
        "cubin": assembled(ptx) if variant == "triton-mma" else made.asm["cubin"],
    }  # fmt: skip
