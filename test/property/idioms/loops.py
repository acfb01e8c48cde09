"""Loops around barriers in the tile of a random kernel: trees, scans, sorting networks,
transforms. Each leaves the tile as it must be for the next step: behind a barrier.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms.kernel import power_of_two


def accumulate(k, to, by):
    """s[to] = s[to] + s[by], as people write it."""
    to, by = k.tile(to), k.tile(by)
    k.do(f"{to} = add({to}, {by});")


def guard(k, condition, distance):
    """A condition on the thread, with one that keeps the access inside of the tile."""
    if power_of_two(k.threads) and not k.sized:
        return condition
    return f"{condition} && t + {distance} < {k.size}"


def halving(k):
    end = k.rng.choice([0, 0, 32, k.warp])
    start = f"{k.count()} / 2"
    if k.chance(0.15):
        start = f"1 << (m & {k.rng.choice([3, 7])})"
    condition = k.rng.choice(["t < k", "t < k", "t < k", "t < k && t + k < n"])
    k.pragma()
    k.open(f"for (int k = {start}; k > {end}; k {k.rng.choice(['>>= 1', '/= 2'])})")
    k.open(f"if ({guard(k, condition, 'k')})" if start[0] != "1" else f"if (t < k && t + k < {k.size})")
    accumulate(k, "t", "t + k")
    k.close()
    k.sync()
    k.close()
    if end:
        tail(k, end)


def tail(k, wide):
    """The steps within a warp: of volatile accesses, or with barriers of the warp."""
    how = k.rng.choice(["warp", "volatile", "volatile", "split"])
    if how == "volatile" and (k.where != "plain" or not k.scalar or k.halo):
        how = "split"
    if how == "warp":
        k.open(f"for (int k = {wide}; k > 0; k >>= 1)")
        k.open(f"if (t < k && t + k < {k.size})" if 2 * wide > k.threads else f"if ({guard(k, 't < k', 'k')})")
        accumulate(k, "t", "t + k")
        k.close()
        k.do("syncWarp();")
        k.close()
        k.sync()
        return
    k.open(f"if (t < {wide})")
    array = "s"
    if how == "volatile":
        array = k.fresh("w")
        k.do(f"volatile {k.type} *{array} = s;")
    d = wide
    while d:
        if d + wide <= k.size:
            if how == "volatile":
                k.do(f"{array}[t] = add({array}[t], {array}[t + {d}]);")
            else:
                value = k.fresh("x")
                k.do(f"{k.type} {value} = add({k.tile('t')}, {k.tile(f't + {d}')});")
                k.do("syncWarp();")
                k.do(f"{k.tile('t')} = {value};")
                k.do("syncWarp();")
        d //= 2
    k.close()
    k.sync()


def doubling(k):
    k.pragma()
    k.open(f"for ({k.index} k = 1; k < {k.count()}; k {k.rng.choice(['*= 2', '<<= 1'])})")
    if k.chance(0.5):
        k.open(f"if (t % (2 * k) == 0 && t + k < {k.size})")
        accumulate(k, "t", "t + k")
    else:
        i = k.fresh("j")
        k.do(f"{k.index} {i} = 2 * k * t;")
        k.open(f"if ({i} + k < {k.count()})")
        accumulate(k, i, f"{i} + k")
    k.close()
    k.sync()
    k.close()


def unrolled(k):
    d = 512
    while d:
        if 2 * d <= k.threads:
            k.open(f"if (t < {d})")
            accumulate(k, "t", f"t + {d}")
            k.close()
            if d > k.warp or k.chance(0.7):
                k.sync()
            else:
                k.do("syncWarp();")
        d //= 2
    k.sync()


def extreme(k):
    """The largest element, with its index in another array."""
    index = k.fresh("ix")
    k.arrays.append(f"  SHARED {k.rng.choice(['int', 'short'])} {index}[{k.size}];")
    k.do(f"{index}[t] = t;")
    k.sync()
    k.open(f"for (int k = {k.threads // 2}; k > 0; k >>= 1)")
    k.open("if (t < k)")
    k.open(f"if (less({k.tile('t')}, {k.tile('t + k')}))")
    k.do(f"{k.tile('t')} = {k.tile('t + k')};")
    k.do(f"{index}[t] = {index}[t + k];")
    k.close()
    k.close()
    k.sync()
    k.close()
    k.do(f"out[{k.rng.choice(['t', 'b'])} + {16384 // 4}] = ({k.type})({index}[0] & 127);")
    k.for_nominal = k.branches_on_data = True


def hillis_steele(k):
    k.pragma()
    if k.chance(0.3) and k.per_thread == 1 and k.where == "plain" and not k.halo:
        # Two arrays that change places.
        k.second, a, c = True, k.fresh("a"), k.fresh("c")
        k.lines.insert(0, f"  {k.type} *{a} = s, *{c} = s2;")
        k.open(f"for ({k.index} k = 1; k < {k.count()}; k <<= 1)")
        k.do(f"{c}[t] = t >= k ? add({a}[t], {a}[t - k]) : {a}[t];")
        k.sync()
        k.do(f"{k.type} *old = {a}; {a} = {c}; {c} = old;")
        k.close()
        k.do(f"{k.type} last = {a}[t];")
        k.sync()
        k.do("s[t] = last;")
        k.sync()
        return
    k.open(f"for ({k.index} k = 1; k < {k.count()}; k {k.rng.choice(['*= 2', '<<= 1'])})")
    kind = k.rng.randrange(3)
    if kind == 0:
        k.do(f"{k.type} x = t >= k ? {k.tile('t - k')} : {k.type}{{}};")
        k.sync()
        k.do(f"{k.tile('t')} = add({k.tile('t')}, x);")
    else:
        k.do(f"{k.type} x{'{}' if kind == 1 else ' = ' + k.tile('t')};")
        k.do(f"if (t >= k) x = add({k.tile('t')}, {k.tile('t - k')});")
        k.sync()
        k.do(f"{'if (t >= k) ' if kind == 1 else ''}{k.tile('t')} = x;")
    k.sync()
    k.close()


def blelloch(k):
    size = min(k.size, 2 * k.threads)
    down = k.rng.choice(["up", "both", "both"])
    k.do("int off = 1;")
    k.open(f"for (int d = {size // 2}; d > 0; d >>= 1)")
    k.sync()
    k.open("if (t < d)")
    k.do(f"{k.index} ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1;")
    accumulate(k, "bi", "ai")
    k.close()
    k.do("off *= 2;")
    k.close()
    if down == "both":
        k.do(f"if (t == 0) {k.tile(size - 1)} = {k.type}{{}};")
        k.open(f"for (int d = 1; d < {size}; d *= 2)")
        k.do("off >>= 1;")
        k.sync()
        k.open("if (t < d)")
        k.do(f"{k.index} ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1;")
        k.do(f"{k.type} x = {k.tile('ai')};")
        k.do(f"{k.tile('ai')} = {k.tile('bi')};")
        k.do(f"{k.tile('bi')} = add({k.tile('bi')}, x);")
        k.close()
        k.close()
    k.sync()


def bitonic(k):
    most = k.rng.choice([2, 8, 16, k.size, k.size])
    most = min(most, k.size)
    one = k.rng.random() < 0.3
    k.open(f"for (int k = {most if one else 2}; k <= {most}; k *= 2)")
    k.pragma()
    k.open("for (int j = k / 2; j > 0; j /= 2)")
    pairs = k.chance(0.3)
    k.each(k.size // 2 if pairs else k.size)
    if pairs:
        k.do(f"{k.index} lo = i / j * 2 * j + i % j, hi = lo + j;")
    else:
        k.do(f"{k.index} lo = i, hi = i ^ j;")
        k.open("if (hi > lo)")
    a, c = k.tile("lo"), k.tile("hi")
    if k.chance(0.5):
        k.do(f"{k.type} x = {a}, y = {c};")
        k.open("if (less(y, x) == ((lo & k) == 0))")
        k.do(f"{a} = y;")
        k.do(f"{c} = x;")
    else:
        k.open(f"if ((lo & k) == 0 ? less({c}, {a}) : less({a}, {c}))")
        k.do(f"{k.type} x = {a};")
        k.do(f"{a} = {c};")
        k.do(f"{c} = x;")
    k.close()
    if not pairs:
        k.close()
    k.close()
    k.sync()
    k.close()
    k.close()
    k.branches_on_data = True


def butterflies(k):
    """A Hadamard transform: all distances, upwards or downwards, or some."""
    size = k.size
    first, last = sorted(k.rng.sample([1, 2, 4, 8, 16, 32, 64, size], 2))
    if k.chance(0.5):
        first, last = 1, size
    last = min(last, size)
    first = min(first, last)
    k.pragma()
    if k.chance(0.5):
        k.open(f"for (int h = {first}; h < {last}; h *= 2)")
    else:
        k.open(f"for (int h = {last} / 2; h >= {first}; h /= 2)")
    alone = k.per_thread == 2 and not k.sized and k.chance(0.7)
    if alone:
        k.do(f"const {k.index} i = t;")
    else:
        k.each(size // 2)
    k.do(f"{k.index} lo = {k.rng.choice(['i / h * 2 * h + i % h', '2 * i - (i & (h - 1))'])};")
    k.do(f"{k.type} x = {k.tile('lo')}, y = {k.tile('lo + h')};")
    k.do(f"{k.tile('lo')} = add(x, y);")
    k.do(f"{k.tile('lo + h')} = sub(x, y);")
    if not alone:
        k.close()
    k.sync()
    k.close()


def exchanges(k):
    """Each thread combines its element with that of a partner, and both keep one."""
    k.pragma()
    last = k.rng.choice([8, k.warp, k.threads])
    k.open(f"for (int h = 1; h < {last}; h <<= 1)")
    k.do(f"{k.type} x = {k.tile('t')}, y = {k.tile('t ^ h')};")
    k.sync()
    k.do(f"{k.tile('t')} = (t & h) ? sub(y, x) : add(x, y);")
    k.sync()
    k.close()
    k.for_nominal = True


def loop(k):
    kinds = [halving, halving, doubling, unrolled, hillis_steele]
    if power_of_two(k.size):
        kinds += [blelloch, butterflies, butterflies]
        if power_of_two(k.threads):
            kinds += [exchanges]
        if k.defined:
            kinds += [bitonic, bitonic]
    if k.defined and power_of_two(k.threads) and k.scalar:
        kinds.append(extreme)
    k.open("")
    k.rng.choice(kinds)(k)
    k.close()
