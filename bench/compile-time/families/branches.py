"""Families that grow by control flow: branches and loops with accesses inside.

    diamonds       if (...) load; else load;     one after the other
    loops          for (...) exchange;           one after the other
    nest           for (...) { exchange; for (...) { ... } exchange; }

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math

from .exchange import LOADED, blocked, flipped, rotated
from .family import family


@family("gfx942")
def diamonds(m, n):
    """Loads in the branches of conditions, one after the other."""
    k = m.kernel()
    array = m.array("i32", 128)
    i = 0
    while m.accesses < n:
        if i % 8 == 0:
            k.barrier()
            k.store("i32", k.input(), k.at(array, "i32", k.t))
            k.barrier()
        # By the thread, by the launch, by the data.
        if i % 3 == 0:
            condition = k.test("ult", k.t, i % 127 + 1)
        elif i % 3 == 1:
            condition = k.test("ugt", "%n", i)
        else:
            condition = k.test("sgt", k.input(), i)

        def side(where, i=i):
            index, _ = where(k, k.t, 0, 1, 128, i)
            return k.load("i32", k.at(array, "i32", index))

        value = k.branch(
            condition, "i32", lambda: side(flipped), lambda: side(rotated)
        )
        k.output(value)
        i += 1


@family("sm_90-guessed")
def loops(m, n):
    """Loops one after the other, with an exchange in each."""
    k = m.kernel()
    array = m.array("i32", 256)
    i = 0
    while m.accesses < n:
        with k.loop("%n" if i % 2 else 16) as counter:
            values = [k.input(extra=counter) for _ in range(2)]
            for r, value in enumerate(values):
                index, more = blocked(k, k.t, r, 2, 128, i)
                k.store("i32", value, k.at(array, "i32", index, more))
            k.barrier()
            where = LOADED[i % 4]
            for r in range(2):
                index, more = where(k, k.t, r, 2, 128, i)
                value = k.load("i32", k.at(array, "i32", index, more))
                k.output(value, extra=counter)
            k.barrier()
        i += 1


@family()
def nest(m, n):
    """One nest of 4 to 12 loops, with exchanges before and after each inner loop."""
    k = m.kernel()
    array = m.array("i32", 512)
    depth = max(1, round(4 * math.log10(n)) - 4)
    each = n / (2 * depth - 1)
    step = 0

    def some(counter, enough):
        nonlocal step
        while m.accesses < enough:
            moved = k.mask_index(k.op("add", k.t, counter), 128)
            part = step % 4 * 128
            k.store("i32", k.input(extra=counter), k.at(array, "i32", k.t, part))
            k.barrier()
            other = moved if step % 2 else k.op("xor", k.t, step % 127 + 1)
            value = k.load("i32", k.at(array, "i32", other, part))
            k.output(value, extra=counter)
            step += 1

    def level(inside):
        with k.loop("%n" if inside % 2 else 4) as counter:
            k.barrier()
            some(counter, each * (inside + 1))
            if inside + 1 < depth:
                level(inside + 1)
                k.barrier()
                some(counter, each * (2 * depth - 1 - inside))

    level(0)
