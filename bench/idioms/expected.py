"""What kernels should compute, on the first elements of their output, in Python.

`wrong(launch, read)` says what is wrong, or None. read(argument, first, count)
gives numbers of a buffer. All variants are compared with clang to the bit; this
shows that clang's result is what the kernel's name says.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import cmath
import itertools
import math
import re

WRAP = 1 << 32


def signed(x):
    return (x + WRAP // 2) % WRAP - WRAP // 2


def prefix(values, wrap):
    sums = itertools.accumulate(values)
    return [signed(s) for s in sums] if wrap else list(sums)


def fourier(x):
    if len(x) == 1:
        return x
    even, odd = fourier(x[::2]), fourier(x[1::2])
    n = len(x)
    odd = [cmath.exp(-2j * math.pi * k / n) * v for k, v in enumerate(odd)]
    return [a + b for a, b in zip(even, odd)] + [a - b for a, b in zip(even, odd)]


def hadamard(x):
    if len(x) == 1:
        return x
    low, high = x[: len(x) // 2], x[len(x) // 2 :]
    return hadamard([a + b for a, b in zip(low, high)]) + hadamard(
        [a - b for a, b in zip(low, high)]
    )


class Checker:
    """One method for each kind of kernel: yields an output's argument, the first
    element, and the values from there on."""

    def __init__(self, launch, read):
        self.launch, self.read = launch, read
        self.name = launch["kernel"]
        self.base = re.sub("<.*", "", self.name)
        self.integer = "int" in self.name or launch["arguments"][0][1] in ("int", "uint")
        self.sizes = [int(n) for n in re.findall(r"\b\d+", self.name.partition("<")[2])]
        self.numbers = [a[1] for a in launch["arguments"] if a[0] in ("int", "float")]

    def expected(self):
        rules = (
            ("sum", self.total), ("extremes", self.extremes), ("dot", self.dot),
            ("argmax", self.argmax), ("segmented", self.segmented),
            ("double_buffered$|blelloch", self.exclusive), ("blelloch", self.exclusive),
            ("hillis|double_buffered_|by_warps|four_items", self.inclusive),
            (".*pairs|odd_even_merge$", self.pairs), ("bitonic_structs", self.structs),
            ("bitonic|odd_even", self.sorted), ("fft.*split", self.fourier_split),
            ("fft", self.fourier), ("hadamard", self.hadamard), ("to_soa", self.to_soa),
            ("to_aos", self.to_aos), ("advance", self.advance), ("kinetic", self.kinetic),
            ("normalize", self.normalize), ("split_points", self.split_points),
            ("join_points", self.join_points), ("transpose4", self.transpose4),
            ("eight_items", self.eight_items), ("gray", self.gray),
            ("tiled|blocked", self.product), ("matrix_vector_columns", self.by_columns),
            ("matrix_vector|gemv", self.by_rows), ("softmax", self.softmax),
            ("layer_norm", self.layer_norm), ("rms_norm", self.rms_norm),
            ("stencil_1d", self.stencil_1d), ("stencil_2d", self.stencil_2d),
            ("jacobi", self.jacobi), ("transpose", self.transpose),
            ("convolve_rows", self.convolve_rows), ("convolve_columns", self.convolve_columns),
            ("histogram", self.histogram), ("bodies", self.bodies), ("compact", self.compact),
            ("columns", self.columns), ("reverse", self.reverse),
        )  # fmt: skip
        return next(rule for pattern, rule in rules if re.match(pattern, self.base))()

    def total(self):
        values = self.read(1, 0, 1024)
        yield 0, 0, [signed(sum(values)) if self.integer else math.fsum(values)]

    def extremes(self):
        values = self.read(2, 0, 1024)
        yield 0, 0, [min(values)]
        yield 1, 0, [max(values)]

    def dot(self):
        yield 0, 0, [math.fsum(a * b for a, b in zip(self.read(1, 0, 1024), self.read(2, 0, 1024)))]

    def argmax(self):
        values = self.read(2, 0, 1024)
        yield 0, 0, [max(values)]
        yield 1, 0, [values.index(max(values))]

    def inclusive(self):
        yield 0, 0, prefix(self.read(1, 0, 1024), self.integer)

    def exclusive(self):
        yield 0, 0, [0, *prefix(self.read(1, 0, 1023), self.integer)]

    def segmented(self):
        sums = []
        for value, head in zip(self.read(1, 0, 1024), self.read(2, 0, 1024)):
            sums.append(value if head & 15 == 0 or not sums else sums[-1] + value)
        yield 0, 0, sums

    def sorted(self):
        yield 0, 0, sorted(self.read(1, 0, 256 if "transposition" in self.base else 1024))

    def pairs(self):
        pairs = sorted(zip(self.read(2, 0, 1024), self.read(3, 0, 1024)))
        for argument in (0, 1):
            yield argument, 0, [pair[argument] for pair in pairs]

    def structs(self):
        words = self.read(1, 0, 2048)
        yield 0, 0, [x for pair in sorted(zip(words[::2], words[1::2])) for x in pair]

    def fourier(self):
        parts = self.read(1, 0, 2 * self.sizes[0])
        result = fourier([complex(*pair) for pair in zip(parts[::2], parts[1::2])])
        yield 0, 0, [part for z in result for part in (z.real, z.imag)]

    def fourier_split(self):
        parts = (self.read(argument, 0, self.sizes[0]) for argument in (2, 3))
        result = fourier([complex(*pair) for pair in zip(*parts)])
        yield 0, 0, [z.real for z in result]
        yield 1, 0, [z.imag for z in result]

    def hadamard(self):
        yield 0, 0, hadamard(list(self.read(1, 0, self.sizes[0])))

    def to_soa(self):
        n, members = self.numbers[0], self.sizes[0]
        values = self.read(1, 0, 512 * members)
        for k in range(members):
            yield 0, k * n, list(values[k::members])

    def to_aos(self):
        n, members = self.numbers[0], self.sizes[0]
        arrays = [self.read(1, k * n, 512) for k in range(members)]
        yield 0, 0, [x for item in zip(*arrays) for x in item]

    def particles(self):
        values = self.read(1, 0, 7 * 512)
        return [values[i : i + 7] for i in range(0, len(values), 7)]

    def advance(self):
        dt, result = self.numbers[0], []
        for x, y, z, vx, vy, vz, mass in self.particles():
            vy += -9.81 * mass * dt
            result += [x + vx * dt, y + vy * dt, z + vz * dt, vx, vy, vz, mass]
        yield 0, 0, result

    def kinetic(self):
        yield 0, 0, [p[6] / 2 * (p[3] ** 2 + p[4] ** 2 + p[5] ** 2) for p in self.particles()]

    def normalize(self):
        values, result = self.read(1, 0, 3 * 512), []
        for i in range(0, len(values), 3):
            point = values[i : i + 3]
            length = math.sqrt(sum(x * x for x in point) + 1e-6)
            result += [x / length for x in point]
        yield 0, 0, result

    def split_points(self):
        values = self.read(3, 0, 3 * 512)
        for k in range(3):
            yield k, 0, list(values[k::3])

    def join_points(self):
        arrays = [self.read(k, 0, 512) for k in (1, 2, 3)]
        yield 0, 0, [x for point in zip(*arrays) for x in point]

    def transpose4(self):
        values = self.read(1, 0, 16 * 512)
        yield 0, 0, [values[i - i % 16 + i % 4 * 4 + i % 16 // 4] for i in range(len(values))]

    def eight_items(self):
        yield 0, 0, [x * self.numbers[0] + i % 8 for i, x in enumerate(self.read(1, 0, 4096))]

    def gray(self):
        step = 3 if self.base == "gray3" else 4
        v = self.read(1, 0, step * 512)
        weights = (77, 150, 29)
        yield 0, 0, [
            sum(w * v[i + k] for k, w in enumerate(weights)) >> 8 for i in range(0, len(v), step)
        ]

    def product(self):
        n = self.numbers[0]
        a, b = (self.read(argument, 0, n * n) for argument in (1, 2))
        for row, column in ((0, 0), (1, 17), (n // 2 + 3, n - 1), (n - 1, 5)):
            yield 0, row * n + column, [
                math.fsum(x * y for x, y in zip(a[row * n : row * n + n], b[column::n]))
            ]

    def by_rows(self):
        n = self.numbers[0]
        x, rows = self.read(2, 0, n), self.read(1, 0, 8 * n)
        yield 0, 0, [
            math.fsum(map(lambda p, q: p * q, rows[r * n : r * n + n], x)) for r in range(8)
        ]

    def by_columns(self):
        rows, n = self.numbers
        x = self.read(2, 0, n)
        columns = [self.read(1, k * rows, 8) for k in range(n)]
        yield 0, 0, [math.fsum(c[r] * v for c, v in zip(columns, x)) for r in range(8)]

    def row(self):
        return self.read(1, 0, self.numbers[0] if self.numbers else 2048)

    def softmax(self):
        powers = [math.exp(x) for x in self.row()]
        yield 0, 0, [p / sum(powers) for p in powers]

    def layer_norm(self):
        x = self.row()
        mean = math.fsum(x) / len(x)
        scale = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in x) / len(x) + 1e-5)
        weights = zip(self.read(2, 0, len(x)), self.read(3, 0, len(x)))
        yield 0, 0, [(v - mean) * scale * gamma + beta for v, (gamma, beta) in zip(x, weights)]

    def rms_norm(self):
        x = self.row()
        scale = 1 / math.sqrt(math.fsum(v * v for v in x) / len(x) + 1e-5)
        yield 0, 0, [v * scale * w for v, w in zip(x, self.read(2, 0, len(x)))]

    def stencil_1d(self):
        values = self.read(1, 0, 1024 + 6)
        yield 0, 0, [math.fsum(values[i : i + 7]) for i in range(1024)]

    def stencil_2d(self):
        width = self.numbers[0]
        v = self.read(1, 0, 40 * width)
        for y in (1, 7, 8, 15, 16, 31, 33):
            yield 0, y * width, [v[y * width]]
            yield 0, y * width + 1, [
                0.2 * sum(v[i + d] for d in (0, -1, 1, -width, width))
                for i in range(y * width + 1, y * width + 65)
            ]

    def jacobi(self):
        values = self.read(1, 0, 256)
        tile = [[0.0] * 18 for _ in range(18)]
        for i, x in enumerate(values):
            tile[i // 16 + 1][i % 16 + 1] = x
        for _ in range(self.numbers[0]):
            old = [row[:] for row in tile]
            for y, x in itertools.product(range(1, 17), range(1, 17)):
                near = old[y][x - 1] + old[y][x + 1] + old[y - 1][x] + old[y + 1][x]
                tile[y][x] = near / 4
        yield 0, 0, [x for row in tile[1:17] for x in row[1:17]]

    def transpose(self):
        n = 32 * self.launch["grid"][0]
        values = self.read(1, 0, 64 * n)
        for row in (0, 1, 31, 32, n - 1):
            yield 0, row * n, list(values[row::n])

    def convolve_rows(self):
        taps, row = self.read(2, 0, 17), self.read(1, 0, 1024)
        padded = [0.0] * 8 + list(row)
        yield 0, 0, [
            math.fsum(taps[8 - j] * padded[i + 8 + j] for j in range(-8, 9)) for i in range(1000)
        ]

    def convolve_columns(self):
        taps, pitch = self.read(2, 0, 17), self.numbers[1]
        values = self.read(1, 0, 160 * pitch)
        for row in (0, 7, 63, 64, 130):
            yield 0, row * pitch, [
                math.fsum(
                    taps[8 - j] * values[(row + j) * pitch + column]
                    for j in range(-8, 9)
                    if row + j >= 0
                )
                for column in range(64)
            ]

    def histogram(self):
        """Differences of bins, since there was something in them before."""
        return iter(())

    def bodies(self):
        values = self.read(1, 0, 4 * self.numbers[0])
        for body in (0, 777):
            me, force = values[4 * body : 4 * body + 3], [0.0] * 3
            for i in range(0, len(values), 4):
                d = [a - b for a, b in zip(values[i : i + 3], me)]
                f = values[i + 3] * (sum(x * x for x in d) + 0.01) ** -1.5
                force = [a + f * x for a, x in zip(force, d)]
            yield 0, 4 * body, [*force, 0]

    def compact(self):
        kept = [x for x in self.read(2, 0, 1024) if x > 0]
        yield 0, 0, kept
        yield 1, 0, [len(kept)]

    def columns(self):
        values = self.read(1, 0, 1024)
        yield 0, 0, [values[i % 32 * 32 + i // 32] for i in range(1024)]

    def reverse(self):
        yield 0, 0, list(self.read(1, 0, 1024))[::-1]


#: Largest difference, relative to the largest value of the first elements.
FAR = {"half": 1e-2, "float": 2e-4, "double": 1e-11}


def wrong(launch, read):
    for argument, first, values in Checker(launch, read).expected():
        got = read(argument, first, len(values))
        most = FAR.get(launch["arguments"][argument][1], 0) * max(map(abs, values))
        for i, (x, y) in enumerate(zip(got, values)):
            if not abs(x - y) <= most:
                return f"argument {argument}: element {first + i} is {x}, should be {y}"
    return None
