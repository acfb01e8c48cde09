"""The product of mxfp4_gemm.cu in Triton, by tl.dot_scaled, as its tutorial on
block-scaled products does it.

On a GPU without such an instruction Triton widens A itself. It may use wgmma, which
mxfp4_gemm.cu does not.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import triton
import triton.language as tl

#: Rows, columns and depth of a block's tile, warps, stages.
CONFIGURATIONS = [
    (128, 128, 128, 4, 3),
    (128, 128, 128, 8, 3),
    (128, 128, 64, 4, 4),
    (128, 256, 64, 8, 3),
    (256, 128, 64, 8, 3),
    (64, 128, 128, 4, 4),
]
FORMATS = {"f16": "fp16", "bf16": "bf16", "e4m3": "e4m3", "e5m2": "e5m2"}


@triton.jit
def product(
    C,
    A,
    S,
    B,
    m,
    n,
    k,
    Format: tl.constexpr,
    Rows: tl.constexpr,
    Columns: tl.constexpr,
    Depth: tl.constexpr,
):
    number = tl.program_id(0)
    across, down = n // Columns, m // Rows
    first = number // (8 * across) * 8
    at_once = min(8, down - first)
    inside = number - first * across
    rows = (first + inside % at_once) * Rows + tl.arange(0, Rows)
    columns = inside // at_once * Columns + tl.arange(0, Columns)
    a = A + rows[:, None] * (k // 2) + tl.arange(0, Depth // 2)[None, :]
    s = S + rows[:, None] * (k // 32) + tl.arange(0, Depth // 32)[None, :]
    b = B + columns[None, :] * k + tl.arange(0, Depth)[:, None]
    c = tl.zeros((Rows, Columns), dtype=tl.float32)
    for _ in range(0, k // Depth):
        c = tl.dot_scaled(tl.load(a), tl.load(s), "e2m1", tl.load(b), None, Format, c)
        a += Depth // 2
        s += Depth // 32
        b += Depth
    tl.store(C + rows[:, None] * n + columns[None, :], c)


def launch(case, configuration):
    """case: run.py's Case. Returns what was compiled."""
    rows, columns, depth, warps, stages = configuration
    return product[(case.m // rows * (case.n // columns),)](
        case.c, case.a, case.scales, case.b, case.m, case.n, case.k,
        FORMATS[case.type], rows, columns, depth, num_warps=warps, num_stages=stages,
    )  # fmt: skip
