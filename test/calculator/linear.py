"""Linear maps of the bits of numbers, as lists of the images of their bits.

    image([3, 4], 0b11) == 3 ^ 4

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def image(columns, index):
    word = 0
    for bit, column in enumerate(columns):
        if index >> bit & 1:
            word ^= column
    return word


def random_basis(rng, bits):
    """The columns of a random one-to-one map on words of so many bits."""
    basis, span = [], {0}
    while len(basis) < bits:
        word = rng.randrange(1, 1 << bits)
        if word not in span:
            basis.append(word)
            span |= {word ^ x for x in span}
    return basis
