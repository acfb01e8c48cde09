"""Random layouts through @f2.convert, gather, store and load, checked by f2sim.

    layout_calls.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 10000

writes modules of kernels that carry a tile from one random layout to others:

    chain    x in layout A, converted to B, converted to C, ...
    loop     x in layout A, converted to B and back, several times
    buffer   x in layout A stored to a random memory layout, loaded in B
    gather   x in layout A, and any i32 or i64 for each register of layout B, which
             may have another size on one axis: the element of that index

and next to each module one without any layout, whose kernels load every element
from its place, which this script computes:

    calls     in[A(register, thread)] -> calls -> out[thread * M + register]
    plain     in[B(register, thread)]          -> out[thread * M + register]

f2sim runs three of them: the plain ones, the calls as they are, and what
`opt -passes=f2layout-lower -verify-each` makes of them. All must write the same
bytes, copies of the same input bytes, without a race. A pair is one call of
@f2.convert or @f2.gather, or one store and load.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import concurrent.futures
import random
import sys

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

LANE_BITS = {
    "nvptx": {"sm_75": 5, "sm_80": 5, "sm_90": 5},
    "amdgcn": {"gfx90a": 6, "gfx942": 6, "gfx950": 6, "gfx1100": 5, "gfx1201": 5},
}
#: Bytes between elements in memory.
STRIDE = {
    "i8": 1, "i16": 2, "i24": 4, "i32": 4, "i48": 8, "i64": 8, "half": 2,
    "bfloat": 2, "float": 4, "double": 8, "ptr": 8,
}  # fmt: skip


class Layout:
    """Images of the bits of each input, as row-major numbers of 2^bits elements."""

    def __init__(self, images, offset, shape):
        self.images, self.offset, self.shape = images, offset, shape

    def element(self, name, index):
        """What the index of one input adds (xor)."""
        value = 0
        for bit, image in enumerate(self.images.get(name, [])):
            if index >> bit & 1:
                value ^= image
        return value

    def point(self, element):
        coordinates = []
        for bits in reversed(self.shape):
            coordinates.append(element & (1 << bits) - 1)
            element >>= bits
        return "[" + ",".join(map(str, reversed(coordinates))) + "]"

    def text(self):
        inputs = ", ".join(
            f"{name}=[{','.join(map(self.point, images))}]"
            for name, images in self.images.items()
        )
        sizes = ",".join(str(1 << bits) for bits in self.shape)
        offset = f" ^ {self.point(self.offset)}" if self.offset else ""
        return f"{inputs} -> [{sizes}]{offset}"


def invertible(rng, bits):
    """Columns of a random invertible matrix: a permutation, or any."""
    columns = [1 << b for b in range(bits)]
    rng.shuffle(columns)
    for _ in range(rng.choice([0, 0, bits, 3 * bits]) if bits > 1 else 0):
        a, b = rng.sample(range(bits), 2)
        columns[a] ^= columns[b]
    return columns


def split_shape(rng, bits):
    shape = []
    for _ in range(rng.randrange(3)):
        shape.append(rng.randrange(bits + 1))
        bits -= shape[-1]
    return [*shape, bits]


def random_layout(rng, shape, registers, lanes, warps, onto):
    """A layout of threads; onto: some thread holds every element."""
    bits, total = sum(shape), registers + lanes + warps
    images = invertible(rng, bits)
    if onto and rng.random() < 0.5:
        images.sort()  # registers, lanes, warps in order: what real tiles have
    extra = [
        0 if rng.random() < 0.7 else rng.randrange(1 << bits)
        for _ in range(total - bits)
    ]
    images = images[:total] + extra
    if onto:
        # Copies at any position among the bits.
        places = sorted(rng.sample(range(total), bits))
        spread = [0] * total
        others = iter(images[bits:])
        for place in range(total):
            if place not in places:
                spread[place] = next(others)
        for place, image in zip(places, images[:bits]):
            spread[place] = image
        images = spread
    else:
        rng.shuffle(images)
    offset = rng.randrange(1 << bits) if rng.random() < 0.2 else 0
    cut = [registers, registers + lanes]
    named = {
        "register": images[: cut[0]],
        "lane": images[cut[0] : cut[1]],
        "warp": images[cut[1] :],
    }
    if not warps and rng.random() < 0.5:
        del named["warp"]
    return Layout(named, offset, shape)


def random_memory(rng, shape):
    bits = sum(shape)
    columns = [1 << b for b in range(bits)]
    kind = rng.randrange(3)
    if kind == 1:  # a swizzle: low bits of the offset depend on high ones
        for high in range(bits // 2, bits):
            columns[high] ^= rng.randrange(1 << bits // 2)
    elif kind == 2:
        columns = invertible(rng, bits)
    return Layout({"offset": columns}, 0, shape)


def thread_index(launch):
    """IR that sets %t to the thread's number in its block."""
    tid = TID[launch["target"]]
    return [
        f"  %t.x = call i32 {tid}.x()",
        f"  %t.y = call i32 {tid}.y()",
        f"  %t.r = mul i32 %t.y, {launch['x']}",
        "  %t = add i32 %t.r, %t.x",
    ]


