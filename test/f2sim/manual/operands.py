"""Random operands of the calls that draw_*.py make.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from wave import TARGETS

ALL = tuple(TARGETS)
RDNA = ("gfx1030", "gfx1100", "gfx1201")


def words_of(wave, rng, width=32):
    return [rng.getrandbits(width) for _ in range(wave.lanes)]


def some_words(wave, rng, width=32):
    """As often random bits as numbers that are small or at the end of the range."""
    top = (1 << width) - 1
    near = (0, 1, 2, 31, 32, 33, 63, 64, top, top - 1, top // 2, top // 2 + 1)
    return [
        rng.getrandbits(width) if rng.random() < 0.5 else rng.choice(near) & top
        for _ in range(wave.lanes)
    ]


def lane_numbers(wave, rng):
    """Lane numbers: any numbers, a permutation, or any that are in range."""
    if rng.random() < 0.3:
        return words_of(wave, rng)
    if rng.random() < 0.3:  # a permutation
        return rng.sample(range(wave.lanes), wave.lanes)
    return [rng.randrange(wave.lanes) for _ in range(wave.lanes)]


def uniform(k, wave, rng, number, kind="i32"):
    """A uniform operand is a constant, or comes from a register with one value in all lanes."""
    if rng.random() < 0.5:
        return f"{kind} {number}"
    return k.register([number] * wave.lanes, kind)


def flag(bit):
    return f"i1 immarg {'true' if bit else 'false'}"


def any_kind(rng):
    """A type, and its bits. Registers have 32; the compiler takes types apart, or extends them."""
    return rng.choice((("i32", 32), ("i32", 32), ("i64", 64), ("i16", 16)))
