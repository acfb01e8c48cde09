"""Counts wavefronts of random layouts by hand and compares with f2layout.

    banks.py F2LAYOUT PAIRS

Draws a layout of threads and a layout of memory of a 16x16 tensor, both random
and linear. For each register of lane t the offset is looked up in a table
of all elements, and the words that each phase touches are counted bank by bank,
32 banks of 4 bytes. The phases are those of the CUDA C++ Programming Guide: all
32 lanes up to 4 bytes, half warps for 8 bytes, quarter warps for 16 bytes.

Then the memory is padded. Its accesses may differ in cost, so all accesses of a
thread are counted and the worst is expected.

For each pair of layouts of threads, the result of `f2layout swizzle` is counted in
the same way, and must have no conflicts: they can always be avoided for a warp of
32 lanes on 32 banks. `f2layout banks` must agree with swizzle, both with and
without the width as an option.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import sys

from ask import ask
from linear import image, random_basis

ROW_BITS = COLUMN_BITS = 4
BITS = ROW_BITS + COLUMN_BITS
LANE_BITS = 5
LANES = 1 << LANE_BITS
# Lanes that are served together, by bytes of an access.
PHASE = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}


def text(name, basis):
    points = (f"[{w >> COLUMN_BITS},{w & (1 << COLUMN_BITS) - 1}]" for w in basis)
    return f"{name}=[{','.join(points)}]"


def threads_text(basis):
    """Registers are the low bits, lanes the rest."""
    registers, lanes = basis[:-LANE_BITS], basis[-LANE_BITS:]
    return f"{text('register', registers)}, {text('lane', lanes)} -> [16,16]"


def address(offset, paddings):
    """Padding is added after each complete interval."""
    return offset + sum(offset // interval * amount for interval, amount in paddings)


def wavefronts(threads, memory, vector, element_bits, paddings=(), register=0):
    """Wavefronts of one access of 2^vector elements, from a table of all elements."""
    offset_of = {image(memory, o): o for o in range(1 << BITS)}
    width = element_bits << vector
    lanes = threads[-LANE_BITS:]
    total = 0
    for first in range(0, LANES, PHASE[width // 8]):
        words = {}
        for lane in range(first, first + PHASE[width // 8]):
            element = image(lanes, lane) ^ image(threads, register)
            offset = offset_of[element] >> vector << vector
            begin = address(offset, paddings) * element_bits // 8
            for byte in range(begin, begin + width // 8):
                words.setdefault(byte // 4 % 32, set()).add(byte // 4)
        total += max(len(w) for w in words.values())
    return total


def common_vector(threads, memory, most):
    """log2 of the widest access with one order of registers for all lanes.

    Each aligned run of 2^v offsets must be of one lane, and the lanes' runs must
    be the same lists of registers.
    """
    place_of = {image(threads, p): p for p in range(1 << BITS)}
    register_bits = BITS - LANE_BITS
    places = [place_of[image(memory, o)] for o in range(1 << BITS)]
    for vector in range(most, 0, -1):
        runs_of = {}
        for first in range(0, 1 << BITS, 1 << vector):
            run = places[first : first + (1 << vector)]
            if len({p >> register_bits for p in run}) > 1:
                break
            registers = tuple(p & (1 << register_bits) - 1 for p in run)
            runs_of.setdefault(run[0] >> register_bits, set()).add(registers)
        else:
            if len({frozenset(runs) for runs in runs_of.values()}) == 1:
                return vector
    return 0


def check_banks(tool, rng):
    threads = random_basis(rng, BITS)
    memory = rng.choice(
        [random_basis(rng, BITS), memory_with_vectors(threads, rng),
         threads[:3] + rng.sample(threads[3:], LANE_BITS)]
    )
    bits = rng.choice([8, 16, 32, 64])
    memory_text = f"{text('offset', memory)} -> [16,16]"
    found = ask(tool, "banks", threads_text(threads), memory_text, "--bits", str(bits))
    vector = found["elements"].bit_length() - 1
    most = (128 // bits).bit_length() - 1
    assert vector == common_vector(threads, memory, most), (found, threads, memory)
    expected = wavefronts(threads, memory, vector, bits)
    for side in ("store", "load"):
        assert found[side]["wavefronts"] == expected, (found, expected)
    return expected


def memory_with_vectors(threads, rng):
    """The first two registers' bits are neighbours; the rest is swizzled."""
    memory = threads[:2] + rng.sample(threads[2:], BITS - 2)
    for i in range(2, BITS):
        memory[i] ^= image(memory[:i], rng.randrange(1 << i))
    return memory


