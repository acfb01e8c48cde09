"""Families that grow by the barriers between accesses.

Each step of `reuse` and `warps` waits twice, for the block or for the warp. Most
barriers of `barriers` are between accesses of global memory alone.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .exchange import exchange
from .family import family


@family("gfx942")
def reuse(m, n):
    """One array, one value a thread, stored and loaded again and again."""
    k = m.kernel()
    array = m.array("i32", 128)
    value = k.input()
    i = 0
    while m.accesses < n:
        k.store("i32", value, k.at(array, "i32", k.t))
        k.barrier()
        other = k.mask_index(k.op("add", k.t, 1 << i % 7), 128)
        loaded = k.load("i32", k.at(array, "i32", other))
        value = k.op("add", value, loaded)
        k.barrier()
        i += 1
    k.output(value)


@family()
def barriers(m, n):
    """n barriers between accesses of global memory, and one exchange in 32."""
    k = m.kernel()
    array = m.array("i32", 512)
    for i in range(n):
        if i % 32 == 31:
            exchange(k, array, i)
        else:
            k.output(k.op("add", k.input(), i))
            k.barrier()


@family("sm_90-guessed", "gfx942")
def warps(m, n):
    """Exchanges within warps, each in its part of an array, by warp barriers."""
    k = m.kernel()
    array = m.array("i32", 512)
    wave = m.form.wave
    lane = k.mask_index(k.t, wave)
    base = k.op("mul", k.op("sub", k.t, lane), 4)
    i = 0
    while m.accesses < n:
        exchange(k, array, i, barrier=k.warp_barrier, t=lane, base=base)
        k.warp_barrier()
        i += 1
