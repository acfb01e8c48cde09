"""Random layouts through @f2.convert, gather, store and load, checked by f2sim.

    layout_calls.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 10000

writes modules of kernels that carry a tile from one random layout to others:

    chain    x in layout A, converted to B, converted to C, ...
    loop     x in layout A, converted to B and back, several times
    buffer   x in layout A stored to a random memory layout, loaded in B
    gather   x in layout A, and any i32 or i64 for each register of layout B, which
             may have another size on one axis: the element of that index

In some, x is made of narrower elements (narrow_elements.py). Next to each module
there is one without any layout, whose kernels load every element
from its place, which this script computes:

    calls     in[A(register, thread)] -> calls -> out[thread * M + register]
    plain     in[B(register, thread)]          -> out[thread * M + register]

f2sim runs three of them: the plain ones, the calls as they are, and what
`opt -passes=f2layout-lower -verify-each` makes of them. All must write the same
bytes, copies of the same input bytes, without a race. A call that counts is one
of @f2.convert or @f2.gather, or a store and a load.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from call_kernels import (
    LANE_BITS,
    STRIDE,
    barrier,
    registers,
    thread_index,
)
from call_runner import CallRunner, judge_calls
from narrow_elements import CHOICES, REMARKS, NarrowKernel
from random_layouts import Layout, random_layout, random_memory, split_shape


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


class Kernel(NarrowKernel):
    """One kernel, with calls and plain."""

    def __init__(self, rng, launch, name):
        self.name, self.launch = name, launch
        self.kind = rng.choice(["chain", "chain", "loop", "buffer", "gather"])
        self.set_type(rng)
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
            own = first
            if not onto or copies:
                own = rng.randrange(most + 1)
            while onto and own + lanes + warps < bits:
                own += 1
            return random_layout(rng, self.shape, own, lanes, warps, onto)

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
        elif self.kind == "chain" and count == 1 and most < 8 and rng.random() < 0.3:
            self.pair_up(rng)
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
        threads = 1 << self.launch["lanes"] + self.launch["warps"]
        return max(map(registers, self.layouts)) * threads * STRIDE[self.type]

    # Text, piece by piece.

    def indices(self, lines):
        """Any numbers, most of them from outside of the tensor."""
        a, b, c = self.factors
        lines += [f"  %i.t = mul i32 %t, {a}", "  %i.s = lshr i32 %i.t, 15"]
        for r in range(registers(self.layouts[1])):
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

    def call_gather(self, lines, text, result, value, index):
        a, b = self.layouts
        return self.call(
            lines, text, result, f"gather.{self.suffix(b)}.{self.suffix(a)}.{self.index}",
            self.vector(b), f"{self.vector(a)} {value}",
            f"<{registers(b)} x {self.index}> {index}", f"i32 {self.axis}", a, b,
        )  # fmt: skip

    def gather(self, lines, text, value):
        n = registers(self.layouts[1])
        self.indices(lines)
        index = "poison"
        for r in range(n):
            lines.append(
                f"  %i.v{r} = insertelement <{n} x {self.index}> {index}, "
                f"{self.index} %i{r}, i32 {r}"
            )
            index = f"%i.v{r}"
        return self.call_gather(lines, text, "%y", value, index)

    def load_gathered(self, lines):
        """The same by addresses."""
        a, b = self.layouts
        def at_0(e):
            return at_index_0(e, self.axis, b.shape, a.shape)

        images = {name: [at_0(e) for e in es] for name, es in b.images.items()}
        base = Layout(images, at_0(b.offset), a.shape)
        stride = 1 << sum(a.shape[self.axis + 1 :])
        self.indices(lines)
        numbers = self.elements(lines, base, "b")
        narrow = "trunc i64 %g.i{r} to i32" if self.index == "i64" else "or i32 %g.i{r}, 0"
        for r, number in enumerate(numbers):
            lines += [
                f"  %g.i{r} = urem {self.index} %i{r}, {1 << a.shape[self.axis]}",
                f"  %g.n{r} = {narrow.format(r=r)}",
                f"  %g.o{r} = mul i32 %g.n{r}, {stride}",
                f"  %g.e{r} = add i32 {number}, %g.o{r}",
            ]
        return self.load(lines, b, "w", "%in", [f"%g.e{r}" for r in range(len(numbers))])

    def convert(self, lines, text, result, value, a, b):
        name = f"convert.{self.suffix(b)}.{self.suffix(a)}"
        return self.call(
            lines, text, result, name, self.vector(b), f"{self.vector(a)} {value}", a, b
        )

    def through_buffer(self, lines, text, value):
        a, b = self.layouts
        size = (1 << sum(self.shape)) * STRIDE[self.type]
        text.globals.append(
            f"@{self.name}.s = internal addrspace(3) global [{size} x i8] undef, "
            f"align {self.align}"
        )
        buffer = f"ptr addrspace(3) @{self.name}.s"
        value = f"{self.vector(a)} {value}"
        store, load = f"store.{self.suffix(a)}", f"load.{self.suffix(b)}"
        self.call(lines, text, None, store, "void", buffer, value, a, self.memory)
        lines += barrier(self.launch)
        return self.call(lines, text, "%y", load, self.vector(b), buffer, b, self.memory)

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
            value = self.load(lines, end, "w", "%in", self.elements(lines, end, "w"))
        else:
            start = self.layouts[0]
            numbers = self.elements(lines, start, "h")
            value = self.load_narrow(lines, start, "h", "%in", numbers)
            if self.kind == "buffer":
                value = self.through_buffer(lines, text, value)
            elif self.kind == "gather":
                value = self.gather(lines, text, value)
            elif self.kind == "loop":
                value = self.loop(lines, text, value)
            else:
                for i, (a, b) in enumerate(zip(self.layouts, self.layouts[1:])):
                    value = self.convert(lines, text, f"%c{i}", value, a, b)
        self.store(lines, end, "o", value)
        return self.definition(lines, "%in", "%out")


class Runner(CallRunner):
    Kernel = Kernel
    remarks = REMARKS

    def hear(self, said, tally):
        tally.update({choice: n for choice in CHOICES if (n := said.count(choice))})

    def settle(self, launch, kernels):
        # More windows would only make f2sim slower.
        largest = max(k.source_bytes() for k in kernels)
        launch["scratch"] = max(launch["scratch"], largest // 32)


if __name__ == "__main__":
    cpus = {cpu for cpus in LANE_BITS.values() for cpu in cpus}
    wanted = {"chain", "loop", "buffer", "gather", *STRIDE, *CHOICES, *cpus}
    judge_calls(Runner, "layout-calls.out", 12, wanted)