def check_padded(tool, rng):
    """Returns whether accesses of a thread differ in cost."""
    threads = random_basis(rng, BITS)
    memory = rng.choice([random_basis(rng, BITS), memory_with_vectors(threads, rng)])
    bits = rng.choice([8, 16, 32, 64])
    intervals = rng.sample([2, 4, 8, 16, 32, 64], rng.choice([1, 2]))
    paddings = [(interval, rng.choice([1, 2, 4, 8])) for interval in intervals]
    images = text("offset", memory).replace("=", " = ")
    padding = ", ".join(f"{interval}:+{amount}" for interval, amount in paddings)
    layout = f"#ttg.padded_shared<[{padding}] {{{images}, block = []}}>"
    found = ask(
        tool, "banks", threads_text(threads), layout, "--bits", str(bits),
        "--shape", "16x16",
    )
    vector = found["elements"].bit_length() - 1
    registers = range(1 << BITS - LANE_BITS)
    all_of_them = [
        wavefronts(threads, memory, vector, bits, paddings, r) for r in registers
    ]
    for side in ("store", "load"):
        assert found[side]["wavefronts"] == max(all_of_them), (found, all_of_them)
        differ = min(all_of_them) != max(all_of_them)
        assert found[side].get("worst", False) == differ, (found, all_of_them)
    return differ


def with_common_registers(threads, rng):
    """Of the same registers, the first two, and other lanes."""
    rest = rng.sample(threads[2:], BITS - 2)
    for i in range(BITS - 2):
        rest[i] ^= image(threads[:2] + rest[:i], rng.randrange(1 << i + 2))
    return threads[:2] + rest


def check_swizzle(tool, rng):
    """Returns the widths of the two sides, in elements."""
    source = random_basis(rng, BITS)
    result = rng.choice([random_basis(rng, BITS), with_common_registers(source, rng)])
    bits = rng.choice([8, 16, 32, 64])
    sides = ["--from", threads_text(source), "--to", threads_text(result)]
    found = ask(tool, "swizzle", *sides, "--bits", str(bits))
    (offset,) = found["layout"]["inputs"]
    memory = [row << COLUMN_BITS | column for row, column in offset["bases"]]
    vectors = []
    for side, threads in (("store", source), ("load", result)):
        width = found[side]["bits"]
        vector = (width // bits).bit_length() - 1
        most = (128 // bits).bit_length() - 1
        assert vector == common_vector(threads, memory, most), (sides, found)
        counted = wavefronts(threads, memory, vector, bits)
        assert counted == LANES // PHASE[width // 8], (sides, bits, found)
        question = [threads_text(threads), found["layout"]["text"]]
        question += ["--bits", str(bits), "--only", side]
        for vec in ([], ["--vec", str(width // bits)]):
            counted = ask(tool, "banks", *question, *vec)
            assert counted[side] == found[side], (question, counted, found)
            assert "elementsInOneOrder" not in counted, (question, counted)
        vectors.append(width // bits)
    return tuple(vectors)


def main():
    tool, pairs = sys.argv[1], int(sys.argv[2])
    rng = random.Random(20)
    counts, differ, vectors = set(), set(), set()
    for _ in range(pairs):
        counts.add(check_banks(tool, rng))
        differ.add(check_padded(tool, rng))
        vectors.add(check_swizzle(tool, rng))
    assert len(counts) > 2, "all pairs cost the same"
    assert any(s != l for s, l in vectors), "no side is wider than the other"
    assert any(min(v) > 1 for v in vectors), "no vectors are common"
    assert differ == {True, False}, "all padded memory is of one kind"
    print(f"{pairs} pairs agree; wavefronts {sorted(counts)}")


if __name__ == "__main__":
    main()
