"""Kernels whose addresses are only known from metadata, checked by f2sim.

    stated_layouts.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 500

writes kernels that store a tile from one random layout to a random memory layout
and load it in another:

    id = table[t], which is t        some addresses depend on id: they cannot be
    store register r  at M(A(r, id or t))       evaluated; !f2.layout states them
    barrier
    load register r   at M(B(r, id or t))

The exchange must be found (print<f2layout-roundtrips>) with metadata, never
without it where an address goes by id, and what `opt -passes=f2layout` makes must
write the same bytes. The same with one node dropped, for each node in turn.

    --mutations

damages one thing instead: a node goes, two nodes change places, a text is cut,
loses or doubles a character, gets one that is not ASCII or a huge number, a
register or a count becomes another, an operand goes or is of another kind. Then
opt must end with an error, or the result must be the same; except where a
well-formed statement about an address that cannot be evaluated has become false,
which this script finds out by a reading of layouts of its own: then any result
will do, but no crash.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re
import sys

import harness
from call_kernels import STRIDE, barrier, random_launch, thread_index
from mutate_calls import damaged_text
from random_layouts import random_layout, random_memory, split_shape
from targets import BLOCK_DECLARATIONS, KERNEL, ir_module

TYPES = ["i8", "i16", "i32", "i64", "half", "float", "double"]


class Node:
    """!f2.layout, as text of its operands."""

    def __init__(self, text, register=None, count=None):
        self.text, self.register, self.count = text, register, count
        self.other = None  # operands that are something else altogether

    def operands(self):
        if self.other is not None:
            return self.other
        numbers = [n for n in (self.register, self.count) if n is not None]
        return ", ".join([f'!"{self.text}"', *(f"i32 {n}" for n in numbers)])


class Access:
    """One load or store, of Width registers from Register on."""

    def __init__(self, layout, register, width, opaque):
        self.layout, self.register, self.width = layout, register, width
        self.opaque, self.node = opaque, None

    def offsets(self, inverse, threads):
        return [
            inverse[element_of(self.layout, self.register, t)] for t in range(threads)
        ]


def element_of(layout, register, thread):
    images = [*layout.images["lane"], *layout.images.get("warp", [])]
    element = layout.offset ^ layout.element("register", register)
    for bit, image in enumerate(images):
        if thread >> bit & 1:
            element ^= image
    return element


class Kernel:
    def __init__(self, rng):
        launch = random_launch(rng)
        self.launch, self.rng = launch, rng
        self.type = rng.choice(TYPES)
        self.lanes, self.warps = launch["lanes"], launch["warps"]
        self.threads = 1 << self.lanes + self.warps
        registers = rng.randrange(4)
        bits = registers + self.lanes + self.warps
        shape = split_shape(rng, bits)
        self.memory = random_memory(rng, shape)
        # Every element is stored once, so that the stored values are distinct.
        self.source = random_layout(rng, shape, registers, *self.sizes(), True)
        self.result = random_layout(rng, shape, rng.randrange(4), *self.sizes(), False)
        self.inverse = {self.memory.element("offset", o): o for o in range(1 << bits)}
        self.room = rng.choice([0, 0, 1, 5])  # elements behind the tile
        self.bytes = rng.random() < 0.3  # an array of bytes
        self.mode = rng.choice(["plain", "opaque", "opaque", "mixed"])
        self.array = Node(self.memory.text())
        self.stores = self.accesses(self.source)
        self.loads = self.accesses(self.result)
        if self.mode == "opaque" or not any(a.opaque for a in self.all()):
            self.stores[0].opaque = self.mode != "plain"

    def sizes(self):
        return self.lanes, self.warps

    def all(self):
        return [*self.stores, *self.loads]

    def accesses(self, layout):
        """As wide as neighbours in memory allow, or narrower."""
        made, register = [], 0
        count = 1 << len(layout.images["register"])
        while register < count:
            width = self.rng.choice([1, 2, 4])
            while width > 1 and not self.are_neighbours(layout, register, width):
                width //= 2
            opaque = self.mode == "opaque" or (
                self.mode == "mixed" and self.rng.random() < 0.5
            )
            access = Access(layout, register, width, opaque)
            number = width if self.rng.random() < 0.5 else None
            access.node = Node(layout.text(), register, number)
            made.append(access)
            register += width
        return made

    def are_neighbours(self, layout, register, width):
        if register + width > 1 << len(layout.images["register"]):
            return False
        return all(
            self.inverse[element_of(layout, register + i, t)]
            == self.inverse[element_of(layout, register, t)] + i
            for i in range(width)
            for t in range(self.threads)
        )

    # Text.

    def vector(self, access):
        return self.type if access.width == 1 else f"<{access.width} x {self.type}>"

    def address(self, lines, access, tag):
        """Offsets are affine in the bits of the thread's index."""
        offsets = access.offsets(self.inverse, self.threads)
        value, thread = str(offsets[0]), "%id" if access.opaque else "%t"
        for bit in range(self.lanes + self.warps):
            column = offsets[0] ^ offsets[1 << bit]
            lines += [
                f"  %{tag}.{bit}.s = lshr i32 {thread}, {bit}",
                f"  %{tag}.{bit}.b = and i32 %{tag}.{bit}.s, 1",
                f"  %{tag}.{bit}.m = mul i32 %{tag}.{bit}.b, {column}",
                f"  %{tag}.{bit} = xor i32 {value}, %{tag}.{bit}.m",
            ]
            value = f"%{tag}.{bit}"
        lines.append(
            f"  %{tag}.p = getelementptr {self.type}, ptr addrspace(3) @tile, i32 {value}"
        )
        return f"ptr addrspace(3) %{tag}.p, align {STRIDE[self.type]}"

    def global_address(self, lines, array, access, registers, tag):
        lines += [
            f"  %{tag}.t = mul i32 %t, {registers}",
            f"  %{tag}.i = add i32 %{tag}.t, {access.register}",
            f"  %{tag}.g = getelementptr {self.type}, ptr addrspace(1) {array}, "
            f"i32 %{tag}.i",
        ]
        return f"ptr addrspace(1) %{tag}.g, align {STRIDE[self.type]}"

    def body(self, stated):
        lines = [
            *thread_index(self.launch),
            "  %id.p = getelementptr i32, ptr addrspace(1) %table, i32 %t",
            "  %id = load i32, ptr addrspace(1) %id.p",
        ]

        def note(access):
            return stated(access.node)

        n, m = (1 << len(x.images["register"]) for x in (self.source, self.result))
        for i, a in enumerate(self.stores):
            source = self.global_address(lines, "%in", a, n, f"in{i}")
            lines.append(f"  %x{i} = load {self.vector(a)}, {source}")
        for i, a in enumerate(self.stores):
            at = self.address(lines, a, f"s{i}")
            lines.append(f"  store {self.vector(a)} %x{i}, {at}{note(a)}")
        lines += barrier(self.launch)
        for i, a in enumerate(self.loads):
            at = self.address(lines, a, f"l{i}")
            lines.append(f"  %y{i} = load {self.vector(a)}, {at}{note(a)}")
        for i, a in enumerate(self.loads):
            to = self.global_address(lines, "%out", a, m, f"out{i}")
            lines.append(f"  store {self.vector(a)} %y{i}, {to}")
        return lines

    def module(self, dropped=()):
        """With all metadata except that of these nodes."""
        nodes = []

        def stated(node):
            if node in dropped:
                return ""
            nodes.append(node)
            return f", !f2.layout !{len(nodes) - 1}"

        target = self.launch["target"]
        size = (1 << sum(self.memory.shape)) + self.room
        ty = f"[{size} x {self.type}]"
        if self.bytes:
            ty = f"[{size * STRIDE[self.type]} x i8]"
        array = (
            f"@tile = internal addrspace(3) global {ty} undef, align 16"
            f"{stated(self.array)}"
        )
        attributes = " ".join(
            f'"{k}"="{v}"' for k, v in self.launch["attributes"].items()
        )
        convention = KERNEL[target]
        body = self.body(stated)
        return ir_module(
            target,
            BLOCK_DECLARATIONS[target],
            array,
            f"define {convention} void @k(ptr addrspace(1) noalias %in, "
            "ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %table) #0 {",
            *body,
            "  ret void",
            "}",
            f"attributes #0 = {{ convergent nounwind {attributes} }}",
            *(f"!{i} = !{{{node.operands()}}}" for i, node in enumerate(nodes)),
        )


