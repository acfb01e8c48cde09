"""Random kernels whose arguments may be aligned, checked by f2sim.

    tested_alignment.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels that read and write neighbours in global memory, at

    pointer + elements * (a * t + b * counter + c * n * t + d * m + i)

where t is the thread and n and m are arguments, or members of a structure that is
passed by value, in nested loops, under conditions of the thread or of the block,
with breaks, early exits, barriers, and values that are used behind all of this. So
the part of a kernel that exists twice has all kinds of borders. f2sim runs each
kernel before and after, with buffers that are aligned to 256 bytes and to no more
than an element, and with numbers that are multiples of 16, of two, and odd: all
bytes must be the same. f2sim reports an access that is not aligned as it claims.
Some of the kernels must have a test, and on AMD none may have one.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import sys

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module, known

BYTES = {"i8": 1, "i16": 2, "half": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}
CPUS = known(["sm_80", "sm_90", "sm_90", "sm_100", "gfx942"])
THREADS = 64


class Kernel:
    """One kernel; its variables are on the stack until mem2reg has run."""

    def __init__(self, rng, target, name, element):
        self.rng, self.target, self.name, self.type = rng, target, name, element
        self.lines, self.slots, self.names, self.blocks = [], [], 0, 0
        self.size = BYTES[self.type]
        self.by_value = rng.random() < 0.3
        self.exits = rng.random() < 0.4  # Else barriers.
        self.counters, self.stores = [], 0
        self.tally = collections.Counter([self.type])

    def let(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def op(self, what, a, b):
        return self.let(f"{what} i32 {a}, {b}")

    def label(self):
        self.blocks += 1
        return f"b{self.blocks}"

    def begin(self, label):
        self.lines.append(f"{label}:")

    def jump(self, label):
        self.lines.append(f"  br label %{label}")

    def branch(self, condition, then, other):
        self.lines.append(f"  br i1 {condition}, label %{then}, label %{other}")

    def slot(self, initial):
        self.slots.append(f"%s{len(self.slots)}")
        self.lines.append(f"  store i32 {initial}, ptr {self.stack}{self.slots[-1]}")
        return self.slots[-1]

    @property
    def stack(self):
        return "" if self.target == "nvptx" else "addrspace(5) "

    def read(self, slot, kind="i32"):
        return self.let(f"load {kind}, ptr {self.stack}{slot}")

    def write(self, slot, value, kind="i32"):
        self.lines.append(f"  store {kind} {value}, ptr {self.stack}{slot}")

    def index(self, count, own):
        """The first element of a group of count. Threads have elements of their
        own if they store them."""
        factor = count if self.rng.random() < 0.85 else self.rng.choice([1, 2, 3])
        if own:
            self.stores += 1
            at = self.op("mul", "%t", 512)
            at = self.op("add", at, 32 * (self.stores % 8))
            if self.counters and self.rng.random() < 0.5:
                turn = self.op("and", self.read(self.counters[-1]), 1)
                at = self.op("add", at, self.op("mul", turn, 16))
            if self.rng.random() < 0.3:
                at = self.op("add", at, self.op("mul", "%m", factor))
            return at
        at = self.op("mul", "%t", factor * self.rng.choice([1, 2]))
        if self.rng.random() < 0.5:
            at = self.op("add", at, self.op("mul", "%n", "%t"))
        if self.rng.random() < 0.3:
            at = self.op("add", at, "%m")
        if self.counters and self.rng.random() < 0.8:
            counter = self.read(self.rng.choice(self.counters))
            at = self.op("add", at, self.op("mul", counter, factor))
        return at

    def group(self):
        count = self.rng.choice([n for n in (2, 4, 8, 16) if n * self.size <= 32])
        own = self.rng.random() < 0.35
        self.tally["stores" if own else "loads"] += 1
        base = "%out" if own else self.rng.choice(["%a", "%b"])
        first = self.index(count, own)
        wide = self.let(f"sext i32 {first} to i64")
        order = list(range(count))
        if self.rng.random() < 0.2:
            self.rng.shuffle(order)
        for i in order:
            at = self.let(f"add i64 {wide}, {i}")
            at = self.let(f"getelementptr {self.type}, ptr {base}, i64 {at}")
            integer = f"i{8 * self.size}"
            if own:
                value = self.read("%sum", "i64")
                if integer != "i64":
                    value = self.let(f"trunc i64 {value} to {integer}")
                self.lines.append(f"  store {integer} {value}, ptr {at}, align {self.size}")
                continue
            value = self.let(f"load {self.type}, ptr {at}, align {self.size}")
            if not self.type.startswith("i"):
                value = self.let(f"bitcast {self.type} {value} to {integer}")
            if integer != "i64":
                value = self.let(f"zext {integer} {value} to i64")
            self.add(value)

    def add(self, value):
        scaled = self.let(f"mul i64 {self.read('%sum', 'i64')}, 3")
        self.write("%sum", self.let(f"add i64 {scaled}, {value}"), "i64")

    def condition(self, uniform):
        value = "%n" if uniform else "%t"
        value = self.op("and", value, self.rng.choice([1, 2, 8]))
        return self.let(f"icmp eq i32 {value}, 0")

    def conditional(self, depth, uniform):
        together = uniform and self.rng.random() < 0.5
        then, other, end = self.label(), self.label(), self.label()
        self.branch(self.condition(together), then, other)
        self.begin(then)
        self.statements(depth + 1, together)
        self.jump(end)
        self.begin(other)
        if self.rng.random() < 0.5:
            self.statements(depth + 1, together)
        if self.exits and self.rng.random() < 0.3:
            self.lines.append("  ret void")
            self.tally["exits"] += 1
        else:
            self.jump(end)
        self.begin(end)

    def loop(self, depth, uniform):
        together = uniform and self.rng.random() < 0.7
        turns = "%turns" if together else self.op("and", "%t", 3)
        counter = self.slot(0)
        head, body, end = self.label(), self.label(), self.label()
        self.jump(head)
        self.begin(head)
        more = self.let(f"icmp slt i32 {self.read(counter)}, {turns}")
        self.branch(more, body, end)
        self.begin(body)
        self.counters.append(counter)
        self.statements(depth + 1, together)
        if self.exits and self.rng.random() < 0.3:
            low = self.let(f"and i64 {self.read('%sum', 'i64')}, 7")
            rest = self.label()
            self.branch(self.let(f"icmp eq i64 {low}, 0"), end, rest)
            self.begin(rest)
        self.counters.pop()
        self.write(counter, self.op("add", self.read(counter), 1))
        self.jump(head)
        self.begin(end)
        self.tally["loops"] += 1

    def exchange(self):
        """Two barriers, and a value of another thread."""
        own = self.let(f"getelementptr i64, ptr addrspace(3) @{self.name}.s, i32 %t")
        value = self.read("%sum", "i64")
        self.lines.append(f"  store i64 {value}, ptr addrspace(3) {own}")
        self.lines += [f"  {line}" for line in BARRIER[self.target]]
        other = self.op("xor", "%t", self.rng.choice([1, 33]))
        at = self.let(f"getelementptr i64, ptr addrspace(3) @{self.name}.s, i32 {other}")
        self.add(self.let(f"load i64, ptr addrspace(3) {at}"))
        self.lines += [f"  {line}" for line in BARRIER[self.target]]
        self.tally["barriers"] += 2

    def statements(self, depth, uniform):
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            kind = self.rng.random()
            if depth < 3 and kind < 0.25:
                self.loop(depth, uniform)
            elif depth < 3 and kind < 0.4:
                self.conditional(depth, uniform)
            elif uniform and not self.exits and kind < 0.5:
                self.exchange()
            else:
                self.group()

    def text(self):
        convention = KERNEL[self.target]
        self.lines.append(f"  store i64 0, ptr {self.stack}%sum")
        self.lines.append(f"  %t = call i32 {TID[self.target]}.x()")
        arguments = "ptr %a, ptr %b, ptr %out, ptr %last, i32 %n, i32 %m"
        if self.by_value and self.target == "nvptx":
            arguments = (
                "ptr readonly byval({ ptr, i32, i32 }) align 8 %p, ptr %b, "
                "ptr %out, ptr %last"
            )
            for i, (name, kind) in enumerate([("%a", "ptr"), ("%n", "i32"), ("%m", "i32")]):
                at = self.let(f"getelementptr i8, ptr %p, i64 {[0, 8, 12][i]}")
                if kind == "ptr":
                    self.lines.append(f"  {name} = load ptr, ptr {at}, align 8")
                    continue
                value = self.let(f"load i32, ptr {at}, align 4")
                self.lines.append(f"  {name} = and i32 {value}, {[0, 60, 31][i]}")
            self.tally["by value"] += 1
        self.lines.append("  %turns = and i32 %m, 3")
        if self.exits and self.rng.random() < 0.5:
            leave, rest = self.label(), self.label()
            late = self.let("icmp ugt i32 %t, 49")
            self.branch(late, leave, rest)
            self.begin(leave)
            self.lines.append("  ret void")
            self.begin(rest)
        self.statements(0, True)
        at = self.let("getelementptr i64, ptr %last, i32 %t")
        self.lines.append(f"  store i64 {self.read('%sum', 'i64')}, ptr {at}, align {self.size}")
        slots = [f"  {s} = alloca i32" for s in self.slots] + ["  %sum = alloca i64"]
        if self.target != "nvptx":
            slots = [f"{s}, addrspace(5)" for s in slots]
        return "\n".join(
            [
                f"@{self.name}.s = internal addrspace(3) global [{THREADS} x i64] undef",
                f"define {convention} void @{self.name}({arguments}) #0 {{",
                *slots,
                *self.lines,
                "  ret void",
                "}",
            ]
        )


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        cpu = CPUS[number % len(CPUS)]
        target = "nvptx" if cpu.startswith("sm") else "amdgcn"
        element = rng.choice(sorted(BYTES))
        kernels = [
            Kernel(rng, target, f"k{i}", element) for i in range(self.args.kernels)
        ]
        raw, before, after = (self.out / f"m{number}.{w}.ll" for w in ("raw", "before", "after"))
        size = rng.choice(['"f2layout-block"="64,1,1" ', ""])
        raw.write_text(
            ir_module(
                target,
                BLOCK_DECLARATIONS[target],
                *(kernel.text() for kernel in kernels),
                f'attributes #0 = {{ {size}"target-cpu"="{cpu}" }}',
            )
        )
        # With LLVM 19, one iteration is not always enough for instcombine.
        combine = "instcombine<no-verify-fixpoint>"
        early = rng.choice(["mem2reg", f"mem2reg,{combine}", f"mem2reg,{combine},gvn,simplifycfg",
                            f"mem2reg,loop-simplify,lcssa,loop-unroll,{combine}"])  # fmt: skip
        self.rewrite(f"function({early})", raw, before)
        passes = rng.choice(["f2layout-access", "f2layout-access", "f2layout"])
        self.rewrite(passes, before, after)
        text = after.read_text()
        tested = len(re.findall(r"label %f2\.tested,", text))
        wrong = []
        if tested and target != "nvptx":
            wrong.append(f"{after}: a test on AMD\n")
        for least in (256, BYTES[element]):
            wrong += self.differences(
                before, after, f"{passes}, --buffer-align {least}", "--block", str(THREADS),
                "--schedules", "forward,random:1", "--arg", "4=16,6,13", "--arg", "5=16,3",
                "--buffer-align", str(least),
            )  # fmt: skip
        tally = collections.Counter(kernels=len(kernels), tested=tested)
        if target == "nvptx":
            tally["on NVIDIA"] += len(kernels)
        for k in kernels:
            tally.update(k.tally)
        return self.verdict(tally, wrong, raw, before, after)


def main():
    parser = harness.option_parser("alignment.out", 400, "kernels")
    parser.add_argument("--kernels", type=int, default=5, help="of a module")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, args.kernels)
    kernels, tested, nvidia = (tally.pop(k) for k in ("kernels", "tested", "on NVIDIA"))
    harness.report(tally, wrong, 5)
    print(f"{kernels} kernels, {tested} with a test, {len(wrong)} runs wrong")
    sys.exit(bool(wrong) or tested < nvidia // 5)


if __name__ == "__main__":
    main()
