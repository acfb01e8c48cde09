"""What the kernels of the figures should compute, on some elements, in Python.

Stands where bench/idioms/run.py imports its own: `wrong(launch, read)` says what is
wrong, or None. read(argument, first, count) gives numbers of a buffer.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math
import struct

TILE, STEP, DIM = 128, 32, 64
#: Largest difference, relative to the largest of the values compared.
FAR = {"half": 1e-2, "float": 5e-4}
SOME = 4


def bfloat(bits):
    return struct.unpack("f", struct.pack("I", bits << 16))[0]


def to_bfloat(value):
    """To the nearest one, of two the even one."""
    bits = struct.unpack("I", struct.pack("f", value))[0]
    return bfloat((bits + 0x7FFF + (bits >> 16 & 1)) >> 16)


def float8(bits):
    return struct.unpack("e", bytes([0, bits]))[0]


def signed16(bits):
    return bits - ((bits & 0x8000) << 1)


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b))


class Checker:
    """One method for each kind of kernel: yields an output's argument, the first
    element, and the values from there on."""

    def __init__(self, launch, read):
        self.launch, self.read, self.name = launch, read, launch["kernel"]
        self.counts = [a[2] if a[0] in ("in", "out") else 0 for a in launch["arguments"]]
        self.numbers = [a[1] for a in launch["arguments"] if a[0] in ("int", "float")]

    def expected(self):
        named = getattr(self, self.name, None)
        return named() if named else self.product()

    def row(self, m, k):
        """Of the left operand."""
        kind = self.launch["arguments"][1][1]
        widen = {"bfloat": bfloat, "float8": float8}.get(kind, float)
        return [widen(v) for v in self.read(1, m * k, k)]

    def columns(self, first, n, k):
        """The first ones of the right operand from there on."""
        if self.name == "ops_gemm_nt":
            return [self.read(2, (first + i) * k, k) for i in range(SOME)]
        lines = [self.read(2, i * n + first, SOME) for i in range(self.counts[2] // n)]
        if self.name == "int4_gemm":
            halves = [([b & 15 for b in line], [b >> 4 for b in line]) for line in lines]
            lines = [[half - 8 for half in line] for pair in halves for line in pair]
        widen = {
            "bf16xint16_gemm": lambda v: to_bfloat(signed16(v)),
            "fp8_gemm": float8,
        }.get(self.name, float)
        return [[widen(v) for v in column] for column in zip(*lines)]

    def product(self):
        n, k = self.numbers
        rows = self.counts[0] // n
        for m, first in ((0, 0), (rows - 1, n - SOME)):
            left = self.row(m, k)
            values = [dot(left, column) for column in self.columns(first, n, k)]
            if self.name == "addmm":
                biases = self.read(3, first, SOME)
                values = [v + b for v, b in zip(values, biases)]
            yield 0, m * n + first, values

    def streamk_gemm(self):
        """Of the first and the last tile what each block computes, and where to."""
        m, n, k = self.numbers
        blocks, steps, wide = self.launch["grid"][0], k // STEP, n // TILE
        tiles = m // TILE * wide
        share = -(-tiles * steps // blocks)
        for tile in (0, tiles - 1):
            row, column = tile // wide * TILE, tile % wide * TILE
            left = self.read(2, row * k, k)
            lines = [self.read(3, i * n + column, SOME) for i in range(k)]
            begin, end = tile * steps, (tile + 1) * steps
            for block in range(begin // share, (end - 1) // share + 1):
                first, last = max(begin, block * share), min(end, (block + 1) * share)
                part = slice((first - begin) * STEP, (last - begin) * STEP)
                values = [dot(left[part], c) for c in zip(*lines[part])]
                if last - first == steps:
                    yield 0, row * n + column, values
                else:
                    yield 1, (2 * block + (first == begin)) * TILE * TILE, values

    def grouped_gemm(self):
        groups, n, k = self.numbers
        offsets = self.read(3, 0, groups + 1)
        for group in (0, groups - 1):
            if offsets[group] == offsets[group + 1]:
                continue
            row = offsets[group + 1] - 1
            left = self.read(1, row * k, k)
            first = group * k * n
            lines = [self.read(2, first + i * n, SOME) for i in range(k)]
            yield 0, row * n, [dot(left, c) for c in zip(*lines)]

    def attention(self, causal, slope):
        length, scale = self.numbers
        for query in (0, 70, length - 1):
            if query >= length:
                continue
            q = self.read(1, query * DIM, DIM)
            keys = query + 1 if causal else length
            scores = []
            for key in range(keys):
                score = dot(q, self.read(2, key * DIM, DIM)) * scale
                scores.append(score - slope * abs(query - key))
            most = max(scores)
            weights = [math.exp(s - most) for s in scores]
            total = math.fsum(weights)
            sums = [0.0] * SOME
            for key, weight in enumerate(weights):
                sums = [s + weight * v for s, v in zip(sums, self.read(3, key * DIM, SOME))]
            yield 0, query * DIM, [s / total for s in sums]

    def flash_attention(self):
        return self.attention(True, 0)

    def template_attention(self):
        return self.attention(False, 0.5)

    def softmax(self):
        n = self.numbers[0]
        values = self.read(1, n, n)
        most = max(values)
        powers = [math.exp(v - most) for v in values]
        yield 0, n, [p / math.fsum(powers) for p in powers]

    def layer_norm(self):
        n, epsilon = self.numbers
        values = self.read(1, n, n)
        mean = math.fsum(values) / n
        scale = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in values) / n + epsilon)
        pairs = zip(self.read(2, 0, n), self.read(3, 0, n))
        yield 0, n, [(v - mean) * scale * w + b for v, (w, b) in zip(values, pairs)]

    def rms_norm(self):
        n, epsilon = self.numbers
        values = self.read(1, n, n)
        scale = 1 / math.sqrt(dot(values, values) / n + epsilon)
        yield 0, n, [v * scale * w for v, w in zip(values, self.read(2, 0, n))]

    def cross_entropy(self):
        n = self.numbers[0]
        values = self.read(1, n, n)
        most = max(values)
        total = math.fsum(math.exp(v - most) for v in values)
        yield 0, 1, [math.log(total) + most - values[self.read(2, 1, 1)[0]]]

    def kl_div(self):
        n = self.numbers[0]
        pairs = zip(self.read(1, n, n), self.read(2, n, n))
        yield 0, 1, [math.fsum(math.exp(t) * (t - x) for x, t in pairs)]

    def welford(self):
        n = self.numbers[0]
        values = self.read(2, n, n)
        mean = math.fsum(values) / n
        yield 0, 1, [mean]
        yield 1, 1, [math.fsum((v - mean) ** 2 for v in values) / n]

    def jagged_mean(self):
        stride, columns = self.numbers
        first, last = (self.read(2, at * stride, 1)[0] for at in (1, 2))
        rows = [self.read(1, row * columns, SOME) for row in range(first, last)]
        yield 0, columns, [math.fsum(c) / len(rows) for c in zip(*rows)] or [0.0] * SOME

    def gather_gemv(self):
        n = self.numbers[0]
        rows = self.launch["grid"][0]
        x = self.read(2, 0, n)
        for chosen in range(2):
            matrix = self.read(3, chosen, 1)[0]
            each = (self.read(1, (matrix * rows + row) * n, n) for row in range(SOME))
            yield 0, chosen * rows, [dot(x, row) for row in each]


def wrong(launch, read):
    for argument, first, values in Checker(launch, read).expected():
        got = read(argument, first, len(values))
        most = FAR[launch["arguments"][argument][1]] * max(map(abs, values))
        for i, (x, y) in enumerate(zip(got, values)):
            if not abs(x - y) <= most:
                return f"argument {argument}: element {first + i} is {x}, should be {y}"
    return None
