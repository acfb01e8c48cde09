"""Families whose arrays or places are chosen when the kernel runs.

In `selects` a select or a phi has two arrays or two places; in `unknown` the place
depends on an argument or on data. Places are indices of elements.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .family import family


@family("gfx942")
def selects(m, n):
    """Arrays and places that a select or a phi chooses."""
    k = m.kernel()
    a, b, c = (m.array("i32", 128) for _ in range(3))
    i = 0
    while m.accesses < n:
        condition = k.test("ugt", "%n", i)
        first, second = (a, b) if i % 8 < 4 else (b, a)
        if i % 4 == 1:
            array = k.branch(
                condition,
                k.shared_space,
                lambda first=first: k.base(first),
                lambda second=second: k.base(second),
            )
        elif i % 4 == 3:
            array = k.choose(condition, k.shared_space, k.base(first), k.base(second))
        else:
            array = k.base(c)
        k.store("i32", k.input(), k.from_base(array, "i32", k.t))
        k.barrier()
        far = i % 127 + 1
        below = k.test("ult", k.t, 128 - far)
        if i % 4 == 2:
            place = k.branch(
                below,
                "i32",
                lambda far=far: k.op("add", k.t, far),
                lambda far=far: k.op("sub", k.t, 128 - far),
            )
        else:
            up, down = k.op("add", k.t, far), k.op("sub", k.t, 128 - far)
            place = k.choose(below, "i32", up, down)
        k.output(k.load("i32", k.from_base(array, "i32", place)))
        k.barrier()
        i += 1


@family()
def unknown(m, n):
    """Places that depend on an argument or on data."""
    k = m.kernel()
    array = m.array("i32", 512)
    i = 0
    while m.accesses < n:
        turn = k.op("mul", "%n", 2 * i + 1)
        place = k.mask_index(k.op("add", k.t, turn), 128)
        for r in range(2):
            k.store("i32", k.input(), k.at(array, "i32", place, (i % 2 + r) * 128))
        k.barrier()
        found = k.mask_index(k.input(), 256)
        k.output(k.load("i32", k.at(array, "i32", found, i % 2 * 128)))
        back = k.mask_index(k.op("sub", k.t, turn), 128)
        k.output(k.load("i32", k.at(array, "i32", back, i % 2 * 128)))
        k.barrier()
        i += 1
