"""How a random kernel fills its tile from global memory.

    straight, in a loop, with a halo, by rows of which some are missing, zero first and
    then in part, again at the ends of groups, as structures, as vectors through another
    view of the array

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms.front_end import BYTES


def source(k, i):
    """An element of the input, guarded or not."""
    base = f"b * {k.size} + "
    if k.by_rows and k.size // k.width <= 16:
        return f"in[({i}) / {k.width} * n + ({i}) % {k.width}]"
    if k.zeroed:
        return f"({base}{i} < n ? in[{base}{i}] : {k.type}{{}})"
    return f"in[{base}{i}]"


def guarded(k, i, body):
    """The body under a condition on the element, or with zero where it does not hold."""
    kind = k.rng.choice(["none"] * 6 + ["else zero", "else zero", "missing", "row"])
    if kind == "none":
        body()
        return
    condition = {"row": f"({i}) / {k.width} < m"}.get(kind, f"b * {k.size} + {i} < n")
    k.open(f"if ({condition})")
    body()
    if kind == "else zero":
        k.close(" else {")
        k.depth += 1
        k.do(f"{k.tile(i)} = {k.type}{{}};")
    else:
        k.defined = False
    k.close()


def straight(k):
    for e in range(k.per_thread):
        i = f"t + {e * k.threads}" if e else "t"
        guarded(k, i, lambda i=i: k.do(f"{k.tile(i)} = {source(k, i)};"))
    k.for_nominal = True


def strided(k):
    k.each(k.size)
    guarded(k, "i", lambda: k.do(f"{k.tile('i')} = {source(k, 'i')};"))
    k.close()


def blocked(k):
    k.pragma()
    k.open(f"for (int e = 0; e < {k.per_thread}; ++e)")
    i = f"t * {k.per_thread} + e"
    guarded(k, i, lambda: k.do(f"{k.tile(i)} = {source(k, i)};"))
    k.close()
    k.for_nominal = True


def transposed(k):
    high = k.size // k.width
    k.each(k.size)
    k.do(f"{k.tile(f'i % {high} * {k.width} + i / {high}')} = {source(k, 'i')};")
    k.close()


def in_order(k):
    """Several writers of one element, in an order that is fixed."""
    k.each(k.size)
    k.do(f"{k.tile('i')} = {k.rng.choice([f'{k.type}{{}}', source(k, 'i')])};")
    k.close()
    if k.chance(0.5):
        k.sync()
    k.each(k.size)
    condition = k.rng.choice([f"i < {k.size // 2}", "i % 2 == 0", "i < n", f"i / {k.width} < m"])
    k.open(f"if ({condition})")
    k.do(f"{k.tile('i')} = {source(k, 'i')};")
    k.close()
    k.close()


def ends(k):
    """The first and the last thread of a group write again, or add to what they wrote."""
    straight(k)
    group = k.rng.choice([4, 8, k.warp, k.threads])
    for lane in k.rng.sample([0, 1, group // 2, group - 1], k.rng.choice([1, 2, 2, 3])):
        k.open(f"if (t % {group} == {lane})")
        i = k.rng.choice(["t", "t", f"t + {k.size - k.threads}"])
        k.do(f"{k.tile(i)} = {k.rng.choice([f'{k.type}{{}}', 'in[t]', source(k, i)])};")
        k.close()


def structures(k):
    """Structures of N elements, member by member, side by side or apart."""
    view, each = k.fresh("r"), k.per_thread
    k.do(f"const Rec<{k.type}, {each}> *{view} = (const Rec<{k.type}, {each}> *)in;")
    k.do(f"Rec<{k.type}, {each}> {view}v = {view}[b * {k.threads} + t];")
    apart = k.chance(0.5)
    for e in range(each):
        place = f"t + {e * k.threads}" if apart else f"t * {each} + {e}"
        k.do(f"{k.tile(place)} = {view}v.f[{e}];")
    k.for_nominal = True


def vectors(k):
    """Two views of one array: vectors are written, elements are read."""
    each, view = k.per_thread, k.fresh("v")
    vec = f"Vec<{k.type}, {each}>"
    k.aligned = True
    k.do(f"{vec} *{view} = ({vec} *)s;")
    k.do(f"{view}[t] = ((const {vec} *)in)[b * {k.threads} + t];")
    k.for_nominal = True


def fill_halo(k):
    """The elements on either side of the tile."""
    halo, sides = k.halo, k.rng.choice(["both", "both", "left", "right"])
    one = k.chance(0.5) and sides == "both"
    at = f"(int)(b * {k.size} + t) - {halo}"
    left = f"{k.tile(f't - {halo}')} = {at} >= 0 ? in[{at}] : {k.type}{{}};"
    right = f"{k.tile(f't + {k.size}')} = in[b * {k.size} + t + {k.size}];"
    if halo == 1 and k.per_thread == 1 and not k.sized and k.chance(0.7):
        # LLVM makes one switch of both.
        k.open("if (t == 0)")
        k.do(left)
        k.close()
        k.open(f"if (t == {k.threads - 1})")
        k.do(f"{k.tile('t + 1')} = in[b * {k.size} + t + 1];")
        k.close()
        return
    if sides != "right":
        k.open(f"if (t < {halo})")
        k.do(left)
        if one:
            k.do(right)
        k.close()
    if sides != "left" and not one:
        if k.per_thread == 1 and k.chance(0.5) and not k.sized:
            k.open(f"if (t >= {k.threads - halo})")
            k.do(f"{k.tile(f't + {halo}')} = in[b * {k.size} + t + {halo}];")
        else:
            k.open(f"if (t < {halo})")
            k.do(right)
        k.close()
    if sides != "both":
        k.defined = False


def around(k):
    """The tile and its halo in one loop, which begins in the halo."""
    k.pragma()
    k.open(f"for (int h = (int)t - {k.halo}; h < {k.size + k.halo}; h += {k.count()})")
    at = f"(int)b * {k.size} + h"
    k.do(f"{k.tile('h')} = {at} >= 0 ? in[{at}] : {k.type}{{}};")
    k.close()


def fill(k):
    if k.halo and k.chance(0.25):
        around(k)
        return
    k.zeroed = k.chance(0.2)
    k.by_rows = not k.zeroed and k.chance(0.15)
    kinds = [straight, straight, strided, strided, strided, in_order, ends]
    if k.per_thread > 1:
        kinds += [blocked, structures]
    if k.size % k.width == 0:
        kinds.append(transposed)
    whole = k.per_thread in (2, 4) and BYTES[k.type] * k.per_thread in (2, 4, 8, 16)
    if whole and k.where == "plain" and not k.halo:
        kinds.append(vectors)
    k.rng.choice(kinds)(k)
    if k.halo:
        fill_halo(k)
