"""Counts wavefronts of random layouts by hand and compares with f2layout.

    banks.py F2LAYOUT PAIRS

A layout of threads and a layout of memory are drawn, both random and linear, of
a 16x16 tensor. For each register of lane t the offset is looked up in a table
of all elements, and the words that each phase touches are counted bank by bank,
32 banks of 4 bytes. Phases as the CUDA C++ Programming Guide has them: all 32
lanes up to 4 bytes, half warps for 8 bytes, quarter warps for 16 bytes.

For each pair of layouts of threads, what `f2layout swizzle` proposes is counted
in the same way, and must have no conflicts: a warp of 32 lanes on 32 banks can
always be served without.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import random
import subprocess
import sys

ROW_BITS = COLUMN_BITS = 4
BITS = ROW_BITS + COLUMN_BITS
LANE_BITS = 5
LANES = 1 << LANE_BITS
# Lanes that are served together, by bytes of an access.
PHASE = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}


def random_basis(rng):
    """Images of the 8 bits of a one-to-one linear map on 8-bit words."""
    basis, span = [], {0}
    while len(basis) < BITS:
        word = rng.randrange(1, 1 << BITS)
        if word not in span:
            basis.append(word)
            span |= {word ^ x for x in span}
    return basis


def image(basis, index):
    word = 0
    for bit, column in enumerate(basis):
        if index >> bit & 1:
            word ^= column
    return word


def text(name, basis):
    points = (f"[{w >> COLUMN_BITS},{w & (1 << COLUMN_BITS) - 1}]" for w in basis)
    return f"{name}=[{','.join(points)}]"


def threads_text(basis):
    """Registers are the low bits, lanes the rest."""
    registers, lanes = basis[:-LANE_BITS], basis[-LANE_BITS:]
    return f"{text('register', registers)}, {text('lane', lanes)} -> [16,16]"


def wavefronts(threads, memory, vector, element_bits):
    """Of one access of 2^vector elements, from a table of all elements."""
    offset_of = {image(memory, o): o for o in range(1 << BITS)}
    width = element_bits << vector
    lanes = threads[-LANE_BITS:]
    total = 0
    for first in range(0, LANES, PHASE[width // 8]):
        words = {}
        for lane in range(first, first + PHASE[width // 8]):
            offset = offset_of[image(lanes, lane)] >> vector << vector
            begin = offset * element_bits // 8
            for byte in range(begin, begin + width // 8):
                words.setdefault(byte // 4 % 32, set()).add(byte // 4)
        total += max(len(w) for w in words.values())
    return total


def ask(tool, *arguments):
    command = [tool, *arguments, "--json"]
    result = subprocess.run(command, text=True, capture_output=True, check=False)
    assert result.returncode == 0, f"{command}: {result.stderr}"
    return json.loads(result.stdout)


def check_banks(tool, rng):
    threads, memory = random_basis(rng), random_basis(rng)
    bits = rng.choice([8, 16, 32, 64])
    memory_text = f"{text('offset', memory)} -> [16,16]"
    found = ask(tool, "banks", threads_text(threads), memory_text, "--bits", str(bits))
    vector = found["elements"].bit_length() - 1
    expected = wavefronts(threads, memory, vector, bits)
    for side in ("store", "load"):
        assert found[side]["wavefronts"] == expected, (found, expected)
    return expected


def check_swizzle(tool, rng):
    source, result = random_basis(rng), random_basis(rng)
    bits = rng.choice([8, 16, 32, 64])
    sides = ["--from", threads_text(source), "--to", threads_text(result)]
    found = ask(tool, "swizzle", *sides, "--bits", str(bits))
    (offset,) = found["layout"]["inputs"]
    memory = [row << COLUMN_BITS | column for row, column in offset["bases"]]
    for side, threads in (("store", source), ("load", result)):
        width = found[side]["bits"]
        vector = (width // bits).bit_length() - 1
        counted = wavefronts(threads, memory, vector, bits)
        assert counted == LANES // PHASE[width // 8], (sides, bits, found)


def main():
    tool, pairs = sys.argv[1], int(sys.argv[2])
    rng = random.Random(20)
    counts = set()
    for _ in range(pairs):
        counts.add(check_banks(tool, rng))
        check_swizzle(tool, rng)
    assert len(counts) > 2, "all pairs cost the same"
    print(f"{pairs} pairs agree; wavefronts {sorted(counts)}")


if __name__ == "__main__":
    main()