def parsed(text):
    """(function of named indices, sizes in bits) of a text that opt could read."""
    inputs, _, rest = re.sub(r"\s", "", text).partition("->")
    sizes, _, offset = rest.partition("^")
    sizes = [int(n) for n in re.findall(r"\d+(?=[,\]])", sizes)]

    def flat(point):
        element = 0
        for size, at in zip(sizes, map(int, re.findall(r"\d+", point))):
            element = element * size + at
        return element

    images = {
        name: [flat(p) for p in re.findall(r"\[([\d,]*)\]", points)]
        for name, points in re.findall(r"(\w+)=\[((?:\[[\d,]*\],?)*)\]", inputs)
    }
    return images, flat(offset) if offset else 0, sizes


def apply(images, name, index):
    value = 0
    for bit, image in enumerate(images.get(name, [])):
        if index >> bit & 1:
            value ^= image
    return value


def is_lie(kernel, access, array):
    """The statement is false in a way that cannot be detected: about the block's
    threads, or about an address that depends on id. Both texts were read by opt."""
    images, offset, _ = parsed(access.node.text)
    lanes = len(images.get("lane", []))
    if lanes + len(images.get("warp", [])) != kernel.lanes + kernel.warps:
        return True
    if access.node.count is not None and access.node.count != access.width:
        return False  # about another access
    if not access.opaque:
        return False
    memory, base, _ = parsed(array.text)
    inverse = {
        base ^ apply(memory, "offset", o): o
        for o in range(1 << len(memory.get("offset", [])))
    }
    truth = access.offsets(kernel.inverse, kernel.threads)
    for t in range(kernel.threads):
        element = offset ^ apply(images, "register", access.node.register)
        element ^= apply(images, "lane", t & (1 << lanes) - 1)
        element ^= apply(images, "warp", t >> lanes)
        if inverse.get(element) != truth[t]:
            return True
    return False


