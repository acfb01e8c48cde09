"""Arithmetic of elements as bits: what a reduction or a scan combines them by.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math
import struct

#: Bits of the elements, and of the mantissas of floats.
INTEGERS = {"i8": 8, "i16": 16, "i24": 24, "i32": 32, "i64": 64}
FLOATS = {"half": (16, 10), "bfloat": (16, 7), "float": (32, 23), "double": (64, 52)}


def to_float(bits, kind):
    """The number that these bits are; a double holds those of all kinds."""
    if kind == "half":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    if kind == "bfloat":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    if kind == "float":
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def nan_bits(kind):
    bits, mantissa = FLOATS[kind]
    return ((1 << bits - mantissa) - 1 << mantissa - 1) & ((1 << bits - 1) - 1)


def from_float(value, kind):
    """Rounded to the nearest, to even if there are two. A double that is the sum or
    the product of two numbers of a smaller kind may be rounded again: it has more
    than twice the bits."""
    if math.isnan(value):
        return nan_bits(kind)
    if kind == "double":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    sign = 0 if math.copysign(1, value) > 0 else 1
    bits, mantissa = FLOATS[kind]
    exponents = bits - 1 - mantissa
    bias = (1 << exponents - 1) - 1
    infinity = ((1 << exponents) - 1) << mantissa
    value = abs(value)
    if value == 0:
        result = 0
    elif math.isinf(value):
        result = infinity
    else:
        exponent = max(math.frexp(value)[1] - 1, 1 - bias)
        # Units of the last place, exactly: a double has room for half of one.
        units = math.ldexp(value, mantissa - exponent)
        whole = int(units)
        rest = units - whole
        whole += rest > 0.5 or (rest == 0.5 and whole & 1)
        # A carry moves into the exponent as it should.
        result = whole + ((exponent + bias - 1) << mantissa)
        result = min(result, infinity)
    return sign << bits - 1 | result


class Arithmetic:
    """One operation on elements of one type, as bits."""

    def __init__(self, operation, kind):
        self.kind, self.is_float = kind, kind in FLOATS
        self.name = {"add": "fadd", "mul": "fmul", "min": "fmin", "max": "fmax"}.get(
            operation, operation
        ) if self.is_float else operation
        self.bits = FLOATS[kind][0] if self.is_float else INTEGERS[kind]
        self.mask = (1 << self.bits) - 1

    def signed(self, value):
        return value - (1 << self.bits) if value >> self.bits - 1 else value

    def combine(self, a, b):
        if self.is_float:
            return self.combine_floats(a, b)
        return {
            "add": lambda: a + b & self.mask,
            "mul": lambda: a * b & self.mask,
            "and": lambda: a & b,
            "or": lambda: a | b,
            "xor": lambda: a ^ b,
            "smin": lambda: min(a, b, key=self.signed),
            "smax": lambda: max(a, b, key=self.signed),
            "umin": lambda: min(a, b),
            "umax": lambda: max(a, b),
        }[self.name]()

    def combine_floats(self, a, b):
        x, y = to_float(a, self.kind), to_float(b, self.kind)
        if self.name == "fadd":
            return from_float(x + y, self.kind)
        if self.name == "fmul":
            return from_float(x * y, self.kind)
        if math.isnan(x) or math.isnan(y):
            if self.name in ("fminimum", "fmaximum") or math.isnan(x) and math.isnan(y):
                return nan_bits(self.kind)
            return b if math.isnan(x) else a
        rank = (lambda v: (v, math.copysign(1, v)))
        least = self.name in ("fmin", "fminimum")
        return a if (rank(x) <= rank(y)) == least else b

    def nothing(self):
        """An exclusive result with nothing before it."""
        if self.name in ("fmin", "fminimum"):
            return from_float(math.inf, self.kind)
        if self.name in ("fmax", "fmaximum"):
            return from_float(-math.inf, self.kind)
        if self.name == "fmul":
            return from_float(1.0, self.kind)
        return {"mul": 1, "and": self.mask, "umin": self.mask,
                "smin": self.mask >> 1, "smax": 1 << self.bits - 1}.get(self.name, 0)  # fmt: skip

    def element(self, rng):
        """Numbers of which no two sums in different orders are likely to agree."""
        if not self.is_float:
            return rng.choice([rng.getrandbits(self.bits), rng.getrandbits(self.bits), 1, 0])
        special = rng.random()
        if special < 0.01:
            return rng.choice([0, 1 << self.bits - 1, nan_bits(self.kind)]
                              + [from_float(v, self.kind) for v in (math.inf, -math.inf)])  # fmt: skip
        if self.name == "fmul":
            return from_float(rng.choice([-1, 1]) * rng.uniform(0.7, 1.4), self.kind)
        return from_float(rng.uniform(-1, 1) * 2.0 ** rng.randrange(-4, 5), self.kind)
