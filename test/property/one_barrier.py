"""Several exchanges through one array at one barrier, on both targets, checked by f2sim.

    one_barrier.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 300

Parts of one array have elements of different widths, in random order, perhaps with bytes
between them. All threads store to every part, pass a barrier, and load from every part,
each in a permutation of its own: a transpose, an xor, a rotation of bits. Some parts are
read at an index from data, so that their accesses stay where they are. This happens once,
twice in a row, or in a loop, with a barrier before the array is used again:

    s.a[t] = x; s.b[t] = y; s.c[t] = z; barrier
    x = s.a[f(t)]; y = s.b[g(t)]; z = s.c[in[t]]

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx90a": 64, "gfx1100": 32}}
WIDTHS = {"i8": 1, "i16": 2, "i32": 4, "i64": 8}
#: Bytes of a buffer for each part.
ROOM = 8192


class Kernel:
    def __init__(self, rng, target, wave, name):
        self.rng, self.target, self.name = rng, target, name
        self.bits = rng.choice([6, 7, 8, 8, 9])
        self.threads = max(1 << self.bits, wave)
        self.bits = self.threads.bit_length() - 1
        self.parts, self.bytes = [], 0
        for _ in range(rng.randrange(2, 5)):
            element = rng.choice(list(WIDTHS))
            each = rng.choice([1, 1, 2])
            self.bytes += rng.choice([0, 0, 16, 48])
            self.bytes = -(-self.bytes // 16) * 16
            self.parts.append((element, each, self.bytes, rng.random() < 0.3))
            self.bytes += WIDTHS[element] * each * self.threads
        self.turns = rng.choice(["once", "once", "twice", "loop"])
        self.w = Writer()

    def barrier(self):
        for line in BARRIER[self.target]:
            self.w.do(line)

    def permuted(self):
        """A number below threads, as a permutation of the threads."""
        w, bits = self.w, self.bits
        kind = self.rng.choice(["transpose", "xor", "rotate"])
        if kind == "xor":
            return w.op("xor", "%t", self.rng.randrange(1, 1 << bits))
        half = bits // 2 if kind == "transpose" else self.rng.randrange(1, bits)
        low = w.op("and", "%t", (1 << half) - 1)
        return w.op("or", w.op("shl", low, bits - half), w.op("lshr", "%t", half))

    def place(self, part, index):
        element, _, first, _ = part
        at = self.w.op("add", self.w.op("mul", index, WIDTHS[element]), first)
        return self.w.let(f"getelementptr i8, ptr addrspace(3) @{self.name}_s, i32 {at}")

    def buffer(self, name, number, index):
        at = self.w.op("add", self.w.op("mul", index, 8), number * ROOM)
        return self.w.let(f"getelementptr i8, ptr addrspace(1) {name}, i32 {at}")

    def turn(self, values, last):
        """Every part once; the new values, by part."""
        w, n = self.w, self.threads
        for part, own in zip(self.parts, values):
            for e, value in enumerate(own):
                w.do(f"store {part[0]} {value}, ptr addrspace(3) "
                     f"{self.place(part, w.op('add', '%t', e * n))}")  # fmt: skip
        self.barrier()
        result = []
        for number, part in enumerate(self.parts):
            element, each, _, by_data = part
            index = self.data(number) if by_data else self.permuted()
            order = list(range(each))
            self.rng.shuffle(order)
            result.append([
                w.let(f"load {element}, ptr addrspace(3) {self.place(part, w.op('add', index, e * n))}")
                for e in order
            ])  # fmt: skip
        if not last:
            self.barrier()
        return result

    def data(self, number):
        pointer = self.buffer("%in", number, "%t")
        value = self.w.let(f"load i32, ptr addrspace(1) {pointer}")
        return self.w.op("and", value, self.threads - 1)

    def text(self):
        w = self.w
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        values = []
        for number, (element, each, _, _) in enumerate(self.parts):
            at = [w.op("add", "%t", e * self.threads) for e in range(each)]
            values.append([w.let(f"load {element}, ptr addrspace(1) "
                                 f"{self.buffer('%in', number, a)}") for a in at])  # fmt: skip
        if self.turns == "loop":
            w.do("br label %loop")
            w.label("loop")
            w.do("%i = phi i32 [ 0, %entry ], [ %next, %loop ]")
            phis = [[f"%p{n}.{e}" for e in range(len(own))] for n, own in enumerate(values)]
            marks = []
            for n, own in enumerate(values):
                for e, value in enumerate(own):
                    marks.append((len(w.lines), phis[n][e], self.parts[n][0], value, n, e))
                    w.lines.append("")
            new = self.turn(phis, last=False)
            for line, phi, element, value, n, e in marks:
                w.lines[line] = f"  {phi} = phi {element} [ {value}, %entry ], [ {new[n][e]}, %loop ]"
            w.do("%next = add i32 %i, 1")
            w.do("%more = icmp ult i32 %next, 3")
            w.do("br i1 %more, label %loop, label %done")
            w.label("done")
            values = new
        else:
            count = 2 if self.turns == "twice" else 1
            for turn in range(count):
                values = self.turn(values, last=turn + 1 == count)
        for number, (part, own) in enumerate(zip(self.parts, values)):
            for e, value in enumerate(own):
                at = w.op("add", "%t", e * self.threads)
                w.do(f"store {part[0]} {value}, ptr addrspace(1) "
                     f"{self.buffer('%out', number, at)}")  # fmt: skip
        w.do("ret void")
        return "\n".join([
            f"@{self.name}_s = internal addrspace(3) global [{self.bytes} x i8] undef, align 16",
            f"define {KERNEL[self.target]} void @{self.name}(ptr addrspace(1) noalias %in, "
            f"ptr addrspace(1) noalias %out) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng, cpu, kernel, before, after = self.drawn(number, CPU, Kernel, "o")
        attributes = (f'convergent nounwind "target-cpu"="{cpu}" '
                      f'"f2layout-block"="{kernel.threads},1,1"')  # fmt: skip
        before.write_text(ir_module(kernel.target, BLOCK_DECLARATIONS[kernel.target],
                                    kernel.text(), f"attributes #0 = {{ {attributes} }}"))  # fmt: skip
        passes = rng.choice(["f2layout", "f2layout", "function(f2layout-reroute)"])
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout")
        staying = any(by_data for *_, by_data in kernel.parts)
        changed = said.count(" became ") > 0
        tally = {"kernels": 1, kernel.turns: 1, kernel.target: 1,
                 "rewritten": changed, "rewritten beside what stays": changed and staying}  # fmt: skip
        wrong = self.differences(before, after, f"{passes}, {kernel.turns}",
                                 "--block", str(kernel.threads))  # fmt: skip
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "one_barrier.out", ["rewritten beside what stays", "loop", "twice"])
