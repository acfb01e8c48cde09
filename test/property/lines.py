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

import collections
import concurrent.futures
import math
import random
import struct
import sys

import harness
from layout_calls import (
    STRIDE,
    Runner,
    Text,
    random_launch,
    random_layout,
    rng_space,
    split_shape,
    thread_index,
)
from targets import BLOCK_DECLARATIONS, KERNEL, ir_module

#: Bits of the elements, and of the mantissas of floats.
INTEGERS = {"i8": 8, "i16": 16, "i24": 24, "i32": 32, "i64": 64}
FLOATS = {"half": (16, 10), "bfloat": (16, 7), "float": (32, 23), "double": (64, 52)}
OPERATIONS = {
    "int": ["add", "add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"],
    "float": ["fadd", "fadd", "fadd", "add", "fmul", "mul", "fmin", "fmax", "min", "max",
              "fminimum", "fmaximum"],
}  # fmt: skip


# Arithmetic.


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
    """Sizes in bits, the lowest first, and whether lanes hold the digit."""
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
        registers = max(0, sum(layout.shape) - lanes - warps)
        kinds = {
            bit: "register" if bit < registers
            else "lane" if bit < registers + lanes else "warp"
            for bit in range(axis.bits)
        }  # fmt: skip
    digits = []
    for bit in range(axis.bits):
        if bit and kinds[bit] == kinds[bit - 1]:
            digits[-1][0] += 1
        else:
            digits.append([1, kinds[bit] == "lane"])
    return digits


