"""Families that are algorithms on tiles in shared memory, unrolled.

Besides exchanges they have elements that several threads read, accesses under a
condition, atomic additions, and copies from global to shared memory. Indices and
offsets are in elements.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .exchange import exchange
from .family import family


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
