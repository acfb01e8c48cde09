"""Steps of a random kernel in its tile, other than loops: in place, permutations, in warps,
through a second array, under conditions that hold in the whole block. Each begins and ends
behind a barrier.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms.kernel import power_of_two
from idioms.loops import loop


def permuted(k, i, size=None):
    """Another index below the size."""
    rng, size = k.rng, size or k.size
    kinds = [f"{size - 1} - ({i})", f"(({i}) + {rng.randrange(1, size)}) % {size}", i]
    if power_of_two(size):
        masks = [1, 2, 3, k.warp // 2, k.warp - 1, size // 2, size - 1]
        kinds += [f"({i}) ^ {rng.choice([m for m in masks if m < size])}"] * 3
        kinds.append(f"({i}) * {rng.choice([3, 5, 17])} % {size}")
    for width in (8, 16, 32):
        if size % width == 0 and size > width:
            high = size // width
            kinds.append(f"({i}) % {high} * {width} + ({i}) / {high}")
            kinds.append(f"({i}) / {width} * {width} + (({i}) + {rng.choice([1, 3, width - 1])}) % {width}")
    return rng.choice(kinds)


def own(k):
    """Each thread changes its own element."""
    conditions = ["", "", "if (t < m) ", "if (t % 2 == 0) ", f"if (t >= {k.threads // 2}) ",
                  f"if (b * {k.threads} + t < n) "]  # fmt: skip
    condition = k.rng.choice(conditions)
    k.do(f"{condition}{k.tile('t')} = add({k.tile('t')}, {k.rng.choice([k.tile('t'), 'in[t]'])});")
    k.sync()


def permute(k):
    """Every element moves, over registers and a barrier."""
    i = permuted(k, "t", k.threads)
    value = k.fresh("x")
    k.do(f"{k.type} {value} = {k.tile(i)};")
    k.sync()
    combined = k.rng.choice([value, f"add({value}, {k.tile('t')})", f"sub({k.tile('t')}, {value})"])
    k.do(f"{k.tile('t')} = {combined};")
    k.sync()
    k.for_nominal = True


def bits(k):
    """Another view of the array's words."""
    if k.type not in ("int", "unsigned", "float") or k.where != "plain":
        return own(k)
    view = k.fresh("u")
    k.do(f"Word *{view} = (Word *)s;")
    k.do(f"{view}[t] ^= {k.rng.choice(['0x80000000u', '0x00010000u'])};")
    k.sync()
    return None


def in_warps(k):
    """Each warp exchanges in its own part."""
    width = k.rng.choice([8, 16, 32, k.warp])
    if k.threads % width:
        return permute(k)
    warp, lane, value = k.fresh("w"), k.fresh("l"), k.fresh("x")
    k.do(f"const {k.index} {warp} = t / {width} * {width}, {lane} = t % {width};")
    k.do(f"{k.tile(f'{warp} + {lane}')} = add({k.tile('t')}, in[t]);")
    k.do("syncWarp();")
    k.do(f"{k.type} {value} = {k.tile(f'{warp} + ({permuted(k, lane, width)})')};")
    k.do(k.rng.choice(["syncWarp();", "sync();"]))
    k.do(f"{k.tile('t')} = {value};")
    k.sync()
    k.for_nominal = True
    return None


def through_other(k):
    """Sums of neighbours, rows or columns go to a second array, and come back."""
    k.each(k.size)
    kind = k.rng.randrange(3)
    if kind == 0:
        i = permuted(k, "i")
        k.do(f"{k.other('i')} = add({k.tile('i')}, {k.tile(i)});")
    elif kind == 1:
        k.do(f"{k.other('i')} = {k.tile(permuted(k, 'i'))};")
    else:
        k.do(f"{k.type} sum{{}};")
        k.open(f"for (int c = 0; c < {k.rng.choice([3, 8])}; ++c)")
        k.do(f"sum = add(sum, {k.tile(f'(i + c) % {k.size}')});")
        k.close()
        k.do(f"{k.other('i')} = sum;")
    k.close()
    k.sync()
    k.each(k.size)
    k.do(f"{k.tile('i')} = {k.other(permuted(k, 'i') if k.chance(0.5) else 'i')};")
    k.close()
    k.sync()


def one_for_all(k):
    """One thread writes what all read."""
    value = k.fresh("x")
    k.do(f"if (t == 0) {k.tile('0')} = add({k.tile('0')}, {k.tile(k.size - 1)});")
    k.sync()
    k.do(f"{k.type} {value} = {k.tile('0')};")
    k.sync()
    k.do(f"{k.tile('t')} = sub({k.tile('t')}, {value});")
    k.sync()


def uniform(k):
    """A step under a condition that holds in all threads of the block, or in none."""
    conditions = ["m > 2", "b == 0", f"n > {k.threads}", "(m & 1) != 0"]
    k.open(f"if ({k.rng.choice(conditions)})")
    simple(k)
    if k.chance(0.4):
        k.close(" else {")
        k.depth += 1
        simple(k)
    k.close()


def simple(k):
    k.rng.choice([own, permute, permute, loop, in_warps, one_for_all])(k)


def step(k):
    steps = [own, permute, permute, in_warps, through_other, one_for_all, uniform, uniform, bits]
    k.rng.choice([loop] * 7 + steps)(k)
