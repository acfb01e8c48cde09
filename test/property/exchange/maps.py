"""Maps of an index, as instructions: bijections, folds, and places in memory.

Each takes the writer, the index, n and its parameters. A bijection permutes [0, n);
a fold sends several indices to one; a memory map is injective, and may leave gaps.
A description has a list of maps, which are applied in this order:

    [["xor", 5], ["transpose", 8]]    x -> y = x ^ 5 -> y % 8 * (n / 8) + y / 8
    [["f2", 2, 4, 1]]                 1 -> 2, 2 -> 4, 4 -> 1, and linear over F2
    [["pad", 32]]                     x -> x + x / 32

Memory maps do not use n.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def matrix(w, x, columns):
    """The F2-linear map that sends bit i to columns[i]."""
    result = 0
    for i, column in enumerate(columns):
        bit = w.op("and", w.op("lshr", x, i), 1)
        result = w.op("xor", result, w.op("mul", bit, column))
    return result


def transpose(w, x, n, rows):
    row, column = w.modulo(x, rows), w.divide(x, rows)
    return w.op("add", w.op("mul", row, n // rows), column)


def quadratic(w, x, n):
    """x (x + 1) / 2 modulo n, a permutation where n is a power of two."""
    square = w.op("mul", x, w.op("add", x, 1))
    return w.modulo(w.op("lshr", square, 1), n)


MAPS = {
    "xor": lambda w, x, n, c: w.op("xor", x, c),
    "reverse": lambda w, x, n: w.op("sub", n - 1, x),
    "rotate": lambda w, x, n, c: w.modulo(w.op("add", x, c), n),
    "odd": lambda w, x, n, m, c: w.modulo(w.op("add", w.op("mul", x, m), c), n),
    "transpose": transpose,
    "right": lambda w, x, n, k: w.op("xor", x, w.op("lshr", x, k)),
    "left": lambda w, x, n, k: w.op(
        "xor", x, w.op("and", w.op("shl", x, k), n - 1)
    ),
    "swizzle": lambda w, x, n, k, c: w.op(
        "xor", x, w.op("and", w.op("lshr", x, k), c - 1)
    ),
    "f2": lambda w, x, n, *columns: matrix(w, x, columns),
    "quadratic": quadratic,
    # Folds: several indices may map to one.
    "modulo": lambda w, x, n, m: w.modulo(x, m),
    "divide": lambda w, x, n, d: w.divide(x, d),
    "mask": lambda w, x, n, m: w.op("and", x, m),
    "shift": lambda w, x, n, c: w.op("add", x, c),
    # Injective maps to memory.
    "pad": lambda w, x, n, p: w.op("add", x, w.divide(x, p)),
    "slot": lambda w, x, n, s: w.op("mul", x, s),
}


def apply(w, x, n, maps):
    for kind, *parameters in maps:
        x = MAPS[kind](w, x, n, *parameters)
    return x
