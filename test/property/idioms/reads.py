"""How a random kernel takes its results from the tile to global memory.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms.front_end import BYTES
from idioms.updates import permuted


def target(k, i):
    """An element of the output."""
    return f"out[{k.base} + {i}]"


def guarded(k, i):
    return k.rng.choice([""] * 4 + [f"if (b * {k.size} + {i} < n) ", f"if (({i}) / {k.width} < m) "])


def straight(k):
    apart = k.chance(0.6)
    for e in range(k.per_thread):
        i = (f"t + {e * k.threads}" if e else "t") if apart else f"t * {k.per_thread} + {e}"
        k.do(f"{guarded(k, i)}{target(k, i)} = {k.tile(permuted(k, i))};")


def strided(k):
    k.each(k.size)
    k.do(f"{guarded(k, 'i')}{target(k, 'i')} = {k.tile(permuted(k, 'i'))};")
    k.close()


def neighbours(k):
    """A stencil, of a tile with or without a halo."""
    reach = k.halo or k.rng.choice([1, 2])
    total = k.tile("i")
    k.each(k.size)
    for d in range(-reach, reach + 1) if reach < 4 else (-reach, 1, reach):
        at = f"i + {d}" if d >= 0 else f"i - {-d}"
        if not k.halo:
            at = f"({at} + {k.size}) % {k.size}"
        total = f"add({total}, {k.tile(at)})"
    k.do(f"{guarded(k, 'i')}{target(k, 'i')} = {total};")
    k.close()


def lines(k):
    """Sums of rows or of columns."""
    high, across = k.size // k.width, k.chance(0.5)
    ends, steps = (high, k.width) if across else (k.width, high)
    k.each(ends)
    k.do(f"{k.type} sum{{}};")
    k.pragma()
    k.open(f"for (int c = 0; c < {steps}; ++c)")
    k.do(f"sum = add(sum, {k.tile(f'i * {k.width} + c' if across else f'c * {k.width} + i')});")
    k.close()
    k.do(f"{target(k, 'i')} = sum;")
    k.close()


def product(k):
    """The tile's rows times its columns."""
    width = min(k.width, k.size // k.width)
    k.each(k.size)
    k.do(f"{k.type} sum{{}};")
    k.pragma()
    k.open(f"for (int c = 0; c < {min(width, 16)}; ++c)")
    row, column = k.tile(f"i / {k.width} * {k.width} + c"), k.tile(f"c * {k.width} + i % {k.width}")
    k.do(f"sum = add(sum, mul({row}, {column}));")
    k.close()
    k.do(f"{target(k, 'i')} = sum;")
    k.close()


def structures(k):
    view, each = k.fresh("r"), k.per_thread
    k.do(f"Rec<{k.type}, {each}> {view};")
    apart = k.chance(0.6)
    for e in range(each):
        place = f"t + {e * k.threads}" if apart else f"t * {each} + {e}"
        k.do(f"{view}.f[{e}] = {k.tile(place)};")
    k.do(f"((Rec<{k.type}, {each}> *)out)[b * {k.threads} + t] = {view};")


def vectors(k):
    each = k.per_thread
    vec = f"Vec<{k.type}, {each}>"
    k.aligned = True
    k.do(f"(({vec} *)out)[b * {k.threads} + t] = (({vec} *)s)[t];")


def one(k):
    """One element of the block."""
    k.do(f"if (t == 0) out[b] = {k.tile('0')};")


def read(k):
    """All of the tile, and perhaps some of it again."""
    k.base = f"b * {k.size}" if k.chance(0.85) else f"b * {k.size} + m"
    kinds = [straight, straight, strided, strided, neighbours, lines, product]
    if k.per_thread > 1:
        kinds.append(structures)
    if k.per_thread in (2, 4) and BYTES[k.type] * k.per_thread in (2, 4, 8, 16) and k.where == "plain" and not k.halo:
        kinds.append(vectors)
    if k.halo and k.chance(0.7):
        kinds = [neighbours]
    k.rng.choice(kinds)(k)
    if k.chance(0.2):
        one(k)
