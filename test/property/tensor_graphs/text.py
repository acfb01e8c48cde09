"""Names, types, layouts and functions of tensors in text.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from targets import known

LANE_BITS = {
    "nvptx": {"sm_75": 5, "sm_80": 5, "sm_90": 5},
    "amdgcn": known({"gfx90a": 6, "gfx942": 6, "gfx950": 6, "gfx1100": 5, "gfx1201": 5}),
}
BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}
#: Whole numbers up to this are exact.
EXACT = {"half": 2048, "bfloat": 256, "float": 1 << 24, "double": 1 << 53}
LINES = {
    True: ["add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"],
    False: ["fadd", "fmin", "fmax", "fminimum", "fmaximum"],
}
SUFFIX = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}


def is_int(element):
    return element[0] == "i"


def type_text(element, shape):
    return f'target("f2.tensor", {", ".join([element, *map(str, shape)])})'


def suffix(element, shape):
    return "x".join([*map(str, shape), SUFFIX.get(element, element)])


def count(shape):
    n = 1
    for size in shape:
        n *= size
    return n


class Value:
    def __init__(self, name, element, shape, most=None):
        self.name, self.element, self.shape = name, element, tuple(shape)
        #: Of floats: whole numbers no larger than this.
        self.most = most

    @property
    def type(self):
        return type_text(self.element, self.shape)

    @property
    def text(self):
        return f"{self.type} {self.name}"


class Module:
    """Functions of maps, declarations and strings of one module."""

    def __init__(self, target):
        #: Of strings.
        self.space = " addrspace(4)" if target == "amdgcn" else ""
        self.declarations, self.functions, self.strings = {}, {}, {}

    def declare(self, name, result, types):
        signature = (result, ", ".join(types))
        while self.declarations.setdefault(name, signature) != signature:
            name += ".bounds"
        return name

    def declared(self):
        return [f"declare {r} @{name}({types}) #1" for name, (r, types) in self.declarations.items()]

    def function(self, name, text):
        self.functions.setdefault(name, text)
        return f"@{name}"

    def string(self, text):
        return self.strings.setdefault(text, f"@layout{len(self.strings)}")


def random_tensor_layout(rng, shape, lanes, warps, bits):
    """The text of a layout that holds every element, or None."""
    images = [0] * (lanes + warps)
    free = list(range(bits))
    if rng.random() < 0.7:
        rng.shuffle(free)
    registers = []
    places = list(range(lanes + warps))
    if rng.random() < 0.4:
        rng.shuffle(places)
    keep = rng.choice([0, 0, 1, 2])
    for _ in range(min(keep, len(free))):
        registers.append(1 << free.pop())
    for p in places:
        if free and rng.random() < 0.9:
            images[p] = 1 << free.pop()
    registers += [1 << b for b in free]
    if len(registers) > 6:
        return None
    if rng.random() < 0.2:  # sums of images
        everything = [*registers, *images]
        for _ in range(3):
            if len(registers) > 1:
                i, j = rng.sample(range(len(registers)), 2)
                registers[i] ^= registers[j]
        for p in range(len(images)):
            if images[p] and registers and rng.random() < 0.3:
                images[p] ^= rng.choice(registers)
        del everything

    def point(element):
        at = []
        for size in reversed(shape):
            at.append(element % size)
            element //= size
        return "[" + ",".join(map(str, reversed(at))) + "]"

    def side(name, values):
        return f"{name}=[{','.join(map(point, values))}]"

    inputs = [side("register", registers), side("lane", images[:lanes])]
    if warps:
        inputs.append(side("warp", images[lanes:]))
    return f"{', '.join(inputs)} -> [{','.join(map(str, shape))}]"