def barrier(launch):
    return [f"  {line}" for line in BARRIER[launch["target"]]]


def at_index_0(element, axis, shape, other):
    """The number of the element, with coordinate 0 on the axis, in a tensor that
    has another size there."""
    value, shift = 0, 0
    for d in reversed(range(len(shape))):
        if d != axis:
            value |= (element & (1 << shape[d]) - 1) << shift
        element >>= shape[d]
        shift += other[d]
    return value


class Kernel:
    """One kernel, with calls and plain."""

    def __init__(self, rng, launch, name):
        self.name, self.launch = name, launch
        self.kind = rng.choice(["chain", "chain", "loop", "buffer", "gather"])
        self.type = rng.choice(sorted(STRIDE))
        lanes, warps = launch["lanes"], launch["warps"]
        most = 6 if rng.random() < 0.1 else 4
        if lanes + warps <= 8 and rng.random() < 0.02:
            most = 8
        first = rng.randrange(most + 1)
        # Some elements may be held more than once.
        copies = rng.choice([0, 0, 0, 1, 2])
        bits = max(1, first + lanes + warps - copies)
        self.shape = split_shape(rng, bits)
        if bits + STRIDE[self.type].bit_length() > 16 and self.kind == "buffer":
            self.kind = "chain"  # No shared memory holds it.

        def layout(onto):
            registers = first
            if not onto or copies:
                registers = max(rng.randrange(most + 1), 0)
            while onto and registers + lanes + warps < bits:
                registers += 1
            return random_layout(rng, self.shape, registers, lanes, warps, onto)

        count = 1 + rng.randrange(3) if self.kind == "chain" else 1
        self.layouts = [layout(True)]
        for step in range(count):
            last = step == count - 1 and self.kind != "loop"
            self.layouts.append(layout(not last or rng.random() < 0.7))
        if self.kind == "gather":
            self.axis = rng.randrange(len(self.shape))
            shape = list(self.shape)
            shape[self.axis] = max(0, shape[self.axis] + rng.choice([-2, 0, 0, 1]))
            self.layouts[1] = random_layout(
                rng, shape, rng.randrange(most + 1), lanes, warps, False
            )
            self.set_index(rng)
        self.memory = random_memory(rng, self.shape)
        self.pairs = count + (self.kind == "loop")
        self.trips = rng.choice([1, 2, 3])
        self.align = rng.choice([STRIDE[self.type], 16, 16])

    def set_index(self, rng):
        """The type of indices, and what they are computed by."""
        self.index = rng.choice(["i32", "i32", "i64"])
        self.factors = [rng.randrange(1, 1 << 32, 2) for _ in range(3)]

    def source_bytes(self):
        """Of the largest tile, copies included."""
        registers = max(self.registers(layout) for layout in self.layouts)
        threads = 1 << self.launch["lanes"] + self.launch["warps"]
        return registers * threads * STRIDE[self.type]

    # Text, piece by piece.

    def registers(self, layout):
        return 1 << len(layout.images["register"])

    def vector(self, layout):
        return f"<{self.registers(layout)} x {self.type}>"

    def suffix(self, layout):
        return f"v{self.registers(layout)}{self.type}"

    def thread_part(self, lines, layout, tag):
        """The element of register 0 of this thread."""
        images = [*layout.images["lane"], *layout.images.get("warp", [])]
        value = str(layout.offset)
        for bit, image in enumerate(images):
            if not image:
                continue
            lines += [
                f"  %{tag}.{bit}.s = lshr i32 %t, {bit}",
                f"  %{tag}.{bit}.b = and i32 %{tag}.{bit}.s, 1",
                f"  %{tag}.{bit}.m = mul i32 %{tag}.{bit}.b, {image}",
                f"  %{tag}.{bit} = xor i32 {value}, %{tag}.{bit}.m",
            ]
            value = f"%{tag}.{bit}"
        return value

    def load_elements(self, lines, layout, tag):
        thread = self.thread_part(lines, layout, tag)
        value, vector = "poison", self.vector(layout)
        for r in range(self.registers(layout)):
            lines += [
                f"  %{tag}.e{r} = xor i32 {thread}, {layout.element('register', r)}",
                f"  %{tag}.p{r} = getelementptr {self.type}, ptr addrspace(1) %in, "
                f"i32 %{tag}.e{r}",
                f"  %{tag}.l{r} = load {self.type}, ptr addrspace(1) %{tag}.p{r}",
                f"  %{tag}.v{r} = insertelement {vector} {value}, "
                f"{self.type} %{tag}.l{r}, i32 {r}",
            ]
            value = f"%{tag}.v{r}"
        return value

    def indices(self, lines):
        """Any numbers, most of them from outside of the tensor."""
        a, b, c = self.factors
        lines += [f"  %i.t = mul i32 %t, {a}", "  %i.s = lshr i32 %i.t, 15"]
        for r in range(self.registers(self.layouts[1])):
            lines += [
                f"  %i.a{r} = add i32 %i.t, {(b * r + c) % (1 << 32)}",
                f"  %i.x{r} = xor i32 %i.a{r}, %i.s",
            ]
            if self.index == "i64":
                lines += [
                    f"  %i.w{r} = sext i32 %i.x{r} to i64",
                    f"  %i{r} = mul i64 %i.w{r}, {a << 20 | 1}",
                ]
            else:
                lines.append(f"  %i{r} = or i32 %i.x{r}, 0")

    def gather(self, lines, text, value):
        a, b = self.layouts
        self.indices(lines)
        index, vector = "poison", f"<{self.registers(b)} x {self.index}>"
        for r in range(self.registers(b)):
            lines.append(
                f"  %i.v{r} = insertelement {vector} {index}, {self.index} %i{r}, i32 {r}"
            )
            index = f"%i.v{r}"
        name = f"f2.gather.{self.suffix(b)}.{self.suffix(a)}.{self.index}"
        string = f"ptr addrspace({text.space})"
        text.declare(
            f"{self.vector(b)} @{name}({self.vector(a)}, {vector}, i32, {string}, "
            f"{string})"
        )
        lines.append(
            f"  %y = call {self.vector(b)} @{name}({self.vector(a)} {value}, "
            f"{vector} {index}, i32 {self.axis}, {text.string(a)}, {text.string(b)})"
        )
        return "%y"

    def load_gathered(self, lines):
        """The same by addresses."""
        a, b = self.layouts
        def at_0(e):
            return at_index_0(e, self.axis, b.shape, a.shape)

        images = {name: [at_0(e) for e in es] for name, es in b.images.items()}
        base = Layout(images, at_0(b.offset), a.shape)
        stride = 1 << sum(a.shape[self.axis + 1 :])
        self.indices(lines)
        thread = self.thread_part(lines, base, "w")
        value, vector = "poison", self.vector(b)
        narrow = "trunc i64 %w.i{r} to i32" if self.index == "i64" else "or i32 %w.i{r}, 0"
        for r in range(self.registers(b)):
            lines += [
                f"  %w.b{r} = xor i32 {thread}, {base.element('register', r)}",
                f"  %w.i{r} = urem {self.index} %i{r}, {1 << a.shape[self.axis]}",
                f"  %w.n{r} = {narrow.format(r=r)}",
                f"  %w.o{r} = mul i32 %w.n{r}, {stride}",
                f"  %w.e{r} = add i32 %w.b{r}, %w.o{r}",
                f"  %w.p{r} = getelementptr {self.type}, ptr addrspace(1) %in, "
                f"i32 %w.e{r}",
                f"  %w.l{r} = load {self.type}, ptr addrspace(1) %w.p{r}",
                f"  %w.v{r} = insertelement {vector} {value}, "
                f"{self.type} %w.l{r}, i32 {r}",
            ]
            value = f"%w.v{r}"
        return value

    def store_registers(self, lines, layout, value):
        n = self.registers(layout)
        lines.append(f"  %first = mul i32 %t, {n}")
        for r in range(n):
            lines += [
                f"  %o{r}.i = add i32 %first, {r}",
                f"  %o{r}.p = getelementptr {self.type}, ptr addrspace(1) %out, "
                f"i32 %o{r}.i",
                f"  %o{r} = extractelement {self.vector(layout)} {value}, i32 {r}",
                f"  store {self.type} %o{r}, ptr addrspace(1) %o{r}.p",
            ]

    def convert(self, lines, text, result, value, a, b):
        name = f"f2.convert.{self.suffix(b)}.{self.suffix(a)}"
        text.declare(
            f"{self.vector(b)} @{name}({self.vector(a)}, ptr addrspace("
            f"{text.space}), ptr addrspace({text.space}))"
        )
        lines.append(
            f"  {result} = call {self.vector(b)} @{name}({self.vector(a)} {value}, "
            f"{text.string(a)}, {text.string(b)})"
        )
        return result

    def through_buffer(self, lines, text, value):
        a, b = self.layouts
        size = (1 << sum(self.shape)) * STRIDE[self.type]
        text.globals.append(
            f"@{self.name}.s = internal addrspace(3) global [{size} x i8] poison, "
            f"align {self.align}"
        )
        buffer = f"ptr addrspace(3) @{self.name}.s"
        string = f"ptr addrspace({text.space})"
        store, load = f"f2.store.{self.suffix(a)}", f"f2.load.{self.suffix(b)}"
        text.declare(
            f"void @{store}(ptr addrspace(3), {self.vector(a)}, {string}, {string})"
        )
        text.declare(f"{self.vector(b)} @{load}(ptr addrspace(3), {string}, {string})")
        memory = text.string(self.memory)
        lines.append(
            f"  call void @{store}({buffer}, {self.vector(a)} {value}, "
            f"{text.string(a)}, {memory})"
        )
        lines += barrier(self.launch)
        lines.append(
            f"  %y = call {self.vector(b)} @{load}({buffer}, {text.string(b)}, {memory})"
        )
        return "%y"

    def loop(self, lines, text, value):
        a, b = self.layouts
        lines += [
            "  br label %again",
            "again:",
            "  %k = phi i32 [ 0, %entry ], [ %k.next, %again ]",
            f"  %x = phi {self.vector(a)} [ {value}, %entry ], [ %x.next, %again ]",
        ]
        self.convert(lines, text, "%y", "%x", a, b)
        self.convert(lines, text, "%x.next", "%y", b, a)
        lines += [
            "  %k.next = add i32 %k, 1",
            f"  %more = icmp ult i32 %k.next, {self.trips}",
            "  br i1 %more, label %again, label %done",
            "done:",
        ]
        return "%x.next"

    def result_layout(self):
        return self.layouts[0 if self.kind == "loop" else -1]

    def body(self, text):
        """With calls if there is a text for their strings; else plain."""
        lines = thread_index(self.launch)
        end = self.result_layout()
        if text is None and self.kind == "gather":
            value = self.load_gathered(lines)
        elif text is None:
            value = self.load_elements(lines, end, "w")
        else:
            value = self.load_elements(lines, self.layouts[0], "h")
            if self.kind == "buffer":
                value = self.through_buffer(lines, text, value)
            elif self.kind == "gather":
                value = self.gather(lines, text, value)
            elif self.kind == "loop":
                value = self.loop(lines, text, value)
            else:
                for i, (a, b) in enumerate(zip(self.layouts, self.layouts[1:])):
                    value = self.convert(lines, text, f"%c{i}", value, a, b)
        self.store_registers(lines, end, value)
        return "\n".join(
            [
                f"define {KERNEL[self.launch['target']]} void @{self.name}("
                "ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {",
                "entry:",
                *lines,
                "  ret void",
                "}",
            ]
        )


