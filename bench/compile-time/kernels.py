#!/usr/bin/env python3
# Writes synthetic kernels with a growing number of shared accesses, as LLVM IR.
#
#   bench/compile-time/kernels.py --list
#   bench/compile-time/kernels.py matmul 1000 [--form gfx942] > matmul.ll
#
# Each family is one way in which real code grows: what unrolling, inlining,
# macros and generators leave behind. The code is as clang -O3 leaves it: indices
# share their common parts, rows are constant offsets, NVPTX reaches shared memory
# by a cast of the array's name. A module of a family has n accesses of shared
# memory, or a few more, because the last step is complete.
#
# The kernels have no data race (barriers are where they must be), and every
# access lies inside its array, for the block that the family has.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import dataclasses
import math
import sys

from ir.forms import DEFAULT, FORMS
from ir.module import Module

# --- What the families have in common ----------------------------------------

# Where register r of R of thread t of T is in an array of R T elements, as an
# index and a constant that is added to it. The i-th exchange of a kernel differs
# from the one before.


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
    """Each thread stores `count` registers and loads others, of its group."""
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


# --- Families ----------------------------------------------------------------

FAMILIES = {}


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    what: str
    write: object
    forms: tuple


def family(*others):
    """Registers a family; `others` are its forms besides the usual one."""

    def register(write):
        what = write.__doc__.strip().splitlines()[0].rstrip(".")
        found = Family(write.__name__, what, write, (DEFAULT, *others))
        FAMILIES[write.__name__] = found
        return write

    return register


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
def stencil(m, n):
    """A stencil of one row with n coefficients."""
    k = m.kernel()
    rows = -(-(n + 128) // 128)
    array = m.array("float", rows * 128)
    for row in range(rows):
        k.store("float", k.input("float"), k.at(array, "float", k.t, row * 128))
    k.barrier()
    total = "0.0"
    for i in range(n - rows):
        value = k.load("float", k.at(array, "float", k.t, i))
        product = k.let(f"fmul contract float {value}, {1 + i / 1024!r}")
        total = k.let(f"fadd contract float {total}, {product}")
    k.output(total, "float")


@family("sm_90-guessed")
def reduction(m, n):
    """Trees of sums over the block, unrolled, half of the threads at each step."""
    k = m.kernel()
    array = m.array("i32", 128)
    while m.accesses < n:
        k.store("i32", k.input(), k.at(array, "i32", k.t))
        k.barrier()
        for step in (64, 32, 16, 8, 4, 2, 1):
            with k.when(k.test("ult", k.t, step)):
                other = k.load("i32", k.at(array, "i32", k.t, step))
                own = k.load("i32", k.at(array, "i32", k.t))
                k.store("i32", k.op("add", own, other), k.at(array, "i32", k.t))
            k.barrier()
        k.output(k.load("i32", k.at(array, "i32", 0)))
        k.barrier()


@family("sm_90-guessed", "gfx942")
def matmul(m, n):
    """A matrix product by tiles of 16 x 16, unrolled over the tiles."""
    k = m.kernel(block=(16, 16))
    a, b = m.array("float", 256), m.array("float", 256)
    total = "0.0"
    row = k.op("mul", k.y, 16)
    while m.accesses < n:
        for array in (a, b):
            k.store("float", k.input("float"), k.at(array, "float", k.t))
        k.barrier()
        for i in range(16):
            left = k.load("float", k.at(a, "float", row, i))
            right = k.load("float", k.at(b, "float", k.x, 16 * i))
            product = k.let(f"fmul contract float {left}, {right}")
            total = k.let(f"fadd contract float {total}, {product}")
        k.barrier()
    k.output(total, "float")


@family("gfx942")
def bitonic(m, n):
    """Stages of bitonic sorting networks of 256 elements."""
    k = m.kernel(block=(256, 1))
    array = m.array("i32", 256)
    while m.accesses < n:
        k.store("i32", k.input(), k.at(array, "i32", k.t))
        k.barrier()
        for size, distance in bitonic_stages(256):
            own = k.load("i32", k.at(array, "i32", k.t))
            there = k.op("xor", k.t, distance)
            other = k.load("i32", k.at(array, "i32", there))
            low = k.test("eq", k.op("and", k.t, distance), 0)
            up = k.test("eq", k.op("and", k.t, size), 0)
            least = k.test("eq", low, up, "i1")
            less = k.test("slt", own, other)
            keep = k.test("eq", less, least, "i1")
            k.barrier()
            value = k.choose(keep, "i32", own, other)
            k.store("i32", value, k.at(array, "i32", k.t))
            k.barrier()
            if m.accesses >= n:
                break
        k.output(k.load("i32", k.at(array, "i32", k.t)))


def bitonic_stages(count):
    size = 2
    while size <= count:
        distance = size // 2
        while distance:
            yield size, distance
            distance //= 2
        size *= 2


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


@family("gfx942")
def histogram(m, n):
    """Histograms of 256 bins, eight values a thread at a time, and an exchange."""
    k = m.kernel()
    bins, array = m.array("i32", 256), m.array("i32", 512)
    i = 0
    while m.accesses < n:
        for half in (0, 128):
            k.store("i32", 0, k.at(bins, "i32", k.t, half))
        k.barrier()
        for _ in range(8):
            value = k.mask_index(k.input(), 256)
            k.increment(k.at(bins, "i32", value))
        k.barrier()
        for half in (0, 128):
            k.output(k.load("i32", k.at(bins, "i32", k.t, half)))
        exchange(k, array, i)
        k.barrier()
        i += 1


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
def shared_kernels(m, n):
    """Kernels that use one array, 16 accesses each."""
    array = m.array("i32", 512)
    i = 0
    while m.accesses < n:
        k = m.kernel()
        exchange(k, array, i)
        k.barrier()
        exchange(k, array, i + 1)
        i += 1


@family("gfx942")
def own_kernels(m, n):
    """Kernels that have an array each, 16 accesses each."""
    i = 0
    while m.accesses < n:
        k = m.kernel()
        array = m.array("i32", 512)
        exchange(k, array, i)
        k.barrier()
        exchange(k, array, i + 1)
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


@family()
def asynchronous(m, n):
    """Two alternating buffers, filled by cp.async, unrolled."""
    k = m.kernel()
    buffers = m.array("float", 1024), m.array("float", 1024)

    def fill(stage):
        for half in range(2):
            row = k.row("%in", "<4 x float>", 2 * stage + half)
            place = k.at(buffers[stage % 2], "<4 x float>", k.t, 128 * half)
            k.copy_async(place, row)
        k.commit()

    fill(0)
    stage, total = 0, "0.0"
    column = k.op("mul", k.mask_index(k.t, 32), 32)
    while m.accesses < n:
        fill(stage + 1)
        k.wait(1)
        k.barrier()
        for i in range(8):
            place = k.op("add", column, k.op("lshr", k.t, 5))
            value = k.load("float", k.at(buffers[stage % 2], "float", place, 4 * i))
            total = k.let(f"fadd contract float {total}, {value}")
        k.barrier()
        stage += 1
    k.wait(0)
    k.output(total, "float")


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


def module(name, n, form=DEFAULT):
    """A module of the family with at least n accesses of shared memory."""
    result = Module(FORMS[form])
    FAMILIES[name].write(result, n)
    return result


def listed():
    """Every family in each of its forms."""
    return [(f, form) for f in FAMILIES.values() for form in f.forms]


def main():
    parser = argparse.ArgumentParser(description="Prints a synthetic module.")
    parser.add_argument("family", nargs="?", choices=FAMILIES, metavar="family")
    parser.add_argument("n", nargs="?", type=int, default=100)
    parser.add_argument("--form", choices=FORMS, default=DEFAULT)
    parser.add_argument("--list", action="store_true", help="all families")
    options = parser.parse_args()
    if options.list or not options.family:
        for f, form in listed():
            print(f"{f.name:16} {form:14} {f.what}")
        return 0
    sys.stdout.write(module(options.family, options.n, options.form).text())
    return 0


if __name__ == "__main__":
    sys.exit(main())

