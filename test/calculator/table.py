"""Tables with gaps, drawn from random affine maps and partly modified, against the
list of all affine functions of few bits: those that a table allows determine
whether it is affine, what it leaves open, and what else depends on that.

  table.py CALCULATOR TABLES

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import random
import re
import subprocess
import sys


def parity(word):
    return bin(word).count("1") & 1


def allowed(table, bits, place):
    """The affine functions whose value is one bit of the table's places:
    function c maps x to the parity of (2 x + 1) & c, so its bit 0 is f(0)."""
    return [
        c
        for c in range(2 << bits)
        if all(
            parity((2 * x + 1) & c) == point[place[0]] >> place[1] & 1
            for x, point in table.items()
        )
    ]


def numbers(text):
    return [int(n) for n in re.findall(r"\d+", text)]


def check_layout(layout, table):
    (columns,) = [i["bases"] for i in layout["inputs"]]
    for x, point in table.items():
        at = list(layout["offset"])
        for bit, column in enumerate(columns):
            if x >> bit & 1:
                at = [a ^ b for a, b in zip(at, column)]
        assert tuple(at) == point, f"f({x}) is {at}"
    assert not any(layout["offset"]) or not fits_linear(table, len(columns))


def fits_linear(table, bits):
    coordinates = len(next(iter(table.values())))
    return all(
        any(not c & 1 for c in allowed(table, bits, (i, bit)))
        for i in range(coordinates)
        for bit in range(5)
    )


def check_choices(sentences, table, bits):
    """The open choices are the same for each bit of a place: the functions that may be
    added to a solution, which are those that are 0 on the table."""
    nothing = {x: (0,) for x in table}
    zeros = allowed(nothing, bits, (0, 0))
    choices = []
    for sentence in sentences:
        open_part, _, changed = sentence.partition(" is a choice, and another changes")
        what = 1 if "what f(0) is" in open_part else 2 * numbers(open_part)[0]
        assert sentence.startswith("nothing in the table") == (not changed), sentence
        choices.append((what, sum(2 * n for n in numbers(changed))))
    assert len(zeros) == 2 ** len(choices), f"{len(zeros)} maps fit"
    for what, changed in choices:
        assert what | changed in zeros and not what & changed
        assert not any(what & other for other, _ in choices if other != what)
        assert all(not changed & other for other, _ in choices)
    assert len({what for what, _ in choices}) == len(choices)


def check_break(sentences, table, bits):
    found = re.match(
        r"not linear: f\((\d+)\) is (.*), but (.*) is (.*)", sentences[0]
    )
    index, sources = int(found[1]), numbers(found[3])
    assert table[index] == tuple(numbers(found[2]))
    total, place = 0, [0] * len(table[index])
    for source in sources:
        total ^= source
        place = [a ^ b for a, b in zip(place, table[source])]
    assert len(sources) % 2 == 1 and total == index and index > max(sources)
    assert place == numbers(found[4]) and tuple(place) != table[index]
    # The number of places that differ from the map of the first named entries.
    count = re.match(r"(\d+) of (\d+) places (is|are) not what (.*) say", sentences[-1])
    named = numbers(count[4])
    if count[4] == "f(0) and the columns":
        named = [x for x in table if x & (x - 1) == 0]
        assert 0 in named
    places = [(i, bit) for i in range(len(table[index])) for bit in range(5)]
    maps = [allowed({x: table[x] for x in named}, bits, p)[0] for p in places]
    differ = sum(
        any(parity((2 * x + 1) & c) != point[i] >> b & 1 for c, (i, b) in zip(maps, places))
        for x, point in table.items()
    )
    assert int(count[1]) == differ > 0 and int(count[2]) == len(table)
    for sentence in sentences[1:-1]:
        a, b = numbers(sentence)[:2]
        assert a in table and b in table and a & (a - 1) == b & (b - 1) == 0


def random_table(rng):
    bits, coordinates = rng.randrange(1, 6), rng.choice([1, 1, 2])

    def point():
        return tuple(rng.randrange(16) for _ in range(coordinates))

    columns = [point() for _ in range(bits)]
    offset = rng.choice([(0,) * coordinates, point()])
    indices = rng.sample(range(1 << bits), rng.randrange(1, (1 << bits) + 1))
    table = {}
    for x in indices:
        at = offset
        for bit, column in enumerate(columns):
            if x >> bit & 1:
                at = tuple(a ^ b for a, b in zip(at, column))
        table[x] = at
    if rng.random() < 0.4:
        x = rng.choice(indices)
        table[x] = (table[x][0] ^ rng.choice([1, 2, 4, 16]), *table[x][1:])
    return table


def check(tool, table):
    text = "; ".join(f"{x} -> ({','.join(map(str, p))})" for x, p in table.items())
    result = subprocess.run(
        [tool, "explain", "--json", "--table", text],
        text=True,
        capture_output=True,
        check=False,
    )
    bits = max(table).bit_length()
    places = [(i, b) for i in range(len(next(iter(table.values())))) for b in range(5)]
    affine = all(allowed(table, bits, place) for place in places)
    answer = json.loads(result.stdout)
    try:
        assert answer["holds"] == affine and result.returncode == (0 if affine else 1)
        if affine:
            check_layout(answer["layout"], table)
            check_choices(answer["sentences"][1:], table, bits)
        else:
            check_break(answer["sentences"], table, bits)
    except AssertionError:
        print(f"--table '{text}': {answer}", file=sys.stderr)
        raise
    return affine, len(answer["sentences"]) > 1


def main():
    rng = random.Random("tables")
    kinds = [check(sys.argv[1], random_table(rng)) for _ in range(int(sys.argv[2]))]
    # There must be enough tables of each kind.
    for kind in ((True, False), (True, True), (False, True)):
        assert kinds.count(kind) > len(kinds) // 10, f"few tables are {kind}"
    print(f"{len(kinds)} tables")


if __name__ == "__main__":
    main()