class Text:
    """Strings and declarations of a module."""

    def __init__(self, space):
        self.space, self.globals, self.declarations = space, [], []
        self.names = {}

    def declare(self, text):
        if text not in self.declarations:
            self.declarations.append(text)

    def string(self, layout):
        text = layout.text()
        if text not in self.names:
            self.names[text] = f"@l{len(self.names)}"
            self.globals.append(
                f"{self.names[text]} = private unnamed_addr addrspace({self.space}) "
                f'constant [{len(text) + 1} x i8] c"{text}\\00"'
            )
        return f"ptr addrspace({self.space}) {self.names[text]}"


#: NVIDIA's as often as AMD's.
CPUS = [("nvptx", cpu) for cpu in sorted(LANE_BITS["nvptx"])] * 2 + [
    ("amdgcn", cpu) for cpu in sorted(LANE_BITS["amdgcn"])
]


def random_launch(rng, number=None):
    """A launch for any processor, or for the next one in the list."""
    turn = rng.randrange(len(CPUS)) if number is None else number
    target, cpu = CPUS[turn % len(CPUS)]
    lanes, warps = LANE_BITS[target][cpu], rng.choice([0, 1, 2, 2, 3])
    threads = 1 << lanes + warps
    x = threads >> rng.choice([0, 0, 1, 3])
    attributes = {"target-cpu": cpu}
    stated = rng.randrange(4)
    if stated == 1:
        attributes["f2layout-block"] = f"{x},{threads // x},1"
    elif stated and target == "nvptx":
        attributes["nvvm.reqntid" if stated == 2 else "nvvm.maxntid"] = (
            f"{x},{threads // x}"
        )
    elif stated:
        attributes["amdgpu-flat-work-group-size"] = f"{threads},{threads}"
    return {
        "target": target,
        "cpu": cpu,
        "lanes": lanes,
        "warps": warps,
        "x": x,
        "y": threads // x,
        "attributes": attributes,
        "scratch": rng.choice([16384, 16384, 8192, 2048, 512, 64]),
        "options": rng.choice(["", "", ";no-shared", ";no-shuffle"]),
    }


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


