"""Lines of a function in LLVM IR, and operations on its values.

    w.op("add", w.op("mul", "%t", 4), 1)        %v1 = mul i32 %t, 4
                                                %v2 = add i32 %v1, 1
    w.op("add", w.op("mul", 3, 4), 1)           13
    w.divide("%t", 8)                           %v3 = lshr i32 %t, 3

An operation on two constants is folded, modulo 2^32, and one with a neutral constant
is left out.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

#: Operations on two constants.
FOLDED = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "xor": lambda a, b: a ^ b,
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "shl": lambda a, b: a << b,
    "lshr": lambda a, b: a >> b,
    "udiv": lambda a, b: a // b,
    "urem": lambda a, b: a % b,
}
#: Operations for which a op 0 is a.
NEUTRAL = {"add", "sub", "xor", "or", "shl", "lshr"}


class Writer:
    """Lines of a function. A value is an int, or the name of an i32."""

    def __init__(self):
        self.lines = []
        self.count = 0
        self.block = "entry"

    def name(self, stem="v"):
        self.count += 1
        return f"%{stem}{self.count}"

    def let(self, text, stem="v"):
        name = self.name(stem)
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text):
        self.lines.append(f"  {text}")

    def label(self, name):
        self.lines.append(f"{name}:")
        self.block = name

    def op(self, what, a, b, flags=""):
        if isinstance(a, int) and isinstance(b, int):
            return FOLDED[what](a, b) & 0xFFFFFFFF
        if b == 0 and what in NEUTRAL:
            return a
        if b == 1 and what in ("mul", "udiv"):
            return a
        if a == 0 and what in ("add", "xor", "or"):
            return b
        return self.let(f"{what} {flags}i32 {a}, {b}")

    def divide(self, x, by):
        """x / by, by a shift where a compiler would."""
        if by & (by - 1) == 0:
            return self.op("lshr", x, by.bit_length() - 1)
        return self.op("udiv", x, by)

    def modulo(self, x, by):
        if by & (by - 1) == 0:
            return self.op("and", x, by - 1)
        return self.op("urem", x, by)
