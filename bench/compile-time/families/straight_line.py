"""Families of exchanges in straight-line code, as unrolling leaves them.

They differ in what the values go through: eight arrays by turns, one exchange of many
registers, a separate array each time, parts of dynamic shared memory, or accesses
of different widths on the two sides.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .exchange import exchange
from .family import family


@family("sm_90-guessed", "gfx942")
def exchanges(m, n):
    """Independent exchanges in straight-line code, alternating between eight arrays."""
    k = m.kernel()
    arrays = [m.array("i32", 512) for _ in range(8)]
    i = 0
    while m.accesses < n:
        exchange(k, arrays[i % 8], i)
        i += 1


@family()
def registers(m, n):
    """One exchange of n / 2 registers of one warp."""
    k = m.kernel(block=(m.form.wave, 1))
    count = n // 2
    array = m.array("i8", count * k.threads)
    values = [k.input("i8") for _ in range(count)]
    for r, value in enumerate(values):
        k.store("i8", value, k.at(array, "i8", k.t, r * k.threads))
    k.barrier()
    first = k.op("mul", k.t, count)
    for value in [k.load("i8", k.at(array, "i8", first, r)) for r in range(count)]:
        k.output(value, "i8")


@family("sm_90-guessed")
def arrays(m, n):
    """Exchanges in straight-line code, each through a separate array."""
    k = m.kernel()
    i = 0
    while m.accesses < n:
        exchange(k, m.array("i8", 512), i, kind="i8")
        i += 1


@family("sm_90-guessed")
def dynamic(m, n):
    """Exchanges through four parts of dynamic shared memory."""
    k = m.kernel()
    array = m.dynamic()
    i = 0
    while m.accesses < n:
        exchange(k, array, i, base=i % 4 * 512)
        k.barrier()
        i += 1


@family("gfx942")
def vectors(m, n):
    """Exchanges whose stores or loads are vectors."""
    k = m.kernel()
    array = m.array("i32", 512)
    kinds = ("<4 x i32>", "<2 x i32>")
    i = 0
    while m.accesses < n:
        kind = kinds[i % 2]
        lanes = int(kind[1])
        wide = 4 // lanes
        far = i % 127 + 1
        if i % 4 < 2:
            for r in range(wide):
                k.store(kind, k.input(kind), k.at(array, kind, k.t, r * 128))
            k.barrier()
            place = k.op("xor", k.t, far)
            for r in range(4):
                k.output(k.load("i32", k.at(array, "i32", place, r * 128)))
        else:
            place = k.mask_index(k.op("add", k.t, far), 128)
            for r in range(4):
                k.store("i32", k.input(), k.at(array, "i32", place, r * 128))
            k.barrier()
            for r in range(wide):
                value = k.load(kind, k.at(array, kind, k.t, r * 128))
                k.output(value, kind)
        k.barrier()
        i += 1