def rng_space(launch):
    """Constants are in address space 0, 1 or 4, as in front ends."""
    return {"nvptx": (0, 1, 4), "amdgcn": (1, 4)}[launch["target"]][
        launch["x"].bit_length() % 2
    ]


class Runner(harness.Runner):
    def lower(self, launch, source, target):
        passes = f"f2layout-lower<scratch={launch['scratch']}{launch['options']}>"
        return self.opt(passes, "-S", source, "-o", target)

    def compare(self, launch, before, after):
        return self.equal(
            before, after, "--kernels", "all", "--quiet",
            "--block", f"{launch['x']},{launch['y']}", "--buffer-bytes", str(1 << 20),
            "--schedules", self.args.schedules,
        )  # fmt: skip

    def module(self, number):
        """(pairs, what was tried, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = random_launch(rng, number)
        kernels = [Kernel(rng, launch, f"k{i}") for i in range(self.args.kernels)]
        # More windows would only make f2sim slower.
        largest = max(k.source_bytes() for k in kernels)
        launch["scratch"] = max(launch["scratch"], largest // 32)
        plain, calls, lowered = (
            self.out / f"m{number}.{what}.ll" for what in ("plain", "calls", "lowered")
        )
        plain.write_text(module_text(launch, kernels, False))
        calls.write_text(module_text(launch, kernels, True))
        done = self.lower(launch, calls, lowered)
        tally = collections.Counter()
        for k in kernels:
            tally.update({k.kind: k.pairs, k.type: k.pairs, launch["cpu"]: k.pairs})
        wrong = []
        if done.returncode:
            wrong.append(f"module {number}: opt fails: {done.stderr[:2000]}")
        elif "@f2." in lowered.read_text():
            wrong.append(f"module {number}: calls are left")
        for before, after in [(plain, calls), (plain, lowered)] if not wrong else []:
            judged = self.compare(launch, before, after)
            if judged.returncode:
                text = (judged.stdout + judged.stderr)[:2000]
                wrong.append(f"module {number}: {before.name} {after.name}: {text}")
        if not wrong and not self.args.keep:
            for path in (plain, calls, lowered):
                path.unlink()
        return sum(k.pairs for k in kernels), tally, wrong


def main():
    parser = harness.option_parser("layout-calls.out", 300)
    parser.add_argument("--kernels", type=int, default=12, help="of a module")
    parser.add_argument("--schedules", default="forward,random:1")
    parser.add_argument("--module", type=int, help="this one only")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    runner = Runner(args)
    pairs, tally, wrong, number = 0, collections.Counter(), [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while pairs < args.count and not wrong:
            numbers = range(number, number + args.jobs)
            if args.module is not None:
                numbers = [args.module]
            for n, counts, bad in pool.map(runner.module, numbers):
                pairs += n
                tally.update(counts)
                wrong += bad
            number += args.jobs
            if args.module is not None:
                break
    print(f"{pairs} pairs of layouts")
    harness.report(tally, [f"{text}\n" for text in wrong])
    print(f"{len(wrong)} wrong")
    if args.module is None and args.count >= 500 and not wrong:
        wanted = {"chain", "loop", "buffer", "gather", *STRIDE}
        wanted |= {cpu for cpus in LANE_BITS.values() for cpu in cpus}
        if missing := wanted - set(tally):
            sys.exit(f"never tried: {missing}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
