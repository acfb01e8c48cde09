"""An exchange: each thread stores registers in an array and loads those of others.

    4 registers of 128 threads, in an array of 512 elements
    store: blocked       register r of thread t  ->  element 4 t + r
    barrier
    load: flipped        register r of thread t  <-  element (t ^ 1) + 128 r

Register r of R of thread t of T is in an array of R T elements, T a power of two. A
place is a pair, an index and a constant that is added to it, both in elements. The
i-th exchange of a kernel differs from the one before.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def blocked(k, t, r, count, threads, i):
    return k.op("mul", t, count), r


def striped(k, t, r, count, threads, i):
    return t, r * threads


def flipped(k, t, r, count, threads, i):
    return k.op("xor", t, i % (threads - 1) + 1), r * threads


def rotated(k, t, r, count, threads, i):
    return k.mask_index(k.op("add", t, i % (threads - 1) + 1), threads), r * threads


def transposed(k, t, r, count, threads, i):
    bits = threads.bit_length() - 1
    low = 1 + i % (bits - 1)
    up = k.op("mul", k.mask_index(t, 1 << low), 1 << (bits - low))
    return k.op("or", up, k.op("lshr", t, low)), r * threads


def swizzled(k, t, r, count, threads, i):
    return k.op("xor", t, k.mask_index(k.op("lshr", t, 3), 8)), r * threads


STORED = (blocked, striped, swizzled)
LOADED = (striped, flipped, rotated, transposed, blocked)


def exchange(k, array, i, count=4, kind="i32", barrier=None, t=None, base=0):
    """Each thread stores `count` registers and loads others, of its group.

    The group is the block, or the warp where t is the lane. `base` is the element of
    the array where the group's part begins.
    """
    barrier = barrier or k.barrier
    threads = k.threads if t is None else k.form.wave
    t = k.t if t is None else t
    stored, loaded = STORED[i % len(STORED)], LOADED[(i // 2) % len(LOADED)]

    def place(where, r):
        index, elements = where(k, t, r, count, threads, i)
        return k.at(array, kind, k.op("add", base, index), elements)

    values = [k.input(kind) for _ in range(count)]
    for r, value in enumerate(values):
        k.store(kind, value, place(stored, r))
    barrier()
    for value in [k.load(kind, place(loaded, r)) for r in range(count)]:
        k.output(value, kind)