def damage(rng, kernel):
    """Changes one node; returns those that are dropped, and whether some text is
    no layout any more."""
    nodes = [kernel.array, *(a.node for a in kernel.all())]
    node = rng.choice(nodes)
    what = rng.choice(["drop", "text", "text", "text", "swap", "number", "operands"])
    if what == "drop":
        return [node]
    if what == "swap":
        other = rng.choice(nodes)
        node.text, other.text = other.text, node.text
    elif what == "number":
        node = rng.choice(nodes[1:])
        huge = [0, 1, 2, 3, 4, 7, 64, 65535, 2147483647, -1]
        if node.count is not None and rng.random() < 0.5:
            node.count = rng.choice(huge)
        else:
            node.register = rng.choice(huge)
    elif what == "operands":
        text = f'!"{node.text}"'
        node.other = rng.choice(
            ["", text, f"{text}, i64 0", f"{text}, !{{}}", f"{text}, null", "i32 0",
             f"{text}, i32 0, i32 1, i32 2", f"i32 0, {text}", f"{text}, {text}",
             f"{text}, float 0.0", f"{text}, i32 0, i32 poison"]
        )  # fmt: skip
    else:
        node.text = damaged_text(rng, node.text)
    return []


class Runner(harness.Runner):
    def compare(self, kernel, before, after):
        launch = kernel.launch
        done = self.equal(
            before, after, "--kernel=k", "--quiet",
            f"--block={launch['x']},{launch['y']}", "--fill", "2=iota32",
            f"--schedules={self.args.schedules}",
        )  # fmt: skip
        return (done.stdout + done.stderr)[:1500] if done.returncode else ""

    def finds(self, path):
        done = self.opt("print<f2layout-roundtrips>", "-disable-output", path)
        return "exchange through tile" in done.stderr

    def judge(self, number, kernel, dropped, what):
        """What is wrong with the rewritten kernel, and whether it differs."""
        before, after = (self.out / f"x{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(kernel.module(dropped))
        done = self.opt("f2layout", "-S", before, "-o", after)
        if done.returncode:
            return f"{what}: opt: {done.stderr[:1500]}", before
        different = self.compare(kernel, before, after)
        return different and f"{what}: {different}", before

    def right(self, number):
        """A kernel whose metadata is right, and with less and less of it."""
        rng = random.Random(f"{self.args.seed}/{number}")
        kernel = Kernel(rng)
        wrong, before = self.judge(number, kernel, [], "stated")
        if not wrong and not self.finds(before):
            wrong = "the exchange is not found"
        nodes = [kernel.array, *(a.node for a in kernel.all())]
        drops = [[n] for n in rng.sample(nodes, min(len(nodes), self.args.drops))]
        for dropped in drops if not wrong else []:
            wrong = wrong or self.judge(number, kernel, dropped, "dropped")[0]
        if not wrong:
            before.write_text(kernel.module(nodes))
            if kernel.mode == "opaque" and self.finds(before):
                wrong = "the exchange is found without metadata"
        if wrong:
            return "wrong", wrong
        self.clean(number)
        return kernel.mode, ""

    def damaged(self, number):
        rng = random.Random(f"{self.args.seed}/{number}")
        kernel = Kernel(rng)
        dropped = damage(rng, kernel)
        before, after = (self.out / f"x{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(kernel.module(dropped))
        done = self.opt("f2layout", "-S", before, "-o", after)
        if done.returncode == 1 and "error: " in done.stderr:
            self.clean(number)
            return "refused", ""
        if done.returncode:
            return "crash", f"status {done.returncode}: {done.stderr[:1500]}"
        different = self.compare(kernel, before, after)
        if not different:
            self.clean(number)
            return "same", ""
        # Absent arrays have no metadata.
        stated = [a for a in kernel.all() if a.node not in dropped]
        if kernel.array in dropped:
            stated = []
        if any(is_lie(kernel, a, kernel.array) for a in stated):
            self.clean(number)
            return "false statement", ""
        return "different", different

    def one(self, number):
        """(tally, what is wrong)"""
        outcome, wrong = (self.damaged if self.args.mutations else self.right)(number)
        return [outcome], [f"{number}: {outcome}: {wrong}\n"] if wrong else []

    def clean(self, number):
        if not self.args.keep:
            for path in self.out.glob(f"x{number}.*"):
                path.unlink()


def main():
    parser = harness.option_parser("stated-layouts.out", 100)
    parser.add_argument("--drops", type=int, default=2, help="nodes of each kernel")
    parser.add_argument("--schedules", default="forward")
    parser.add_argument("--mutations", action="store_true")
    parser.add_argument("--one", type=int, help="this one only")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    numbers = None if args.one is None else [args.one]
    outcomes, wrong = harness.add_up(Runner(args).one, args, numbers=numbers)
    harness.report(outcomes, wrong)
    print(f"{len(wrong)} wrong")
    if args.count >= 50 and args.one is None and not wrong:
        wanted = ["refused", "same"] if args.mutations else ["plain", "opaque", "mixed"]
        if missing := [w for w in wanted if not outcomes[w]]:
            sys.exit(f"never came about: {missing}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
