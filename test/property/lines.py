"""Random layouts through @f2.reduce and @f2.scan, checked by f2sim.

    lines.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 2000

writes modules of kernels whose tiles are constants, in random layouts with copies
and offsets:

    reduce   one element for each line of the tile, in any layout
    scan     running results, inclusive or exclusive, forward or in reverse
    both     a reduction and a scan of the same elements
    total    a reduction of a scan's results

and next to each module one whose kernels store what this script computes: element
by element, in the order that docs/front-end.md states, with its own arithmetic of
floats. f2sim runs three: the expected results, the calls as they are, and what
`opt -passes=f2layout-lower -verify-each` makes of them. All must write the same
bytes, without a race.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from call_kernels import STRIDE, CallKernel, registers, thread_index
from call_runner import CallRunner, judge_calls
from element_arithmetic import FLOATS, INTEGERS, Arithmetic
from random_layouts import Layout, random_layout, split_shape

OPERATIONS = {
    "int": ["add", "add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"],
    "float": ["fadd", "fadd", "fadd", "add", "fmul", "mul", "fmin", "fmax", "min", "max",
              "fminimum", "fmaximum"],
}  # fmt: skip


# Lines.


class Axis:
    """One dimension of a tensor of 2^bits elements each, by row-major numbers."""

    def __init__(self, shape, axis):
        self.below = sum(shape[axis + 1 :])
        self.bits = shape[axis]

    def position(self, element):
        return element >> self.below & (1 << self.bits) - 1

    def line(self, element):
        """The number of its line, among lines."""
        low = element & (1 << self.below) - 1
        return element >> self.below + self.bits << self.below | low

    def element(self, line, position):
        low = line & (1 << self.below) - 1
        return (line >> self.below << self.bits | position) << self.below | low


def images_of(layout):
    """By kind, registers first."""
    return [(kind, layout.images.get(kind, [])) for kind in ("register", "lane", "warp")]


def reduce_order(layout, axis):
    """Positions of which neighbours are combined first: those that differ by what the
    first bits of the layout, each kind from its highest bit on, add to the axis."""
    beside, along, order = [], [], [0]
    for _, images in images_of(layout):
        for image in reversed(images):
            line, position = axis.line(image), axis.position(image)
            for other_line, other in beside:
                if line ^ other_line < line:
                    line, position = line ^ other_line, position ^ other
            if line:
                beside.append((line, position))
                beside.sort(reverse=True)
                continue
            least = position
            for other in along:
                least = min(least, least ^ other)
            if least:
                along.append(least)
                along.sort(reverse=True)
                # Both halves in the order so far.
                order += [p ^ position for p in order]
    return order


def reduce_line(values, arithmetic):
    while len(values) > 1:
        values = [arithmetic.combine(a, b) for a, b in zip(values[::2], values[1::2])]
    return values[0]


def independent(images):
    """The images, from the last to the first, that are no sum of later ones."""
    basis, kept = [], []
    for image in reversed(images):
        rest = image
        for other in basis:
            rest = min(rest, rest ^ other)
        if rest:
            basis.append(rest)
            basis.sort(reverse=True)
            kept.append(image)
    return kept


def scan_digits(layout, axis, lanes, warps):
    """Sizes in bits, the lowest first, and whether registers hold the digit."""
    kinds, beside, good = {}, 0, True
    for kind, images in images_of(layout):
        for image in independent(images) if kind == "register" else images:
            position = axis.position(image)
            if not position:
                beside += kind == "register"
                continue
            bit = position.bit_length() - 1
            good &= position == 1 << bit and bit not in kinds and not axis.line(image)
            kinds[bit] = kind
    good &= len(kinds) == axis.bits
    for bit in range(axis.bits):
        if good and kinds[bit] == "warp" and (bit == 0 or kinds[bit - 1] != "warp"):
            end = bit
            while kinds.get(end) == "warp":
                end += 1
            above = sum(kinds[b] == "register" for b in range(end, axis.bits))
            good &= end - bit + beside + above <= 8
    if not good:
        own = max(0, sum(layout.shape) - lanes - warps)
        kinds = {
            bit: "register" if bit < own
            else "lane" if bit < own + lanes else "warp"
            for bit in range(axis.bits)
        }  # fmt: skip
    digits = []
    for bit in range(axis.bits):
        if bit and kinds[bit] == kinds[bit - 1]:
            digits[-1][0] += 1
        else:
            digits.append([1, kinds[bit] == "register"])
    return digits


def scan_groups(values, bits, in_registers, arithmetic):
    values = list(values)
    size = 1 << bits
    if in_registers:
        for i in range(len(values)):
            if i % size:
                values[i] = arithmetic.combine(values[i - 1], values[i])
        return values
    half = 1
    while half < size:
        was = list(values)
        for i in range(len(values)):
            if i & half:
                values[i] = arithmetic.combine(was[(i & -(2 * half)) + half - 1], was[i])
        half *= 2
    return values


def scan_line(values, digits, exclusive, arithmetic):
    """None for an exclusive result with nothing before it."""
    if not digits:
        return [None] * len(values) if exclusive else values
    (bits, in_registers), *others = digits
    size = 1 << bits
    inside = scan_groups(values, bits, in_registers, arithmetic)
    groups = inside[size - 1 :: size]
    before = scan_line(groups, others, True, arithmetic)
    results = []
    for i in range(len(values)):
        own = inside[i] if not exclusive else inside[i - 1] if i % size else None
        group = before[i // size]
        if own is None or group is None:
            results.append(group if own is None else own)
        else:
            results.append(arithmetic.combine(group, own))
    if in_registers and not exclusive:
        results[size - 1 :: size] = scan_line(groups, others, False, arithmetic)
    return results


class Kernel(CallKernel):
    """One kernel, with calls and with expected results."""

    def __init__(self, rng, launch, name):
        self.rng, self.launch, self.name = rng, launch, name
        self.kind = rng.choice(["reduce", "reduce", "scan", "scan", "both", "total"])
        self.type = rng.choice([*INTEGERS, *FLOATS])
        floats = self.type in FLOATS
        self.operation = rng.choice(OPERATIONS["float" if floats else "int"])
        self.arithmetic = Arithmetic(self.operation, self.type)
        lanes, warps = launch["lanes"], launch["warps"]
        own = rng.randrange(6 if rng.random() < 0.1 else 4)
        copies = rng.choice([0, 0, 0, 1, 2, 4])
        bits = max(1, own + lanes + warps - copies)
        shape = split_shape(rng, bits)
        rng.shuffle(shape)
        self.axis = rng.randrange(len(shape))
        self.source = random_layout(rng, shape, own, lanes, warps, True)
        rest = [s for d, s in enumerate(shape) if d != self.axis]
        if rng.random() < 0.5:
            self.result = self.sliced(rest)
        else:
            self.result = random_layout(rng, rest or [0], rng.randrange(4), lanes, warps, False)
        if rng.random() < 0.2 and rest:
            self.result.shape = shape[: self.axis] + [0] + shape[self.axis + 1 :]
        self.reverse, self.exclusive = rng.random() < 0.4, rng.random() < 0.4
        self.tile = [self.arithmetic.element(rng) for _ in range(1 << bits)]
        self.pairs = 2 if self.kind in ("both", "total") else 1

    def sliced(self, rest):
        """The layout of the lines in the places of their elements."""
        axis = Axis(self.source.shape, self.axis)
        images = {
            kind: [axis.line(image) for image in images]
            for kind, images in self.source.images.items()
        }
        images["register"] = [image for image in images["register"] if image]
        return Layout(images, axis.line(self.source.offset), rest or [0])

    def tally(self):
        return [*super().tally(), self.arithmetic.name]

    # Results.

    def at(self, layout, elements):
        """By thread, then by register."""
        lanes = self.launch["lanes"]
        threads = 1 << lanes + self.launch["warps"]
        for t in range(threads):
            thread = layout.offset ^ layout.element("lane", t & (1 << lanes) - 1)
            thread ^= layout.element("warp", t >> lanes)
            for r in range(1 << len(layout.images["register"])):
                yield elements[thread ^ layout.element("register", r)]

    def reduced(self, tile):
        axis = Axis(self.source.shape, self.axis)
        order = reduce_order(self.source, axis)
        lines = len(tile) >> axis.bits
        return [
            reduce_line([tile[axis.element(line, p)] for p in order], self.arithmetic)
            for line in range(lines)
        ]

    def scanned(self, tile):
        axis = Axis(self.source.shape, self.axis)
        digits = scan_digits(self.source, axis, self.launch["lanes"], self.launch["warps"])
        step = -1 if self.reverse else 1
        result = list(tile)
        for line in range(len(tile) >> axis.bits):
            at = [axis.element(line, p) for p in range(1 << axis.bits)][::step]
            values = scan_line([tile[e] for e in at], digits, self.exclusive, self.arithmetic)
            for e, value in zip(at, values):
                result[e] = self.arithmetic.nothing() if value is None else value
        return result

    def expected(self):
        if self.kind == "reduce":
            return list(self.at(self.result, self.reduced(self.tile)))
        scanned = self.scanned(self.tile)
        if self.kind == "total":
            return list(self.at(self.result, self.reduced(scanned)))
        sums = list(self.at(self.source, scanned))
        if self.kind == "both":
            sums = list(self.at(self.result, self.reduced(self.tile))) + sums
        return sums

    # Text.

    def constant(self, array, values):
        """Memory of integers of the elements' stride."""
        bits = 8 * STRIDE[self.type]
        text = ", ".join(f"i{bits} {value}" for value in values)
        return (
            f"{array} = internal addrspace(1) constant "
            f"[{len(values)} x i{bits}] [{text}]"
        )

    def reduce(self, lines, text, value, to):
        a, b = self.source, self.result
        name = f"reduce.{self.operation}.{self.suffix(b)}.{self.suffix(a)}"
        value = f"{self.vector(a)} {value}"
        return self.call(
            lines, text, to, name, self.vector(b), value, f"i32 {self.axis}", a, b
        )

    def scan(self, lines, text, value, to):
        a = self.source
        flags = [f"i1 {str(f).lower()}" for f in (self.reverse, self.exclusive)]
        return self.call(
            lines, text, to, f"scan.{self.operation}.{self.suffix(a)}", self.vector(a),
            f"{self.vector(a)} {value}", f"i32 {self.axis}", *flags, a,
        )  # fmt: skip

    def outputs(self):
        """Layouts of what is stored, with the number of the first element."""
        threads = 1 << self.launch["lanes"] + self.launch["warps"]
        first, found = 0, []
        for layout in {
            "reduce": [self.result], "total": [self.result], "scan": [self.source],
            "both": [self.result, self.source],
        }[self.kind]:  # fmt: skip
            found.append((layout, first))
            first += threads * registers(layout)
        return found

    def body(self, text):
        """With calls if there is a text for their strings; else what is expected."""
        lines, name = thread_index(self.launch), "in" if text else "want"
        array = f"@{self.name}.{name}"
        if text is None:
            values = [
                self.load(lines, layout, f"w{i}", array, self.places(lines, layout, f"n{i}", first))
                for i, (layout, first) in enumerate(self.outputs())
            ]
        else:
            numbers = self.elements(lines, self.source, "h")
            tile = self.load(lines, self.source, "h", array, numbers)
            if self.kind == "reduce":
                values = [self.reduce(lines, text, tile, "%y")]
            elif self.kind == "scan":
                values = [self.scan(lines, text, tile, "%y")]
            elif self.kind == "total":
                values = [self.reduce(lines, text, self.scan(lines, text, tile, "%s"), "%y")]
            else:
                values = [self.reduce(lines, text, tile, "%y"), self.scan(lines, text, tile, "%s")]
        for i, ((layout, first), value) in enumerate(zip(self.outputs(), values)):
            self.store(lines, layout, f"o{i}", value, first)
        constant = self.constant(array, self.tile if text else self.expected())
        return f"{constant}\n{self.definition(lines, '%out')}"


class Runner(CallRunner):
    Kernel = Kernel

    def settle(self, launch, kernels):
        largest = max(len(k.tile) * STRIDE[k.type] for k in kernels)
        launch["scratch"] = max(launch["scratch"], largest // 64)


if __name__ == "__main__":
    operations = {Arithmetic(op, "float").name for op in OPERATIONS["float"]}
    operations |= set(OPERATIONS["int"])
    wanted = {"reduce", "scan", "both", "total", *INTEGERS, *FLOATS, *operations}
    judge_calls(Runner, "lines.out", 12, wanted)