def scan_groups(values, bits, in_lanes, arithmetic):
    values = list(values)
    size = 1 << bits
    if not in_lanes:
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
    (bits, in_lanes), *others = digits
    size = 1 << bits
    inside = scan_groups(values, bits, in_lanes, arithmetic)
    before = scan_line(inside[size - 1 :: size], others, True, arithmetic)
    results = []
    for i in range(len(values)):
        own = inside[i] if not exclusive else inside[i - 1] if i % size else None
        group = before[i // size]
        if own is None or group is None:
            results.append(group if own is None else own)
        else:
            results.append(arithmetic.combine(group, own))
    return results


class Kernel:
    """One kernel, with calls and with expected results."""

    def __init__(self, rng, launch, name):
        self.rng, self.launch, self.name = rng, launch, name
        self.kind = rng.choice(["reduce", "reduce", "scan", "scan", "both", "total"])
        self.type = rng.choice([*INTEGERS, *FLOATS])
        floats = self.type in FLOATS
        self.operation = rng.choice(OPERATIONS["float" if floats else "int"])
        self.arithmetic = Arithmetic(self.operation, self.type)
        lanes, warps = launch["lanes"], launch["warps"]
        registers = rng.randrange(6 if rng.random() < 0.1 else 4)
        copies = rng.choice([0, 0, 0, 1, 2, 4])
        bits = max(1, registers + lanes + warps - copies)
        shape = split_shape(rng, bits)
        rng.shuffle(shape)
        self.axis = rng.randrange(len(shape))
        self.source = random_layout(rng, shape, registers, lanes, warps, True)
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
        layout = type(self.source)(images, axis.line(self.source.offset), rest or [0])
        return layout

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

    def registers(self, layout):
        return 1 << len(layout.images["register"])

    def vector(self, layout):
        return f"<{self.registers(layout)} x {self.type}>"

    def constant(self, name, values):
        """Memory of integers of the elements' stride."""
        bits = 8 * STRIDE[self.type]
        text = ", ".join(f"i{bits} {value}" for value in values)
        return (
            f"@{self.name}.{name} = internal addrspace(1) constant "
            f"[{len(values)} x i{bits}] [{text}]"
        )

    def load(self, lines, name, layout, tag, values):
        """A vector of registers whose numbers in memory are values of IR."""
        value, vector = "poison", self.vector(layout)
        for r, number in enumerate(values):
            lines += [
                f"  %{tag}.p{r} = getelementptr i{8 * STRIDE[self.type]}, "
                f"ptr addrspace(1) @{self.name}.{name}, i32 {number}",
                f"  %{tag}.l{r} = load {self.type}, ptr addrspace(1) %{tag}.p{r}",
                f"  %{tag}.v{r} = insertelement {vector} {value}, "
                f"{self.type} %{tag}.l{r}, i32 {r}",
            ]
            value = f"%{tag}.v{r}"
        return value

    def load_tile(self, lines):
        layout = self.source
        images = [*layout.images["lane"], *layout.images.get("warp", [])]
        thread = str(layout.offset)
        for bit, image in enumerate(images):
            lines += [
                f"  %h.{bit}.s = lshr i32 %t, {bit}",
                f"  %h.{bit}.b = and i32 %h.{bit}.s, 1",
                f"  %h.{bit}.m = mul i32 %h.{bit}.b, {image}",
                f"  %h.{bit} = xor i32 {thread}, %h.{bit}.m",
            ]
            thread = f"%h.{bit}"
        numbers = []
        for r in range(self.registers(layout)):
            lines.append(f"  %h.e{r} = xor i32 {thread}, {layout.element('register', r)}")
            numbers.append(f"%h.e{r}")
        return self.load(lines, "in", layout, "h", numbers)

    def numbers(self, lines, layout, first, tag):
        """Of the elements that a thread stores, from element First on."""
        n = self.registers(layout)
        lines.append(f"  %{tag}.m = mul i32 %t, {n}")
        for r in range(n):
            lines.append(f"  %{tag}.i{r} = add i32 %{tag}.m, {first + r}")
        return [f"%{tag}.i{r}" for r in range(n)]

    def store(self, lines, layout, value, first, tag):
        for r, number in enumerate(self.numbers(lines, layout, first, tag)):
            lines += [
                f"  %{tag}.p{r} = getelementptr i{8 * STRIDE[self.type]}, "
                f"ptr addrspace(1) %out, i32 {number}",
                f"  %{tag}.x{r} = extractelement {self.vector(layout)} {value}, i32 {r}",
                f"  store {self.type} %{tag}.x{r}, ptr addrspace(1) %{tag}.p{r}",
            ]

    def reduce(self, lines, text, value, to):
        a, b = self.source, self.result
        name = f"f2.reduce.{self.operation}.v{self.registers(b)}{self.type}.v{self.registers(a)}"
        string = f"ptr addrspace({text.space})"
        text.declare(f"{self.vector(b)} @{name}({self.vector(a)}, i32, {string}, {string})")
        lines.append(
            f"  {to} = call {self.vector(b)} @{name}({self.vector(a)} {value}, "
            f"i32 {self.axis}, {text.string(a)}, {text.string(b)})"
        )
        return to

    def scan(self, lines, text, value, to):
        a = self.source
        name = f"f2.scan.{self.operation}.v{self.registers(a)}{self.type}"
        string = f"ptr addrspace({text.space})"
        text.declare(f"{self.vector(a)} @{name}({self.vector(a)}, i32, i1, i1, {string})")
        flags = ", ".join(f"i1 {str(f).lower()}" for f in (self.reverse, self.exclusive))
        lines.append(
            f"  {to} = call {self.vector(a)} @{name}({self.vector(a)} {value}, "
            f"i32 {self.axis}, {flags}, {text.string(a)})"
        )
        return to

    def outputs(self):
        """Layouts of what is stored, with the number of the first element."""
        threads = 1 << self.launch["lanes"] + self.launch["warps"]
        first, found = 0, []
        for layout in {
            "reduce": [self.result], "total": [self.result], "scan": [self.source],
            "both": [self.result, self.source],
        }[self.kind]:  # fmt: skip
            found.append((layout, first))
            first += threads * self.registers(layout)
        return found

    def body(self, text):
        """With calls if there is a text for their strings; else what is expected."""
        lines = thread_index(self.launch)
        if text is None:
            values = [
                self.load(lines, "want", layout, f"w{i}", self.numbers(lines, layout, first, f"n{i}"))
                for i, (layout, first) in enumerate(self.outputs())
            ]  # fmt: skip
        else:
            tile = self.load_tile(lines)
            if self.kind == "reduce":
                values = [self.reduce(lines, text, tile, "%y")]
            elif self.kind == "scan":
                values = [self.scan(lines, text, tile, "%y")]
            elif self.kind == "total":
                values = [self.reduce(lines, text, self.scan(lines, text, tile, "%s"), "%y")]
            else:
                values = [self.reduce(lines, text, tile, "%y"), self.scan(lines, text, tile, "%s")]
        for i, ((layout, first), value) in enumerate(zip(self.outputs(), values)):
            self.store(lines, layout, value, first, f"o{i}")
        constant = (
            self.constant("in", self.tile) if text else self.constant("want", self.expected())
        )
        return "\n".join(
            [
                constant,
                f"define {KERNEL[self.launch['target']]} void @{self.name}("
                "ptr addrspace(1) noalias %out) #0 {",
                "entry:",
                *lines,
                "  ret void",
                "}",
            ]
        )


def module_text(launch, kernels, calls):
    text = Text(rng_space(launch)) if calls else None
    bodies = [k.body(text) for k in kernels]
    attributes = " ".join(f'"{k}"="{v}"' for k, v in launch["attributes"].items())
    target = launch["target"]
    return ir_module(
        target,
        [*BLOCK_DECLARATIONS[target], *(f"{d} #1" for d in (text.declarations if text else []))],
        *(text.globals if text else []),
        *bodies,
        f"attributes #0 = {{ convergent nounwind {attributes} }}",
        "attributes #1 = { convergent nocallback nounwind }",
    )


class LineRunner(Runner):
    def module(self, number):
        """(calls, what was tried, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = random_launch(rng, number)
        kernels = [Kernel(rng, launch, f"k{i}") for i in range(self.args.kernels)]
        largest = max(len(k.tile) * STRIDE[k.type] for k in kernels)
        launch["scratch"] = max(launch["scratch"], largest // 64)
        wanted, calls, lowered = (
            self.out / f"m{number}.{what}.ll" for what in ("wanted", "calls", "lowered")
        )
        wanted.write_text(module_text(launch, kernels, False))
        calls.write_text(module_text(launch, kernels, True))
        done = self.lower(launch, calls, lowered)
        tally = collections.Counter()
        for k in kernels:
            tally.update({k.kind: k.pairs, k.type: k.pairs, launch["cpu"]: k.pairs,
                          k.arithmetic.name: k.pairs})  # fmt: skip
        wrong = []
        if done.returncode:
            wrong.append(f"module {number}: opt fails: {done.stderr[:2000]}")
        elif "@f2." in lowered.read_text():
            wrong.append(f"module {number}: calls are left")
        for before, after in [(wanted, calls), (wanted, lowered)] if not wrong else []:
            judged = self.compare(launch, before, after)
            if judged.returncode:
                text = (judged.stdout + judged.stderr)[:2000]
                wrong.append(f"module {number}: {before.name} {after.name}: {text}")
        if not wrong and not self.args.keep:
            for path in (wanted, calls, lowered):
                path.unlink()
        return sum(k.pairs for k in kernels), tally, wrong


def main():
    parser = harness.option_parser("lines.out", 300, "calls")
    parser.add_argument("--kernels", type=int, default=12, help="of a module")
    parser.add_argument("--schedules", default="forward,random:1")
    parser.add_argument("--module", type=int, help="this one only")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    runner = LineRunner(args)
    calls, tally, wrong, number = 0, collections.Counter(), [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while calls < args.count and not wrong:
            numbers = range(number, number + args.jobs)
            if args.module is not None:
                numbers = [args.module]
            for n, counts, bad in pool.map(runner.module, numbers):
                calls += n
                tally.update(counts)
                wrong += bad
            number += args.jobs
            if args.module is not None:
                break
    print(f"{calls} calls")
    harness.report(tally, [f"{text}\n" for text in wrong])
    print(f"{len(wrong)} wrong")
    if args.module is None and args.count >= 500 and not wrong:
        names = {Arithmetic(op, "float").name for op in OPERATIONS["float"]}
        missing = {"reduce", "scan", "both", "total", *INTEGERS, *FLOATS, *names}
        if missing := (missing | set(OPERATIONS["int"])) - set(tally):
            sys.exit(f"never tried: {missing}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
