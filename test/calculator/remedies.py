"""What `f2layout banks` says helps against conflicts, tried.

    remedies.py F2LAYOUT COUNT WIDE

Draws stores and loads of tiles. The padding that is named must have the wavefronts
that are stated when it is written into the shape, no shorter one may have as few,
and no other one fewer. The swizzle is written into the expression and counted, and
all swizzles of the form are tried. The memory that is best for both is counted by
`f2layout banks LAYOUT MEMORY` for the layouts that `f2layout fit` finds for the
expressions, which is another way to get there.

WIDE further pairs store four elements at once, in rows of any length. Every padding
that keeps the rows aligned is tried, and every swizzle that keeps the four together.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import sys

from ask import ask

PLACES = [  # Row and column of 32 columns in a block of 32x8, i below 4.
    ("threadIdx.y + 8 * i", "threadIdx.x"),
    ("threadIdx.x", "threadIdx.y + 8 * i"),
    ("t % 32", "t / 32 * 4 + i"),
    ("t / 8", "t % 8 * 4 + i"),
    ("t % 8 * 4 + i", "t / 8"),
    ("(t + i) % 32", "t / 32 + 8 * i"),
    ("t % 16 + 16 * (i % 2)", "t / 16 + 16 * (i / 2)"),
    ("t * 5 % 32", "t / 32 + 8 * i"),
]
BANKS = {1: 128, 2: 64, 4: 32, 8: 16}


def total(found):
    return found["store"]["wavefronts"] + found["load"]["wavefronts"]


def wide_pairs(tool, rng, count):
    """How often each remedy helps."""
    helped = {"padding": 0, "swizzle": 0, "memory": 0}
    for _ in range(count):
        columns, size = rng.choice([24, 32, 48, 64]), rng.choice([1, 2, 4])
        four = {1: "uchar4", 2: "ushort4", 4: "float4"}[size]
        a_row = columns // 4
        store = f"t / {a_row} + 4 * i", f"4 * (t % {a_row})"
        at = rng.choice([f"t + {columns} * i", f"t * 8 + i", f"t ^ (i * {columns})"])
        load = f"({at}) % 32", f"({at}) / 32 % {columns}"
        options = ["--block", str(columns), "--registers", "8", "--bits", str(8 * size)]

        def banks(length, swizzle="column", options=options, four=four, places=(store, load)):
            texts = [f"row = {r}; column = {c}; {cast}s[row][{swizzle}]"
                     for (r, c), cast in zip(places, (f"*({four} *)&", ""))]
            return ask(tool, "banks", *texts, *options, "--shape", f"32x{length}")

        answer = banks(columns)
        now = total(answer)
        padding = answer.get("padding", {"elements": 0, "wavefronts": now})
        tried = {extra: total(banks(columns + extra)) for extra in range(0, BANKS[size], 4)}
        best = min(tried.values())
        shortest = min(extra for extra, cost in tried.items() if cost == best)
        assert (padding["elements"], padding["wavefronts"]) == (shortest, best), (tried, answer)
        helped["padding"] += shortest > 0

        tried = {None: now}
        for shift in range(6):
            for vector in range(2, 6):
                for bits in range(1, 6):
                    if columns % (1 << vector + bits) == 0 and shift + bits <= 5:
                        swizzle = f"column ^ ((row >> {shift}) % {1 << bits} << {vector})"
                        tried[shift, 1 << bits, vector] = total(banks(columns, swizzle))
        swizzle = answer.get("swizzle", {"wavefronts": now})
        assert swizzle["wavefronts"] == min(tried.values()), (tried, answer)
        if "count" in swizzle:
            key = swizzle["shift"], swizzle["count"], swizzle["vector"]
            assert tried[key] == swizzle["wavefronts"], (tried, answer)
            helped["swizzle"] += 1

        if "memory" in answer:
            cost = 0
            stored = f"row = t / {a_row} + 4 * (i / 4), column = 4 * (t % {a_row}) + i % 4"
            loaded = f"row = {load[0]}, column = {load[1]}"
            for side, text, registers in (("store", stored, 32), ("load", loaded, 8)):
                fit = ask(tool, "fit", text, "--threads", str(columns), "--registers", str(registers),
                          "--shape", f"32x{columns}")
                found = ask(tool, "banks", fit["layout"]["text"], answer["memory"]["layout"]["text"],
                            "--bits", str(8 * size), "--only", side)[side]
                cost += found["accesses"] * found["wavefronts"] * (columns // 32)
            assert cost == answer["memory"]["wavefronts"] < now, (cost, answer)
            helped["memory"] += 1
    assert min(helped.values()) > count / 20, helped
    return helped


def main():
    tool, count, wide = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(11)
    helped = {"padding": 0, "swizzle": 0, "memory": 0}
    for _ in range(count):
        store, load = rng.choice(PLACES), rng.choice(PLACES)
        size = rng.choice([1, 2, 4, 8])
        options = ["--block", "32x8", "--registers", "4", "--bits", str(8 * size)]

        def banks(columns, swizzle="column", places=(store, load), options=options):
            texts = [f"row = {r}; column = {c}; s[row][{swizzle}]" for r, c in places]
            return ask(tool, "banks", *texts, *options, "--shape", f"32x{columns}")

        answer = banks(32)
        now = total(answer)
        paddings = {extra: total(banks(32 + extra)) for extra in rng.sample(range(1, BANKS[size]), 5)}
        padding = answer.get("padding", {"elements": 0, "wavefronts": now})
        assert padding["wavefronts"] <= now, answer
        if padding["elements"]:
            assert total(banks(32 + padding["elements"])) == padding["wavefronts"] < now, answer
            helped["padding"] += 1
        for extra, cost in paddings.items():
            assert cost >= padding["wavefronts"], (extra, cost, answer)
            assert cost > padding["wavefronts"] or extra >= padding["elements"], (extra, answer)
        swizzle = answer.get("swizzle", {"wavefronts": now})
        if "count" in swizzle:
            text = f"column ^ ((row >> {swizzle['shift']}) % {swizzle['count']} << {swizzle['vector']})"
            assert total(banks(32, text)) == swizzle["wavefronts"] < now, answer
            helped["swizzle"] += 1
        for _ in range(4):
            vector = rng.randrange(5)
            text = f"column ^ ((row >> {rng.randrange(4)}) % {2 << rng.randrange(5 - vector)} << {vector})"
            assert total(banks(32, text)) >= swizzle["wavefronts"], (text, answer)
        if "memory" in answer:
            cost = 0
            for side, (row, column) in (("store", store), ("load", load)):
                fit = ask(tool, "fit", f"row = {row}, column = {column}", "--threads", "32x8",
                          "--registers", "4", "--shape", "32x32")
                found = ask(tool, "banks", fit["layout"]["text"], answer["memory"]["layout"]["text"],
                            "--bits", str(8 * size), "--only", side)[side]
                cost += found["accesses"] * found["wavefronts"] * 8
            assert cost == answer["memory"]["wavefronts"] < now, (cost, answer)
            helped["memory"] += 1
    assert min(helped.values()) > count / 10, helped
    print(f"{count} pairs;", ", ".join(f"{name} helps {n}" for name, n in helped.items()))
    helped = wide_pairs(tool, rng, wide)
    print(f"{wide} wide pairs;", ", ".join(f"{name} helps {n}" for name, n in helped.items()))


if __name__ == "__main__":
    main()
